"""Fieller's interval of a ratio of two noisy sums."""

from __future__ import annotations

import math


def ratio_interval(
    top: float, bottom: float, *, variances: tuple[float, float], covariance: float, z: float
) -> tuple[float, float]:
    """All t with (top - t bottom)^2 at most z^2 times its variance; nan if that is no interval.

    Parameters
    ----------
    top, bottom : float
        Estimates with about a normal law.
    variances : tuple of float
        Theirs.
    covariance : float
    z : float
        Quantile of the normal law.

    References
    ----------
    Fieller (1954), Some problems in interval estimation, JRSS B.

    Examples
    --------
    >>> low, high = ratio_interval(5.0, 10.0, variances=(0.1, 0.1), covariance=0.0, z=1.96)
    >>> round(low, 3), round(high, 3)
    (0.432, 0.571)
    """
    first, second = variances
    a = bottom * bottom - z * z * second
    b = top * bottom - z * z * covariance
    c = top * top - z * z * first
    inside = b * b - a * c
    if not (a > 0.0 and inside >= 0.0):
        return math.nan, math.nan
    root = math.sqrt(inside)
    return (b - root) / a, (b + root) / a
