"""Spanning forests of a graph: the lightest one, and random ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.adjacency_rows import incident_edges
from graphdp_core.kernels.spanning_forest import kruskal
from graphdp_core.kernels.wilson import eliminated_forest, elimination_order, wilson
from graphdp_core.params import Refused, param

FIRST_SHARE = 3  # edges per node that are tried before the others are looked at
FEW_EDGES = 8_192  # that are sorted at once
GROWTH = 4  # how many times as many are tried in every further round
MOST_STEPS = 50_000_000  # of a random walk: one or two seconds
FEW_STEPS = 5_000_000  # where the walk has a substitute of bounded time


def minimum_spanning_forest(graph: Graph, lengths: Floats) -> NDArray[np.int64]:
    """Positions in ``graph.edges``, rising, of the forest of least total length.

    Ties are broken by position. Any finite lengths are allowed: zero and negative ones too.

    References
    ----------
    V. Osipov, P. Sanders, J. Singler, The filter-Kruskal minimum spanning tree algorithm,
    ALENEX, 2009.

    Examples
    --------
    >>> triangle = Graph.from_edges(3, [(0, 1), (0, 2), (1, 2)])
    >>> minimum_spanning_forest(triangle, np.array([0.0, 0.0, -1.0])).tolist()
    [0, 2]
    """
    if graph.m == 0:
        return np.empty(0, dtype=np.int64)
    if graph.m <= FEW_EDGES:
        return np.sort(kruskal(graph.n, graph.edges, _by_length(lengths, np.arange(graph.m))))
    # Filter-Kruskal: the lightest edges first, then those that still join two parts, and so on.
    few = FIRST_SHARE * graph.n
    light = _lightest(lengths, few)
    forest = kruskal(graph.n, graph.edges, _by_length(lengths, np.flatnonzero(light)))
    if light.all():
        return np.sort(forest)
    part = component_numbers(graph.n, graph.edges[forest])
    u, v = graph.edges.T
    left = np.flatnonzero(~light & (part[u] != part[v]))
    while len(left):
        few *= GROWTH
        light = _lightest(lengths[left], few)
        order = np.concatenate([forest, _by_length(lengths, left[light])])
        forest = kruskal(graph.n, graph.edges, order)
        part, left = component_numbers(graph.n, graph.edges[forest]), left[~light]
        left = left[part[u[left]] != part[v[left]]]
    return np.sort(forest)


def forest_edges(graph: Graph) -> int:
    """Number of edges of every spanning forest: n minus the number of components.

    Examples
    --------
    >>> forest_edges(Graph.from_edges(5, [(0, 1), (1, 2), (0, 2)]))
    2
    """
    return graph.n - int(graph.components.max(initial=-1)) - 1


def disconnected_param(more: str = "") -> Any:
    """What to do where the graph falls into parts."""
    said = f"Where the graph falls into parts: one tree for each, or a refusal.{more}"
    choices = {"forest": "A tree for each part", "refuse": "Refuse"}
    return param("forest", said, label="Disconnected graph", choices=choices)


def parts_of(graph: Graph, disconnected: str) -> int:
    """Into how many parts the graph falls; Refused if a tree must join all."""
    parts = graph.n - forest_edges(graph)
    if disconnected == "refuse" and parts > 1:
        raise Refused(
            f"the graph falls into {parts:,} parts and has no spanning tree: choose a tree for "
            "each part, or take one part of the graph.",
            remedy={"disconnected": "forest"},
        )
    return parts


def random_spanning_forest(graph: Graph, *, rng: np.random.Generator) -> NDArray[np.int64] | None:
    """Positions in ``graph.edges``, rising, of a forest drawn uniformly among all.

    None if the random walk that draws it was given up after 50 million steps.

    References
    ----------
    D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC 1996.

    Examples
    --------
    >>> triangle = Graph.from_edges(3, [(0, 1), (0, 2), (1, 2)])
    >>> len(random_spanning_forest(triangle, rng=np.random.default_rng(0)))
    2
    """
    key, _ = (int(number) for number in rng.integers(2**63, size=2))
    taken = _by_walking(graph, np.empty(0), key, MOST_STEPS)
    return None if _is_given_up(taken) else taken


def weighted_spanning_forest(
    graph: Graph, *, costs: Floats, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Positions in ``graph.edges`` of a random forest, P(T) proportional to exp(-sum of costs).

    Parameters
    ----------
    costs : ndarray of float64, shape (m,)
        Of any sign and range.
    rng : numpy.random.Generator
        Two numbers are drawn from it.

    Returns
    -------
    ndarray of int64
        Rising.

    Notes
    -----
    A walk that cheap edges trap is replaced by the same draw without walking, whose work depends
    on the edges alone (:func:`eliminated_pairs`) and whose memory is that of two n by n matrices.
    The forest does not depend on the number of steps, so that this does not bend its distribution.

    Examples
    --------
    >>> triangle = Graph.from_edges(3, [(0, 1), (0, 2), (1, 2)])
    >>> costs = np.array([0.0, 2000.0, 1000.0])
    >>> weighted_spanning_forest(triangle, rng=np.random.default_rng(0), costs=costs).tolist()
    [0, 2]
    """
    key, other_key = (int(number) for number in rng.integers(2**63, size=2))
    taken = _by_walking(graph, costs, key, FEW_STEPS)
    return _without_walking(graph, costs, other_key) if _is_given_up(taken) else taken


def _by_walking(graph: Graph, costs: Floats, key: int, most: int) -> NDArray[np.int64]:
    """Wilson's algorithm; uniform without costs."""
    rows, ends, positions = incident_edges(graph.n, graph.edges)
    roots = np.unique(graph.components, return_index=True)[1]
    sums = _row_sums(rows, costs[positions]) if len(costs) else costs
    return np.sort(wilson(rows, ends, positions, sums, roots, key, most))


def _is_given_up(taken: NDArray[np.int64]) -> bool:
    return len(taken) > 0 and taken[0] < 0


def eliminated_pairs(graph: Graph, *, most: int) -> int:
    """Pairs of neighbours that a draw without walking looks at, counted up to above `most`.

    It depends on the topology alone: public work, in about 20 ns each.

    Examples
    --------
    >>> eliminated_pairs(Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)]), most=100)
    2
    """
    return int(elimination_order(_joined(graph), most)[1])


def _joined(graph: Graph) -> NDArray[np.bool_]:
    u, v = graph.edges.T
    joined = np.zeros((graph.n, graph.n), dtype=np.bool_)
    joined[u, v] = joined[v, u] = True
    return joined


def _without_walking(graph: Graph, costs: Floats, key: int) -> NDArray[np.int64]:
    order, _ = elimination_order(_joined(graph), graph.n**3)
    u, v = graph.edges.T
    logs = np.full((graph.n, graph.n), -np.inf)
    logs[u, v] = logs[v, u] = costs.min() - costs
    x, y = eliminated_forest(logs, order, key).T
    codes = u.astype(np.int64) * graph.n + v
    return np.sort(np.searchsorted(codes, np.minimum(x, y) * graph.n + np.maximum(x, y)))


def _row_sums(rows: NDArray[np.int64], costs: Floats) -> Floats:
    """Running sums of exp(-cost) within each row, scaled so that its cheapest edge counts 1."""
    starts, lengths = rows[:-1], np.diff(rows)
    filled = starts[lengths > 0]
    if not len(filled):
        return np.empty(0)
    cheapest = np.repeat(np.minimum.reduceat(costs, filled), lengths[lengths > 0])
    sums = np.exp(cheapest - costs)
    for start, length in zip(filled, lengths[lengths > 0], strict=True):
        np.cumsum(sums[start : start + length], out=sums[start : start + length])
    return sums


def _by_length(lengths: Floats, positions: NDArray[np.int64]) -> NDArray[np.int64]:
    return positions[np.argsort(lengths[positions], kind="stable")]


def _lightest(lengths: Floats, few: int) -> NDArray[np.bool_]:
    """Which lengths are among the `few` least, and all that tie with them."""
    last = min(few, len(lengths) - 1)
    least: NDArray[np.bool_] = lengths <= np.partition(lengths, last)[last]
    return least
