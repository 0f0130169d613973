"""Spanning tree: the backbone of the released graph over that of the true one."""

from functools import partial

import streamlit as st

from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from pages.parts import live_pair, tree_clusters, tree_errors
from pages.shared import page, session, widgets

scenario = session.current()
mechanism = scenario.mechanism
by_weight = mechanism.protects_weights
page.question(
    "Does the backbone hold?",
    "The lightest tree that joins everything by the true weights, and the one that is released. "
    "The topology is public here; the weights are protected."
    if by_weight
    else "The shortest tree that joins everything, once in the true graph and once in the "
    "release. Lengths come from the graph that is analysed, so the private tree is "
    "post-processing.",
)
views, ids = {"Side by side": False, "Overlaid": True}, ("side_by_side", "overlaid")
analysis = widgets.settings(
    MinimumSpanningTree,
    beside=("length",),
    # Where weights are what is protected, no other length would show the mechanism.
    fixed={"length": "weights"} if by_weight else {},
)
with session.place("drawer"):
    overlaid = widgets.choose("View", views, key="trees", ids=ids)
c = page.begin(scenario, analysis)
ranges = live_pair.show(c, page.headline_cards, overlaid=overlaid, fine=by_weight)
curves = None
if by_weight:
    curves = partial(tree_errors.curves, scenario, c, mechanism)
page.conclusion(c, ranges=ranges, after_guarantee=curves)
if by_weight:
    tree_errors.weight_facts(scenario, c, mechanism)

tree_clusters.boxes(c)
st.caption("Counts in the legend are all edges of the trees; invented edges are not in the graph.")
page.tables(c)
