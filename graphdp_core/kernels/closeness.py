"""Numbers of nodes: sums of hop distances, dependencies of shortest paths, core numbers.

Breadth-first searches from 64 or 512 sources at once: one bit of a word per source. Edges taken
one by one, in a given order, as long as both ends have room.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.common_neighbours import count_ones

WORDS = 8  # of 64 bits: one cache line per node
BATCH = 64 * WORDS  # sources that are searched from at once: one bit each

Neighbours = tuple[NDArray[np.int32], NDArray[np.int32]]


@compiled
def add_distances(
    neighbours: Neighbours,
    component: NDArray[np.int32],
    sources: NDArray[np.int32],
    farness: NDArray[np.int64],
    hits: NDArray[np.int64],
) -> None:
    """Add every node's distances to the distinct sources to `farness`, in place.

    `hits` grows by the number of sources, other than itself, that a node can reach.

    The search runs from 512 sources at once, each being one bit. ``missing[v]`` holds the
    sources of v's component that have not reached v, ``front[v]`` those that reached it at the
    last level. At each level, a node clears its neighbours' front bits from its missing ones and
    stops as soon as none is left: on a dense graph after a few neighbours. As distances are
    symmetric, the number of bits newly reached times the level adds to the node's own farness. The
    first level, where most bits are 0, is written from the sources' side instead.
    """
    n = len(neighbours[0]) - 1
    wanted = np.empty((component.max() + 1 if n else 0, WORDS), dtype=np.uint64)
    missing = np.empty((n, WORDS), dtype=np.uint64)
    front = np.empty((n, WORDS), dtype=np.uint64)
    reached = np.empty((n, WORDS), dtype=np.uint64)
    waiting = np.empty(n, dtype=np.uint32)  # the nodes that still miss a source, in order
    for first in range(0, len(sources), BATCH):
        batch = sources[first : first + BATCH]
        wanted[:] = 0
        front[:] = 0
        reached[:] = 0
        for i in range(len(batch)):
            wanted[component[batch[i]], i >> 6] |= np.uint64(1) << np.uint64(i & 63)
        for v in range(n):
            for w in range(WORDS):
                missing[v, w] = wanted[component[v], w]
        _reach_neighbours(neighbours, batch, missing, front)
        count = 0
        for v in range(n):
            newly_reached = np.int64(0)
            left = np.uint64(0)
            for w in range(WORDS):
                newly_reached += count_ones(front[v, w])
                left |= missing[v, w]
            farness[v] += newly_reached
            hits[v] += newly_reached
            if left:
                waiting[count] = v
                count += 1
        level = 1
        while count:
            level += 1
            kept = 0
            for i in range(count):
                v = waiting[i]
                newly_reached, done = _clear(neighbours, v, missing, front, reached)
                farness[v] += level * newly_reached
                hits[v] += newly_reached
                if not done:
                    waiting[kept] = v
                    kept += 1
            count = kept
            front, reached = reached, front
            reached[:] = 0


@compiled
def _reach_neighbours(
    neighbours: Neighbours,
    batch: NDArray[np.int32],
    missing: NDArray[np.uint64],
    front: NDArray[np.uint64],
) -> None:
    """Level 0 and 1: each source reaches itself and its neighbours."""
    indptr, indices = neighbours
    for i in range(len(batch)):
        s = batch[i]
        w = i >> 6
        bit = np.uint64(1) << np.uint64(i & 63)
        missing[s, w] &= ~bit
        for e in range(indptr[s], indptr[s + 1]):
            v = indices[e]
            front[v, w] |= bit
            missing[v, w] &= ~bit


@compiled
def _clear(
    neighbours: Neighbours,
    v: int,
    missing: NDArray[np.uint64],
    front: NDArray[np.uint64],
    reached: NDArray[np.uint64],
) -> tuple[np.int64, bool]:
    """Clear the neighbours' front bits from ``missing[v]``; how many, and whether none is left.

    The cleared bits, those newly reached, become ``reached[v]``. The eight words are named one by
    one because this keeps them in one register of 512 bits, which makes the loop 2.5 times faster.
    """
    indptr, indices = neighbours
    a, b, c, d = missing[v, 0], missing[v, 1], missing[v, 2], missing[v, 3]
    p, q, r, s = missing[v, 4], missing[v, 5], missing[v, 6], missing[v, 7]
    for e in range(indptr[v], indptr[v + 1]):
        u = np.uint32(indices[e])
        a &= ~front[u, 0]
        b &= ~front[u, 1]
        c &= ~front[u, 2]
        d &= ~front[u, 3]
        p &= ~front[u, 4]
        q &= ~front[u, 5]
        r &= ~front[u, 6]
        s &= ~front[u, 7]
        if (a | b | c | d | p | q | r | s) == 0:
            break
    reached[v, 0], reached[v, 1], reached[v, 2], reached[v, 3] = a, b, c, d
    reached[v, 4], reached[v, 5], reached[v, 6], reached[v, 7] = p, q, r, s
    newly_reached = np.int64(0)
    for w in range(WORDS):
        left = reached[v, w]
        reached[v, w] = missing[v, w] & ~left
        missing[v, w] = left
        newly_reached += count_ones(reached[v, w])
    return newly_reached, bool((a | b | c | d | p | q | r | s) == 0)


@compiled
def distance_counts(
    indptr: NDArray[np.int32], indices: NDArray[np.int32], sources: NDArray[np.int64]
) -> NDArray[np.int64]:
    """How many ordered pairs, a source first, are at distance 0 (none), 1, 2, ... of each other.

    A breadth-first search that moves all sources together; at most 64 sources, pairs (u, u)
    left out. Shape (largest distance + 1,).
    """
    n = len(indptr) - 1
    seen = np.zeros(n, dtype=np.uint64)
    for s in range(len(sources)):
        seen[sources[s]] |= np.uint64(1) << np.uint64(s)
    front = seen.copy()
    counts = [0]
    moved = True
    while moved:
        pairs = 0
        reached = np.zeros(n, dtype=np.uint64)
        for u in range(n):
            if front[u]:
                for position in range(indptr[u], indptr[u + 1]):
                    reached[indices[position]] |= front[u]
        for u in range(n):
            newly_reached = reached[u] & ~seen[u]
            front[u] = newly_reached
            seen[u] |= newly_reached
            while newly_reached:
                newly_reached &= newly_reached - np.uint64(1)
                pairs += 1
        moved = pairs > 0
        if moved:
            counts.append(pairs)
    return np.array(counts, dtype=np.int64)


@compiled
def add_dependencies(
    neighbours: tuple[NDArray[np.int32], NDArray[np.int32]],
    sizes: NDArray[np.int64],
    sources: NDArray[np.int32],
    total: NDArray[np.float64],
) -> None:
    """Add to ``total[v]`` the dependency of each source on v, in place; O(n + m) per source.

    The dependency of s on v is the sum over targets t of the share of shortest s-t paths that
    pass through v, v being neither s nor t. A node t counts as ``sizes[t]`` targets, and as many
    sources.

    References
    ----------
    Brandes (2001), Journal of Mathematical Sociology, Algorithm 1.
    """
    indptr, indices = neighbours
    n = len(indptr) - 1
    distance = np.full(n, -1, dtype=np.int32)
    paths = np.zeros(n, dtype=np.float64)
    share = np.zeros(n, dtype=np.float64)  # (size + dependency) / paths on one level, else 0
    order = np.empty(n, dtype=np.int32)
    levels = np.empty(n + 1, dtype=np.int32)  # where each begins in the order
    for s in sources:
        distance[s] = 0
        paths[s] = 1.0
        order[0] = s
        levels[0], levels[1] = 0, 1
        depth, tail = 0, 1
        while levels[depth] < levels[depth + 1]:
            below = depth + 1
            for i in range(levels[depth], levels[below]):
                u = order[i]
                ways = paths[u]
                for e in range(indptr[u], indptr[u + 1]):
                    v = indices[e]
                    if distance[v] < 0:
                        distance[v] = below
                        order[tail] = v
                        tail += 1
                    paths[v] += ways if distance[v] == below else 0.0
            levels[below + 1] = tail
            depth = below
            if tail == n and levels[depth + 1] > levels[depth]:
                depth += 1  # the last level has no successors
                break
        for i in range(levels[depth - 1], tail):  # the farthest level passes nothing on
            share[order[i]] = sizes[order[i]] / paths[order[i]]
        # From there back: each node asks those one level farther.
        for level in range(depth - 2, 0, -1):
            for i in range(levels[level], levels[level + 1]):
                u = order[i]
                dependency = 0.0
                for e in range(indptr[u], indptr[u + 1]):
                    dependency += share[indices[e]]
                dependency *= paths[u]
                total[u] += sizes[s] * dependency
                paths[u] = (sizes[u] + dependency) / paths[u]
            for i in range(levels[level + 1], tail):
                share[order[i]] = 0.0
            for i in range(levels[level], levels[level + 1]):
                share[order[i]] = paths[order[i]]
            tail = levels[level + 1]
        for i in range(levels[depth]):
            v = order[i]
            distance[v] = -1
            paths[v] = 0.0
            share[v] = 0.0


@compiled
def core_numbers(
    neighbours: tuple[NDArray[np.int32], NDArray[np.int32]],
) -> NDArray[np.int32]:
    """The core number of every node, shape (n,); O(n + m).

    It is the largest k for which the node lies in a subgraph whose nodes all have k neighbours in
    it. Nodes are kept in order of their degrees in what is left; one that loses a neighbour moves
    one place towards the front.

    References
    ----------
    Batagelj and Zaveršnik (2003), An O(m) algorithm for cores decomposition of networks.
    """
    indptr, indices = neighbours
    n = len(indptr) - 1
    degree = np.empty(n, dtype=np.int32)
    for v in range(n):
        degree[v] = indptr[v + 1] - indptr[v]
    most = 0 if n == 0 else int(degree.max())
    first = np.zeros(most + 2, dtype=np.int32)  # where nodes of each degree begin in the order
    for v in range(n):
        first[degree[v] + 1] += 1
    for d in range(most + 1):
        first[d + 1] += first[d]
    order = np.empty(n, dtype=np.int32)
    place = np.empty(n, dtype=np.int32)
    free = first.copy()
    for v in range(n):
        place[v] = free[degree[v]]
        order[place[v]] = v
        free[degree[v]] += 1
    for i in range(n):
        v = order[i]
        for e in range(indptr[v], indptr[v + 1]):
            u = indices[e]
            if degree[u] > degree[v]:
                at, front = place[u], first[degree[u]]
                other = order[front]
                order[at], place[other] = other, at
                order[front], place[u] = u, front
                first[degree[u]] += 1
                degree[u] -= 1
    return degree


@compiled
def thinned(
    n: int, edges: NDArray[np.int32], order: NDArray[np.int64], most: int
) -> NDArray[np.bool_]:
    """Which edges are kept, shape (m,): each if both its ends have kept fewer than `most`."""
    degree = np.zeros(n, dtype=np.int64)
    kept = np.zeros(len(edges), dtype=np.bool_)
    for place in order:
        u, v = edges[place, 0], edges[place, 1]
        if degree[u] < most and degree[v] < most:
            degree[u] += 1
            degree[v] += 1
            kept[place] = True
    return kept
