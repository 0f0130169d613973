"""Edges taken one by one, in a given order, as long as both ends have room."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["thinned"]


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
