"""Part of the Centrality page: how far each edge moves the scores, and which one the most."""

from __future__ import annotations

import streamlit as st

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.edge_moves import edge_moves_svg
from graphdp_core.plots.numbers import format_number
from graphdp_core.sensitivities.laplacian import edge_moves
from graphdp_core.sensitivities.neighbours import ThetaEdges
from pages.shared import moves, page, protection, scenario_cache
from pages.shared.widgets import plain

__all__ = ["offer", "show"]

MOST_EDGES = 200_000


def offer(graph: Graph, analysis: Centrality) -> moves.Place:
    """A box for the scores whose moves have a closed form: Laplacian centrality."""
    if analysis.score != "laplacian" or not 0 < graph.m <= MOST_EDGES or graph.n > page.LARGE:
        return moves.nowhere()
    return moves.box("How far does each edge move the scores?", ":material/bar_chart:",
                     key="edge-moves")  # fmt: skip


def show(c: Comparison) -> None:
    """The distribution over all edges, the worst of them on the graph, and both in words."""
    graph = c.graph
    steps = ThetaEdges(highest=1.0) if graph.weights is None else ThetaEdges()
    found, edges = scenario_cache.get(
        f"edge moves {graph.fingerprint}", lambda: edge_moves(graph, steps)
    )
    worst = graph.edges[edges[int(found.argmax())]]
    names = [graph.names[v] if graph.names is not None else str(v) for v in worst]
    words = (
        f"One edge moves all scores together by {format_number(float(found.mean()))} on average "
        f"and by {format_number(float(found.max()))} at most: that between {names[0]} and "
        f"{names[1]}."
    )
    positions = scenario_cache.positions(graph)[:, :2]
    st.image(
        edge_moves_svg(found, graph.edges, positions, tuple(worst.tolist()), page.theme(),
                       alt=words),
        alt=words, width="stretch",
    )  # fmt: skip
    st.caption(
        f"{plain(words)} Noise fitted to either tells of the graph. {protection.NOT_PRIVATE}"
    )
