"""Two-sided geometric noise: its moments, its quantiles, and what a reader must know of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.asked import Given
from graphdp_core.estimates.estimate import normal_quantile
from graphdp_core.estimates.selection import NEVER, reach_beside
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.dk_series import DKSeries
from graphdp_core.mechanisms.group_mixing import GroupMixing
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.noisy_eigenvalues import NoisyEigenvalues, eigenvalue_sensitivity
from graphdp_core.mechanisms.private_count import PrivateCount
from graphdp_core.mechanisms.private_tree_cost import PrivateTreeCost
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.privacy.laws import GridNoise
from graphdp_core.privacy.samplers import geometric_noise, signed_tails
from graphdp_core.results import Result, Spectrum

PUBLIC_SEED, DRAWS, MOST_DRAWN, SURELY = 0, 20_000, 210, 2.0
FINE, MOST_OUTCOMES = 1024.0, 2**20  # steps in a scale, and of a sum
NOBODY = Graph(0, np.empty((0, 2), dtype=np.int32))
UNBIASED = (
    NoisyDegrees, PrivateCount, GroupMixing, NoisyEigenvalues, WeightLaplace, PrivateTreeCost,
    DKSeries,
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

        A sum with a spread of very many steps is taken for normal: it is of hundreds of noises.

        Examples
        --------
        >>> noise = IntegerNoise(1.0)
        >>> noise.reach_of_sum(1, 0.05) == noise.reach(0.05), noise.reach_of_sum(3, 0.05)
        (True, 5.0)
        """
        if count == 0:
            return 0.0
        tails, step = self._tails(count)
        if tails is None:
            return normal_quantile(1.0 - chance) * math.sqrt(count * self.variance)
        return float(np.argmax(2.0 * tails[1:] <= chance + 1e-12)) * step

    def more_beside(self, count: int, distance: float, chance: float) -> float:
        """By how much more than that reach an end looks to a border of what is printed.

        As :func:`graphdp_core.estimates.selection.reach_beside`, by the law of the sum itself. Of
        Laplace's tails none tells one truth below the border from another: the end reaches to the
        least that is printed with a chance of 1e-5.

        Parameters
        ----------
        count : int
            Of the noises.
        distance : float
            Of the estimate from the border, in standard deviations of the sum, as the result.
        chance : float
            To miss.

        Examples
        --------
        >>> [round(IntegerNoise(8.0).more_beside(1, d, 0.05), 2) for d in (0.0, 1.5, 3.0)]
        [5.57, 6.99, 0.0]
        """
        tails, step = self._tails(count)
        spread, usual = (
            math.sqrt(count * self.variance) / step,
            self.reach_of_sum(count, chance) / step,
        )
        if tails is None:
            return reach_beside(distance, 1.0 - chance) - usual / spread
        above = math.floor(distance * spread + 1e-9)
        j = np.arange(len(tails) - 1)  # steps of a truth below the estimate
        k = j - above
        printed = np.where(k > 0, tails[np.maximum(k, 0)], 1.0 - tails[np.clip(1 - k, 0, len(j))])
        # A truth less than the usual reach above the border is missed on one side alone.
        miss = np.where(-k <= usual, chance, chance / 2.0)
        held = j[(printed >= NEVER) & (tails[:-1] > miss * printed)]
        return max(float(held.max(initial=0)) - usual, 0.0) / spread

    def _tails(self, count: int) -> tuple[Floats | None, float]:
        """Those of a sum, and their step: noise on a finer grid is Laplace's."""
        scale = min(self.scale, FINE)
        return _tails(scale, count), self.step * self.scale / scale

    def reaches(self, weights: Floats, level: float, *, square: float = 0.0) -> Floats:
        """Distances within which weighted sums of noises lie so often, shape (r,).

        By the law itself: 20,000 draws of a public seed, of which the least distance is taken that
        surely holds that share. Of more than 210 noises the largest are drawn so, and the rest is
        a normal one.

        Parameters
        ----------
        weights : ndarray of float, shape (c, r)
            Of c independent noises in each of r sums.
        square : float
            Times which the square of each noise, less its mean, is added.

        Examples
        --------
        >>> IntegerNoise(0.25).reaches(np.ones((1, 1)), 0.95).tolist()  # 96% of it is 0
        [0.0]
        """
        order = np.argsort(-np.square(weights).sum(axis=1), kind="stable")
        few, rest = weights[order[:MOST_DRAWN]], weights[order[MOST_DRAWN:]]
        noise, squares = _public_draws(self.scale, len(few))
        sums = self.step * (noise @ few)
        if square:
            sums += square * (self.step**2 * squares - len(few) * self.variance)[:, None]
        if len(rest):
            own = square**2 * len(rest) * (self.fourth - self.variance**2)
            spread = np.sqrt(np.square(rest).sum(axis=0) * self.variance + own)
            sums += np.random.default_rng(PUBLIC_SEED).normal(size=(DRAWS, 1)) * spread
        missed = DRAWS * (1.0 - level)
        place = math.ceil(DRAWS - missed + SURELY * math.sqrt(missed)) - 1
        return np.asarray(np.partition(np.abs(sums), place, axis=0)[place], dtype=np.float64)


@lru_cache(maxsize=4)
def _tails(scale: float, count: int) -> Floats | None:
    """P(sum >= k) in steps, k = 0, 1, ...; None if it has more outcomes than are reckoned with."""
    a, spread = math.exp(-1.0 / scale), math.sqrt(2.0 * count) * scale
    size = 2 ** math.ceil(math.log2(2.0 * (12.0 * spread + 40.0 * scale + 40.0)))
    if size > MOST_OUTCOMES:
        return None
    angles = 2.0 * math.pi * np.arange(size) / size
    one = (1.0 - a) ** 2 / (1.0 - 2.0 * a * np.cos(angles) + a * a)
    law = np.fft.ifft(one**count).real[: size // 2]
    tails: Floats = np.maximum(np.cumsum(law[::-1])[::-1], 0.0)
    tails.flags.writeable = False
    return tails


@lru_cache(maxsize=1)
def _public_draws(scale: float, count: int) -> tuple[Floats, Floats]:
    """Of a public seed, in steps, shape (20,000, count), and the sums of their squares; kept."""
    tails = signed_tails(np.random.default_rng(PUBLIC_SEED), DRAWS * count)
    noise: Floats = geometric_noise(tails, epsilon=1.0 / scale).reshape(DRAWS, count)
    noise.flags.writeable = False
    return noise, np.square(noise).sum(axis=1)


def noise_of(given: Given) -> IntegerNoise | None:
    """The noise on every number of a release, or None if its law is not public.

    A certificate states its scale, and the step of its grid; else both follow from mechanism and
    epsilon, where these are all that is needed.
    """
    made, facts = given.mechanism, given.facts
    if not isinstance(made, UNBIASED) or (isinstance(made, NoisyDegrees) and made.sequence > 0.0):
        return None
    if "scale" in facts:
        scale = amount_of(facts["scale"], name="the scale of the noise")
        return IntegerNoise(float(scale), float(facts.get("grid", 1.0)))
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
            values = len(released.values) if isinstance(released, Spectrum) else made.k
            return _on_a_grid(epsilon, eigenvalue_sensitivity(made.k), values, is_inexact=True)
        case WeightLaplace() if isinstance(released, Graph):
            return _on_a_grid(epsilon, made.scale(released.m, 1.0, released.answers), released.m)
        case PrivateTreeCost(norm="l1" | "one", is_smooth=False):
            return _on_a_grid(epsilon, made.sensitivity(NOBODY), 1)
    return None


def _on_a_grid(
    epsilon: float, sensitivity: float | Fraction, count: int, *, is_inexact: bool = False
) -> IntegerNoise:
    law = GridNoise("noise", epsilon, np.zeros(count), sensitivity, is_inexact)
    return IntegerNoise(float(law.scale), law.step)
