"""Puts node pairs in order by counting: linear in pairs and nodes, no code and no division.

Pairs in the wrong order, counted by merging.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled


@compiled
def are_edges(pairs: NDArray[np.integer]) -> bool:
    """Whether pairs, shape (rows, 2), are u < v, sorted by (u, v), each once."""
    before_u, before_v = -1, -1
    for row in range(len(pairs)):
        u, v = pairs[row, 0], pairs[row, 1]
        if u >= v or u < before_u or (u == before_u and v <= before_v):
            return False
        before_u, before_v = u, v
    return True


@compiled
def pair_codes(pairs: NDArray[np.integer]) -> NDArray[np.int64]:
    """One number for each pair u, v below 2^31 that is no loop: min 2^32 + 2 max + (u > v)."""
    count = 0
    for row in range(len(pairs)):
        count += pairs[row, 0] != pairs[row, 1]
    codes = np.empty(count, dtype=np.int64)
    place = 0
    for row in range(len(pairs)):
        u, v = np.int64(pairs[row, 0]), np.int64(pairs[row, 1])
        if u != v:
            codes[place] = (min(u, v) << 32) | (max(u, v) << 1) | np.int64(u > v)
            place += 1
    return codes


@compiled
def edges_of_codes(codes: NDArray[np.int64], edges: NDArray[np.int32]) -> tuple[int, int]:
    """Write the distinct pairs of sorted codes; returns their count and how many stood both ways.

    `edges`, shape (count of codes, 2), may be the memory of the codes themselves: what is written
    has been read.
    """
    m, both, before, seen = 0, 0, np.int64(-1), 0
    for place in range(len(codes)):
        code = codes[place]
        if code >> 1 != before:
            both += seen == 3
            seen, before = 0, code >> 1
            edges[m, 0], edges[m, 1] = code >> 32, before & 0x7FFFFFFF
            m += 1
        seen |= 1 << (code & 1)
    return m, both + (seen == 3)


@compiled
def ordered_pairs(
    pairs: NDArray[np.integer], n: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], int]:
    """(edges, order, starts, both) of less than 2^30 pairs of nodes 0..n-1, shape (rows, 2).

    `edges`, shape (m, 2), are the distinct pairs u < v, sorted; `order` lists the rows that are no
    loops by their pair, rows of one pair as they came; those of edge e begin at ``starts[e]``.
    `both` counts the pairs that stand in both directions.

    Two counting sorts, by the larger and then by the smaller end; each entry carries its other
    end and its row, so that memory is read in order and only written at random.
    """
    after_small, after_large, smalls, rows = _by_larger_end(pairs, n)
    larges = np.empty(len(rows), dtype=np.int32)
    order = np.empty(len(rows), dtype=np.int32)
    begin = 0
    for large in range(n):
        for place in range(begin, after_large[large]):
            spot = after_small[smalls[place]]
            after_small[smalls[place]] += 1
            larges[spot], order[spot] = large, rows[place]
        begin = after_large[large]
    return _distinct(after_small, larges, order)


@compiled
def _by_larger_end(
    pairs: NDArray[np.integer], n: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """Where each smaller end begins, where each larger end stops, and the entries of the latter.

    An entry is its smaller end and its row: twice the number, plus one if that end stands second.
    """
    after_small = np.zeros(n + 1, dtype=np.int64)
    after_large = np.zeros(n + 1, dtype=np.int64)
    count = 0
    for row in range(len(pairs)):
        u, v = pairs[row, 0], pairs[row, 1]
        if u != v:
            after_small[min(u, v) + 1] += 1
            after_large[max(u, v) + 1] += 1
            count += 1
    for i in range(n):
        after_small[i + 1] += after_small[i]
        after_large[i + 1] += after_large[i]
    smalls = np.empty(count, dtype=np.int32)
    rows = np.empty(count, dtype=np.int32)
    for row in range(len(pairs)):
        u, v = pairs[row, 0], pairs[row, 1]
        if u != v:
            spot = after_large[max(u, v)]
            after_large[max(u, v)] += 1
            smalls[spot], rows[spot] = min(u, v), 2 * row + (u > v)
    return after_small, after_large, smalls, rows


@compiled
def _distinct(
    ends: NDArray[np.int64], larges: NDArray[np.int32], order: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], int]:
    """One edge for each run of one pair; entries of smaller end i stop before ``ends[i]``."""
    m, begin = 0, 0
    for i in range(len(ends) - 1):
        for place in range(begin, ends[i]):
            m += place == begin or larges[place] != larges[place - 1]
        begin = ends[i]
    edges = np.empty((m, 2), dtype=np.int32)
    starts = np.empty(m, dtype=np.int32)
    edge, begin, both = -1, 0, 0
    for i in range(len(ends) - 1):
        seen = 0
        for place in range(begin, ends[i]):
            if place == begin or larges[place] != larges[place - 1]:
                both += seen == 3
                seen = 0
                edge += 1
                edges[edge, 0], edges[edge, 1] = i, larges[place]
                starts[edge] = place
            seen |= 1 << (order[place] & 1)
            order[place] >>= 1
        both += seen == 3
        begin = ends[i]
    return edges, order, starts, both


@compiled
def inversions(values: NDArray[np.float64]) -> int:
    """Number of pairs i < j with values[i] > values[j], in time n log n.

    Source: Knight (1966), Journal of the American Statistical Association.
    """
    n = len(values)
    runs, merged = values.copy(), np.empty(n)
    swaps, width = 0, 1
    while width < n:
        for start in range(0, n, 2 * width):
            middle, end = min(start + width, n), min(start + 2 * width, n)
            left, right = start, middle
            for place in range(start, end):
                if right == end or (left < middle and runs[left] <= runs[right]):
                    merged[place] = runs[left]
                    left += 1
                else:
                    merged[place] = runs[right]
                    right += 1
                    swaps += middle - left
        runs, merged = merged, runs
        width *= 2
    return swaps
