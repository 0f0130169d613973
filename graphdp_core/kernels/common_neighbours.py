"""Common neighbours of node pairs: by merging sorted rows, or by rows of bits on dense graphs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.progress import SILENT, Report

__all__ = ["bit_rows", "common_by_bits", "common_by_merge", "common_neighbours", "merge_work"]

LARGEST_BIT_N = 40_000  # n^2/8 bytes: 200 MB of bits
WORDS_PER_STEP = 12  # word operations in the time of one step of a merge
BLOCK = 1 << 18  # pairs between two reports of progress


def common_neighbours(
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    pairs: NDArray[np.int32],
    *,
    progress: Report = SILENT,
) -> NDArray[np.int32]:
    """|N(u) ∩ N(v)| for every row (u, v) of `pairs`, by the quicker of the two ways.

    Parameters
    ----------
    indptr, indices : ndarray
        Compressed rows, sorted.
    pairs : ndarray of int32, shape (m, 2)
    progress : callable, optional
        Called with the fraction done; may raise to stop.
    """
    n = len(indptr) - 1
    words = (n + 63) // 64
    steps = merge_work(np.diff(indptr).astype(np.int64), pairs)
    use_bits = n <= LARGEST_BIT_N and words * (n + len(pairs)) < WORDS_PER_STEP * steps
    rows = bit_rows(n, indptr, indices) if use_bits else None
    counts = np.empty(len(pairs), dtype=np.int32)
    for start in range(0, len(pairs), BLOCK):
        progress(start / len(pairs), "common neighbours")
        block = pairs[start : start + BLOCK]
        counts[start : start + BLOCK] = (
            common_by_merge(indptr, indices, block) if rows is None else common_by_bits(rows, block)
        )
    return counts


@compiled
def common_by_merge(
    indptr: NDArray[np.int32], indices: NDArray[np.int32], pairs: NDArray[np.int32]
) -> NDArray[np.int32]:
    """|N(u) ∩ N(v)| for every row (u, v) of `pairs`, in time d_u + d_v each."""
    counts = np.zeros(len(pairs), dtype=np.int32)
    for e in range(len(pairs)):
        a, a_end = indptr[pairs[e, 0]], indptr[pairs[e, 0] + 1]
        b, b_end = indptr[pairs[e, 1]], indptr[pairs[e, 1] + 1]
        shared = 0
        while a < a_end and b < b_end:
            if indices[a] < indices[b]:
                a += 1
            elif indices[a] > indices[b]:
                b += 1
            else:
                shared += 1
                a += 1
                b += 1
        counts[e] = shared
    return counts


@compiled
def bit_rows(n: int, indptr: NDArray[np.int32], indices: NDArray[np.int32]) -> NDArray[np.uint64]:
    """The adjacency matrix with 64 columns to a word, shape (n, ceil(n/64))."""
    rows = np.zeros((n, (n + 63) // 64), dtype=np.uint64)
    for u in range(n):
        for position in range(indptr[u], indptr[u + 1]):
            v = indices[position]
            rows[u, v >> 6] |= np.uint64(1) << np.uint64(v & 63)
    return rows


@compiled
def common_by_bits(rows: NDArray[np.uint64], pairs: NDArray[np.int32]) -> NDArray[np.int32]:
    """|N(u) ∩ N(v)| for every row (u, v) of `pairs`, in n/64 word operations each."""
    m1 = np.uint64(0x5555555555555555)
    m2 = np.uint64(0x3333333333333333)
    m4 = np.uint64(0x0F0F0F0F0F0F0F0F)
    ones = np.uint64(0x0101010101010101)
    counts = np.zeros(len(pairs), dtype=np.int32)
    for e in range(len(pairs)):
        first, second = rows[pairs[e, 0]], rows[pairs[e, 1]]
        shared = np.uint64(0)
        for w in range(rows.shape[1]):
            # Number of set bits, in the form that compilers turn into one instruction.
            x = first[w] & second[w]
            x -= (x >> np.uint64(1)) & m1
            x = (x & m2) + ((x >> np.uint64(2)) & m2)
            x = (x + (x >> np.uint64(4))) & m4
            shared += (x * ones) >> np.uint64(56)
        counts[e] = shared
    return counts


@compiled
def merge_work(degrees: NDArray[np.int64], pairs: NDArray[np.int32]) -> int:
    """Steps that `common_by_merge` takes at most."""
    total = 0
    for e in range(len(pairs)):
        total += degrees[pairs[e, 0]] + degrees[pairs[e, 1]]
    return total
