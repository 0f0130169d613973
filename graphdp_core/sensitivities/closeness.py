"""Sensitivities of closeness centrality: exact or from below, as published, and sound.

The step that moves closeness most: all steps of a small graph, promising ones of a large one.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.centralities import edge_weights, weighted_closeness, weights_matrix
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Report
from graphdp_core.sensitivities.neighbours import (
    Change,
    LocalSensitivity,
    ThetaEdges,
    largest_discounted,
)

Rows = tuple[NDArray[np.int32], NDArray[np.int32], Floats]
SOURCES = 250  # coordinates of the vector on which steps are judged
CANDIDATES = 60  # steps of each kind that are judged
FULL = 4  # and those of them that are computed in full
BLOCK = 200  # changes, or sources, between two reports of progress


class Steps(NamedTuple):
    """Pairs (c, 2) and their lengths before and after, (c,); inf for no edge."""

    ends: NDArray[np.int32]
    old: Floats
    new: Floats

    def at(self, places: NDArray[np.intp] | slice) -> Steps:
        """Some of the steps."""
        return Steps(self.ends[places], self.old[places], self.new[places])


def _distances(graph: Graph, sources: NDArray[np.intp]) -> Floats:
    """Distances from the sources to all nodes, shape (s, n)."""
    from graphdp_core.kernels.distance_repair import hop_distances

    if graph.weights is None:
        return hop_distances(graph.neighbours, sources)
    from scipy.sparse.csgraph import dijkstra

    distances: Floats = dijkstra(weights_matrix(graph), directed=False, indices=sources)
    return distances


def _steps(
    graph: Graph, neighbours: ThetaEdges, pairs: str, distances: Floats, exact: bool
) -> Steps:
    number, steps = neighbours.steps(graph)
    old = edge_weights(graph)[number]
    new = old + steps
    new[new <= 0] = math.inf if neighbours.support != "fixed" else 0.0
    changed = Steps(graph.edges[number], old, new)
    if not exact:
        changed = changed.at(_most_used(graph, changed, distances))
    if pairs == "edges" or not neighbours.new_weights:
        return changed
    length = neighbours.lowest if neighbours.lowest > 0 else min(neighbours.new_weights)
    more = _unjoined(graph, distances, exact)
    return Steps(
        np.concatenate((changed.ends, more)),
        np.concatenate((changed.old, np.full(len(more), math.inf))),
        np.concatenate((changed.new, np.full(len(more), length))),
    )


def _most_used(graph: Graph, steps: Steps, distances: Floats) -> NDArray[np.intp]:
    """A bridge that may vanish, and of the steps up and down those on edges with much traffic.

    Without a bridge every score is 0: one is enough. The more sources have a shortest path over
    an edge, and the more evenly it splits the nodes, the more its length matters.
    """
    from graphdp_core.kernels.spanning_forest import bridges

    fatal = np.isinf(steps.new) & bridges(graph.neighbours, steps.ends)
    n = distances.shape[1]
    traffic = np.empty(len(steps.ends))
    for i, (a, b) in enumerate(steps.ends):
        ahead = distances[:, b] - distances[:, a]
        tight = np.abs(ahead) >= steps.old[i] * (1 - 1e-9)
        first = np.count_nonzero(tight & (ahead > 0))
        traffic[i] = min(first, np.count_nonzero(tight) - first) + np.count_nonzero(tight) / n
    rises = steps.new > steps.old
    return np.concatenate([
        np.flatnonzero(fatal)[:1],
        *(np.flatnonzero(kind)[np.argsort(-traffic[kind], kind="stable")[:CANDIDATES]]
        for kind in (rises & ~fatal, ~rises & ~fatal)),
    ])  # fmt: skip


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
    graph: Graph, rows: Rows, distances: Floats, steps: Steps, progress: Report
) -> tuple[float, int]:
    """The largest move of all steps and its place, -1 if there is none."""
    from graphdp_core.kernels.distance_repair import closeness_moves

    best, at = 0.0, -1
    for start in range(0, len(steps.ends), BLOCK):
        progress(start / len(steps.ends), "sensitivity of closeness")
        some = steps.at(slice(start, start + BLOCK))
        ends = some.ends.astype(np.int64)
        best, place = closeness_moves(
            rows, distances, distances, ends, *some, _shortest(rows, steps), best
        )
        at = at if place < 0 else start + place
    return best, at


def _judge(
    graph: Graph, rows: Rows, distances: Floats, steps: Steps, progress: Report
) -> tuple[float, int]:
    """The most promising steps by their move of some nodes, then their whole move."""
    nodes, ends = np.unique(steps.ends, return_inverse=True)
    reach, ends = _distances(graph, nodes.astype(np.intp)), ends.reshape(-1, 2)
    judged = _moves(rows, distances, reach, ends, steps)
    chosen = np.argsort(-judged, kind="stable")[:FULL]
    if not len(chosen):
        return 0.0, -1
    moves = np.zeros(len(chosen))
    for start in range(0, graph.n, BLOCK):
        progress(start / graph.n, "sensitivity of closeness")
        sources = np.arange(start, min(start + BLOCK, graph.n))
        near = _distances(graph, sources)
        moves += _moves(rows, near, reach, ends[chosen], steps.at(chosen))
    return float(moves.max()), int(chosen[moves.argmax()])


def _moves(
    rows: Rows, distances: Floats, reach: Floats, ends: NDArray[np.int64], steps: Steps
) -> Floats:
    """The move of the sources' closeness by every step, shape (c,)."""
    from graphdp_core.kernels.distance_repair import closeness_moves

    shortest = _shortest(rows, steps)
    one = [slice(i, i + 1) for i in range(len(ends))]
    return np.array([
        closeness_moves(rows, distances, reach, ends[i], *steps.at(i), shortest, -1.0)[0]
        for i in one
    ])  # fmt: skip


def _shortest(rows: Rows, steps: Steps) -> float:
    return float(min(steps.old.min(), steps.new.min(), rows[2].min()))


EXACT_NODES = 1_200  # up to here all distances are kept and every change is looked at


def local_sensitivity(
    graph: Graph,
    neighbours: ThetaEdges,
    *,
    pairs: str = "all",
    progress: Report = SILENT,
) -> LocalSensitivity:
    """Largest l1 move of the closeness over all steps, by repairing the distances.

    Exact (for steps of extreme size) up to 1,200 nodes. Beyond, a lower bound, and the note says
    so: of some promising steps the most promising, judged on some nodes, are computed in full.

    Parameters
    ----------
    graph : Graph
        Connected.

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
    if graph.n < 2:
        return LocalSensitivity(0.0, exact=True)
    if not weighted_closeness(graph, progress=progress).any():
        raise Refused(
            "closeness needs a connected graph, because all scores of a disconnected one are 0: "
            "take its largest component first."
        )
    exact, sources = graph.n <= EXACT_NODES, np.arange(graph.n)
    matrix = weights_matrix(graph)
    rows = (matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32), matrix.data)
    if not exact:
        sources = np.unique(np.linspace(0, graph.n - 1, min(SOURCES, graph.n)).astype(int))
    distances = _distances(graph, sources)
    steps = _steps(graph, neighbours, pairs, distances, exact)
    search = _search if exact else _judge
    value, at = search(graph, rows, distances, steps, progress)
    note = "" if exact else f"A lower bound: {len(steps.ends):,} promising steps were tried."
    if at < 0:
        return LocalSensitivity(0.0, exact=exact, note=note)
    before, after = (0.0 if math.isinf(x[at]) else float(x[at]) for x in (steps.old, steps.new))
    change = Change(int(steps.ends[at, 0]), int(steps.ends[at, 1]), after - before)
    return LocalSensitivity(value, exact=exact, change=change, note=note)


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

    Notes
    -----
    *Privacy*: smooth over graphs with these edges and weights of at least `lowest`.
    """
    from scipy.sparse.csgraph import minimum_spanning_tree

    if neighbours.support != "fixed" or neighbours.lowest == 0:
        raise Refused(
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
    """
    low = neighbours.lowest
    if low == 0:
        raise Refused("closeness is not bounded where weights may be near 0: raise lowest.")
    if n < 2:
        return 0.0
    within = n / ((n - 1) * low)
    if neighbours.support == "fixed":
        return min(within, n * neighbours.theta / ((n - 1) * low**2))
    return within
