"""What an epsilon guarantee leaves to any attack."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats

__all__ = ["beliefs", "best_guess", "largest_hit_rate"]


def largest_hit_rate(false_alarms: ArrayLike, epsilon: float) -> Floats:
    """The largest true positive rate at each false positive rate of a test of two neighbours.

    min(1, e^epsilon f, 1 - e^-epsilon (1 - f)).

    References
    ----------
    Kairouz, Oh and Viswanath, The composition theorem for differential privacy, ICML 2015,
    theorem 2.1 (after Wasserman and Zhou, 2010).

    Examples
    --------
    >>> largest_hit_rate([0.0, 0.25, 0.5], math.log(3)).round(3).tolist()
    [0.0, 0.75, 0.833]
    """
    f = np.asarray(false_alarms, dtype=np.float64)
    rising = math.exp(epsilon) * f
    falling = 1.0 - math.exp(-epsilon) * (1.0 - f)
    rate: Floats = np.clip(np.minimum(rising, falling), 0.0, 1.0)
    return rate


def best_guess(epsilon: ArrayLike) -> Floats:
    """How often the better of two equally likely neighbours is guessed at most.

    e^epsilon/(1 + e^epsilon): randomised response attains it.

    Examples
    --------
    >>> best_guess([0.0, math.log(3)]).tolist()
    [0.5, 0.75]
    """
    right: Floats = 1.0 / (1.0 + np.exp(-np.asarray(epsilon, dtype=np.float64)))
    return right


def beliefs(priors: ArrayLike, log_odds: ArrayLike) -> Floats:
    """Beliefs after evidence has multiplied the odds by e^log_odds; priors in (0, 1).

    Examples
    --------
    >>> beliefs([0.5, 0.1], math.log(3)).round(9).tolist()
    [0.75, 0.25]
    """
    from scipy.special import expit, logit

    after: Floats = expit(logit(np.asarray(priors, dtype=np.float64)) + np.asarray(log_odds))
    return after
