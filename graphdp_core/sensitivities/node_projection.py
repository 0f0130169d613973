"""Functions of a graph that one node changes little: thinned, capped or truncated."""

from __future__ import annotations

import math
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.edge_addition import induced_subgraph, kept_degrees, name_hashes
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import subgraph_count
from graphdp_core.kernels.common_neighbours import common_neighbours
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Progress
from graphdp_core.sensitivities.capped_prices import priced_value
from graphdp_core.sensitivities.capped_program import capped_value

LARGEST_LINEAR_N = 2_000
"""Nodes up to which the linear program over all triangles is solved."""
MOST_KEPT = 2_000_000
"""Triangles that are kept in memory, 150 bytes each: beyond, they are walked through again."""
GAP = 0.25  # between the program and its dual: half of what rounding allows for

_capped: GraphCache[int] = GraphCache(size=16)


def check_linear(n: int) -> None:
    """Refuse graphs of too many nodes for the linear program, which is public."""
    if n > LARGEST_LINEAR_N:
        raise Refused(
            f"triangles are capped by a linear program on graphs of at most {LARGEST_LINEAR_N:,} "
            f"nodes, this one has {n:,}: truncate instead, or count edges."
        )


def capped_triangles(graph: Graph, cap: int, *, progress: Progress = SILENT) -> int:
    """The most triangles of which every node is in at most `cap`, shares allowed, rounded.

    The largest sum of x_t over the triangles, 0 <= x_t <= 1, with a sum of at most `cap` at each
    node. A node, whatever its edges, changes that by at most `cap`: without the triangles through
    it every solution still is one, and lost at most `cap`. Rounding makes it `cap` + 1.

    It is solved within seconds up to about a million triangles
    (:func:`~graphdp_core.sensitivities.capped_program.capped_value`), and beyond in longer time
    (:func:`~graphdp_core.sensitivities.capped_prices.priced_value`): to refuse by their number
    would tell of them.

    References
    ----------
    Kasiviswanathan, Nissim, Raskhodnikova and Smith, Analyzing graphs with node differential
    privacy, TCC 2013.

    Examples
    --------
    >>> fan = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3)])
    >>> capped_triangles(fan, 1), capped_triangles(fan, 2)
    (1, 2)
    """
    check_linear(graph.n)
    return _capped.get(graph, cap, lambda: _solved(graph, cap, progress))


def some_nodes(graph: Graph, *, order: Ints | None = None) -> Graph:
    """At most `LARGEST_LINEAR_N` of the nodes, with the edges between them.

    They are the first in an order that does not depend on who else is there. So where a node v
    joins, either it is not among them, or it takes the place of one node w: both graphs then are
    the common one, and one node more. A count that falls by 0 to c when a node leaves differs by at
    most c between them.

    Parameters
    ----------
    order : ndarray of int64, shape (n,), optional
        A uniformly random permutation of the nodes, drawn for this release; by the hash of their
        names if absent.

    Examples
    --------
    >>> some_nodes(Graph.from_edges(3, [(0, 1)])).n
    3
    """
    if graph.n <= LARGEST_LINEAR_N:
        return graph
    order = np.argsort(name_hashes(graph), kind="stable") if order is None else order
    return induced_subgraph(graph, np.sort(order[:LARGEST_LINEAR_N]))


def low_counts(graph: Graph, bound: int, thresholds: Ints, *, order: Ints | None = None) -> Ints:
    """How many nodes keep at most so many edges when the graph is thinned to `bound`.

    Parameters
    ----------
    thresholds : ndarray of int64, shape (t,)
    order : ndarray of int64, shape (m,), optional
        As for :func:`~graphdp_core.graphs.edge_addition.kept_edges`.

    Examples
    --------
    >>> star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    >>> low_counts(star, 3, np.array([0, 1, 2, 3])).tolist()
    [0, 3, 3, 4]
    """
    degrees = np.sort(kept_degrees(graph, bound, order=order))
    return np.searchsorted(degrees, thresholds, side="right").astype(np.int64)


def low_sensitivity(bound: int, *, joins: bool) -> int:
    """The most that one node changes all low counts together: 2 bound, or bound + 1.

    Compare with the graph without the edges of v. Each edge that v keeps moves one other degree by
    one, and every further change hands this on, so that the degrees of all others move by at most
    v's own t <= bound in sum, and with v's by 2 bound at most between two sets of edges; a degree
    that moves by one moves one count by one. Where v joins, it counts from threshold t on, bound +
    1 - t times, and the others move t counts at most.

    Examples
    --------
    >>> low_sensitivity(64, joins=False), low_sensitivity(64, joins=True)
    (128, 65)
    """
    return bound + 1 if joins else 2 * bound


def truncated(graph: Graph, bound: int) -> Graph:
    """The graph without the edges of all nodes of more than `bound` edges.

    Examples
    --------
    >>> truncated(Graph.from_edges(4, [(0, 1), (0, 2), (0, 3), (1, 2)]), 2).edges.tolist()
    [[1, 2]]
    """
    low = graph.degrees <= bound
    return Graph.from_edges(graph.n, graph.edges[low[graph.edges].all(axis=1)])


def truncated_count(graph: Graph, count: str, bound: int) -> int:
    """Edges or triangles of the truncated graph."""
    return subgraph_count(truncated(graph, bound), count)


def truncation_bound(degrees: NDArray[np.integer], each: int, bound: int, beta: float) -> float:
    """A beta-smooth bound of how much one node changes a count of the truncated graph.

    One node moves the degrees of all others by at most one: besides itself only nodes with a
    degree of `bound` or `bound` + 1 may come or go, and each of them is in at most `each` of what
    is counted. After k steps N_k nodes, with degrees from bound - k to bound + 1 + k, and k more
    may: S = each max_k e^(-beta k) (1 + k + N_k).

    Parameters
    ----------
    degrees : ndarray of int, shape (n,)
    each : int
        bound for edges, C(bound, 2) for triangles.

    Examples
    --------
    >>> truncation_bound(np.array([3, 1, 1, 1]), 2, 2, 5.0)
    4.0
    """
    n = len(degrees)
    steps = np.arange(max(n, math.ceil(1.0 / beta)) + 1)
    ordered: Floats = np.sort(degrees)
    upper = np.searchsorted(ordered, bound + 1 + steps, side="right")
    near = upper - np.searchsorted(ordered, bound - steps, side="left")
    return float(each * np.max(np.exp(-beta * steps) * (1.0 + steps + near)))


def _solved(graph: Graph, cap: int, progress: Progress) -> int:
    plain = Graph(graph.n, graph.edges)
    shared = common_neighbours(*plain.neighbours, plain.edges)
    count = int(shared.sum(dtype=np.int64)) // 3
    if not count or not cap:
        return 0
    held = np.bincount(plain.edges.ravel(), np.repeat(shared, 2), minlength=plain.n) / 2
    if held.max() <= cap:
        return count
    if count <= MOST_KEPT:
        with suppress(ArithmeticError):  # slower, the other way is as certain
            return round(capped_value(_triangles(plain), float(cap), gap=GAP))
    return round(priced_value(plain, float(cap), gap=GAP, progress=progress))


def _triangles(graph: Graph) -> Ints:
    """The three nodes of every triangle, shape (t, 3)."""
    indptr, indices = graph.neighbours
    corners = [np.empty((0, 3), dtype=np.int64)]
    for u, v in graph.edges.tolist():
        later = indices[indptr[v] : indptr[v + 1]]
        common = np.intersect1d(
            later[later > v], indices[indptr[u] : indptr[u + 1]], assume_unique=True
        )
        if len(common):
            corners.append(
                np.column_stack((np.full(len(common), u), np.full(len(common), v), common))
            )
    return np.concatenate(corners).astype(np.int64)
