"""Spanning tree: the backbone of the released graph over that of the true one."""

from functools import partial

import streamlit as st

from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
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
live_pair.offer_repeats(MinimumSpanningTree)
clusters, dendrogram = tree_clusters.offer()
with session.place("below"):
    st.caption(
        "Counts in the legend are all edges of the trees; invented edges are not in the graph."
    )


def draw(now: Scenario) -> Comparison:
    """The pair of trees; errors and theorems where weights are protected."""
    c = page.begin(now, analysis)
    ranges = live_pair.show(c, page.headline_cards, overlaid=overlaid, fine=by_weight)
    more = partial(tree_errors.show, now, c, mechanism) if by_weight else None
    page.conclusion(c, ranges=ranges, more=more)
    clusters.show(tree_clusters.clusters, c)
    dendrogram.show(tree_clusters.dendrogram, c)
    return c


page.follow(draw, MinimumSpanningTree)
