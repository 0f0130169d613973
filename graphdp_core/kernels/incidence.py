"""For every node the positions of its edges, as compressed rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["backward_edges", "incident_edges"]


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


@compiled
def backward_edges(
    n: int, edges: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """(first, indptr, smaller end, edge position), shapes (n+1,), (n+1,), (m,), (m,).

    Edges sorted by (u, v) hold those from u to larger nodes at first[u]..first[u+1]-1 as they
    are; those of v with smaller nodes are listed here.
    """
    m = edges.shape[0]
    first = np.zeros(n + 1, dtype=np.int64)
    indptr = np.zeros(n + 1, dtype=np.int64)
    for e in range(m):
        first[edges[e, 0] + 1] += 1
        indptr[edges[e, 1] + 1] += 1
    for i in range(n):
        first[i + 1] += first[i]
        indptr[i + 1] += indptr[i]
    place = indptr[:-1].copy()
    ends = np.empty(m, dtype=np.int32)
    positions = np.empty(m, dtype=np.int32)
    for e in range(m):
        spot = place[edges[e, 1]]
        place[edges[e, 1]] += 1
        ends[spot] = edges[e, 0]
        positions[spot] = e
    return first, indptr, ends, positions
