"""Centralities of shortest paths, counted in hops: closeness and betweenness.

A graph without its leaves, for sums over shortest paths: a node counts for its leaves.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.centralities.neighbourhood import round_to_ties
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Report


class Folded(NamedTuple):
    """The core of a graph, its nodes by falling degree so that hubs lie together in memory.

    Parameters
    ----------
    nodes : ndarray, shape (core.n,)
        Their numbers in the graph.
    sizes : ndarray, shape (core.n,)
        1 and the number of leaves of each.
    through : ndarray, shape (n,)
        Ordered pairs of nodes with a leaf among them, all of whose shortest paths pass through the
        neighbour of that leaf: those that the core knows nothing of.
    """

    core: Graph
    nodes: NDArray[np.int64]
    sizes: NDArray[np.int64]
    through: Floats


def fold_leaves(graph: Graph) -> Folded:
    """Take off every node with one neighbour, unless that one is a leaf as well.

    With l leaves in a component of c nodes, 2 l (c - 1 - l) ordered pairs of a leaf and a node
    elsewhere meet in their neighbour, and l (l - 1) pairs of leaves.

    References
    ----------
    M. Baglioni, F. Geraci, M. Pellegrini, E. Lastres, Fast exact computation of betweenness
    centrality in social networks, ASONAM, 2012.

    Examples
    --------
    >>> folded = fold_leaves(Graph.from_edges(5, [(0, 1), (0, 2), (0, 3), (3, 4)]))
    >>> folded.nodes.tolist(), folded.sizes.tolist(), folded.through.tolist()
    ([0, 3], [3, 2], [10.0, 0.0, 0.0, 6.0, 0.0])
    """
    degrees, (u, v) = graph.degrees, graph.edges.T
    ends = np.concatenate([v[(degrees[u] == 1) & (degrees[v] > 1)],
                           u[(degrees[v] == 1) & (degrees[u] > 1)]])  # fmt: skip
    leaves = np.bincount(ends, minlength=graph.n)
    is_leaf = np.zeros(graph.n, dtype=bool)
    is_leaf[u[(degrees[u] == 1) & (degrees[v] > 1)]] = True
    is_leaf[v[(degrees[v] == 1) & (degrees[u] > 1)]] = True
    order = np.argsort(-degrees, kind="stable")
    nodes = order[~is_leaf[order]]
    place = np.full(graph.n, -1)
    place[nodes] = np.arange(len(nodes))
    inner = place[graph.edges]
    core = Graph.from_edges(len(nodes), inner[(inner >= 0).all(axis=1)])
    component = np.bincount(graph.components)[graph.components]
    through = leaves * (2.0 * (component - 1 - leaves) + (leaves - 1))
    return Folded(core, nodes, 1 + leaves[nodes], through)


CLOSENESS_WORK = 4e10  # sources x (n + 2m): 1 to 3 s
EXACT_BETWEENNESS_WORK = 1e9  # sources x (n + 2m) without leaves: 2 to 4 s
BETWEENNESS_WORK = 2.5e8  # of a sample: about 1 s
CLOSENESS_CHUNK = 2e9  # work between two reports of progress: about 50 ms
BETWEENNESS_CHUNK = 1e7
FEWEST_PIVOTS = 16
THREADS = 2


def closeness(
    graph: Graph, *, rng: np.random.Generator, progress: Report = SILENT
) -> tuple[Floats, tuple[str, ...]]:
    """Closeness r / (sum of hop distances) x r / (n - 1), r the number of nodes within reach.

    Exact up to a work limit; beyond it the mean distance is taken to a random sample of sources.

    Parameters
    ----------
    rng : numpy.random.Generator
        Picks the sample.

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
        progress(start / len(sources), "distances")
        add_distances(graph.neighbours, component, sources[start : start + step], farness, hits)
    within_reach = (np.bincount(component) - 1)[component]
    inverse_mean = np.divide(hits, farness, out=np.zeros(graph.n), where=farness > 0)
    return inverse_mean * within_reach / max(graph.n - 1, 1), notes


def betweenness(
    graph: Graph, *, rng: np.random.Generator, progress: Report = SILENT
) -> tuple[Floats, tuple[str, ...]]:
    """Mean share of the shortest paths between two other nodes that pass through, 0 to 1.

    Exact up to a work limit; beyond it an unbiased estimate from random sources, of which a node
    that is a source itself uses the others. Parameters and returns as in :func:`closeness`; 0 if
    n < 3.

    References
    ----------
    Brandes (2001), Journal of Mathematical Sociology; Brandes & Pich (2007), International
    Journal of Bifurcation and Chaos.
    """
    n = graph.n
    if n < 3:
        return np.zeros(n), ()
    folded = fold_leaves(graph)
    if folded.core.n * _work(folded.core) <= EXACT_BETWEENNESS_WORK:
        total = folded.through
        everyone = np.arange(folded.core.n, dtype=np.int32)
        total[folded.nodes] += _dependencies(folded.core, folded.sizes, everyone, progress)
        return round_to_ties(total / (n - 1) / (n - 2)), ()
    sources, notes = _sources(graph, BETWEENNESS_WORK, "Betweenness", rng)
    total = _dependencies(graph, np.ones(n, dtype=np.int64), sources, progress)
    used = np.full(n, len(sources))
    used[sources] -= 1
    return round_to_ties(total / used / (n - 2)), notes


def _dependencies(
    graph: Graph, sizes: NDArray[np.int64], sources: NDArray[np.int32], progress: Report
) -> Floats:
    """Sums over the sources, shape (n,); the same on one thread and on two."""
    import numba

    from graphdp_core.kernels.closeness import add_dependencies

    def part(some: NDArray[np.int32]) -> Floats:
        total = np.zeros(graph.n)
        add_dependencies(graph.neighbours, sizes, some, total)
        return total

    step = max(1, int(BETWEENNESS_CHUNK / _work(graph)))
    parts = [sources[start : start + step] for start in range(0, len(sources), step)]
    total = np.zeros(graph.n)
    settings: Any = numba.config
    threads = ThreadPoolExecutor(min(THREADS, settings.NUMBA_NUM_THREADS))
    try:
        for done, dependencies in enumerate(threads.map(part, parts)):
            total += dependencies
            progress((done + 1) / len(parts), "shortest paths")
    finally:
        threads.shutdown(cancel_futures=True)
    return total


def _sources(
    graph: Graph, work: float, name: str, rng: np.random.Generator
) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """All nodes, or a random sample that keeps within the work limit, and the note on it."""
    n = graph.n
    count = max(FEWEST_PIVOTS, int(work / _work(graph)))
    if count >= n:
        return np.arange(n, dtype=np.int32), ()
    sample = np.sort(rng.choice(n, size=count, replace=False)).astype(np.int32)
    return sample, (f"{name} is estimated from {count:,} of {n:,} sources.",)


def _work(graph: Graph) -> int:
    """Of one source."""
    return graph.n + 2 * graph.m + 1
