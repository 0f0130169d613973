"""Counts of a whole graph: triangles and clustering, assortativity, components, path lengths.

How often small subgraphs occur: edges, triangles, stars, triangles on one edge, 4-cliques.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.kernels.closeness import distance_counts
from graphdp_core.kernels.common_neighbours import common_neighbours
from graphdp_core.kernels.triangles import (
    edges_among_common,
    forward_rows,
    forward_triangles,
)
from graphdp_core.params import Refused, param
from graphdp_core.progress import SILENT, Report

PATH_SOURCES = 64  # of which paths are followed in graphs too large for all
EXACT_PATHS = 5_000  # nodes up to which paths from all of them are followed
DENSE_WORDS = 8_000_000_000  # word operations of counting by bits: about 3 seconds
FORWARD_STEPS = 1_500_000_000  # steps of the forward algorithm: about 3 seconds
LARGEST_BIT_N = 40_000  # n^2/8 bytes: 200 MB of bits
WORDS_PER_STEP = 5  # word operations in the time of one step


def node_triangles(
    graph: Graph, *, progress: Report = SILENT
) -> tuple[NDArray[np.int64] | None, tuple[str, ...]]:
    """Triangles at every node, by the cheaper of two exact ways.

    Parameters
    ----------
    progress : callable, optional
        Called with the fraction done; may raise to stop.

    Returns
    -------
    counts : ndarray of int64, shape (n,), or None
        None if both ways would take longer than a few seconds.
    notes : tuple of str
        Says so.

    References
    ----------
    M. Latapy, Main-memory triangle computations for very large (sparse (power-law)) graphs,
    Theoretical Computer Science, 2008.

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    >>> node_triangles(kite)[0].tolist()
    [1, 1, 1, 0]
    """
    indptr, indices = graph.neighbours
    order = np.argsort(graph.degrees, kind="stable")
    starts, targets = forward_rows(graph.n, indptr, indices, order)
    steps, words = int(np.diff(starts)[targets].sum()), (graph.n + 63) // 64 * (graph.n + graph.m)
    by_bits = graph.n <= LARGEST_BIT_N and words < WORDS_PER_STEP * steps
    if (words > DENSE_WORDS) if by_bits else (steps > FORWARD_STEPS):
        return None, (
            f"Triangles were not counted: {graph.m:,} edges are too many. A larger ε gives fewer.",
        )
    if not by_bits:
        return forward_triangles(starts, targets, order), ()
    shared = common_neighbours(indptr, indices, graph.edges, progress=progress)
    ends = [np.bincount(end, weights=shared, minlength=graph.n) for end in graph.edges.T]
    return ((ends[0] + ends[1]) / 2).astype(np.int64), ()


def size_statistics(graph: Graph) -> dict[str, float]:
    """Edges, density, mean and largest degree; nan where not defined.

    Examples
    --------
    >>> size_statistics(Graph.from_edges(3, [(0, 1), (1, 2)]))["max_degree"]
    2.0
    """
    n, m = graph.n, graph.m
    return {
        "edges": m,
        "density": m / pair_count(n) if n > 1 else math.nan,
        "mean_degree": 2 * m / n if n else math.nan,
        "max_degree": float(graph.degrees.max()) if n else math.nan,
    }


def clustering_statistics(graph: Graph, triangles: NDArray[np.int64] | None) -> dict[str, float]:
    """Wedges (paths of length 2), triangles, transitivity and average clustering.

    Parameters
    ----------
    triangles : ndarray, shape (n,), or None
        At every node; None makes all but the wedges nan.

    Returns
    -------
    dict
        Transitivity is nan without wedges. Nodes of degree 0 or 1 count as clustering 0.

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    >>> clustering_statistics(kite, node_triangles(kite)[0])["transitivity"]
    0.6
    """
    degrees = graph.degrees
    possible = degrees * (degrees - 1) / 2.0
    wedges = float(possible.sum())
    if triangles is None:
        return {"wedges": wedges} | dict.fromkeys(
            ("triangles", "transitivity", "average_clustering"), math.nan
        )
    local = np.divide(triangles, possible, out=np.zeros(graph.n), where=possible > 0)
    return {
        "wedges": wedges,
        "triangles": float(triangles.sum() / 3),
        "transitivity": float(triangles.sum() / wedges) if wedges else math.nan,
        "average_clustering": float(local.mean()) if graph.n else math.nan,
    }


def degree_assortativity(graph: Graph) -> float:
    """Pearson correlation of the degrees at the two ends of an edge; nan if they are all equal.

    References
    ----------
    M. E. J. Newman, Assortative mixing in networks, Physical Review Letters, 2002.

    Examples
    --------
    >>> degree_assortativity(Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)]))
    -1.0
    """
    if graph.m == 0:
        return math.nan
    first, second = (graph.degrees[end].astype(np.float64) for end in graph.edges.T)
    mean = (first.mean() + second.mean()) / 2.0
    first, second = first - mean, second - mean
    variance = float(np.mean(first**2 + second**2)) / 2.0
    return float(np.mean(first * second)) / variance if variance > 1e-12 * mean**2 else math.nan


def connectivity_statistics(graph: Graph) -> tuple[dict[str, float], tuple[str, ...]]:
    """Components, the largest one's share of nodes, and its average path length.

    The path length is a mean over all pairs up to 5,000 nodes, and from 64 evenly spaced nodes
    above; the second value is a note that says so.

    Examples
    --------
    >>> connectivity_statistics(Graph.from_edges(4, [(0, 1), (1, 2)]))[0]["components"]
    2.0
    """
    numbers = component_numbers(graph.n, graph.edges)
    sizes = np.bincount(numbers)
    if not len(sizes):
        return {
            "components": 0.0,
            "largest_component": math.nan,
            "average_path_length": math.nan,
        }, ()
    members = np.flatnonzero(numbers == np.argmax(sizes))
    exact = len(members) <= EXACT_PATHS
    count = len(members) if exact else PATH_SOURCES
    sources = members[np.arange(count) * len(members) // count]
    total, pairs = _distances(graph, numbers, sources)
    notes = (
        ()
        if exact
        else (f"Path length: from {count} evenly spaced nodes of the largest component.",)
    )
    return {
        "components": float(len(sizes)),
        "largest_component": len(members) / graph.n,
        "average_path_length": total / pairs if pairs else math.nan,
    }, notes


def _distances(
    graph: Graph, component: NDArray[np.int32], sources: NDArray[np.intp]
) -> tuple[int, int]:
    """Sum of the distances from the sources to all nodes that they reach, and their number."""
    if len(sources) <= PATH_SOURCES:
        counts = distance_counts(*graph.neighbours, sources)
        return int(np.arange(len(counts)) @ counts), int(counts.sum())
    from graphdp_core.kernels.closeness import add_distances

    farness, hits = np.zeros(graph.n, dtype=np.int64), np.zeros(graph.n, dtype=np.int64)
    add_distances(graph.neighbours, component, sources.astype(np.int32), farness, hits)
    return int(farness.sum()), int(hits.sum())


COUNTED = {
    "edges": "Edges",
    "triangles": "Triangles",
    "stars": "Stars with k leaves",
    "k_triangles": "k triangles on one edge",
    "four_cliques": "Cliques of four",
}
"""What is counted, by id, with its title."""

LARGEST_CLIQUE_N = 8_000  # 4 n^2 bytes: 256 MB
LEAST_NODES = {"edges": 0, "triangles": 0, "stars": 1, "k_triangles": 2, "four_cliques": 0}
"""Nodes that are needed beyond k."""


def count_param() -> Any:
    """The parameter that says what is counted, for whatever counts or releases it."""
    return param("triangles", "What is counted.", choices=COUNTED)


def size_param() -> Any:
    """The parameter k of stars and of triangles on one edge; it stands behind `count`."""
    return param(
        2,
        "Leaves of a star, or triangles on one edge.",
        low=2,
        high=10,
        used=lambda values: values["count"] in ("stars", "k_triangles"),
    )


def count_name(count: str, k: int) -> str:
    """The name of what is counted, in the plural.

    Examples
    --------
    >>> count_name("stars", 3), count_name("k_triangles", 2), count_name("four_cliques", 2)
    ('3-stars', '2-triangles', '4-cliques')
    """
    fixed = {"edges": "edges", "triangles": "triangles", "four_cliques": "4-cliques"}
    return fixed.get(count) or f"{k}-{'stars' if count == 'stars' else 'triangles'}"


def check_count(n: int, count: str, k: int) -> None:
    """Refuse subgraphs with more nodes than there are, or graphs too large for them: by n alone."""
    if count in ("stars", "k_triangles") and n and k + LEAST_NODES[count] > n:
        raise Refused(
            f"k must be at most {max(n - LEAST_NODES[count], 0)} for {count_name(count, k)} of a "
            f"graph with {n} nodes, got {k}: take a smaller k, or another count."
        )
    if count == "four_cliques" and n > LARGEST_CLIQUE_N:
        raise Refused(
            f"4-cliques are counted on graphs of at most {LARGEST_CLIQUE_N:,} nodes, this one has "
            f"{n:,}: count triangles, or take a smaller graph."
        )


def subgraph_count(graph: Graph, count: str, k: int = 2) -> int:
    """How often a subgraph occurs, as a whole number of any size.

    Parameters
    ----------
    count : str
        One of :data:`COUNTED`.
    k : int
        Leaves of a star, or triangles on one edge.

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)])
    >>> [subgraph_count(kite, count) for count in COUNTED]
    [5, 2, 8, 1, 0]
    """
    check_count(graph.n, count, k)
    if count == "edges":
        return graph.m
    if count == "stars":
        return _summed(graph.degrees, k)
    if count == "four_cliques":
        return int(edges_among_common(*graph.neighbours)[1]) // 6
    if count == "triangles" and (at_nodes := node_triangles(graph)[0]) is not None:
        return int(at_nodes.sum()) // 3
    shared = common_neighbours(*graph.neighbours, graph.edges)
    return int(shared.sum(dtype=np.int64)) // 3 if count == "triangles" else _summed(shared, k)


def common_by_position(graph: Graph) -> NDArray[np.int64]:
    """Common neighbours of the ends of every edge, in the order of the compressed rows."""
    from scipy.sparse import coo_array

    shared = common_neighbours(*graph.neighbours, graph.edges)
    u, v = graph.edges.T
    places = (np.concatenate([v, u]), np.concatenate([u, v]))
    # One more, so that the matrix holds no zero that could be dropped.
    rows = coo_array((np.concatenate([shared, shared]) + 1, places), shape=(graph.n, graph.n))
    return rows.tocsr().data.astype(np.int64) - 1


def choose(values: NDArray[np.integer], k: int) -> list[int]:
    """C(value, k) of each, whole numbers of any size; 0 for values below k or 0."""
    return [math.comb(value, k) if value >= k else 0 for value in values.tolist()]


def _summed(values: NDArray[np.integer], k: int) -> int:
    """The sum of C(value, k)."""
    kinds, often = np.unique(values, return_counts=True)
    return sum(c * m for c, m in zip(choose(kinds, k), often.tolist(), strict=True))
