"""Node pairs as integers: the place of a pair in row order, and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints

__all__ = ["free_numbers", "pair_count", "pair_ends", "pair_numbers", "sorted_pair_ends"]


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
