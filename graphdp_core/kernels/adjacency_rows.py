"""The neighbours of every node in rows, from sorted edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["adjacency_rows", "part_count"]


@compiled
def adjacency_rows(n: int, edges: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Compressed rows (indptr, indices), both directions of every edge, rows sorted.

    Edges sorted by (u, v), u < v, fill each row in order: all smaller neighbours, and behind them
    all larger ones.
    """
    smaller, larger = np.zeros(n + 1, dtype=np.int32), np.zeros(n + 1, dtype=np.int32)
    for e in range(len(edges)):
        larger[edges[e, 0]] += 1
        smaller[edges[e, 1]] += 1
    indptr = np.zeros(n + 1, dtype=np.int32)
    for i in range(n):
        indptr[i + 1] = indptr[i] + smaller[i] + larger[i]
        larger[i], smaller[i] = indptr[i] + smaller[i], indptr[i]
    indices = np.empty(2 * len(edges), dtype=np.int32)
    for e in range(len(edges)):
        u, v = edges[e, 0], edges[e, 1]
        indices[larger[u]] = v
        indices[smaller[v]] = u
        larger[u] += 1
        smaller[v] += 1
    return indptr, indices


@compiled
def part_count(n: int, edges: NDArray[np.int32]) -> int:
    """Number of connected components; edges are read until all nodes are joined."""
    parent, parts = np.arange(n), n
    for e in range(len(edges)):
        if parts == 1:
            break
        u, v = edges[e, 0], edges[e, 1]
        while parent[u] != u:
            parent[u] = parent[parent[u]]
            u = parent[u]
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        if u != v:
            parent[v] = u
            parts -= 1
    return parts
