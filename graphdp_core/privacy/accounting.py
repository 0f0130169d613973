"""Budgets: noise for an (epsilon, delta) guarantee, zCDP, the share of a count."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from graphdp_core.privacy.amounts import capped
from graphdp_core.privacy.draws import Budget

COUNT_EPSILON = 0.1
"""What is enough for a count that only sets the size of a release, such as that of all edges."""


def count_budget(epsilon: Budget) -> tuple[Budget, Budget]:
    """What is left for a release, and the share of a noisy count that goes before it.

    Examples
    --------
    >>> count_budget(2.0), count_budget(0.5)
    ((1.9, 0.1), (0.45, 0.05))
    >>> count_budget(Fraction(2))
    (Fraction(19, 10), Fraction(1, 10))
    """
    most = Fraction(repr(COUNT_EPSILON)) if isinstance(epsilon, Fraction) else COUNT_EPSILON
    share = min(most, epsilon / 10)
    return epsilon - share, share


def gaussian_delta(scale: float, epsilon: float) -> float:
    """The exact delta of Gaussian noise: Phi(1/2s - es) - exp(e) Phi(-1/2s - es).

    Parameters
    ----------
    scale : float
        Standard deviation in units of the l2 sensitivity, above 0.

    References
    ----------
    Balle and Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018, eq. 6.

    Examples
    --------
    >>> f"{gaussian_delta(3.7306, 1.0):.2g}"
    '1e-05'
    """
    epsilon = capped(epsilon)  # more ε has no larger δ
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
    low = high = 1.0
    while gaussian_delta(high, epsilon) > delta:
        high *= 2.0
    while gaussian_delta(low, epsilon) <= delta:
        low /= 2.0
    return _first_safe(lambda scale: gaussian_delta(scale, epsilon) - delta, low, high)


@lru_cache(maxsize=1024)
def gaussian_epsilon(scale: float, delta: float) -> float:
    """The least epsilon at which Gaussian noise of this scale costs no more than delta.

    Parameters
    ----------
    scale : float
        Standard deviation in units of how far the values moved, above 0.

    Examples
    --------
    >>> round(gaussian_epsilon(3.7306, 1e-5), 3)
    1.0
    """
    if gaussian_delta(scale, 0.0) <= delta:
        return 0.0
    most = 1.0
    while gaussian_delta(scale, most) > delta:
        most *= 2.0
    return _first_safe(lambda epsilon: gaussian_delta(scale, epsilon) - delta, 0.0, most)


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
    """The largest rho for which rho-zCDP implies (epsilon, delta)-privacy.

    Examples
    --------
    >>> round(rho_from_epsilon(1.0, 1e-6), 4)
    0.0244
    """
    most = epsilon + math.log(1.0 / delta)
    return _first_safe(lambda rho: _log_delta(rho, epsilon) - math.log(delta), most, 0.0)


@lru_cache(maxsize=256)
def epsilon_from_rho(rho: float, delta: float) -> float:
    """The least epsilon such that rho-zCDP implies (epsilon, delta)-privacy.

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
    simple = rho + 2.0 * math.sqrt(rho * math.log(1.0 / delta))
    return _first_safe(lambda epsilon: _log_delta(rho, epsilon) - math.log(delta), 0.0, simple)


def pure_rho(epsilon: float) -> float:
    """The rho for which a pure epsilon implies rho-zCDP: epsilon tanh(epsilon/2), which is tight.

    It is the largest Renyi divergence over its order of randomised response, which is the worst
    pure mechanism.

    References
    ----------
    Bun and Steinke, Concentrated differential privacy, TCC 2016, proposition 3.3 (there the
    looser epsilon^2/2).

    Examples
    --------
    >>> round(pure_rho(1.0), 3)
    0.462
    """
    return epsilon * math.tanh(epsilon / 2.0)


def _normal(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def _log_delta(rho: float, epsilon: float) -> float:
    """ln delta, the least over ln(alpha - 1); every alpha gives a valid delta."""
    from scipy.optimize import minimize_scalar

    def log_delta(exponent: float) -> float:
        above = math.exp(exponent)  # alpha - 1
        spread = above * ((1.0 + above) * rho - epsilon)
        return spread - exponent - (1.0 + above) * math.log1p(1.0 / above)

    best = minimize_scalar(log_delta, bounds=(-10.0, 30.0), method="bounded")
    return float(best.fun)


def _first_safe(excess: Callable[[float], float], unsafe: float, safe: float) -> float:
    """The first value on the way from `unsafe` to `safe` at which `excess` is at most 0.

    The root is Brent's; rounding never leaves it on the unsafe side.
    """
    from scipy.optimize import brentq

    if excess(unsafe) <= 0.0:
        return unsafe
    root = float(brentq(excess, unsafe, safe, xtol=1e-300, rtol=1e-15, maxiter=1000))
    step = math.copysign(math.ulp(root), safe - unsafe)
    while excess(root) > 0.0:
        root, step = root + step, 2.0 * step
    return root
