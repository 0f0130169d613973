"""Distances from up to 64 sources at once: one bit of a word per source."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["distance_counts"]


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
