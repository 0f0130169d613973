"""Core numbers, by taking away the node of least degree again and again.

Edges taken one by one, in a given order, as long as both ends have room.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["core_numbers", "thinned"]


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
