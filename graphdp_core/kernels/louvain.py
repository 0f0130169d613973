"""Louvain's modularity optimisation over arrays, weighted, with an optional constant background.

Edges counted by the groups of their two ends.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Indices
from graphdp_core.kernels import compiled
from graphdp_core.kernels.local_moving import (
    VISITS_PER_CALL,
    Level,
    Objective,
    fresh_state,
    is_small,
    local_moving,
    move_nodes,
)
from graphdp_core.progress import SILENT, Progress, Report

MOVES_FOR_ANOTHER_ROUND, MOVES_WITH_CORES = 1 / 500, 1 / 20
"""Share of the original nodes that must still move for the levels to be built once more; what the
last few gain, core groups gain anyhow."""

MOST_ROUNDS = 100
"""Times the levels are built at most; two to four are usual."""

WORTH_ANOTHER_RUN = 1e-3
"""Modularity that a run must gain for another node order to be tried, where nothing is noise: in
noise partitions of nearly the same modularity agree by chance alone."""

FEWEST_FOR_CORES, ORDERS_FOR_CORES = 3, 4
"""Node orders from which core groups are worth making, the one that begins with them included;
and orders whose agreement makes them: more would cut the groups to pieces."""

SETTLED, FEWEST_TO_SPARE = 1.8, 500
"""Moves a node after which an order that began with single nodes is good enough to vote on core
groups, and the nodes from which that is used: most of the time goes to the rounds after it."""

AGREE_BY_CHANCE = 100
"""Nodes among which two orders often give the same partition though a third gives a better one."""

SMALLEST_GAIN = 1e-10
"""A move must gain more than this share of the mean degree, so that rounding moves no node."""


class Search(NamedTuple):
    """What is searched, and how long."""

    finest: Level
    objective: Objective
    rounds: int
    share: float  # of the nodes: fewer moves end a node order,
    settled: float  # and in the first round of one that began with single nodes
    runs: int
    alone: int  # node orders that begin with single nodes; the others with core groups
    low: float  # an order is the last whose gain in score lies between these
    high: float


def louvain_communities(
    indptr: NDArray[np.integer],
    indices: Indices,
    weights: Floats | None = None,
    *,
    loops: Floats | None = None,
    background: float = 0.0,
    resolution: float = 1.0,
    key: int = 0,
    runs: int = 1,
    rounds: int = MOST_ROUNDS,
    merges: list[Indices] | None = None,
    progress: Report = SILENT,
) -> Indices:
    r"""Communities that (locally) maximise modularity, by the Louvain method.

    Every node starts alone. Nodes taken from a queue move to the neighbouring community (or an
    empty one) of largest gain, and neighbours of a moved node join the queue again. When the
    queue is empty, each community becomes one node, and so on until no node moves. Then the
    original nodes may move once more, and the levels are built again, while that still helps.
    A large graph's nodes are taken window by window of 4,096 numbers, windows and the nodes in
    each in random order, so that neighbouring rows are read together.
    With s original nodes inside it and degree d, node u gains by joining community C

    .. math:: K(u, C) - b\, s_u s_C - \gamma\, d_u d_C / 2M,

    where b is a constant background that every pair of nodes carries: a pair counts as
    :math:`w_{uv} - b`, degrees d are sums of that (0 where the sum is negative), and 2M is the
    sum of the degrees.

    Parameters
    ----------
    indptr, indices : ndarrays of shape (n + 1,) and (2m,)
        Compressed rows with both directions of every edge, without loops.
    weights : ndarray of float64, shape (2m,), optional
        Weights of the entries, at least 0; ones if absent. An entry of weight 0 is none: it would
        decide which of equal gains comes first.
    loops : ndarray of float64, shape (n,), optional
        Weight of each node's own loop; it counts twice in the degree.
    background : float
        b, the expected weight of an absent edge, at least 0.
    resolution : float
        :math:`\gamma`; a larger value gives more and smaller communities.
    key : int
        64-bit key of the node order.
    runs : int
        Node orders to try at most, at least 1; the best modularity wins, the first among equals.
        From the second on, one that gains less than 0.001 is the last. With a background, one
        that gives the best modularity again is, among more than 100 nodes; and from the fifth on
        (the last, of three or four) they begin with the core groups: nodes that all orders before
        put together. Among more than 500 nodes an order before them ends with its first round if
        that took at most 1.8 moves a node.
    rounds : int
        Times the levels are built at most, at least 1. One round is the method as published;
        a second adds about 0.004 to the modularity for half as much time again.
    merges : list, optional
        Filled with the levels of the winning order's first round, the finest first: the group of
        each node, then the larger group of each of these groups, and so on.
    progress : callable, optional
        ``progress(fraction, text)``; may raise to stop.

    Returns
    -------
    ndarray of int32, shape (n,)
        Community of each node, numbered from 0 in order of first appearance.

    References
    ----------
    Blondel, Guillaume, Lambiotte & Lefebvre (2008), Fast unfolding of communities in large
    networks, J. Stat. Mech. P10008. The queue: Ozaki, Tezuka & Inaba (2016), A simple
    acceleration method for the Louvain algorithm, IJCEE 8(3). Core groups: Ovelgönne &
    Geyer-Schulz (2013), An ensemble learning strategy for graph clustering, Contemporary
    Mathematics 588.

    Examples
    --------
    Two triangles joined by one edge:

    >>> indptr = np.array([0, 2, 4, 7, 10, 12, 14])
    >>> indices = np.array([1, 2, 0, 2, 0, 1, 3, 2, 4, 5, 3, 5, 3, 4], dtype=np.int32)
    >>> louvain_communities(indptr, indices).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    n = len(indptr) - 1
    if weights is not None and not weights.all():
        kept = weights != 0.0
        indptr = np.concatenate(([0], np.cumsum(kept)))[indptr]
        indices, weights = indices[kept], weights[kept]
    if weights is None:
        strengths, weights = (indptr[1:] - indptr[:-1]).astype(np.float64), np.empty(0)
    else:
        rows = np.repeat(np.arange(n), np.diff(indptr))
        strengths = np.bincount(rows, weights=weights, minlength=n).astype(np.float64)
    if loops is not None:
        strengths += 2.0 * loops
    strength = float(strengths.sum())
    if strength == 0.0:
        return np.arange(n, dtype=np.int32)
    degrees, total = strengths, strength
    if background > 0.0:
        degrees = np.maximum(strengths - background * (n - 1), 0.0)
        total = float(degrees.sum())
    if total <= 0.0:
        raise ValueError(
            f"background must lie below the mean weight of a pair, got {background}: "
            "pass a smaller one, or 0."
        )
    finest = Level(indptr.astype(np.int64), indices, weights, degrees, np.ones(n))
    objective = Objective(background, resolution / total, SMALLEST_GAIN * (strength / n))
    alone, share, settled = runs, MOVES_FOR_ANOTHER_ROUND, 0.0
    low, high = -np.inf, WORTH_ANOTHER_RUN * total
    if background:
        high = SMALLEST_GAIN * total if n > AGREE_BY_CHANCE else 0.0
        low = -high
        if runs >= FEWEST_FOR_CORES:
            alone, share = min(runs - 1, ORDERS_FOR_CORES), MOVES_WITH_CORES
            settled = SETTLED if n > FEWEST_TO_SPARE else 0.0
    search = Search(finest, objective, rounds, share, max(share, settled), runs, alone, low, high)
    whole = Progress.of(progress)
    if is_small(finest):
        best, levels = searched(search, np.uint64(key % 2**64))
        whole(1.0, f"communities among {n:,} nodes")
    else:
        best, levels = _searched(search, key, whole)
    if merges is not None:
        merges[:] = levels
    return best


def _searched(search: Search, key: int, progress: Progress) -> tuple[Indices, list[Indices]]:
    """The best partition that any order gives, and the groups that it was merged in."""
    best = singles = np.arange(len(search.finest.sizes), dtype=np.int32)
    levels, best_score, core = list[Indices](), -np.inf, np.zeros_like(singles)
    for run in range(search.runs):
        start, part = singles if run < search.alone else core, progress.part(run, search.runs)
        labels, merges = _optimise(search, start, key + (run << 32), part)
        score, core, is_last = judged(search, run, labels, core, best_score)
        if score > best_score:
            best, levels, best_score = labels, merges, score
        if is_last:
            break
    return best, levels


@compiled
def searched(search: Search, key: np.uint64) -> tuple[Indices, list[Indices]]:
    """The same in one call: on a small graph most of the time would go to calls from outside."""
    best = singles = np.arange(len(search.finest.sizes)).astype(np.int32)
    levels, best_score, core = [singles][:0], -np.inf, np.zeros_like(singles)
    for run in range(search.runs):
        start = singles if run < search.alone else core
        labels, merges = optimised(search, start, key + np.uint64(run << 32))
        score, core, is_last = judged(search, run, labels, core, best_score)
        if score > best_score:
            best, levels, best_score = labels, merges, score
        if is_last:
            break
    return best, levels


@compiled
def judged(
    search: Search, run: int, labels: Indices, core: Indices, best_score: float
) -> tuple[float, Indices, bool]:
    """An order's score, the core groups with it, and whether it is the last."""
    if run < search.alone < search.runs:
        core = common_groups(core, labels)
    score = scored(search.finest, labels, search.objective)
    return score, core, run > 0 and search.low < score - best_score < search.high


def _optimise(
    search: Search, labels: Indices, key: int, progress: Progress
) -> tuple[Indices, list[Indices]]:
    """Local moves on the finest level, then on coarser ones; again while enough nodes move.

    Groups of several nodes make the first level. Beside the labels: the groups that each level of
    the first round was merged in.
    """
    finest, objective, share = search.finest, search.objective, search.share
    n = len(finest.sizes)
    merges: list[Indices] = []
    passes = 0
    for turn in range(search.rounds):
        level, start, moved_here = finest, labels, 0
        if turn == 0 and labels.max() + 1 < n:
            merges.append(labels)
            level = aggregated(finest, labels)
            start, moved_here = np.arange(len(level.sizes), dtype=np.int32), 2 * n
        while True:
            # How many passes there will be is not known: each gets half of what is left of the bar.
            pass_progress = progress.between(1.0 - 0.5**passes, 1.0 - 0.5 ** (passes + 1))
            community, moves = local_moving(level, start, objective, key + passes, pass_progress)
            passes += 1
            if level is finest:
                moved_here = moves
            if moves == 0:
                break
            group = renumbered(community)
            if turn == 0:
                merges.append(group)
            labels = group if level is finest else group[labels]
            level = aggregated(level, group)
            start = np.arange(len(level.sizes), dtype=np.int32)
        if moved_here <= (share if turn else search.settled) * n:
            break
    return renumbered(labels), merges


@compiled
def optimised(search: Search, labels: Indices, key: np.uint64) -> tuple[Indices, list[Indices]]:
    """The same without progress, and without tables of neighbours."""
    indptr, indices, weights, degrees, sizes = search.finest
    objective, share, n = search.objective, search.share, len(sizes)
    finest = Level(indptr, indices.copy(), weights.copy(), degrees, sizes)  # one type for all
    merges = [labels][:0]
    for turn in range(search.rounds):
        level, start, moved_here = finest, labels, np.int64(-1)
        if turn == 0 and labels.max() + 1 < n:
            merges.append(labels)
            level = aggregated(finest, labels)
            start, moved_here = np.arange(len(level.sizes)).astype(np.int32), np.int64(2 * n)
        while True:
            state = fresh_state(level, start, key)
            while state.counters[1] > 0:
                move_nodes(level, state, objective, VISITS_PER_CALL)
            moves = state.counters[3]
            key += np.uint64(1)
            is_finest = moved_here < 0
            if is_finest:
                moved_here = moves
            if moves == 0:
                break
            group = renumbered(state.community)
            if turn == 0:
                merges.append(group)
            labels = group if is_finest else group[labels]
            level = aggregated(level, group)
            start = np.arange(len(level.sizes)).astype(np.int32)
        if moved_here <= (share if turn else search.settled) * n:
            break
    return renumbered(labels), merges


@compiled
def aggregated(level: Level, labels: Indices) -> Level:
    """The level whose nodes are the communities of this one, numbered from 0 without a gap.

    Places are unsigned and entries are taken without a branch, as in `move_nodes`: half the time.
    """
    n, k = len(level.sizes), labels.max() + 1
    place = np.zeros(k + 1, dtype=np.int64)
    degrees, sizes = np.zeros(k), np.zeros(k)
    for u in range(n):
        place[labels[u] + 1] += 1
        degrees[labels[u]] += level.degrees[u]
        sizes[labels[u]] += level.sizes[u]
    bounds = np.cumsum(place)
    place = bounds.copy()
    ordered = np.empty(n, dtype=np.int32)
    for u in range(n):
        ordered[place[labels[u]]] = u
        place[labels[u]] += 1

    indptr = np.zeros(k + 1, dtype=np.int64)
    indices = np.empty(len(level.indices) + 1, dtype=np.int32)  # one place to write in vain
    weights = np.empty(len(level.indices))
    links, is_counted = np.zeros(k), len(level.weights) == 0
    end = np.uintp(0)
    for row in range(k):
        first, own = end, np.uintp(row)
        for i in range(bounds[row], bounds[row + 1]):
            v = np.uintp(ordered[i])
            for e in range(np.uintp(level.indptr[v]), np.uintp(level.indptr[v + np.uintp(1)])):
                c = np.uintp(labels[np.uintp(level.indices[e])])
                so_far = links[c]
                indices[end] = c
                end += np.uintp(so_far == 0.0)
                links[c] = so_far + (1.0 if is_counted else level.weights[e])
        last, end = end, first
        for i in range(first, last):
            c = np.uintp(indices[i])
            if c != own:
                indices[end] = c
                weights[end] = links[c]
                end += np.uintp(1)
            links[c] = 0.0
        indptr[row + 1] = end
    return Level(indptr, indices[:end].copy(), weights[:end].copy(), degrees, sizes)


@compiled
def common_groups(labels: Indices, others: Indices) -> Indices:
    """Groups of the nodes that share one in both partitions, numbered from 0 without a gap.

    Examples
    --------
    >>> first, second = np.array([[0, 0, 1, 1, 0], [0, 1, 1, 1, 0]], dtype=np.int32)
    >>> common_groups(first, second).tolist()
    [0, 1, 2, 2, 0]
    """
    groups, seat = np.empty_like(labels), np.full(len(labels), -1, dtype=np.int32)
    order = np.argsort(labels)
    k = low = 0
    for i in range(len(labels)):
        u = order[i]
        if labels[u] != labels[order[i - 1]]:
            low = k
        if seat[others[u]] < low:
            seat[others[u]] = k
            k += 1
        groups[u] = seat[others[u]]
    return groups


@compiled
def renumbered(labels: Indices) -> Indices:
    """Communities 0, ..., k-1 in order of first appearance."""
    names = np.full(len(labels), -1, dtype=np.int32)
    renamed = np.empty(len(labels), dtype=np.int32)
    k = 0
    for u in range(len(labels)):
        if names[labels[u]] < 0:
            names[labels[u]] = k
            k += 1
        renamed[u] = names[labels[u]]
    return renamed


@compiled
def scored(level: Level, labels: Indices, objective: Objective) -> float:
    """2M times the modularity of a partition, up to a constant that all partitions share."""
    degrees, sizes = np.zeros(len(labels)), np.zeros(len(labels))
    score, is_counted = 0.0, len(level.weights) == 0
    for u in range(len(labels)):
        own, inside = labels[u], 0
        degrees[own] += level.degrees[u]
        sizes[own] += level.sizes[u]
        for e in range(np.uintp(level.indptr[u]), np.uintp(level.indptr[u + 1])):
            is_inside = labels[np.uintp(level.indices[e])] == own
            if is_counted:
                inside += is_inside
            elif is_inside:
                score += level.weights[e]
        score += inside
    for c in range(labels.max() + 1):
        score -= objective.background * sizes[c] ** 2
        score -= degrees[c] * (objective.penalty * degrees[c])
    return score


@compiled
def pair_table(edges: NDArray[np.int32], labels: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """How many edges lead from a group to another, as they are written, shape (k, k)."""
    table = np.zeros((k, k), dtype=np.int64)
    for e in range(len(edges)):
        table[labels[edges[e, 0]], labels[edges[e, 1]]] += 1
    return table
