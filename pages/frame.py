"""The script behind every page: the menus of the sidebar, then the page itself."""

from dataclasses import replace
from pathlib import Path

import streamlit as st

from pages.parts import absent_graph
from pages.shared import (
    find_node,
    first_import,
    jobs,
    page,
    session,
    stand_in,
    streamlit_internals,
    theme_watch,
    turns,
    unknown_page,
)
from pages.shared.graph_menu import Absent
from pages.shared.sidebar import draw_number, epsilon_of, graph_and_mechanism
from pages.shared.widgets import offer_missed
from pages.table import TABLE

PAGES = Path(__file__).parent
ASSETS = PAGES.parent / "assets"
TEACHING = (
    "The noise is reproducible and shared between values of ε, and the true graph is shown beside "
    "it."
)

st.set_page_config(page_title="GraphDP", page_icon=str(ASSETS / "icon.png"), layout="wide")
st.logo(str(ASSETS / "logo.svg"), size="large")
pages = [
    st.Page(PAGES / line.path, title=line.title, help=line.help, url_path=line.address,
            default=line is TABLE[0])
    for line in TABLE
]  # fmt: skip
chosen = st.navigation(pages, position="top")
entry = TABLE[pages.index(chosen)]
session.drop_nonfinite_params()
with st.sidebar:
    scenario = graph_and_mechanism(entry.reads)
    noise = st.container()
    jobs.offer()
    st.caption("Teaching mode: nothing on screen is a release.", help=TEACHING)
    theme_watch.watch_theme()
unknown_page.say_unknown_page({line.address: line.title for line in TABLE})
shows_pair = entry.compares and not isinstance(scenario, Absent)
if not shows_pair:
    session.keep("epsilon")
st.set_page_config(page_title=f"{entry.title} - {scenario.title} - GraphDP")


@st.fragment
def page_and_noise() -> None:
    """All that another epsilon changes: a move of the slider runs this, not the menus above."""
    with turns.hold():
        with noise:
            offer_missed()
            seed = draw_number()
        if isinstance(scenario, Absent):
            absent_graph.show(scenario)
            return
        if entry.compares and not entry.has_slider:
            with noise:
                find_node.field(scenario)
            page.offer_top()
        offer_missed()
        epsilon = epsilon_of(scenario, compares=entry.compares, hidden=entry.has_slider)
        now = replace(scenario, epsilon=epsilon, seed=seed)
        session.remember(stand_in.running(now, entry.reads) if entry.compares and epsilon else now)
        if entry.compares and not entry.has_slider:
            find_node.follow_link(scenario)
        first_import.load_for(PAGES / entry.path)
        streamlit_internals.run_page(chosen)


page_and_noise()
