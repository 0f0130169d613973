"""Triangles at every node by the forward algorithm: each triangle is found once, from its rim."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["forward_rows", "forward_triangles", "forward_work"]


@compiled
def forward_rows(
    n: int, indptr: NDArray[np.int32], indices: NDArray[np.int32], order: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Compressed rows in which every edge points to the end that comes later in `order`.

    Nodes are renamed to their place in `order`; ordered by degree, no row is longer than
    sqrt(2m).
    """
    place = np.empty(n, dtype=np.int32)
    for i in range(n):
        place[order[i]] = i
    starts = np.zeros(n + 1, dtype=np.int32)
    for i in range(n):
        v = order[i]
        for position in range(indptr[v], indptr[v + 1]):
            if place[indices[position]] > i:
                starts[i + 1] += 1
    for i in range(n):
        starts[i + 1] += starts[i]
    targets = np.empty(starts[n], dtype=np.int32)
    for i in range(n):
        v = order[i]
        write = starts[i]
        for position in range(indptr[v], indptr[v + 1]):
            later = place[indices[position]]
            if later > i:
                targets[write] = later
                write += 1
    return starts, targets


@compiled
def forward_work(starts: NDArray[np.int32], targets: NDArray[np.int32]) -> int:
    """Steps that `forward_triangles` takes: the sum of row lengths over the ends of all edges."""
    total = 0
    for position in range(len(targets)):
        v = targets[position]
        total += starts[v + 1] - starts[v]
    return total


@compiled
def forward_triangles(
    starts: NDArray[np.int32], targets: NDArray[np.int32], order: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Number of triangles through every node, shape (n,), from `forward_rows`."""
    n = len(order)
    counts = np.zeros(n, dtype=np.int64)
    mark = np.full(n, -1, dtype=np.int32)
    for u in range(n):
        for position in range(starts[u], starts[u + 1]):
            mark[targets[position]] = u
        for position in range(starts[u], starts[u + 1]):
            v = targets[position]
            closed = 0
            for other in range(starts[v], starts[v + 1]):
                w = targets[other]
                if mark[w] == u:
                    closed += 1
                    counts[order[w]] += 1
            counts[order[v]] += closed
            counts[order[u]] += closed
    return counts
