"""Means of repeated measurements with their 95% intervals, and powers fitted to them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["fitted_power", "mean_with_interval"]


def mean_with_interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half the width of its 95% interval (Student); nan for a single value.

    Examples
    --------
    >>> mean, half = mean_with_interval([1.0, 2.0, 3.0])
    >>> round(mean, 2), round(half, 2)
    (2.0, 2.48)
    """
    from scipy.special import stdtrit

    count = len(values)
    mean = float(np.mean(values))
    if count < 2:
        return mean, math.nan
    return mean, float(stdtrit(count - 1, 0.975) * np.std(values, ddof=1) / math.sqrt(count))


def fitted_power(sizes: ArrayLike, values: ArrayLike) -> float | None:
    """The exponent of n that fits best: least squares of log value on log n, to 2 digits.

    None for fewer than 2 sizes, or where a value is not above 0.

    Examples
    --------
    >>> fitted_power([100, 400, 1600], [0.3, 0.15, 0.075])
    -0.5
    """
    n, measured = (np.asarray(x, dtype=np.float64) for x in (sizes, values))
    if len(n) < 2 or not (np.isfinite(measured) & (measured > 0.0)).all():
        return None
    return round(float(np.polyfit(np.log(n), np.log(measured), 1)[0]), 2)
