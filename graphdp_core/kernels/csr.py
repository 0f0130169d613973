"""Compressed sparse rows of an undirected graph from its edge list."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["compressed_rows"]


@compiled
def compressed_rows(
    n: int, edges: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """(indptr, indices) with both directions of every edge; rows come out sorted.

    Edges sorted by (u, v) fill each row in order: first all smaller neighbours (as v), then all
    larger ones (as u), so no sort is needed. int32 holds 2m < 2**31 entries.
    """
    m = edges.shape[0]
    indptr = np.zeros(n + 1, dtype=np.int32)
    for e in range(m):
        indptr[edges[e, 0] + 1] += 1
        indptr[edges[e, 1] + 1] += 1
    for i in range(n):
        indptr[i + 1] += indptr[i]
    place = indptr[:-1].copy()
    indices = np.empty(2 * m, dtype=np.int32)
    for e in range(m):
        v = edges[e, 1]
        indices[place[v]] = edges[e, 0]
        place[v] += 1
    for e in range(m):
        u = edges[e, 0]
        indices[place[u]] = edges[e, 1]
        place[u] += 1
    return indptr, indices
