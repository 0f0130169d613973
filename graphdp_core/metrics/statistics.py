"""Errors of single numbers and of distributions against the truth."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["absolute_error", "kolmogorov_distance", "relative_error", "total_variation"]


def relative_error(estimate: float, truth: float) -> float:
    """|estimate - truth| / |truth|; nan if the truth is 0 or either is not defined.

    Examples
    --------
    >>> relative_error(150.0, 100.0)
    0.5
    """
    return abs(estimate - truth) / abs(truth) if truth else math.nan


def absolute_error(estimate: float, truth: float) -> float:
    """|estimate - truth|; nan if either is not defined.

    Examples
    --------
    >>> absolute_error(0.25, 0.5)
    0.25
    """
    return abs(estimate - truth)


def kolmogorov_distance(first: ArrayLike, second: ArrayLike) -> float:
    """Largest gap between two empirical distribution functions (Kolmogorov-Smirnov).

    Parameters
    ----------
    first, second : array_like, shape (n1,) and (n2,)

    Returns
    -------
    float
        From 0 (the same distribution) to 1 (they do not meet); nan if one is empty.

    Examples
    --------
    >>> kolmogorov_distance([1, 2, 3, 4], [3, 4, 5, 6])
    0.5
    """
    a, b = np.sort(np.asarray(first, dtype=float)), np.sort(np.asarray(second, dtype=float))
    if not len(a) or not len(b):
        return math.nan
    places = np.concatenate([a, b])
    below_a = np.searchsorted(a, places, side="right") / len(a)
    below_b = np.searchsorted(b, places, side="right") / len(b)
    return float(np.abs(below_a - below_b).max())


def total_variation(first: ArrayLike, second: ArrayLike) -> float:
    """Half the l1 distance of two distributions over 0, 1, 2, ..., given by their counts.

    Parameters
    ----------
    first, second : array_like, shape (k1,) and (k2,)
        At least 0; the shorter one is continued by zeros.

    Returns
    -------
    float
        From 0 (the same) to 1 (disjoint); nan if one has no mass.

    Examples
    --------
    >>> total_variation([0, 2, 2], [4])
    1.0
    >>> total_variation([1, 1], [1, 3])
    0.25
    """
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if not a.sum() or not b.sum():
        return math.nan
    both = np.zeros((2, max(len(a), len(b))))
    both[0, : len(a)], both[1, : len(b)] = a / a.sum(), b / b.sum()
    return float(np.abs(both[0] - both[1]).sum() / 2.0)
