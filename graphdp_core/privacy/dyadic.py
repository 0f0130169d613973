"""Flip probabilities as whole multiples of 2**-64, rounded so that epsilon is never exceeded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction

__all__ = [
    "WHOLE",
    "DyadicRates",
    "Growth",
    "laplace_flip_rates",
    "noise_tail",
    "symmetric_rates",
    "top_m_rates",
]

WHOLE = 1 << 64
"""The denominator of every probability here."""
FACTOR_BITS = 32
PRECISION = 120  # decimal digits: rounding errors lie far below 2**-64


@dataclass(frozen=True)
class DyadicRates:
    """Numerators over 2**64 of P(edge released) for an edge and for a pair without one.

    Parameters
    ----------
    present, absent : int
        From 1 to 2**64 - 1.
    """

    present: int
    absent: int

    @property
    def exact_epsilon(self) -> float:
        """The larger of the two log ratios, which is what one release costs, rounded up."""
        with localcontext() as context:
            context.prec = PRECISION
            kept = _log_ratio(self.present, self.absent)
            left_out = _log_ratio(WHOLE - self.absent, WHOLE - self.present)
            return _rounded_up(max(kept, left_out))

    def costs_at_most(self, epsilon: Fraction) -> bool:
        """Whether both log ratios are at most epsilon, decided with 120 digits."""
        with localcontext() as context:
            context.prec = PRECISION
            bound = _exp(epsilon)
            return self.present <= bound * self.absent and WHOLE - self.absent <= bound * (
                WHOLE - self.present
            )

    def facts(self) -> dict[str, str]:
        """What a certificate states of them."""
        return {"present": f"{self.present:#x}/2**64", "absent": f"{self.absent:#x}/2**64"}


@dataclass(frozen=True)
class Growth:
    """A factor at most e^rate, a multiple of 2**-32, for the exponential mechanism in integers.

    Weights that are powers of it are whole numbers, once all are multiplied by the same power of
    two: they are drawn from exactly, at the loss ln(factor) <= rate for each unit of the score.

    Parameters
    ----------
    numerator : int
        Over 2**32.

    References
    ----------
    Ilvento, Implementing the exponential mechanism with base-2 differential privacy, CCS 2020
    (powers of an exact base in place of powers of e).

    Examples
    --------
    >>> Growth.at_most(Fraction(1)).weights([0, 2]) == [1 << 64, Growth.at_most(1).numerator ** 2]
    True
    """

    numerator: int

    @classmethod
    def at_most(cls, rate: Fraction) -> Growth:
        """The largest such factor, for a rate of at least 0."""
        with localcontext() as context:
            context.prec = PRECISION
            return cls(int((_exp(Fraction(rate)) * (1 << FACTOR_BITS)).to_integral(ROUND_FLOOR)))

    def weights(self, scores: Sequence[int]) -> list[int]:
        """Whole numbers in proportion to factor^score, for whole scores of at least 0."""
        most = max(scores)
        power = {s: self.numerator**s << FACTOR_BITS * (most - s) for s in set(scores)}
        return [power[score] for score in scores]

    @property
    def exact_rate(self) -> float:
        """ln(factor), rounded up."""
        with localcontext() as context:
            context.prec = PRECISION
            return _rounded_up(_log_ratio(self.numerator, 1 << FACTOR_BITS))

    def fact(self) -> str:
        """What a certificate states of it."""
        return f"{self.numerator:#x}/2**{FACTOR_BITS}"


def noise_tail(threshold: int, epsilon: Fraction) -> int:
    """Over 2**64: the least such number above P(noise >= threshold) of discrete Laplace noise.

    P = a^threshold/(1 + a), a = e^-epsilon. An empty cell may pass a filter with this chance and
    one edge with its own, e^epsilon P: the ratios of their probabilities are at most e^epsilon.

    Raises
    ------
    ValueError
        If the threshold is so high that rounding up would go beyond e^epsilon P.

    Examples
    --------
    >>> abs(noise_tail(1, Fraction(1)) / WHOLE - 1 / (1 + math.e)) < 1e-15
    True
    """
    with localcontext() as context:
        context.prec = PRECISION
        chance = WHOLE / (_exp(threshold * epsilon) * (1 + _exp(-epsilon)))
        rounded = int(chance) + 1
        if rounded > chance * _exp(epsilon):
            raise ValueError(f"a threshold of {threshold} is too high for 64 bits.")
        return rounded


def symmetric_rates(epsilon: Fraction) -> DyadicRates:
    """edgeFlip: a pair is flipped with probability T/2**64, the least such above 1/(1 + e^eps).

    Examples
    --------
    >>> hex(symmetric_rates(Fraction(1)).absent)
    '0x44d9585152ea1936'
    """
    with localcontext() as context:
        context.prec = PRECISION
        return _flipping(int(WHOLE / (1 + _exp(epsilon))) + 1)


def laplace_flip_rates(epsilon: Fraction) -> DyadicRates:
    """LaplaceFlip: flipped with probability T/2**64, the least such above exp(-eps/2)/2."""
    with localcontext() as context:
        context.prec = PRECISION
        return _flipping(int(WHOLE // 2 / _exp(epsilon / 2)) + 1)


def top_m_rates(edges: int, pairs: int, epsilon: Fraction) -> DyadicRates:
    """Top-m filter: about `edges` of `pairs` are released, at the epsilon of the edges.

    q = edges/(edges e^eps + pairs - edges) is rounded up, then p is the largest that the two
    ratios allow.

    Examples
    --------
    >>> top_m_rates(10, 1000, Fraction(1)).costs_at_most(Fraction(1))
    True
    """
    with localcontext() as context:
        context.prec = PRECISION
        growth = _exp(epsilon)
        absent = int((WHOLE * edges / (edges * growth + pairs - edges)).to_integral(ROUND_CEILING))
        absent = min(max(absent, 1), WHOLE - 1)
        by_presence = int((growth * absent).to_integral(ROUND_FLOOR))
        by_absence = WHOLE - int(((WHOLE - absent) / growth).to_integral(ROUND_CEILING))
        return DyadicRates(present=max(min(by_presence, by_absence), 1), absent=absent)


def _flipping(threshold: int) -> DyadicRates:
    """At most half of all pairs: at epsilon = 0 rounding up would tell edges, turned round."""
    threshold = min(threshold, WHOLE // 2)
    return DyadicRates(present=WHOLE - threshold, absent=threshold)


def _exp(x: Fraction) -> Decimal:
    return (Decimal(x.numerator) / Decimal(x.denominator)).exp()


def _rounded_up(exact: Decimal) -> float:
    nearest = float(exact)
    return nearest if Decimal(nearest) >= exact else math.nextafter(nearest, math.inf)


def _log_ratio(above: int, below: int) -> Decimal:
    return (Decimal(above) / Decimal(below)).ln()
