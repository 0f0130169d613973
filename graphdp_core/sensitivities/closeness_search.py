"""The step that moves closeness most: all steps of a small graph, promising ones of a large one."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.centralities import edge_weights, weights_matrix
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import Report
from graphdp_core.sensitivities.neighbours import Change, ThetaEdges

__all__ = ["largest_closeness_move"]

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


def largest_closeness_move(
    graph: Graph,
    neighbours: ThetaEdges,
    pairs: str,
    *,
    exact: bool,
    progress: Report,
) -> tuple[float, Change | None, int]:
    """The largest l1 move found, its step, and how many steps were tried.

    Parameters
    ----------
    graph : Graph
        Connected, with two nodes or more.
    neighbours : ThetaEdges
    pairs : {"all", "edges"}
    exact : bool
        Try every step, which keeps all distances in memory.
    progress : callable, optional
    """
    matrix = weights_matrix(graph)
    rows = (matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32), matrix.data)
    sources = np.arange(graph.n)
    if not exact:
        sources = np.unique(np.linspace(0, graph.n - 1, min(SOURCES, graph.n)).astype(int))
    distances = _distances(graph, sources)
    steps = _steps(graph, neighbours, pairs, distances, exact)
    search = _search if exact else _judge
    value, at = search(graph, rows, distances, steps, progress)
    if at < 0:
        return 0.0, None, len(steps.ends)
    before, after = (0.0 if math.isinf(x[at]) else float(x[at]) for x in (steps.old, steps.new))
    change = Change(int(steps.ends[at, 0]), int(steps.ends[at, 1]), after - before)
    return value, change, len(steps.ends)


def _distances(graph: Graph, sources: NDArray[np.intp]) -> Floats:
    """Distances from the sources to all nodes, shape (s, n)."""
    from graphdp_core.kernels.distance_repair import hop_distances

    if graph.weights is None:
        return hop_distances(graph.neighbours, sources)
    from scipy.sparse.csgraph import dijkstra

    found: Floats = dijkstra(weights_matrix(graph), directed=False, indices=sources)
    return found


def _steps(
    graph: Graph, neighbours: ThetaEdges, pairs: str, distances: Floats, exact: bool
) -> Steps:
    number, steps = neighbours.steps(graph)
    old = edge_weights(graph)[number]
    new = old + steps
    new[new <= 0] = math.inf if neighbours.support != "fixed" else 0.0
    found = Steps(graph.edges[number], old, new)
    if not exact:
        found = found.at(_most_used(graph, found, distances))
    if pairs == "edges" or not neighbours.new_weights:
        return found
    length = neighbours.lowest if neighbours.lowest > 0 else min(neighbours.new_weights)
    more = _unjoined(graph, distances, exact)
    return Steps(
        np.concatenate((found.ends, more)),
        np.concatenate((found.old, np.full(len(more), math.inf))),
        np.concatenate((found.new, np.full(len(more), length))),
    )


def _most_used(graph: Graph, steps: Steps, distances: Floats) -> NDArray[np.intp]:
    """A bridge that may vanish, and of the steps up and down those on edges with much traffic.

    Without a bridge every score is 0: one is enough. The more sources have a shortest path over
    an edge, and the more evenly it splits the nodes, the more its length matters.
    """
    from graphdp_core.kernels.bridges import bridges

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
