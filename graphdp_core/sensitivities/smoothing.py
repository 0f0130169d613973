"""From a bound for every number of steps to one beta-smooth bound."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["largest_discounted"]

FIRST_BLOCK, MOST_AT_ONCE = 256, 65_536


def largest_discounted(
    bound: Callable[[NDArray[np.float64]], NDArray[np.float64]], ceiling: float, beta: float
) -> float:
    """The largest e^(-beta k) bound(k) over the integers k >= 0.

    If bound(k) is at least the local sensitivity of every graph within k steps, this is a
    beta-smooth upper bound of the local sensitivity.

    Parameters
    ----------
    bound : callable
        Takes an array of k and returns one value for each, at most `ceiling`.
    ceiling : float
    beta : float
        Above 0.

    References
    ----------
    Nissim, Raskhodnikova & Smith (2007), STOC, Definition 2.1 and Claim 3.2.

    Examples
    --------
    >>> round(largest_discounted(lambda k: np.minimum(1 + k, 5.0), 5.0, 0.1), 4)
    3.3516
    """
    best, start, size = 0.0, 0, FIRST_BLOCK
    while ceiling * math.exp(-beta * start) > best:
        k = np.arange(start, start + size, dtype=np.float64)
        best = max(best, float(np.max(np.exp(-beta * k) * bound(k))))
        start, size = start + size, min(4 * size, MOST_AT_ONCE)
    return best
