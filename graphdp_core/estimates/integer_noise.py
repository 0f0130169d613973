"""Two-sided geometric noise: its moments, its quantiles, and what a reader must know of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from graphdp_core.estimates.given import Given
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.noisy_eigenvalues import NoisyEigenvalues, eigenvalue_sensitivity
from graphdp_core.mechanisms.private_count import PrivateCount
from graphdp_core.mechanisms.private_tree_cost import PrivateTreeCost
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.results import Result

__all__ = ["IntegerNoise", "noise_of"]


UNBIASED = (NoisyDegrees, PrivateCount, NoisyEigenvalues, WeightLaplace, PrivateTreeCost)
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
        case PrivateCount(count="edges"):
            return IntegerNoise(1.0 / epsilon)
        case NoisyEigenvalues():
            return _fine(eigenvalue_sensitivity(made.k) / epsilon)
        case WeightLaplace() if isinstance(released, Graph):
            return _fine(made.scale(released.m, epsilon, released.answers))
    return None


def _fine(scale: float) -> IntegerNoise:
    """On a grid of a thousandth: Laplace noise, but for what rounding adds."""
    return IntegerNoise(1024.0, scale * (1.0 + 2.0**-9) / 1024.0)
