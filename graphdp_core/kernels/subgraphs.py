"""What one edge can do to counts of small subgraphs: looked up for all node pairs at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["edges_among_common", "pair_profiles", "square_sums", "wedge_change"]


@compiled
def pair_profiles(
    indptr: NDArray[np.int32], indices: NDArray[np.int32], with_strangers: bool
) -> NDArray[np.int64]:
    """By number of common neighbours a of a pair: the most nodes next to exactly one of the two.

    Shape (n,), -1 where no pair has a common neighbours. Time O(sum d^2), and O(n^2) more with
    pairs of no common neighbour; without these the entry of 0 is -1.
    """
    n = len(indptr) - 1
    best = np.full(max(n, 1), -1, dtype=np.int64)
    shared = np.zeros(n, dtype=np.int32)
    adjacent = np.zeros(n, dtype=np.uint8)
    touched = np.empty(n, dtype=np.int32)
    for i in range(n):
        first, last = indptr[i], indptr[i + 1]
        count = 0
        for position in range(first, last):
            v = indices[position]
            adjacent[v] = 1
            for other in range(indptr[v], indptr[v + 1]):
                j = indices[other]
                if j > i:
                    if shared[j] == 0:
                        touched[count] = j
                        count += 1
                    shared[j] += 1
        degree = last - first
        if with_strangers:
            for j in range(i + 1, n):
                a = shared[j]
                b = degree + indptr[j + 1] - indptr[j] - 2 * a - 2 * adjacent[j]
                best[a] = max(best[a], b)
                shared[j] = 0
        else:
            for t in range(count):
                j = touched[t]
                a = shared[j]
                b = degree + indptr[j + 1] - indptr[j] - 2 * a - 2 * adjacent[j]
                best[a] = max(best[a], b)
                shared[j] = 0
        for position in range(first, last):
            adjacent[indices[position]] = 0
    return best


@compiled
def wedge_change(
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    apart: NDArray[np.int64],
    joined: NDArray[np.int64],
    own: NDArray[np.int64],
) -> int:
    """The largest change of a count that one pair makes through its common neighbours.

    Of a pair (i, j) with common neighbours l: own[their number] + the sum over l of the two edges'
    numbers, which are `joined` for pairs that are edges and `apart` for others, by position in
    the compressed rows.
    """
    n = len(indptr) - 1
    shared = np.zeros(n, dtype=np.int32)
    sums = np.zeros((2, n), dtype=np.int64)
    adjacent = np.zeros(n, dtype=np.uint8)
    touched = np.empty(n, dtype=np.int32)
    largest = 0
    for i in range(n):
        count = 0
        for position in range(indptr[i], indptr[i + 1]):
            v = indices[position]
            adjacent[v] = 1
            for other in range(indptr[v], indptr[v + 1]):
                j = indices[other]
                if j > i:
                    if shared[j] == 0:
                        touched[count] = j
                        count += 1
                    shared[j] += 1
                    sums[0, j] += apart[position] + apart[other]
                    sums[1, j] += joined[position] + joined[other]
        for t in range(count):
            j = touched[t]
            change = own[shared[j]] + sums[adjacent[j], j]
            largest = max(largest, change)
            shared[j] = 0
            sums[0, j] = 0
            sums[1, j] = 0
        for position in range(indptr[i], indptr[i + 1]):
            adjacent[indices[position]] = 0
    return largest


@compiled
def edges_among_common(indptr: NDArray[np.int32], indices: NDArray[np.int32]) -> tuple[int, int]:
    """Edges among the common neighbours of a pair: the most of any pair, the sum over all edges.

    The sum counts every four-clique six times. Memory O(n^2); time is the sum of a^2 over the
    edges, a the common neighbours of their ends.
    """
    n = len(indptr) - 1
    inside = np.zeros((n, n), dtype=np.int32)
    common = np.empty(n, dtype=np.int32)
    for u in range(n):
        for position in range(indptr[u], indptr[u + 1]):
            v = indices[position]
            if v < u:
                continue
            count = 0
            a, b = indptr[u], indptr[v]
            while a < indptr[u + 1] and b < indptr[v + 1]:
                if indices[a] < indices[b]:
                    a += 1
                elif indices[a] > indices[b]:
                    b += 1
                else:
                    common[count] = indices[a]
                    count += 1
                    a += 1
                    b += 1
            for x in range(count):
                row = inside[common[x]]
                for y in range(x + 1, count):
                    row[common[y]] += 1
    most = 0
    for i in range(n):
        for j in range(i + 1, n):
            if inside[i, j] > most:
                most = int(inside[i, j])
    total = 0
    for u in range(n):
        for position in range(indptr[u], indptr[u + 1]):
            if indices[position] > u:
                total += inside[u, indices[position]]
    return most, total


@compiled
def square_sums(indptr: NDArray[np.int32], indices: NDArray[np.int32]) -> int:
    """The sum of squared numbers of common neighbours over all pairs, in O(sum d^2)."""
    n = len(indptr) - 1
    shared = np.zeros(n, dtype=np.int64)
    total = 0
    for i in range(n):
        for position in range(indptr[i], indptr[i + 1]):
            v = indices[position]
            for other in range(indptr[v], indptr[v + 1]):
                j = indices[other]
                if j > i:
                    total += 2 * shared[j] + 1
                    shared[j] += 1
        for position in range(indptr[i], indptr[i + 1]):
            v = indices[position]
            for other in range(indptr[v], indptr[v + 1]):
                shared[indices[other]] = 0
    return total
