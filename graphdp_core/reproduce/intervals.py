"""Means of repeated measurements with their 95% intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

__all__ = ["mean_with_interval"]


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
