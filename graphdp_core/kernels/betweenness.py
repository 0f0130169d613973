"""Brandes' accumulation of shortest-path dependencies for betweenness."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["add_dependencies"]


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
