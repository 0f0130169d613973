"""Spanning tree: the backbone of the released graph over that of the true one."""

from functools import partial

import streamlit as st

from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from pages.parts import live_pair, tree_clusters, tree_errors
from pages.shared import page, session, widgets

scenario = session.current()
mechanism = scenario.mechanism
by_weight = isinstance(mechanism, WeightMechanism)
page.heading(
    "Does the backbone hold?",
    "The lightest tree that joins everything by the true weights, and the one that is released. "
    "The topology is public here; the weights are protected."
    if by_weight
    else "The shortest tree that joins everything, once in the true graph and once in the "
    "release. Lengths come from the graph that is analysed, so the private tree is "
    "post-processing.",
)
if by_weight:  # the weights are what is protected: no other length would show the mechanism
    parts = widgets.parameters(MinimumSpanningTree, prefix="spanning_tree", only=("disconnected",))
    analysis = MinimumSpanningTree(length="weights", **parts)
else:
    analysis = widgets.settings(MinimumSpanningTree, beside=("length",))
c = page.compare(scenario, analysis)
page.cards(page.headline_cards(c))
if isinstance(mechanism, WeightMechanism):
    tree_errors.weight_facts(scenario, c, mechanism)
views = {"Side by side": False, "Overlaid": True}
overlaid = widgets.choose("View", views, key="trees", ids=("side_by_side", "overlaid"))
live_pair.show(c, page.headline_cards, overlaid=overlaid, fine=by_weight)
curves = None
if isinstance(mechanism, WeightMechanism):
    curves = partial(tree_errors.curves, scenario, c, mechanism)
page.conclusion(c, after_guarantee=curves)

tree_clusters.boxes(c)
st.caption("Counts in the legend are all edges of the trees; invented edges are not in the graph.")
page.tables(c)
