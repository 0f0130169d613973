"""The compiled loops of the Louvain method: local moves, aggregation, node orders."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import GOLDEN, mixed

__all__ = [
    "Level",
    "Objective",
    "Walk",
    "aggregated",
    "inner_weight",
    "move_nodes",
    "node_order",
    "renumbered",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

WINDOW = 4096
"""Nodes whose rows fit the processor's cache together."""


class Level(NamedTuple):
    """One level of the hierarchy: a graph whose nodes stand for sets of original nodes."""

    indptr: NDArray[np.int64]  # (n + 1,)
    indices: Ints  # no loops: what lies inside a node never decides a move
    weights: Floats  # one per entry of indices
    degrees: Floats  # (n,), with loops, above the background
    sizes: Floats  # (n,), original nodes inside


class Walk(NamedTuple):
    """Where the local moves of one level stand; kernels change it in place."""

    community: Ints  # (n,) community of each node
    degrees: Floats  # (n,) sum per community
    sizes: Floats  # (n,) original nodes per community
    members: Ints  # (n,) nodes per community
    empty: Ints  # (n,) stack of communities without members
    queue: Ints  # (n,) ring of nodes to look at
    waiting: NDArray[np.bool_]  # (n,) is the node in the queue?
    links: Floats  # (n,) weight from the node at hand to each community, -1 if none
    touched: Ints  # (n,) communities with links
    state: NDArray[np.int64]  # head of the queue, its length, height of the stack, moves made


class Objective(NamedTuple):
    """The constants of a move's gain, K(u, C) - background s_u s_C - penalty d_u d_C."""

    background: float
    penalty: float  # resolution / 2M
    least: float  # smallest gain worth a move


@compiled
def inner_weight(level: Level, labels: Ints) -> float:
    """Sum of the entries inside communities."""
    inside = 0.0
    for u in range(len(level.sizes)):
        for e in range(level.indptr[u], level.indptr[u + 1]):
            if labels[level.indices[e]] == labels[u]:
                inside += level.weights[e]
    return inside


@compiled
def move_nodes(level: Level, walk: Walk, objective: Objective, visits: int) -> None:
    """Take nodes from the queue to their best communities, for about `visits` edge visits."""
    n = len(level.sizes)
    community, links, touched = walk.community, walk.links, walk.touched
    head, length, free, moves = walk.state
    while length > 0 and visits > 0:
        u = walk.queue[head]
        head = (head + 1) % n
        length -= 1
        walk.waiting[u] = False
        first, last = level.indptr[u], level.indptr[u + 1]
        visits -= last - first + 1
        found = 0
        for e in range(first, last):
            c = community[level.indices[e]]
            if links[c] < 0.0:
                links[c] = 0.0
                touched[found] = c
                found += 1
            links[c] += level.weights[e]

        own = community[u]
        degree = objective.penalty * level.degrees[u]
        size = objective.background * level.sizes[u]
        walk.degrees[own] -= level.degrees[u]
        walk.sizes[own] -= level.sizes[u]
        walk.members[own] -= 1
        best = own
        best_gain = max(links[own], 0.0) - size * walk.sizes[own] - degree * walk.degrees[own]
        best_gain += objective.least
        if best_gain < 0.0 and walk.members[own] > 0:
            best = walk.empty[free - 1]
            best_gain = 0.0
        for i in range(found):
            c = touched[i]
            gain = links[c] - size * walk.sizes[c] - degree * walk.degrees[c]
            if gain > best_gain and c != own:
                best = c
                best_gain = gain
            links[c] = -1.0

        if best != own:
            moves += 1
            community[u] = best
            if walk.members[best] == 0:
                free -= 1
            if walk.members[own] == 0:
                walk.empty[free] = own
                free += 1
            for e in range(first, last):
                v = level.indices[e]
                if not walk.waiting[v] and community[v] != best:
                    walk.waiting[v] = True
                    walk.queue[(head + length) % n] = v
                    length += 1
        walk.degrees[best] += level.degrees[u]
        walk.sizes[best] += level.sizes[u]
        walk.members[best] += 1
    walk.state[:] = (head, length, free, moves)


@compiled
def aggregated(
    level: Level, labels: Ints, k: int
) -> tuple[NDArray[np.int64], Ints, Floats, Floats, Floats]:
    """The level whose nodes are the k communities of this one."""
    n = len(level.sizes)
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
    indices = np.empty(len(level.indices), dtype=np.int32)
    weights = np.empty(len(level.indices))
    seat = np.full(k, -1, dtype=np.int64)  # where community c stands in the row at hand
    end = 0
    for row in range(k):
        for i in range(bounds[row], bounds[row + 1]):
            for e in range(level.indptr[ordered[i]], level.indptr[ordered[i] + 1]):
                c = labels[level.indices[e]]
                if c == row:
                    continue
                if seat[c] < indptr[row]:
                    seat[c] = end
                    indices[end] = c
                    weights[end] = 0.0
                    end += 1
                weights[seat[c]] += level.weights[e]
        indptr[row + 1] = end
    return indptr, indices[:end].copy(), weights[:end].copy(), degrees, sizes


@compiled
def renumbered(labels: Ints) -> tuple[Ints, int]:
    """Communities 0, ..., k-1 in order of first appearance, and k."""
    names = np.full(len(labels), -1, dtype=np.int32)
    renamed = np.empty(len(labels), dtype=np.int32)
    k = 0
    for u in range(len(labels)):
        if names[labels[u]] < 0:
            names[labels[u]] = k
            k += 1
        renamed[u] = names[labels[u]]
    return renamed, k


@compiled
def node_order(n: int, key: np.uint64) -> Ints:
    """The nodes window by window, windows and the nodes in each in random order.

    Up to 4,096 nodes, one window, every order is equally likely (Fisher-Yates with the splitmix64
    stream of the key). Beyond, neighbouring rows stay near each other in time, which saves about
    a third of the time on large graphs.
    """
    windows = (n + WINDOW - 1) // WINDOW
    turn = np.arange(windows, dtype=np.int32)
    counter = _shuffle(turn, key)
    order = np.empty(n, dtype=np.int32)
    filled = 0
    for w in range(windows):
        first = int(turn[w]) * WINDOW
        part = order[filled : filled + min(WINDOW, n - first)]
        for i in range(len(part)):
            part[i] = first + i
        counter = _shuffle(part, counter)
        filled += len(part)
    return order


@compiled
def _shuffle(order: Ints, counter: np.uint64) -> np.uint64:
    """Put the numbers in random order, in place; the stream's next counter."""
    for i in range(len(order) - 1, 0, -1):
        counter += GOLDEN
        j = np.int64(mixed(counter) % np.uint64(i + 1))
        order[i], order[j] = order[j], order[i]
    return counter
