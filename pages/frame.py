"""The script behind every page: the menus of the sidebar, then the page itself."""

from dataclasses import replace
from pathlib import Path

import streamlit as st

from pages.parts import absent_graph, take_away
from pages.shared import find_node, first_import, page, session, stand_in, turns, unknown_page
from pages.shared.graph_menu import Absent
from pages.shared.sidebar import draw_number, epsilon_of, menus
from pages.shared.streamlit_internals import run_page
from pages.shared.widgets import offer_missed
from pages.table import TABLE, sections

PAGES = Path(__file__).parent
ICON, LOGO = (str(PAGES.parent / "assets" / name) for name in ("icon.png", "logo.svg"))

st.set_page_config(page_title="GraphDP", page_icon=ICON, layout="wide")
st.logo(LOGO, size="large")
pages = {
    st.Page(PAGES / line.path, title=line.title, help=line.help, url_path=line.address,
            default=line is TABLE[0]): line
    for line in TABLE
}  # fmt: skip
entry = pages[chosen := st.navigation(sections(pages), position="top")]
session.drop_nonfinite_params()
scenario, noise = menus(entry.reads)
unknown_page.say_unknown_page({line.address: line.title for line in TABLE})
if not entry.compares or isinstance(scenario, Absent):
    session.keep("epsilon")
st.set_page_config(page_title=f"{entry.title} - {scenario.title} - GraphDP")
if not isinstance(scenario, Absent):
    with st.sidebar:
        take_away.button(entry.address)


@st.fragment
def page_and_noise() -> None:
    """All that another epsilon changes: a move of the slider runs this, not the menus above."""
    marks = entry.compares and not entry.has_slider
    with turns.hold():
        with noise.container():
            offer_missed()
            seed = draw_number()
            if marks and not isinstance(scenario, Absent):
                find_node.field(scenario)
        if isinstance(scenario, Absent):
            absent_graph.show(scenario)
            return
        if marks:
            page.offer_top()
        offer_missed()
        epsilon = epsilon_of(scenario, compares=entry.compares, hidden=entry.has_slider)
        now = replace(scenario, epsilon=epsilon, seed=seed)
        session.remember(stand_in.running(now, entry.reads) if entry.compares and epsilon else now)
        if marks:
            find_node.follow_link(scenario)
        first_import.load_for(PAGES / entry.path)
        run_page(chosen)


page_and_noise()
