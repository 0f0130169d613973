"""Budgets: noise for an (epsilon, delta) promise, concentrated privacy, the share of a count."""

from __future__ import annotations

import math
from functools import lru_cache

__all__ = [
    "COUNT_EPSILON",
    "classical_gaussian_scale",
    "count_budget",
    "epsilon_from_rho",
    "gaussian_delta",
    "gaussian_scale",
    "rho_from_epsilon",
]

HALVINGS = 100

COUNT_EPSILON = 0.1
"""What is enough for a count that only sets the size of a release, such as that of all edges."""


def count_budget(epsilon: float) -> tuple[float, float]:
    """What is left for a release, and the share of a noisy count that goes before it.

    Examples
    --------
    >>> count_budget(2.0), count_budget(0.5)
    ((1.9, 0.1), (0.45, 0.05))
    """
    share = min(COUNT_EPSILON, epsilon / 10.0)
    return epsilon - share, share


def gaussian_delta(scale: float, epsilon: float) -> float:
    """The exact delta of Gaussian noise: Phi(1/2s - es) - exp(e) Phi(-1/2s - es).

    Parameters
    ----------
    scale : float
        Standard deviation in units of the l2 sensitivity, above 0.
    epsilon : float

    References
    ----------
    Balle and Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018, eq. 6.

    Examples
    --------
    >>> f"{gaussian_delta(3.7306, 1.0):.2g}"
    '1e-05'
    """
    half, shift = 0.5 / scale, epsilon * scale
    return max(0.0, _normal(half - shift) - math.exp(epsilon) * _normal(-half - shift))


@lru_cache(maxsize=256)
def gaussian_scale(epsilon: float, delta: float) -> float:
    """Least standard deviation, in units of the l2 sensitivity, that is (epsilon, delta)-private.

    References
    ----------
    Balle and Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018.

    Examples
    --------
    >>> round(gaussian_scale(1.0, 1e-5), 2)
    3.73
    """
    low, high = 0.0, 1.0
    while gaussian_delta(high, epsilon) > delta:
        high *= 2.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if gaussian_delta(middle, epsilon) > delta:
            low = middle
        else:
            high = middle
    return high


def classical_gaussian_scale(epsilon: float, delta: float) -> float:
    """sqrt(2 ln(1.25/delta))/epsilon, a standard deviation; proved for epsilon < 1 only.

    References
    ----------
    Dwork and Roth, The algorithmic foundations of differential privacy, 2014, theorem A.1.

    Examples
    --------
    >>> round(classical_gaussian_scale(1.0, 1e-5), 2)
    4.84
    """
    return math.sqrt(2.0 * math.log(1.25 / delta)) / epsilon


@lru_cache(maxsize=256)
def rho_from_epsilon(epsilon: float, delta: float) -> float:
    """The largest rho whose concentrated privacy implies (epsilon, delta)-privacy.

    Examples
    --------
    >>> round(rho_from_epsilon(1.0, 1e-6), 4)
    0.0244
    """
    low, high = 0.0, epsilon + math.log(1.0 / delta)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _log_delta(middle, epsilon) > math.log(delta):
            high = middle
        else:
            low = middle
    return low


@lru_cache(maxsize=256)
def epsilon_from_rho(rho: float, delta: float) -> float:
    """The least epsilon such that rho-concentrated privacy implies (epsilon, delta)-privacy.

    The least over alpha > 1 of the delta exp((alpha-1)(alpha rho - epsilon))/(alpha-1)
    (1-1/alpha)^alpha is compared with the wanted one.

    References
    ----------
    Canonne, Kamath and Steinke, The discrete Gaussian for differential privacy, 2020,
    proposition 12.

    Examples
    --------
    >>> round(epsilon_from_rho(0.0244, 1e-6), 2)
    1.0
    """
    low, high = 0.0, rho + 2.0 * math.sqrt(rho * math.log(1.0 / delta))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _log_delta(rho, middle) > math.log(delta):
            low = middle
        else:
            high = middle
    return high


def _normal(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def _log_delta(rho: float, epsilon: float) -> float:
    """Golden section over ln(alpha - 1); every alpha gives a valid delta."""

    def log_delta(exponent: float) -> float:
        above = math.exp(exponent)  # alpha - 1
        spread = above * ((1.0 + above) * rho - epsilon)
        return spread - exponent - (1.0 + above) * math.log1p(1.0 / above)

    ratio = (math.sqrt(5.0) - 1.0) / 2.0
    low, high = -10.0, 30.0
    left, right = high - ratio * (high - low), low + ratio * (high - low)
    for _ in range(60):
        if log_delta(left) < log_delta(right):
            high, right = right, left
            left = high - ratio * (high - low)
        else:
            low, left = left, right
            right = low + ratio * (high - low)
    return min(log_delta(left), log_delta(right))
