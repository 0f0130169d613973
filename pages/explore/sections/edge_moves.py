"""Part of the view Centrality: how far each edge moves the scores, and which one the most."""

from __future__ import annotations

from typing import Any

import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.plots.edge_moves import edge_moves_svg
from graphdp_core.plots.numbers import format_number
from graphdp_core.sensitivities.laplacian import edge_moves
from graphdp_core.sensitivities.neighbours import ThetaEdges
from pages.engine import scenario_cache
from pages.ui import page, protection
from pages.ui.widgets import plain

__all__ = ["TITLE", "fits", "show"]

TITLE = "How far does each edge move the scores?"

MOST_EDGES = 200_000


def fits(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whether the scores' moves have a closed form: those of Laplacian centrality."""
    graph = scenario.graph
    is_laplacian = isinstance(analysis, Centrality) and analysis.score == "laplacian"
    return is_laplacian and 0 < graph.m <= MOST_EDGES and graph.n <= page.LARGE


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
