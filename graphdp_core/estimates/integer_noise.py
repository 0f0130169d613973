"""Two-sided geometric noise: its moments, its quantiles, and what a reader must know of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.estimate import normal_quantile
from graphdp_core.estimates.given import Given
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.group_mixing import GroupMixing
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.noisy_eigenvalues import NoisyEigenvalues, eigenvalue_sensitivity
from graphdp_core.mechanisms.private_count import PrivateCount
from graphdp_core.mechanisms.private_tree_cost import PrivateTreeCost
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.privacy.grids import geometric_noise, signed_tails
from graphdp_core.results import Result

__all__ = ["IntegerNoise", "noise_of"]


PUBLIC_SEED, DRAWS, MOST_DRAWN = 0, 20_000, 210
UNBIASED = (
    NoisyDegrees, PrivateCount, GroupMixing, NoisyEigenvalues, WeightLaplace, PrivateTreeCost,
)  # fmt: skip
"""What adds noise to the numbers themselves: others cut the graph first, how far is not told."""


@dataclass(frozen=True)
class IntegerNoise:
    """P(d) ~ exp(-|d|/scale) on whole steps.

    Parameters
    ----------
    scale : float
        In steps.
    step : float
        In the unit of what is released.
    """

    scale: float
    step: float = 1.0

    @property
    def variance(self) -> float:
        """2 a/(1 - a)^2 steps squared, a = exp(-1/scale).

        Examples
        --------
        >>> round(IntegerNoise(1.0).variance, 4)
        1.8413
        """
        a = math.exp(-1.0 / self.scale)
        return 2.0 * a / (1.0 - a) ** 2 * self.step**2

    @property
    def fourth(self) -> float:
        """The fourth moment: 2 a (1 + 10 a + a^2)/(1 - a)^4."""
        a = math.exp(-1.0 / self.scale)
        return 2.0 * a * (1.0 + 10.0 * a + a * a) / (1.0 - a) ** 4 * self.step**4

    def reach(self, chance: float) -> float:
        """The least distance that noise exceeds with at most this chance.

        P(|d| > k) = 2 a^(k + 1)/(1 + a).

        Examples
        --------
        >>> IntegerNoise(1.0).reach(0.05)
        3.0
        """
        a = math.exp(-1.0 / self.scale)
        k = math.log(chance * (1.0 + a) / 2.0) / math.log(a) - 1.0
        return max(math.ceil(k - 1e-9), 0) * self.step

    def reach_of_sum(self, count: int, chance: float) -> float:
        """The same of a sum of independent noises, by inverting its characteristic function.

        Examples
        --------
        >>> noise = IntegerNoise(1.0)
        >>> noise.reach_of_sum(1, 0.05) == noise.reach(0.05), noise.reach_of_sum(3, 0.05)
        (True, 5.0)
        """
        a, spread = math.exp(-1.0 / self.scale), math.sqrt(2.0 * count) * self.scale
        size = 2 ** math.ceil(math.log2(2.0 * (12.0 * spread + 40.0 * self.scale + 40.0)))
        angles = 2.0 * math.pi * np.arange(size) / size
        one = (1.0 - a) ** 2 / (1.0 - 2.0 * a * np.cos(angles) + a * a)
        law = np.fft.ifft(one**count).real
        both = law[0] + 2.0 * np.cumsum(np.concatenate([[0.0], law[1 : size // 2]]))
        return float(np.argmax(1.0 - both <= chance + 1e-12)) * self.step

    def reaches(self, weights: Floats, level: float) -> Floats:
        """Distances within which weighted sums of noises lie so often, shape (r,).

        By the law itself: 20,000 draws of a public seed, of which the least distance is taken that
        holds at least that share of them. Where more than 210 noises add up, the normal law.

        Parameters
        ----------
        weights : ndarray of float, shape (c, r)
            Of c independent noises in each of r sums.
        level : float

        Examples
        --------
        >>> IntegerNoise(0.25).reaches(np.ones((1, 1)), 0.95).tolist()  # 96% of it is 0
        [0.0]
        """
        if len(weights) > MOST_DRAWN:
            spread: Floats = np.sqrt(np.square(weights).sum(axis=0) * self.variance)
            return normal_quantile(level) * spread
        noise, place = _public_draws(self.scale, len(weights)), math.ceil(level * DRAWS) - 1
        away = np.abs(noise @ weights)
        ordered = np.partition(away, place, axis=0)
        return np.asarray(ordered[place] * self.step, dtype=np.float64)


@lru_cache(maxsize=1)
def _public_draws(scale: float, count: int) -> Floats:
    """Of a public seed, in steps, shape (20,000, count); kept, as a table is read several times."""
    tails = signed_tails(np.random.default_rng(PUBLIC_SEED), DRAWS * count)
    noise: Floats = geometric_noise(tails, epsilon=1.0 / scale).reshape(DRAWS, count)
    noise.flags.writeable = False
    return noise


def noise_of(given: Given) -> IntegerNoise | None:
    """The noise on every number of a release, or None if its law is not public.

    A certificate states its scale, and the step of its grid; else both follow from mechanism and
    epsilon, where these are all that is needed.
    """
    made, facts = given.mechanism, given.facts
    if not isinstance(made, UNBIASED) or (isinstance(made, NoisyDegrees) and made.sequence > 0.0):
        return None
    if "scale" in facts:
        return IntegerNoise(float(Fraction(facts["scale"])), float(facts.get("grid", 1.0)))
    if not given.epsilon:
        return None
    return _by_mechanism(made, given.released, float(given.epsilon))


def _by_mechanism(made: Mechanism, released: Graph | Result, epsilon: float) -> IntegerNoise | None:
    match made:
        case NoisyDegrees():
            return IntegerNoise(2.0 / epsilon)
        case PrivateCount(count="edges") | GroupMixing():
            return IntegerNoise(1.0 / epsilon)
        case NoisyEigenvalues():
            return _fine(eigenvalue_sensitivity(made.k) / epsilon)
        case WeightLaplace() if isinstance(released, Graph):
            return _fine(made.scale(released.m, epsilon, released.answers))
    return None


def _fine(scale: float) -> IntegerNoise:
    """On a grid of a thousandth: Laplace noise, but for what rounding adds."""
    return IntegerNoise(1024.0, scale * (1.0 + 2.0**-9) / 1024.0)
