"""The server object: `streamlit run app.py` serves the pages behind it."""

import streamlit as st

from pages.shared.server import MIDDLEWARE, on_script_error, warm_up

app = st.App(
    "pages/frame.py",
    middleware=MIDDLEWARE,
    lifespan=warm_up("pages.parts.live_pair", "pages.parts.board_first"),
    on_script_error=on_script_error,
)
