"""Brandes' accumulation of shortest-path dependencies for betweenness."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["add_dependencies"]


@compiled
def add_dependencies(
    neighbours: tuple[NDArray[np.int32], NDArray[np.int32]],
    sources: NDArray[np.int32],
    total: NDArray[np.float64],
) -> None:
    """Add to ``total[v]`` the dependency of each source on v, in place; O(n + m) per source.

    The dependency of s on v is the sum over targets t of the share of shortest s-t paths that
    pass through v, v being neither s nor t.

    References
    ----------
    Brandes (2001), Journal of Mathematical Sociology, Algorithm 1.
    """
    indptr, indices = neighbours
    n = len(indptr) - 1
    distance = np.full(n, -1, dtype=np.int32)
    paths = np.zeros(n, dtype=np.float64)
    dependency = np.zeros(n, dtype=np.float64)
    order = np.empty(n, dtype=np.int32)
    for s in sources:
        distance[s] = 0
        paths[s] = 1.0
        order[0] = s
        head, tail = 0, 1
        while head < tail:
            u = order[head]
            head += 1
            if tail == n and distance[u] == distance[order[n - 1]]:
                break  # the last level has no successors
            below = distance[u] + 1
            for e in range(indptr[u], indptr[u + 1]):
                v = indices[e]
                if distance[v] < 0:
                    distance[v] = below
                    order[tail] = v
                    tail += 1
                paths[v] += paths[u] if distance[v] == below else 0.0
        # From the farthest node back: each hands its dependency to its predecessors.
        for i in range(tail - 1, 0, -1):
            v = order[i]
            total[v] += dependency[v]
            if distance[v] == 1:
                continue  # the source itself takes nothing
            above = distance[v] - 1
            share = (1.0 + dependency[v]) / paths[v]
            for e in range(indptr[v], indptr[v + 1]):
                u = indices[e]
                dependency[u] += paths[u] * (share if distance[u] == above else 0.0)
        for i in range(tail):
            v = order[i]
            distance[v] = -1
            paths[v] = 0.0
            dependency[v] = 0.0
