"""The script behind every page: the menus of the sidebar, then the page itself."""

from pathlib import Path

import streamlit as st

from pages.shared import session, streamlit_internals, turns
from pages.shared.sidebar import epsilon_and_draw, graph_and_mechanism
from pages.table import TABLE

PAGES = Path(__file__).parent
ASSETS = PAGES.parent / "assets"

st.set_page_config(page_title="GraphDP", page_icon=str(ASSETS / "icon.png"), layout="wide")
st.logo(str(ASSETS / "logo.svg"), size="large")
pages = [
    st.Page(
        PAGES / entry.path,
        title=entry.title,
        help=entry.help,
        url_path=entry.address,
        default=entry is TABLE[0],
    )
    for entry in TABLE
]
chosen = st.navigation(pages, position="top")
session.drop_nonfinite_params()
with st.sidebar:
    scenario = graph_and_mechanism(TABLE[pages.index(chosen)].reads)
    noise = st.container()
    st.caption(
        "Teaching mode: the noise is reproducible and shared between values of ε, and the true "
        "graph is shown beside it. Nothing on screen is a release."
    )


@st.fragment
def page_and_noise() -> None:
    """All that another epsilon changes: a move of the slider runs this, not the menus above."""
    with turns.hold():
        with noise:
            session.remember(epsilon_and_draw(scenario))
        streamlit_internals.run_page(chosen)


page_and_noise()
