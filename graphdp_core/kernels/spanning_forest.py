"""Kruskal's forest by union-find, and the lengths at which its parts join."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.union_find import root_of

__all__ = ["kruskal", "merge_heights"]


@compiled
def kruskal(n: int, edges: NDArray[np.int32], order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Positions of the edges of a spanning forest, taking edges greedily in the given order."""
    parent = np.arange(n)
    taken = np.empty(max(n - 1, 0), dtype=np.int64)
    count = 0
    for e in order:
        u, v = root_of(parent, edges[e, 0]), root_of(parent, edges[e, 1])
        if u != v:
            parent[max(u, v)] = min(u, v)
            taken[count] = e
            count += 1
            if count == n - 1:
                break
    return taken[:count]


@compiled
def merge_heights(
    n: int, edges: NDArray[np.int32], order: NDArray[np.int64], lengths: NDArray[np.float64]
) -> tuple[float, float]:
    """(sum over node pairs of the longest edge on their path in a forest, number of such pairs).

    `order` sorts the forest's edges by length: the edge that joins parts of a and b nodes is the
    longest one for a b pairs.
    """
    parent = np.arange(n)
    sizes = np.ones(n)
    total, pairs = 0.0, 0.0
    for e in order:
        u, v = root_of(parent, edges[e, 0]), root_of(parent, edges[e, 1])
        if u != v:
            total += lengths[e] * sizes[u] * sizes[v]
            pairs += sizes[u] * sizes[v]
            parent[max(u, v)] = min(u, v)
            sizes[min(u, v)] = sizes[u] + sizes[v]
    return total, pairs
