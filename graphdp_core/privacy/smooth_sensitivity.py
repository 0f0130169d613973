"""Noise on a smooth bound of the sensitivity: samplers, and constants that make it private.

The law of noise whose scale may differ between neighbours.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.privacy.amounts import capped
from graphdp_core.privacy.draws import Law, Loss
from graphdp_core.privacy.samplers import laplace_noise, signed_tails

SMOOTH_NOISES = ("laplace", "cauchy", "student")
STUDENT_DEGREES = 3


class SmoothConstants(NamedTuple):
    """Noise of scale S / alpha on a beta-smooth bound S of the l1 sensitivity is private."""

    alpha: float
    beta: float
    delta: float


def standard_smooth_noise(noise: str, n: int, *, rng: np.random.Generator) -> Floats:
    """n independent standard draws: Laplace, Cauchy or Student's t with 3 degrees of freedom."""
    match noise:
        case "laplace":
            return laplace_noise(signed_tails(rng, n))
        case "cauchy":
            return rng.standard_cauchy(n)
        case "student":
            return rng.standard_t(STUDENT_DEGREES, n)
    raise ValueError(f"noise must be one of {', '.join(SMOOTH_NOISES)}, got {noise!r}.")


@lru_cache(maxsize=256)
def smooth_constants(noise: str, epsilon: float, delta: float, n: int) -> SmoothConstants:
    """Admissible (alpha, beta) for n independent coordinates of a distribution.

    A neighbour shifts the centre by at most S in l1 and scales the noise by a factor of at most
    e^beta either way. Half of epsilon pays for each.

    - laplace, (epsilon, delta): alpha = epsilon/2, and beta is the largest one for which the
      scaling of n Laplace variables costs no more than (epsilon/2, delta), by the exact
      divergence (:func:`smooth_dilation_delta`). The scaling is taken first and the shift, which
      is pure, second, so that delta is not inflated.
    - cauchy, pure: alpha + n beta = epsilon.
    - student with nu = 3, pure: (nu + 1)/(2 sqrt nu) alpha + n nu beta = epsilon.

    Parameters
    ----------
    epsilon : float
        Above 0.
    delta : float
        Above 0 for laplace; not used by the others.
    n : int
        Number of coordinates.

    References
    ----------
    Nissim, Raskhodnikova & Smith (2007), STOC, Definition 2.5 and Lemma 2.6, whose own constants
    are smaller. Bun & Steinke (2019), NeurIPS (Student's t).

    Examples
    --------
    >>> constants = smooth_constants("laplace", 2.0, 1e-6, 100)
    >>> constants.alpha, round(constants.beta, 4)
    (1.0, 0.0207)
    """
    if epsilon <= 0:
        raise ValueError(f"epsilon must be above 0, got {epsilon:g}.")
    n = max(n, 1)
    match noise:
        case "laplace":
            return SmoothConstants(epsilon / 2, _largest_dilation(epsilon / 2, delta, n), delta)
        case "cauchy":
            return SmoothConstants(epsilon / 2, epsilon / (2 * n), 0.0)
        case "student":
            slope = (STUDENT_DEGREES + 1) / (2 * math.sqrt(STUDENT_DEGREES))
            beta = epsilon / (2 * n * STUDENT_DEGREES)
            return SmoothConstants(epsilon / (2 * slope), beta, 0.0)
    raise ValueError(f"noise must be one of {', '.join(SMOOTH_NOISES)}, got {noise!r}.")


def smooth_dilation_delta(epsilon: float, beta: float, n: int) -> float:
    """Exact delta at which n Laplace variables and their e^(+-beta) multiples are close.

    The hockey-stick divergence depends on the l1 norm R ~ Gamma(n, 1) alone. Against the
    distribution shrunk by e^beta it is P(R > r) - e^epsilon P(R > r e^beta), r = (epsilon + n beta)
    / (e^beta - 1); against the stretched one P(R < r) - e^epsilon P(R < r e^-beta), r = (n beta -
    epsilon)/(1 - e^-beta), if positive. The larger of the two.

    Examples
    --------
    >>> round(smooth_dilation_delta(1.0, 0.5, 1), 4)
    0.039
    """
    from scipy.special import gammainc, gammaincc

    epsilon = capped(epsilon)  # more ε has no larger δ
    r = (epsilon + n * beta) / math.expm1(beta)
    grow = math.exp(epsilon)
    shrunk = float(gammaincc(n, r) - grow * gammaincc(n, r * math.exp(beta)))
    r = (n * beta - epsilon) / -math.expm1(-beta)
    stretched = 0.0
    if r > 0:
        stretched = float(gammainc(n, r) - grow * gammainc(n, r * math.exp(-beta)))
    return max(shrunk, stretched, 0.0)


@lru_cache(maxsize=1024)
def dilation_epsilon(beta: float, delta: float, n: int) -> float:
    """The least epsilon at which e^(+-beta) multiples of n Laplace variables cost at most delta.

    Examples
    --------
    >>> round(dilation_epsilon(0.0207, 1e-6, 100), 2)
    1.0
    """
    from scipy.optimize import brentq

    if beta < 1e-12:
        return 0.0
    if smooth_dilation_delta(0.0, beta, n) <= delta:
        return 0.0
    most = n * beta
    while smooth_dilation_delta(most, beta, n) > delta:
        most *= 2.0
    return float(brentq(lambda e: smooth_dilation_delta(e, beta, n) - delta, 0.0, most, xtol=1e-12))


def _largest_dilation(epsilon: float, delta: float, n: int) -> float:
    """The largest beta for which scaling costs at most (epsilon, delta), rounded down."""
    from scipy.optimize import brentq

    if not 0 < delta < 1:
        raise ValueError(f"delta must lie in (0, 1) for Laplace noise, got {delta:g}.")
    low, high = -60.0, math.log(50.0)
    if smooth_dilation_delta(epsilon, math.exp(high), n) <= delta:
        return math.exp(high)
    excess = lambda x: smooth_dilation_delta(epsilon, math.exp(x), n) - delta  # noqa: E731
    return math.exp(float(brentq(excess, low, high, xtol=1e-12))) * (1 - 1e-9)


REACH = np.sinh(np.linspace(-25.0, 25.0, 4001))
"""Where losses of noise with heavy tails are looked at, in units of its scale."""


@dataclass(frozen=True, eq=False)
class SmoothNoise(Law):
    """Real numbers with Laplace, Cauchy or Student noise of a scale that neighbours need not share.

    Parameters
    ----------
    values : ndarray of float64, shape (k,)
    width : float
        The scale of the noise; as private as the graph.
    """

    values: Floats
    noise: str = "laplace"
    width: float = 1.0

    def drawn(self, rng: np.random.Generator) -> Floats:
        """In floating point."""
        standard = standard_smooth_noise(self.noise, len(self.values), rng=rng)
        noisy: Floats = self.values + self.width * standard
        return noisy

    def loss(self, other: SmoothNoise, outcome: Floats) -> Loss:
        """Laplace noise is shifted, then stretched at delta; of the others the largest is found."""
        if len(self.values) != len(other.values) or not min(self.width, other.width) > 0.0:
            return Loss(math.inf, math.inf, math.inf)
        shift = np.abs(self.values - other.values)
        moved = float(shift.sum())
        apart = self._log_density(outcome) - other._log_density(outcome)
        if self.noise == "laplace":
            stretched = abs(math.log(self.width / other.width))
            spent = moved / max(self.width, other.width)
            spent += dilation_epsilon(stretched, self.delta, len(shift))
            return Loss(float(apart.sum()), spent, moved)
        reach = self.values + self.width * REACH[:, None]
        largest = np.abs(self._log_density(reach) - other._log_density(reach)).max(axis=0)
        return Loss(float(apart.sum()), float(largest.sum()), moved)

    def _log_density(self, at: Floats) -> Floats:
        """But for a constant."""
        away = np.abs(at - self.values) / self.width
        match self.noise:
            case "laplace":
                logs = -away
            case "cauchy":
                logs = -np.log1p(away**2)
            case _:
                logs = -2.0 * np.log1p(away**2 / 3.0)
        density: Floats = logs - math.log(self.width)
        return density
