"""Common neighbours of node pairs: by merging sorted rows, or by rows of bits on dense graphs.

A dense simple graph as one bit for each ordered pair of nodes, and what is read off it.

Bits of 64-bit words, without a branch for each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.progress import SILENT, Report


@compiled
def count_ones(x: np.uint64) -> int:
    """Number of set bits, in the form that LLVM turns into one instruction."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56)))


@compiled
def lowest_bit(word: np.uint64) -> int:
    """Position of the lowest set bit: how many bits are below it; one instruction as well."""
    return count_ones(~word & (word - np.uint64(1)))


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
    pairs = np.ascontiguousarray(pairs).view()
    pairs.flags.writeable = False  # as a graph's own: compiled once
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
    counts = np.zeros(len(pairs), dtype=np.int32)
    for e in range(len(pairs)):
        first, second = rows[pairs[e, 0]], rows[pairs[e, 1]]
        shared = 0
        for w in range(rows.shape[1]):
            shared += count_ones(first[w] & second[w])
        counts[e] = shared
    return counts


@compiled
def merge_work(degrees: NDArray[np.int64], pairs: NDArray[np.int32]) -> int:
    """Steps that `common_by_merge` takes at most."""
    total = 0
    for e in range(len(pairs)):
        total += degrees[pairs[e, 0]] + degrees[pairs[e, 1]]
    return total


BYTES = 64  # of a row at a time: their tables of sums stay in the processor's nearest memory


@compiled
def set_edges(rows: NDArray[np.uint64], edges: NDArray[np.int32]) -> None:
    """Set the bits of edges, shape (k, 2), in both rows; `rows` has shape (n, words)."""
    one = np.uint64(1)
    for e in range(len(edges)):
        u, v = edges[e, 0], edges[e, 1]
        rows[u, v >> 6] |= one << np.uint64(v & 63)
        rows[v, u >> 6] |= one << np.uint64(u & 63)


@compiled
def bit_sums(
    rows: NDArray[np.uint8], x: NDArray[np.floating[Any]], sums: NDArray[np.floating[Any]]
) -> None:
    """Set ``sums[i]`` to the sum of x over the bits of row i, in the precision of x.

    `rows` are bytes, shape (n, b), low bits first. For every eight columns a table holds the sums
    of all 256 subsets, so that a byte costs one look and one addition.

    References
    ----------
    Arlazarov, Dinic, Kronrod & Faradzev (1970), On economical construction of the transitive
    closure of a directed graph, Soviet Mathematics Doklady 11.
    """
    n, width = rows.shape
    tables = np.zeros((BYTES, 256), dtype=x.dtype)
    sums[:] = 0
    for first in range(0, width, BYTES):
        held = min(BYTES, width - first)
        for b in range(held):
            for bit in range(8):
                column = 8 * (first + b) + bit
                value = x[column] if column < len(x) else x.dtype.type(0)
                for subset in range(1 << bit):
                    tables[b, subset + (1 << bit)] = tables[b, subset] + value
        for i in range(n):
            row = rows[i, first : first + held]
            one = two = three = four = x.dtype.type(0)
            for b in range(0, held - 3, 4):
                one += tables[b, row[b]]
                two += tables[b + 1, row[b + 1]]
                three += tables[b + 2, row[b + 2]]
                four += tables[b + 3, row[b + 3]]
            for b in range(held & ~3, held):
                one += tables[b, row[b]]
            sums[i] += (one + two) + (three + four)


@compiled
def some_edges(rows: NDArray[np.uint64], ranks: NDArray[np.int64]) -> NDArray[np.int32]:
    """The edges of these ranks in the order of (u, v), u < v; ranks rise. Shape (len(ranks), 2)."""
    edges = np.empty((len(ranks), 2), dtype=np.int32)
    before, at = 0, 0
    for u in range(rows.shape[0]):
        for w in range((u + 1) >> 6, rows.shape[1]):
            word = rows[u, w]
            if w == (u + 1) >> 6:
                word &= ~np.uint64(0) << np.uint64((u + 1) & 63)
            ones = count_ones(word)
            passed = before
            while at < len(ranks) and ranks[at] < before + ones:
                while passed < ranks[at]:
                    word &= word - np.uint64(1)
                    passed += 1
                edges[at, 0], edges[at, 1] = u, (w << 6) + lowest_bit(word)
                at += 1
            before += ones
    return edges


@compiled
def bit_triangles(n: int, edges: NDArray[np.int32]) -> int:
    """Triangles of a graph whose edges have u < v: the common larger neighbours of every edge.

    A row holds larger neighbours alone, so that those of v bound what is looked at: a third of all
    words on average. Memory n^2/8 bytes.
    """
    rows = np.zeros((n, (n + 63) >> 6), dtype=np.uint64)
    one = np.uint64(1)
    for e in range(len(edges)):
        v = edges[e, 1]
        rows[edges[e, 0], v >> 6] |= one << np.uint64(v & 63)
    total = 0
    for e in range(len(edges)):
        v = edges[e, 1]
        first, second = rows[edges[e, 0], v >> 6 :], rows[v, v >> 6 :]
        for w in range(len(first)):
            total += count_ones(first[w] & second[w])
    return total
