"""The vocabulary of draws that needs no graph: noise on values, a choice, an order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.privacy.accounting import gaussian_epsilon
from graphdp_core.privacy.draws import Law, Loss
from graphdp_core.privacy.samplers import (
    geometric_noise,
    grid_step,
    signed_tails,
    two_sided_geometric,
)
from graphdp_core.privacy.secure_random import SecureRandom

PART = 1 << 20  # draws at once: memory that they need beside the result


def integer_noise(coins: SecureRandom, count: int, *, scale: Fraction) -> Ints:
    """So many independent draws of discrete Laplace noise, P(x) ~ exp(-|x|/scale)."""
    parts = [coins.laplace(scale, min(PART, count - at)) for at in range(0, count, PART)]
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class IntegerNoise(Law):
    """Whole numbers with two-sided geometric noise: P(d) ~ exp(-epsilon |d|/sensitivity).

    Parameters
    ----------
    values : ndarray of int, shape (k,)
    sensitivity : int
        The most that they change between neighbours, added up; at least 1.
    fact : str
        The name of the noise's scale on a certificate; "" to leave it out.
    told : str
        The name of the first noisy number there; "" to leave it out.
    is_coarse : bool
        Seeded noise is read from one uniform number of 53 bits a value, not from two.
    """

    values: NDArray[np.integer]
    sensitivity: int = 1
    fact: str = ""
    told: str = ""
    is_coarse: bool = False

    @property
    def rate(self) -> float:
        """Of the noise, per whole step."""
        return float(self.epsilon / self.sensitivity)

    def drawn(self, rng: np.random.Generator) -> Floats:
        """Whole doubles."""
        size, values = len(self.values), np.asarray(self.values, dtype=np.float64)
        if self.is_coarse:
            return values + two_sided_geometric(rng, epsilon=self.rate, size=size)
        return values + geometric_noise(signed_tails(rng, size), epsilon=self.rate)

    def drawn_exactly(self, coins: SecureRandom) -> Ints:
        """Integers."""
        return self.values + integer_noise(coins, len(self.values), scale=self.scale)

    @property
    def scale(self) -> Fraction:
        """1/rate, exactly."""
        return self.sensitivity / Fraction(self.epsilon)

    def loss(self, other: IntegerNoise, outcome: Floats) -> Loss:
        """The rate times how far the values moved."""
        return _noise_loss(self.values, other.values, outcome, self.rate, other.rate)

    def facts(self, outcome: Ints) -> dict[str, str]:
        """The first noisy number, if it is told, and the scale."""
        told = {self.told: str(int(outcome[0]))} if self.told else {}
        return told | ({self.fact: str(self.scale)} if self.fact else {})


@dataclass(frozen=True, eq=False)
class GridNoise(Law):
    """Real numbers, rounded to a fine public grid, with two-sided geometric noise of whole steps.

    Parameters
    ----------
    values : ndarray of float64, shape (k,)
    sensitivity : float or Fraction
        The most that they change between neighbours, added up.
    is_inexact : bool
        They come from a computation that errs by up to half a step each.
    called : tuple of str
        The names of the step and of the noise's scale on a certificate.

    Notes
    -----
    The step g is a power of two, about sensitivity/(1024 k) for k values. Rounding may move each
    difference by one step more, so that the integers have l1 sensitivity
    D = sensitivity/g + k; the noise has the distribution P(d) ~ exp(-epsilon |d| / D), close to
    Laplace noise of scale sensitivity/epsilon. The sum of two whole doubles is rounded correctly,
    also beyond 2**53, where it is post-processing of their exact sum. *Privacy*: pure epsilon, for
    doubles as they are, not for ideal real numbers.

    References
    ----------
    Ghosh, Roughgarden & Sundararajan (2009), STOC. Mironov (2012), On significance of the least
    significant bits for differential privacy, CCS (why noise in doubles is not enough).
    """

    values: Floats
    sensitivity: float | Fraction = 1.0
    is_inexact: bool = False
    called: tuple[str, str] = ("grid", "scale")

    @property
    def step(self) -> float:
        """Of the grid."""
        return grid_step(float(self.sensitivity), max(len(self.values), 1))

    @property
    def steps(self) -> Floats:
        """The values in whole steps."""
        return np.round(self.values / self.step)

    @property
    def scale(self) -> Fraction:
        """Of the noise, in steps."""
        steps = Fraction(self.sensitivity) / Fraction(self.step) + self._rounding
        return steps / Fraction(self.epsilon)

    @property
    def rate(self) -> float:
        """Of the noise, per step."""
        return float(self.epsilon) / (float(self.sensitivity) / self.step + self._rounding)

    @property
    def _rounding(self) -> int:
        """Steps by which rounding may move all values together."""
        return max(len(self.values), 1) * (2 if self.is_inexact else 1)

    def drawn(self, rng: np.random.Generator) -> Floats:
        """Multiples of the step."""
        noise = geometric_noise(signed_tails(rng, len(self.values)), epsilon=self.rate)
        noisy: Floats = (self.steps + noise) * self.step
        return noisy + 0.0

    def drawn_exactly(self, coins: SecureRandom) -> Floats:
        """Multiples of the step."""
        noise = integer_noise(coins, len(self.values), scale=self.scale)
        noisy: Floats = (self.steps + noise) * self.step
        return noisy

    def loss(self, other: GridNoise, outcome: Floats) -> Loss:
        """The rate times how many steps the values moved."""
        if self.step != other.step:
            return Loss(math.inf, math.inf, math.inf)
        loss = _noise_loss(self.steps, other.steps, outcome / self.step, self.rate, other.rate)
        return loss._replace(moved=loss.moved * self.step)

    def facts(self, outcome: Floats) -> dict[str, str]:
        """The grid and the scale."""
        return {self.called[0]: repr(self.step), self.called[1]: str(self.scale)}


@dataclass(frozen=True, eq=False)
class GaussianNoise(Law):
    """Real numbers with Gaussian noise, which costs (epsilon, delta).

    Parameters
    ----------
    values : ndarray of float64
    sensitivity : float
        Of their Euclidean length; public, or computed from outcomes.
    deviation : float
        Of the noise.
    parts : int
        Into which one Gaussian mechanism is divided, this step being one of them: epsilon and delta
        are those of the part.
    """

    values: Floats
    sensitivity: float = 1.0
    deviation: float = 1.0
    parts: int = 1

    def drawn(self, rng: np.random.Generator) -> Floats:
        """In floating point."""
        noisy: Floats = self.values + self.deviation * rng.standard_normal(self.values.shape)
        return noisy

    def loss(self, other: GaussianNoise, outcome: Floats) -> Loss:
        """The epsilon that so far a move costs at this delta."""
        if self.values.shape != other.values.shape or self.deviation != other.deviation:
            return Loss(math.inf, math.inf, math.inf)
        apart = self.values - other.values
        moved = float(np.linalg.norm(apart))
        if moved == 0.0:
            return Loss(0.0, 0.0)
        if self.deviation == 0.0:
            return Loss(math.inf, math.inf, moved)
        away = float(np.sum(apart * (2.0 * outcome - self.values - other.values)))
        ratio = self.deviation / (moved * math.sqrt(self.parts))  # as if each part moved as far
        spent = gaussian_epsilon(ratio, self.delta * self.parts) / self.parts
        return Loss(away / (2.0 * self.deviation**2), spent, moved)


@dataclass(frozen=True, eq=False)
class Coin(Law):
    """A coin that comes up true with a stated chance.

    Parameters
    ----------
    chance : float or Fraction
        Exact where it is published.
    """

    chance: float | Fraction = 0.5

    def drawn(self, rng: np.random.Generator) -> bool:
        """A coin."""
        return bool(rng.random() < self.chance)

    def drawn_exactly(self, coins: SecureRandom) -> bool:
        """A coin of exactly this chance."""
        exact = Fraction(self.chance)
        return coins.bernoulli(exact.numerator, exact.denominator)

    def loss(self, other: Coin, outcome: bool) -> Loss:
        """Of either side."""
        if self.chance == other.chance:
            return Loss(0.0, 0.0)
        here, there = (
            np.array([1.0 - float(law.chance), float(law.chance)]) for law in (self, other)
        )
        with np.errstate(divide="ignore"):
            apart = np.log(here) - np.log(there)
        return Loss(float(apart[int(outcome)]), float(np.abs(apart).max()))


@dataclass(frozen=True, eq=False)
class Shuffle(Law):
    """A uniform order of things that have names of their own: of nodes, or of edges.

    Parameters
    ----------
    names : sequence of hashable
        What is put in order. Neighbours may have some of their own: all others keep their order.
    """

    names: Sequence[Any] = ()

    def drawn(self, rng: np.random.Generator) -> Ints:
        """A permutation."""
        return rng.permutation(len(self.names))

    def drawn_exactly(self, coins: SecureRandom) -> Ints:
        """A permutation."""
        return coins.permutation(len(self.names))

    def loss(self, other: Shuffle, outcome: Ints) -> Loss:
        """None: it reads only how many there are, and shared ones stand alike."""
        return Loss(0.0, 0.0)

    def carried(self, other: Shuffle, outcome: Ints) -> Ints:
        """Shared names in the same order, new ones where chance had put them."""
        if list(self.names) == list(other.names):
            return outcome
        place = {other.names[at]: float(rank) for rank, at in enumerate(outcome.tolist())}
        gaps = np.random.default_rng(len(place)).random(len(self.names)) * (len(place) + 1) - 0.5
        ranks = [place.get(name, gap) for name, gap in zip(self.names, gaps, strict=True)]
        return np.argsort(ranks, kind="stable").astype(np.int64)


def selection_loss(here: Floats, there: Floats, chosen: int) -> Loss:
    """Of one choice, from the logs of its weights with either graph; -inf where none.

    Examples
    --------
    >>> loss = selection_loss(np.log([1.0, 1.0]), np.log([1.0, 3.0]), 1)
    >>> round(loss.outcome, 4), round(loss.spent, 4)
    (-0.4055, 0.6931)
    """
    if len(here) != len(there):
        return Loss(math.inf, math.inf)
    apart = (here - log_sum(here)) - (there - log_sum(there))
    return Loss(float(apart[chosen]), float(np.abs(apart).max()))


def log_sum(logs: Floats) -> float:
    """ln of the sum of numbers given by their logs."""
    most = float(logs.max())
    return most + math.log(float(np.exp(logs - most).sum()))


def _noise_loss(here: Any, there: Any, outcome: Any, rate: float, other: float) -> Loss:
    """Of two-sided geometric noise on either."""
    if len(here) != len(there) or rate != other:
        return Loss(math.inf, math.inf, math.inf)
    moved = float(np.abs(np.asarray(here, dtype=np.float64) - there).sum())
    if not moved:
        return Loss(0.0, 0.0)
    away = float((np.abs(outcome - there) - np.abs(outcome - here)).sum())
    return Loss(rate * away, rate * moved, moved)
