"""Exact sparse sampling of node pairs: Bernoulli pairs in time and memory of the pairs drawn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.intake.files.numbers import sorted_distinct


def pairs_within(n: int, probability: float, *, rng: np.random.Generator) -> NDArray[np.int64]:
    """Every pair u < v of n nodes with the same probability, independently; sorted, shape (m, 2).

    Steps: m ~ Binomial(n(n-1)/2, probability), then m distinct uniform pairs. Given its number,
    a set of independent equally likely pairs is uniform, so the distribution is exact.

    Examples
    --------
    >>> pairs_within(3, 1.0, rng=np.random.default_rng(0)).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    population = n * (n - 1) // 2
    codes = distinct_numbers(population, int(rng.binomial(population, probability)), rng=rng)
    # Counted from the last pair backwards, pair (u, v) has the code b(b-1)/2 + a with
    # a = n-1-v < b = n-1-u, so that b comes from a root, off by one at most in floating point.
    codes = population - 1 - codes
    b = ((1 + np.sqrt(1 + 8 * codes.astype(np.float64))) / 2).astype(np.int64)
    b -= b * (b - 1) // 2 > codes
    b += b * (b + 1) // 2 <= codes
    a = codes - b * (b - 1) // 2
    return np.column_stack((n - 1 - b, n - 1 - a))


def pairs_between(
    rows: int, columns: int, probability: float, *, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Every pair (i, j) in rows x columns with the same probability, independently; sorted.

    Examples
    --------
    >>> pairs_between(1, 2, 1.0, rng=np.random.default_rng(0)).tolist()
    [[0, 0], [0, 1]]
    """
    population = rows * columns
    codes = distinct_numbers(population, int(rng.binomial(population, probability)), rng=rng)
    return np.column_stack(np.divmod(codes, max(columns, 1)))


def distinct_numbers(population: int, size: int, *, rng: np.random.Generator) -> NDArray[np.int64]:
    """A uniformly random subset of {0, ..., population-1} of the given size, sorted.

    Numbers are drawn with replacement until enough distinct ones are there. Given how many these
    are, their set is uniform by symmetry, and so is a uniform subset of it. More than half of a
    population is drawn by its complement.
    """
    if not 0 <= size <= population:
        raise ValueError(f"size must be an integer from 0 to {population}, got {size}.")
    if 2 * size > population:
        left_out = distinct_numbers(population, population - size, rng=rng)
        kept = np.ones(population, dtype=bool)
        kept[left_out] = False
        return np.flatnonzero(kept)
    numbers = np.empty(0, dtype=np.int64)
    while len(numbers) < size:
        # With at most half the population wanted, this many draws are enough in one or two rounds.
        missing = size - len(numbers)
        draws = missing + missing * size // max(population, 1) + 16
        more = rng.integers(0, population, size=draws)
        numbers = sorted_distinct(np.concatenate((numbers, more)))
    if len(numbers) > size:
        dropped = rng.choice(len(numbers), size=len(numbers) - size, replace=False)
        numbers = np.delete(numbers, dropped)
    return numbers
