"""Edges counted by the groups of their two ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["pair_table"]


@compiled
def pair_table(edges: NDArray[np.int32], labels: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """How many edges lead from a group to another, as they are written, shape (k, k)."""
    table = np.zeros((k, k), dtype=np.int64)
    for e in range(len(edges)):
        table[labels[edges[e, 0]], labels[edges[e, 1]]] += 1
    return table
