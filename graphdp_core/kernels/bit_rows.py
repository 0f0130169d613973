"""A dense simple graph as one bit for each ordered pair of nodes, and what is read off it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.bits import count_ones, lowest_bit

__all__ = ["bit_sums", "bit_triangles", "set_edges", "some_edges"]

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
    found = np.empty((len(ranks), 2), dtype=np.int32)
    before, at = 0, 0
    for u in range(rows.shape[0]):
        for w in range((u + 1) >> 6, rows.shape[1]):
            word = rows[u, w]
            if w == (u + 1) >> 6:
                word &= ~np.uint64(0) << np.uint64((u + 1) & 63)
            ones = int(count_ones(word))
            passed = before
            while at < len(ranks) and ranks[at] < before + ones:
                while passed < ranks[at]:
                    word &= word - np.uint64(1)
                    passed += 1
                found[at, 0], found[at, 1] = u, (w << 6) + lowest_bit(word)
                at += 1
            before += ones
    return found


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
            total += int(count_ones(first[w] & second[w]))
    return total
