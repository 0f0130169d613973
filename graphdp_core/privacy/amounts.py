"""Amounts as a person types and reads them: exact fractions."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from graphdp_core.params import Refused

__all__ = ["amount_of", "exact_text"]

LONGEST = 15  # decimals of a number; others are written as a fraction


def amount_of(epsilon: Fraction | str | float) -> Fraction:
    """An epsilon as it was typed, without rounding: 0.3 is 3/10.

    Raises
    ------
    Refused
        If it is no number.

    Examples
    --------
    >>> amount_of("0.3")
    Fraction(3, 10)
    """
    try:
        return epsilon if isinstance(epsilon, Fraction) else Fraction(str(epsilon))
    except (ValueError, ZeroDivisionError):
        raise Refused(f"epsilon must be a number such as 0.5, got {str(epsilon)[:40]!r}.") from None


def exact_text(value: Fraction) -> str:
    """A fraction as a person writes it, to the last digit.

    Examples
    --------
    >>> exact_text(Fraction(3, 10)), exact_text(Fraction(2)), exact_text(Fraction(1, 3))
    ('0.3', '2', '1/3')
    """
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
        if digits > LONGEST:
            return str(value)
    return f"{Decimal((value * 10**digits).numerator).scaleb(-digits):f}"
