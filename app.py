"""The server object: `streamlit run app.py` serves the pages behind it."""

import streamlit as st

from pages.shared.server import MIDDLEWARE, apologise, warm_up

app = st.App(
    "pages/frame.py",
    middleware=MIDDLEWARE,
    lifespan=warm_up("pages.parts.live_pair"),
    on_script_error=apologise,
)
