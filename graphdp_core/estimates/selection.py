"""How far an interval must reach if it is printed only where noise left it narrow.

What is printed only above a border was, near the border, lifted there by its noise: of such draws
the usual interval holds the truth less often than it says, and of a number that lies below the
border never. So the end that looks to the border is the one of all draws that are printed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from graphdp_core.arrays import Floats

NEVER = 1e-5
"""The chance of being printed below which a truth is not reckoned with."""
UNSURE = 1.5
"""Times the deviation near a border, where it is an estimate: where it came out small it is."""
FAR = 8.0
"""Deviations beyond which a border changes nothing."""


def reach_beside(distance: float, level: float) -> float:
    """Deviations that an end reaches towards a border so many deviations away.

    With mu the truth less the border, P(X >= distance | X >= 0) is the chance to miss, for X normal
    with mean mu: half of it where an end above can be missed as well. A truth that is printed with
    a chance below 1e-5 is left out.

    Parameters
    ----------
    distance : float
        Of the estimate from its border, in standard deviations.

    References
    ----------
    Zhong & Prentice (2008), Bias-reduced estimators and confidence intervals for odds ratios in
    genome-wide association studies, Biostatistics. Fithian, Sun & Taylor (2014), Optimal inference
    after model selection, arXiv:1410.2597.

    Examples
    --------
    >>> [round(reach_beside(d, 0.95), 2) for d in (0.0, 1.0, 2.0, 4.0, 9.0)]
    [4.26, 3.19, 1.96, 1.97, 1.96]
    """
    if distance >= FAR:
        return float(_reaches(level)[-1])
    return float(np.interp(max(distance, 0.0), STEPS, _reaches(level)))


STEPS = np.linspace(0.0, FAR, 161)


@lru_cache(maxsize=8)
def _reaches(level: float) -> Floats:
    from scipy.special import log_ndtr, ndtri

    miss = 1.0 - level
    usual = -float(ndtri(miss / 2.0))

    def lowest(chance: float) -> Floats:
        """The truth under which so few of the draws that are printed lie so far up."""
        low, high = np.full(len(STEPS), float(ndtri(NEVER))), np.full(len(STEPS), FAR)
        for _ in range(60):  # the chance rises with the truth
            mu = (low + high) / 2.0
            small = log_ndtr(mu - STEPS) - log_ndtr(mu) < math.log(chance)
            low, high = np.where(small, mu, low), np.where(small, high, mu)
        return low

    # Draws of a truth less than `usual` above the border miss it on one side alone.
    one_sided, two_sided = lowest(miss), lowest(miss / 2.0)
    truth = np.where(one_sided < usual, one_sided, np.maximum(two_sided, usual))
    reaches: Floats = np.maximum(STEPS - truth, usual)
    return reaches


def border_of(printed: Callable[[float], bool], *, up: bool) -> float:
    """Deviations of the estimate from the border of what is printed; inf if none is near.

    Parameters
    ----------
    printed : callable
        Whether it would be printed, had noise moved it by so many deviations; so it is at 0.
    up : bool
        Whether the border is looked for above the estimate, or below.

    Examples
    --------
    >>> round(border_of(lambda t: t > -1.5, up=False), 1), border_of(lambda t: t > -1.5, up=True)
    (1.5, inf)
    """
    sign = 1.0 if up else -1.0
    if printed(sign * FAR):
        return math.inf
    inside, outside = 0.0, FAR
    for _ in range(10):
        middle = (inside + outside) / 2.0
        inside, outside = (middle, outside) if printed(sign * middle) else (inside, middle)
    return inside
