"""The server object: `streamlit run app.py` serves the pages behind it."""

import sys

import streamlit as st
from starlette.middleware import Middleware

from graphdp_core import serving
from graphdp_core.params import Refused
from graphdp_core.wings import is_here
from pages.ground import streamlit_internals
from pages.ground.widget_script import widget_routes
from pages.server.class_routes import CLASS, class_routes
from pages.server.guide_routes import guide_routes, snapshot_routes
from pages.server.server import (
    MIDDLEWARE,
    OwnAddress,
    end_slow_clients,
    look_far_back,
    on_script_error,
    warm_up,
)
from pages.server.stage_routes import stage_routes, stop_routes
from pages.table import TABLE, questions
from pages.ui.unknown_page import UnknownPage

HAS_CLASS = is_here("lessons")
ADDRESSES = tuple(line.address for line in TABLE)

st.secrets.load_if_toml_exists()  # where a host of apps keeps the variables of its apps
try:
    serving.check()
except Refused as refusal:
    sys.exit(str(refusal))
streamlit_internals.ask_nobody_outside()
streamlit_internals.keep_downloads()
streamlit_internals.keep_log_quiet()
end_slow_clients()
look_far_back()
app = st.App(
    "pages/frame.py",
    middleware=[
        *MIDDLEWARE,
        Middleware(
            OwnAddress,
            questions(),
            apart=CLASS,
            first="pages.parts.board_first",
        ),
        Middleware(UnknownPage, [*ADDRESSES, *([CLASS] if HAS_CLASS else [])]),
    ],
    routes=[
        *snapshot_routes(
            {("" if line is TABLE[0] else line.address): line.title for line in TABLE}
        ),
        *guide_routes(ADDRESSES),
        *(class_routes() if HAS_CLASS else ()),
        *widget_routes(),
        *stage_routes(),
        *stop_routes(),
    ],
    lifespan=warm_up("pages.parts.board_first", "pages.explore.screen", "pages.engine.measured"),
    on_script_error=on_script_error,
)
