"""Overview: the graph twice, its statistics raw and corrected, and what an adversary learns."""

from collections.abc import Mapping

import streamlit as st

from graphdp_core.analyses.overview import Overview
from pages.parts import early_communities, large_pair, live_pair, released_edges
from pages.shared import page, session

page.question(
    "What does privacy do to this graph?",
    "The same nodes at the same places: on the left the true graph, on the right one release.",
)
scenario = session.current()
as_matrix = scenario.graph.n <= page.LARGE and released_edges.choose_matrix(scenario.graph)
with early_communities.sought_meanwhile(scenario.graph):
    c = page.begin(scenario, Overview())
ranges: Mapping[str, str] = {}
words = released_edges.words(c)
if as_matrix:
    large_pair.matrix(c)
    words = (large_pair.MATRIX, *words)
else:
    ranges = live_pair.show(c, released_edges.cards)
page.conclusion(c, released_edges.cards(c), ranges=ranges, words=words)

st.header("What could someone learn about one edge?", anchor=False)
released_edges.learnt_about_one_edge(c)
st.header("Do the degrees survive?", anchor=False)
released_edges.degrees(c)
page.tables(c)
