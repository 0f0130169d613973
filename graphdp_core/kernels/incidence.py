"""For every node the positions of its edges, as compressed rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["incident_edges"]


@compiled
def incident_edges(
    n: int, edges: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """(indptr, other end, edge position) with both directions of every edge, shapes (n+1,), (2m,).

    Entries of a row stand in the order of the edges.
    """
    m = edges.shape[0]
    indptr = np.zeros(n + 1, dtype=np.int64)
    for e in range(m):
        indptr[edges[e, 0] + 1] += 1
        indptr[edges[e, 1] + 1] += 1
    for i in range(n):
        indptr[i + 1] += indptr[i]
    place = indptr[:-1].copy()
    ends = np.empty(2 * m, dtype=np.int32)
    positions = np.empty(2 * m, dtype=np.int32)
    for e in range(m):
        for side in range(2):
            v = edges[e, side]
            ends[place[v]] = edges[e, 1 - side]
            positions[place[v]] = e
            place[v] += 1
    return indptr, ends, positions
