"""The script behind every page: the menus of the sidebar, then the page itself."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import streamlit as st

from graphdp_core.serving import is_demo
from graphdp_core.wings import is_here
from pages.engine import jobs
from pages.ground import first_import
from pages.ground.records import Runs, session_record
from pages.intake import absent_graph
from pages.session import address_words, addresses, session
from pages.table import TABLE, Entry
from pages.ui import own_release, unknown_page
from pages.ui.graph_menu import Absent
from pages.ui.sidebar import menus
from pages.ui.widgets import offer_missed

if is_here("export"):
    from pages.take_away import take_away

ASSETS = Path(__file__).parents[1] / "assets"
SIDEBAR = 232  # pixels, as assets/page.css keeps them free
ABOUT = "data"  # the page on the graph itself, which its menu leads to
TEACHING = (
    "The noise is reproducible and shared between values of ε, and the true graph is shown beside "
    "it."
)
IN_PLACE_OF_MENUS = {
    "lessons": "A lesson brings its own graph. What you chose elsewhere stays chosen.",
    "release": "No graph is needed here.",  # to check a release, or to read one
}
DEMO = (
    "A demo: it takes no files and keeps nothing. For your own data, "
    '`pip install "graphdp[app]"`, then `graphdp run`.'
)


def open_page(entry: Entry) -> None:
    """Draw a page."""
    first_import.load(f"pages.{entry.module}").show()


st.set_page_config(
    page_title="GraphDP",
    page_icon=str(ASSETS / "icon.png"),
    layout="wide",
    initial_sidebar_state=SIDEBAR,
)
st.logo(str(ASSETS / "logo.svg"), size="large")
st.sidebar.caption("Differential privacy on graphs")
pages = {
    st.Page(partial(open_page, line), title=line.title, help=line.help, url_path=line.address,
            default=line is TABLE[0], visibility="visible" if line.in_menu else "hidden"): line
    for line in TABLE
}  # fmt: skip
entry = pages[chosen := st.navigation([*pages], position="top")]
session_record(Runs).page = entry.address
address_words.begin("" if entry is TABLE[0] else entry.address, staged=entry.staged)
session.drop_nonfinite_params()
offer_missed()  # on the page, where it is read with the menus closed, too
with st.sidebar:
    with addresses.behind_pages():
        scenario = menus(
            entry.shows, finds_nodes=entry.marks, has_noise=entry.has_noise,
            asks_mechanism=entry.asks_mechanism,
            about=next(page for page, line in pages.items() if line.address == ABOUT),
        )  # fmt: skip
    jobs.offer()
    if is_demo():
        st.caption(DEMO)
    if entry.address != "release":
        st.caption("Teaching, not a release.", help=TEACHING)
    session.watch_theme()
    if words := IN_PLACE_OF_MENUS.get(entry.address):
        st.container(key="in-place-of-menus").caption(words)
unknown_page.say_unknown_page({line.address: line.title for line in TABLE})
session.keep("epsilon")
st.set_page_config(page_title=f"{entry.title} - {scenario.title} - GraphDP")
if is_here("export") and not isinstance(scenario, Absent):
    with st.sidebar:
        take_away.button(entry.address)
first_import.load(f"pages.{entry.module}")
if isinstance(scenario, Absent):
    address_words.have_no_stage()
    with st.container(key="in-place-of-page"):
        absent_graph.show(scenario)
else:
    st.empty()  # what stood in the page's place goes before the page comes
    session.remember(replace(scenario, epsilon=session.asked_epsilon(scenario.epsilon)))
    own_release.say(scenario)
    session.open_requested()
    chosen.run()
addresses.menus_are_sent()
