"""Centralities of shortest paths, counted in hops: closeness and betweenness."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.centralities.rounding import round_to_ties
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Report

__all__ = ["betweenness", "closeness"]

CLOSENESS_WORK = 4e10  # sources x (n + 2m): 1 to 3 s
BETWEENNESS_WORK = 2.5e8  # sources x (n + 2m): about 1 s
CLOSENESS_CHUNK = 2e9  # work between two reports of progress: about 50 ms
BETWEENNESS_CHUNK = 1e7
FEWEST_PIVOTS = 16


def closeness(
    graph: Graph, *, rng: np.random.Generator, progress: Report = SILENT
) -> tuple[Floats, tuple[str, ...]]:
    """Closeness r / (sum of hop distances) x r / (n - 1), r the number of nodes within reach.

    Exact up to a work limit; beyond it the mean distance is taken to a random sample of sources.

    Parameters
    ----------
    graph : Graph
    rng : numpy.random.Generator
        Picks the sample.
    progress : callable, optional

    Returns
    -------
    values : ndarray, shape (n,)
        0 for nodes without neighbours, and for those that no source reaches.
    notes : tuple of str
        Says so if the values are estimates.

    References
    ----------
    Wasserman & Faust (1994), Social Network Analysis; Eppstein & Wang (2004), Journal of Graph
    Algorithms and Applications (sampling); Then et al. (2014), PVLDB (search from many nodes).
    """
    from graphdp_core.kernels.closeness import BATCH, add_distances

    sources, notes = _sources(graph, CLOSENESS_WORK, "Closeness", rng)
    component = graph.components
    farness, hits = np.zeros(graph.n, dtype=np.int64), np.zeros(graph.n, dtype=np.int64)
    step = BATCH * max(1, int(CLOSENESS_CHUNK / (BATCH * (graph.n + 2 * graph.m + 1))))
    for start in range(0, len(sources), step):
        _report(progress, start, len(sources), "distances")
        add_distances(graph.neighbours, component, sources[start : start + step], farness, hits)
    within_reach = (np.bincount(component) - 1)[component]
    inverse_mean = np.divide(hits, farness, out=np.zeros(graph.n), where=farness > 0)
    return inverse_mean * within_reach / max(graph.n - 1, 1), notes


def betweenness(
    graph: Graph, *, rng: np.random.Generator, progress: Report = SILENT
) -> tuple[Floats, tuple[str, ...]]:
    """Mean share of the shortest paths between two other nodes that pass through, 0 to 1.

    Exact up to a work limit; beyond it an unbiased estimate from random sources, of which a node
    that is a source itself uses the others.

    Parameters
    ----------
    graph : Graph
    rng : numpy.random.Generator
        Picks the sample.
    progress : callable, optional

    Returns
    -------
    values : ndarray, shape (n,)
        0 if n < 3.
    notes : tuple of str
        Says so if the values are estimates.

    References
    ----------
    Brandes (2001), Journal of Mathematical Sociology; Brandes & Pich (2007), International
    Journal of Bifurcation and Chaos.
    """
    from graphdp_core.kernels.betweenness import add_dependencies

    n = graph.n
    sources, notes = _sources(graph, BETWEENNESS_WORK, "Betweenness", rng)
    total = np.zeros(n)
    step = max(1, int(BETWEENNESS_CHUNK / (n + 2 * graph.m + 1)))
    for start in range(0, len(sources), step):
        _report(progress, start, len(sources), "shortest paths")
        add_dependencies(graph.neighbours, sources[start : start + step], total)
    if n < 3:
        return total, ()
    used = np.full(n, len(sources))
    used[sources] -= 1
    return round_to_ties(total / used / (n - 2)), notes


def _sources(
    graph: Graph, work: float, name: str, rng: np.random.Generator
) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """All nodes, or a random sample that keeps within the work limit, and the note on it."""
    n = graph.n
    count = max(FEWEST_PIVOTS, int(work / (n + 2 * graph.m + 1)))
    if count >= n:
        return np.arange(n, dtype=np.int32), ()
    sample = np.sort(rng.choice(n, size=count, replace=False)).astype(np.int32)
    return sample, (f"{name} is estimated from {count:,} of {n:,} sources.",)


def _report(progress: Report, done: int, count: int, text: str) -> None:
    progress(done / count, text)
