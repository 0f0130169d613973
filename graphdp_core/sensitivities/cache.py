"""Local sensitivities by score, computed once a graph: epsilon does not matter to them."""

from __future__ import annotations

from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Report
from graphdp_core.sensitivities import closeness, eigenvector, laplacian
from graphdp_core.sensitivities.neighbours import LocalSensitivity, ThetaEdges

__all__ = ["local_sensitivity"]

MEASURES = {
    "eigenvector": eigenvector.local_sensitivity,
    "laplacian": laplacian.local_sensitivity,
    "closeness": closeness.local_sensitivity,
}

_cache: GraphCache[LocalSensitivity] = GraphCache(size=64)


def local_sensitivity(
    score: str,
    graph: Graph,
    neighbours: ThetaEdges,
    *,
    pairs: str = "edges",
    progress: Report = SILENT,
) -> LocalSensitivity:
    """The local sensitivity of one of the three centralities, computed once per graph.

    Parameters
    ----------
    score : {"eigenvector", "laplacian", "closeness"}
    graph : Graph
    neighbours : ThetaEdges
    pairs : {"edges", "all"}
    progress : callable, optional
    """
    return _cache.get(
        graph,
        (score, neighbours, pairs),
        lambda: MEASURES[score](graph, neighbours, pairs=pairs, progress=progress),
    )
