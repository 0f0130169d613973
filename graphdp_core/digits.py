"""A number and a share as people read them: three digits, one style of percentages."""

from __future__ import annotations

import math

__all__ = ["digits", "percent"]

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def percent(share: float) -> str:
    """A share as percentage, up to three significant digits, the sign right behind them.

    What is below 1 is never rounded up to it. Whole percentages are Python's own
    ``f"{share:.0%}"``, which looks the same; nothing else writes a percentage.

    Examples
    --------
    >>> percent(0.5), percent(0.0456), percent(1.5), percent(-0.125)
    ('50%', '4.56%', '150%', '−12.5%')
    >>> percent(0.99966), percent(1.0)
    ('99.966%', '100%')
    """
    return (_almost_all(share) or digits(100 * share)) + "%"


def digits(value: float) -> str:
    """Up to three significant digits, thousands separated, integers never rounded.

    A minus is as wide as a digit.

    Examples
    --------
    >>> digits(0.98765), digits(-157.0), digits(12345.678), digits(0.0000123)
    ('0.988', '−157', '12,346', '1.23 × 10⁻⁵')
    """
    return f"−{_plain(-value)}" if value < 0 else _plain(value)


def _almost_all(share: float) -> str:
    """A percentage that three digits would round to 100, with two digits of what is missing."""
    missing = 100 * (1.0 - share)
    if not 1e-10 < missing < 0.05:
        return ""
    return f"{100 * share:.{1 - math.floor(math.log10(missing))}f}".rstrip("0")


def _plain(value: float) -> str:
    """Of a value that is not negative."""
    if value == 0:
        return "0"
    if float(value).is_integer() and value < 1e15:
        return f"{int(value):,}"
    rounded = float(f"{value:.3g}")
    if rounded >= 1e15 or rounded < 1e-4:
        digits, exponent = f"{rounded:.2e}".split("e")
        digits = digits.rstrip("0").rstrip(".")
        return f"{digits} × 10{str(int(exponent)).translate(SUPERSCRIPTS)}"
    if rounded >= 1000:
        return f"{value:,.0f}"
    places = max(0, 2 - math.floor(math.log10(rounded)))
    text = f"{rounded:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
