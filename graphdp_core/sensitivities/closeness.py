"""Sensitivities of closeness centrality: exact or from below, as published, and sound."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from graphdp_core.centralities import edge_weights, weighted_closeness, weights_matrix
from graphdp_core.graph import Graph
from graphdp_core.sensitivities.neighbours import Change, LocalSensitivity, ThetaEdges
from graphdp_core.sensitivities.smoothing import largest_discounted

__all__ = [
    "global_bound",
    "local_sensitivity",
    "published_bound",
    "published_smooth",
    "sound_smooth",
]

Floats = NDArray[np.float64]
Progress = Callable[[float, str], None]

EXACT_NODES = 1_200  # up to here all distances are kept and every change is looked at
SOURCES = 250  # beyond it: coordinates of the vector that are followed
CANDIDATES = 60  # and steps that are tried of each kind
BLOCK = 200  # changes between two reports of progress


def local_sensitivity(
    graph: Graph,
    neighbours: ThetaEdges,
    *,
    pairs: str = "all",
    progress: Progress | None = None,
) -> LocalSensitivity:
    """Largest l1 move of the closeness over all steps, by repairing the distances.

    Exact (for steps of extreme size) up to 1,200 nodes. Beyond, a lower bound, and the note says
    so: promising steps only, and of their move the part of some nodes.

    Parameters
    ----------
    graph : Graph
        Connected.
    neighbours : ThetaEdges
    pairs : {"all", "edges"}
    progress : callable, optional

    Raises
    ------
    ValueError
        If the graph is disconnected: all scores are 0 then.

    Notes
    -----
    *Privacy*: not a release.

    References
    ----------
    Ramalingam & Reps (1996), Journal of Algorithms (distances after a change).

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> round(local_sensitivity(path, ThetaEdges(theta=0.5, support="fixed")).value, 4)
    0.4
    """
    from scipy.sparse.csgraph import dijkstra

    if graph.n < 2:
        return LocalSensitivity(0.0, exact=True)
    if not weighted_closeness(graph, progress=progress).any():
        raise ValueError(
            "closeness needs a connected graph, because all scores of a disconnected one are 0: "
            "take its largest component first."
        )
    exact = graph.n <= EXACT_NODES
    matrix = weights_matrix(graph)
    sources = np.arange(graph.n) if exact else np.linspace(0, graph.n - 1, SOURCES).astype(int)
    unweighted = graph.weights is None
    distances = dijkstra(matrix, directed=False, indices=sources, unweighted=unweighted)
    ends, old, new = _changes(graph, neighbours, pairs, distances, exact)
    rows = (matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32), matrix.data)
    best, at = _search(rows, distances, (ends, old, new), progress)
    change = None
    if at >= 0:
        before = 0.0 if math.isinf(old[at]) else float(old[at])
        after = 0.0 if math.isinf(new[at]) else float(new[at])
        change = Change(int(ends[at, 0]), int(ends[at, 1]), after - before)
    note = "" if exact else (
        f"A lower bound: {len(ends):,} promising steps, and of each the move of {SOURCES:,} of "
        f"{graph.n:,} nodes."
    )  # fmt: skip
    return LocalSensitivity(best, exact=exact, change=change, note=note)


def published_bound(graph: Graph, theta: float) -> float:
    """The bound of Theorem 6.1 as printed: n (n - 1) theta / (w (w - theta)), w the total weight.

    The theorem is false: it takes every sum of distances to be at least w, and a triangle of
    unit weights has sums 2 and w = 3. nan where w is not above theta.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    Theorem 6.1.

    Examples
    --------
    >>> published_bound(Graph.from_edges(2, [(0, 1)], weights=[3.0]), 1.0)
    0.3333333333333333
    """
    total = float(edge_weights(graph).sum())
    if total <= theta:
        return math.nan
    return graph.n * (graph.n - 1) * theta / (total * (total - theta))


def published_smooth(graph: Graph, theta: float, beta: float) -> float:
    """The value f(k) that Algorithm 1 ends with, as printed; nan where it says "undefined".

    f(k) = n (n - 1) theta e^(-beta k) / ((w - k theta)(w - k theta - theta)), defined while
    w - k theta - theta > 0. The algorithm climbs from k = 0 while f(k) < f(k + 1) and is
    "undefined" once it has left that range. But log f is convex: a climb that starts never ends
    before the pole. So the answer is f(0) or "undefined", and the supremum that it is meant to
    find is infinite.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    Theorem 6.2 and Algorithm 1.
    """
    total = float(edge_weights(graph).sum())
    if total <= 2 * theta:
        return math.nan
    # f(1) / f(0) = e^(-beta) w / (w - 2 theta)
    climbs = math.exp(-beta) * total / (total - 2 * theta) > 1
    return math.nan if climbs else published_bound(graph, theta)


def sound_smooth(graph: Graph, neighbours: ThetaEdges, beta: float) -> float:
    """A beta-smooth upper bound of the local sensitivity where the edges are public.

    k steps lower the sum of distances S_u at most to S_u(k) = max(S_u - k (n - 1) theta,
    T - k theta, (n - 1) l), with T the weight of a minimum spanning tree and l the lowest weight.
    The next step moves the closeness by at most sum over u of (n - 1) theta / (S_u(k) S_u(k + 1)).

    Raises
    ------
    ValueError
        If edges may vanish, or `lowest` is 0: no such bound is known then.

    Notes
    -----
    *Privacy*: smooth over graphs with these edges and weights of at least `lowest`.
    """
    from scipy.sparse.csgraph import minimum_spanning_tree

    if neighbours.support != "fixed" or neighbours.lowest == 0:
        raise ValueError(
            "no smooth bound of closeness is known where edges may vanish or weights may come "
            "near 0: set support to 'fixed' and lowest above 0, or use the global bound."
        )
    n, theta = graph.n, neighbours.theta
    scores = weighted_closeness(graph)
    if not scores.any():
        return 0.0  # a public fact, as the edges are: every neighbour has only zeros too
    farness = np.sort(1.0 / scores)
    tree = float(minimum_spanning_tree(weights_matrix(graph)).sum())
    floor, ceiling = (n - 1) * neighbours.lowest, global_bound(n, neighbours)

    def bound(k: Floats) -> Floats:
        at_least = np.maximum(tree - np.append(k, k[-1] + 1) * theta, floor)
        values = n * (n - 1) * theta / (at_least[:-1] * at_least[1:])
        for i in range(len(k)):
            here = np.maximum(farness - k[i] * (n - 1) * theta, at_least[i])
            if here[-1] <= at_least[i]:
                break  # from here on every sum may be down at the common value
            after = np.maximum(farness - (k[i] + 1) * (n - 1) * theta, at_least[i + 1])
            values[i] = np.sum((n - 1) * theta / (here * after))
        return np.minimum(values, ceiling)

    return largest_discounted(bound, ceiling, beta)


def global_bound(n: int, neighbours: ThetaEdges) -> float:
    """At least the l1 move of the closeness between any two neighbours.

    With l the lowest weight, every score lies between 0 and 1 / ((n - 1) l), so n / ((n - 1) l);
    where the edges are fixed also n theta / ((n - 1) l^2).

    Raises
    ------
    ValueError
        If `lowest` is 0: the scores are not bounded then.
    """
    low = neighbours.lowest
    if low == 0:
        raise ValueError("closeness is not bounded where weights may be near 0: raise lowest.")
    if n < 2:
        return 0.0
    within = n / ((n - 1) * low)
    if neighbours.support == "fixed":
        return min(within, n * neighbours.theta / ((n - 1) * low**2))
    return within


def _changes(
    graph: Graph, neighbours: ThetaEdges, pairs: str, distances: Floats, exact: bool
) -> tuple[NDArray[np.int32], Floats, Floats]:
    """The steps to try: pairs (c, 2), lengths before and after, inf for no edge."""
    number, steps = neighbours.steps(graph)
    old = edge_weights(graph)[number]
    new = old + steps
    new[new <= 0] = math.inf if neighbours.support != "fixed" else 0.0
    ends = graph.edges[number]
    if not exact:
        # The more sources have a shortest path over an edge, the more its length matters.
        u, v = ends.T
        used = np.array([
            np.sum(np.abs(distances[:, a] - distances[:, b]) >= w * (1 - 1e-9))
            for a, b, w in zip(u, v, old, strict=True)
        ])  # fmt: skip
        keep = np.concatenate([
            np.flatnonzero(kind)[np.argsort(-used[kind], kind="stable")[:CANDIDATES]]
            for kind in (new > old, new < old)
        ])  # fmt: skip
        ends, old, new = ends[keep], old[keep], new[keep]
    if pairs == "edges" or not neighbours.new_weights:
        return ends, old, new
    length = neighbours.lowest if neighbours.lowest > 0 else min(neighbours.new_weights)
    more = _unjoined(graph, distances, exact)
    return (
        np.concatenate((ends, more)),
        np.concatenate((old, np.full(len(more), math.inf))),
        np.concatenate((new, np.full(len(more), length))),
    )


def _unjoined(graph: Graph, distances: Floats, exact: bool) -> NDArray[np.int32]:
    """Pairs without an edge: all of them, or the most central nodes with the most remote."""
    if exact:
        pairs = np.column_stack(np.triu_indices(graph.n, 1))
    else:
        order, few = np.argsort(distances.sum(axis=0), kind="stable"), int(CANDIDATES**0.5)
        pairs = np.array([(a, b) for a in order[:few] for b in order[-few:]])
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    joined = np.isin(low * graph.n + high, graph.edges.astype(np.int64) @ (graph.n, 1))
    return np.column_stack((low, high))[~joined & (low != high)].astype(np.int32)


def _search(
    rows: tuple[NDArray[np.int32], NDArray[np.int32], Floats],
    distances: Floats,
    changes: tuple[NDArray[np.int32], Floats, Floats],
    progress: Progress | None,
) -> tuple[float, int]:
    """The largest move and the place of its step in the list, -1 if there is none."""
    from graphdp_core.kernels.distance_repair import closeness_moves

    ends, old, new = changes
    shortest = float(min(old.min(initial=math.inf), new.min(initial=math.inf), rows[2].min()))
    best, at = 0.0, -1
    for start in range(0, len(ends), BLOCK):
        if progress is not None:
            progress(start / len(ends), "sensitivity of closeness")
        part = slice(start, start + BLOCK)
        best, place = closeness_moves(
            rows, distances, ends[part], old[part], new[part], shortest, best
        )
        at = at if place < 0 else start + place
    return best, at
