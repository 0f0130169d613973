"""Flip probabilities as whole multiples of 2**-64, rounded so that epsilon is never exceeded."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction

__all__ = ["WHOLE", "DyadicRates", "laplace_flip_rates", "symmetric_rates", "top_m_rates"]

WHOLE = 1 << 64
"""The denominator of every probability here."""
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
            exact = max(kept, left_out)
            nearest = float(exact)
            return nearest if Decimal(nearest) >= exact else math.nextafter(nearest, math.inf)

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
    return DyadicRates(present=WHOLE - threshold, absent=threshold)


def _exp(x: Fraction) -> Decimal:
    return (Decimal(x.numerator) / Decimal(x.denominator)).exp()


def _log_ratio(above: int, below: int) -> Decimal:
    return (Decimal(above) / Decimal(below)).ln()
