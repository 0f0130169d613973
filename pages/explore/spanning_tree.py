"""Spanning tree: the backbone of the released graph over that of the true one."""

import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.experiment.compare import Comparison
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from pages.parts import live_pair, tree_clusters, tree_errors
from pages.shared import page, session, widgets

scenario = session.current()
mechanism = scenario.mechanism
by_weight = isinstance(mechanism, WeightMechanism)
page.heading(
    "Does the backbone hold?",
    "The lightest tree that joins everything by the true weights, and the one that is released. "
    "Who is joined with whom is public here; the weights are protected."
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
theme = page.theme()
third = "error" if by_weight else "real_edges"


def cards(other: Comparison) -> list[page.Card]:
    headline = ("edge_overlap", third, "excess_length", "relative_excess_length")
    return page.metric_cards(other, headline)


page.cards(cards(c))
if by_weight:
    tree_errors.weight_facts(scenario, c, mechanism)
kinds = plots.edge_kinds(c.baseline, c.private)
overlaid = widgets.choose("View", {"Side by side": False, "Overlaid": True}, key="trees")
live_pair.show(c, cards, overlaid=overlaid, fine=by_weight)
page.notes(c.baseline, c.private)
page.guarantee(c)
if by_weight:
    tree_errors.curves(scenario, c, mechanism)
page.actions(c)
page.numbers(c)

tree_clusters.boxes(c)


def edges() -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"from": c.graph.name(u), "to": c.graph.name(v), "in": kind}
            for kind, pairs in kinds.items()
            for u, v in pairs
        ]
    ).replace({"in": {"kept": "both", "lost": "without privacy only", "invented": "private only"}})


st.caption("Counts in the legend are all edges of the trees; invented edges are not in the graph.")
page.table("All tree edges", edges, key="tree-edges")
