"""Tests of discrete noise: the chi-square of integers against two-sided geometric noise."""

import math
import random

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from graphdp_core.privacy.secure_random import SecureRandom

__all__ = ["geometric_pvalue", "seeded_coins"]

LEAST = 5.0  # expected count of a cell; smaller ones are put together at both ends


def seeded_coins(seed: int) -> SecureRandom:
    """Coins that repeat themselves, for tests alone."""
    return SecureRandom(random.Random(seed).randbytes)


def geometric_pvalue(drawn: ArrayLike, epsilon: float) -> float:
    """p-value of integers under P(d) = (1 - a)/(1 + a) a^|d|, a = e^-epsilon."""
    noise = np.asarray(drawn, dtype=np.float64)
    assert np.array_equal(noise, np.round(noise)), "noise must be integers"
    a = math.exp(-epsilon)
    # P(d >= t) = a^t/(1 + a) for t >= 1: the widest t whose two ends are still expected.
    t = max(1, math.floor(-math.log(LEAST * (1 + a) / len(noise)) / epsilon))
    inner = np.arange(-t + 1, t)
    law = np.concatenate(
        ([a**t / (1 + a)], (1 - a) / (1 + a) * a ** np.abs(inner), [a**t / (1 + a)])
    )
    clipped = np.clip(noise, -t, t).astype(int) + t
    seen = np.bincount(clipped, minlength=2 * t + 1)
    return float(stats.chisquare(seen, len(noise) * law).pvalue)
