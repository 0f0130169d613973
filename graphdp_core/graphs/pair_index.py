"""Node pairs as integers: the place of a pair in row order, and back.

From node pairs in any order to sorted, distinct edges, and what was left out on the way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints


def pair_count(n: int) -> int:
    """Number of unordered node pairs, N = n(n-1)/2."""
    return n * (n - 1) // 2


def pair_numbers(n: int, u: NDArray[np.integer], v: NDArray[np.integer]) -> Ints:
    """The place of each pair u < v among (0, 1), (0, 2), ..., (n-2, n-1).

    Pairs u <= v, loops included, of n nodes are the pairs (u, v + 1) of n + 1 nodes.

    Examples
    --------
    >>> pair_numbers(4, np.array([0, 0, 2]), np.array([1, 3, 3])).tolist()
    [0, 2, 5]
    """
    row = u.astype(np.int64)
    return row * (2 * n - row - 1) // 2 + v - row - 1


def pair_ends(n: int, numbers: Ints) -> tuple[Ints, Ints]:
    """The ends (u, v), u < v, of pairs by their numbers.

    Examples
    --------
    >>> [ends.tolist() for ends in pair_ends(4, np.array([0, 2, 5]))]
    [[0, 0, 2], [1, 3, 3]]
    """
    # Counted from the last pair backwards, the row follows from a root, which floating point
    # gives with an error of one at most.
    back = n * (n - 1) // 2 - 1 - np.asarray(numbers, dtype=np.int64)
    rest = ((1.0 + np.sqrt(1.0 + 8.0 * back)) / 2.0).astype(np.int64)
    rest -= rest * (rest - 1) // 2 > back
    rest += rest * (rest + 1) // 2 <= back
    return n - 1 - rest, n - 1 - (back - rest * (rest - 1) // 2)


def sorted_pair_ends(n: int, numbers: Ints) -> NDArray[np.int32]:
    """The ends of rising pair numbers, shape (m, 2): row by row, a tenth of the time.

    Examples
    --------
    >>> sorted_pair_ends(4, np.array([0, 2, 5])).tolist()
    [[0, 1], [0, 3], [2, 3]]
    """
    edges = np.empty((len(numbers), 2), dtype=np.int32)
    if not len(numbers):
        return edges
    first, last = pair_ends(n, numbers[[0, -1]])[0].tolist()
    rows = np.arange(first, last + 1, dtype=np.int64)
    starts = rows * (2 * n - rows - 1) // 2
    counts = np.diff(np.append(np.searchsorted(numbers, starts), len(numbers)))
    edges[:, 0] = np.repeat(rows, counts)
    edges[:, 1] = numbers - np.repeat(starts - rows - 1, counts)
    return edges


def free_numbers(ranks: Ints, taken: Ints) -> Ints:
    """The numbers with these ranks among 0, 1, 2, ... without the `taken` ones (sorted).

    Examples
    --------
    >>> free_numbers(np.array([0, 1, 2]), np.array([0, 2])).tolist()
    [1, 3, 4]
    """
    # Below the i-th taken number there are taken[i] - i free ones.
    return ranks + np.searchsorted(taken - np.arange(len(taken)), ranks, side="right")


MANY_ROWS = 20_000  # below, a sort is done before a compiled kernel is even loaded
SPARSE = 8  # more nodes than this for each row: counting them all takes longer than a sort
MOSTLY = 0.75
MOST_ROWS = 2**30  # row numbers of the kernel hold one bit more


@dataclass(frozen=True)
class TidyPairs:
    """The edges in a list of node pairs.

    Parameters
    ----------
    edges : ndarray of int32, shape (m, 2)
        u < v, sorted by (u, v), each pair once.
    order : ndarray of int, shape (rows - loops,), or None
        The rows that are no loops, by their pair and then as they came; None: as they came.
    starts : ndarray of int, shape (m,), or None
        Where the rows of each edge begin in `order`.
    loops, both : int
        Rows that join a node with itself; pairs that stand in both directions.
    """

    edges: NDArray[np.int32]
    order: NDArray[np.integer] | None
    starts: NDArray[np.integer] | None
    loops: int = 0
    both: int = 0

    def first(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The value of the first row of each edge, from one a row."""
        if self.order is None:
            return values
        return values[self.order[self.starts]]

    def last(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The value of the last row of each edge, from one a row."""
        if self.order is None or self.starts is None:
            return values
        ends = np.append(self.starts, len(self.order))[1:] - 1
        return values[self.order[ends]]

    def disagree(self, values: NDArray[np.float64]) -> NDArray[np.int64]:
        """The edges whose rows have different values, from one value a row."""
        if self.order is None or self.starts is None or not len(self.starts):
            return np.empty(0, dtype=np.int64)
        ordered = values[self.order]
        least = np.minimum.reduceat(ordered, self.starts)
        return np.flatnonzero(least != np.maximum.reduceat(ordered, self.starts))

    def total(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum over the rows of each edge, in the order of the rows, from one value a row."""
        if self.order is None or self.starts is None:
            return values
        is_first = np.zeros(len(self.order), dtype=np.int64)
        is_first[self.starts] = 1
        edge = np.cumsum(is_first) - 1
        sums = np.bincount(edge, weights=values[self.order], minlength=len(self.edges))
        return sums.astype(np.float64)


def tidy_pairs(pairs: NDArray[np.integer], n: int, *, rows: bool = True) -> TidyPairs:
    """Sort node pairs and drop loops, directions and repeats.

    Many pairs among few nodes are counted into place; others are sorted by u n + v. Where nobody
    asks for the rows of an edge, one sort of numbers in place is faster and takes half the memory.

    Parameters
    ----------
    pairs : ndarray of int, shape (rows, 2)
        Nodes 0..n-1 in either order.
    rows : bool
        Whether `order` and `starts` are wanted, for values that come with the pairs.

    Examples
    --------
    >>> tidy = tidy_pairs(np.array([[2, 1], [0, 0], [1, 2], [0, 1]]), 3)
    >>> tidy.edges.tolist(), tidy.loops, tidy.both
    ([[0, 1], [1, 2]], 1, 1)
    """
    if pairs.size and (pairs.min() < 0 or pairs.max() >= n):
        raise ValueError(f"edges must join nodes 0..{n - 1}, got {pairs.min()}..{pairs.max()}.")
    if MANY_ROWS <= len(pairs) < MOST_ROWS and n <= SPARSE * len(pairs):
        return _by_counting(np.ascontiguousarray(pairs), n, rows=rows)
    return _by_sorting(pairs, n)


def _by_counting(pairs: NDArray[np.integer], n: int, *, rows: bool) -> TidyPairs:
    from graphdp_core.kernels.pair_order import (
        are_edges,
        edges_of_codes,
        ordered_pairs,
        pair_codes,
    )

    if are_edges(pairs):
        is_final = pairs.flags.owndata and not pairs.flags.writeable
        return TidyPairs(pairs.astype(np.int32, copy=not is_final), None, None)
    if not rows:
        codes = pair_codes(pairs)
        loops = len(pairs) - len(codes)
        codes.sort()
        ends = codes.view(np.int32).reshape(-1, 2)
        m, both = edges_of_codes(codes, ends)
        few = m < MOSTLY * len(codes)  # then not worth the memory of all of them
        return TidyPairs(ends[:m].copy() if few else ends[:m], None, None, loops, both)
    edges, order, starts, both = ordered_pairs(pairs, n)
    return TidyPairs(edges, order, starts, len(pairs) - len(order), both)


def _by_sorting(pairs: NDArray[np.integer], n: int) -> TidyPairs:
    straight = np.flatnonzero(pairs[:, 0] != pairs[:, 1])
    u, v = pairs[straight].astype(np.int64).T
    codes = np.minimum(u, v) * max(n, 1) + np.maximum(u, v)
    if len(straight) == len(pairs) and np.all(u < v) and np.all(codes[1:] > codes[:-1]):
        return TidyPairs(pairs.astype(np.int32), None, None)
    by_code = np.argsort(codes, kind="stable")
    sorted_codes = codes[by_code]
    starts = np.flatnonzero(np.diff(sorted_codes, prepend=-1))
    distinct = sorted_codes[starts]
    edges = np.column_stack(np.divmod(distinct, max(n, 1))).astype(np.int32)
    up = np.zeros(len(distinct), dtype=bool)
    down = np.zeros(len(distinct), dtype=bool)
    edge = np.searchsorted(distinct, codes)
    up[edge[u < v]] = True
    down[edge[u > v]] = True
    loops = len(pairs) - len(straight)
    return TidyPairs(edges, straight[by_code], starts, loops, int(np.count_nonzero(up & down)))
