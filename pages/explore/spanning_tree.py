"""Spanning tree: the backbone of the released graph over that of the true one."""

import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from pages.shared import layout, state, widgets

layout.heading(
    "Does the backbone hold?",
    "The shortest tree that joins everything, once in the true graph and once in the release. "
    "Lengths come from the graph that is analysed, so the private tree is post-processing.",
)
analysis = widgets.settings(MinimumSpanningTree, beside=("length",))
c = layout.compare(analysis)
theme = layout.theme()
layout.metric_cards(c, ("edge_overlap", "real_edges", "excess_length", "relative_excess_length"))
kinds = plots.edge_kinds(c.baseline, c.private)
overlaid = widgets.choose("View", {"Side by side": False, "Overlaid": True}, key="trees")
style = {
    "sizes": plots.node_sizes(c.graph), "names": c.graph.names, "selected": layout.marked(),
}  # fmt: skip
places = state.positions(c.graph)
shown, words = plots.thin_edges(kinds, limit=6000)
layout.figure(
    plots.tree_overlay(places, shown, theme, **style)
    if overlaid
    else plots.tree_pair(places, shown, theme, epsilon=c.epsilon, **style),
    key=f"tree-{overlaid}",
    alt="Spanning trees: "
    + ", ".join(f"{len(pairs):,} edges {kind}" for kind, pairs in kinds.items()),
    linked=True,
)
layout.notes(c.baseline, c.private, words=[words])
layout.promise(c)
layout.actions(analysis)


def edges() -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"from": c.graph.name(u), "to": c.graph.name(v), "in": kind}
            for kind, pairs in kinds.items()
            for u, v in pairs
        ]
    ).replace({"in": {"kept": "both", "lost": "without privacy only", "invented": "private only"}})


st.caption("Counts in the legend are all edges of the trees; invented edges are not in the graph.")
layout.table("All tree edges", edges, key="tree-edges")
