"""A number, a share and an epsilon as people read them: three digits, one style each."""

from __future__ import annotations

import math
from functools import lru_cache

WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def in_ten(share: float) -> str:
    """What somebody knows of a graph, which may have ten ties or a million.

    Examples
    --------
    >>> in_ten(0.9), in_ten(0.75)
    ('9 in 10', '7.5 in 10')
    """
    return f"{10 * share:.3g} in 10"


def percent(share: float, *, whole: bool = False) -> str:
    """A share as percentage, up to three significant digits, the sign right behind them.

    What is neither nothing nor all is never called 0 or 100.

    Parameters
    ----------
    whole : bool
        Round to whole percentages, where that gives neither 0 nor 100.

    Examples
    --------
    >>> percent(0.5), percent(0.0456), percent(1.5), percent(-0.125)
    ('50%', '4.56%', '150%', '−12.5%')
    >>> percent(0.99966), percent(0.99999), percent(1.0)
    ('99.966%', 'more than 99.99%', '100%')
    >>> percent(0.456, whole=True), percent(0.004, whole=True), percent(0.996, whole=True)
    ('46%', '0.4%', '99.6%')
    >>> percent(1e-9, whole=True)
    'less than 0.01%'
    """
    if not math.isfinite(share):
        return "—"
    if whole and 0 < share < 1e-4:
        return "less than 0.01%"
    if whole and round(100 * share) / 100 not in (0.0, 1.0):
        return digits(float(round(100 * share))) + "%"
    missing = 1.0 - share
    if 1e-12 < missing < 5e-4:  # three digits would round it to 100
        if missing < 0.9999e-4:
            return "more than 99.99%"
        return f"{100 * share:.3f}".rstrip("0") + "%"
    return digits(100 * share) + "%"


def brief_percent(share: float) -> str:
    """What was measured, as percentage: with one digit behind the point below ten percent.

    Examples
    --------
    >>> brief_percent(0.456), brief_percent(0.0152), brief_percent(3e-4), brief_percent(1e-12)
    ('46%', '1.5%', 'less than 0.1%', '0%')
    """
    if not 0 <= share < 0.0995:
        return percent(share, whole=True)
    if share < 5e-4:  # of which a double's last bits are nothing
        return "less than 0.1%" if share > 1e-9 else "0%"
    return f"{100 * share:.1f}%"


@lru_cache(1024)  # a page says all stops of its slider in every run
def epsilon_label(epsilon: float) -> str:
    """The setting in words: the one spelling of an epsilon in a sentence or on a picture.

    Examples
    --------
    >>> epsilon_label(3.0), epsilon_label(4500.0), epsilon_label(math.inf)
    ('ε = 3', 'ε = 4,500', 'ε = ∞')
    """
    return f"ε = {'∞' if math.isinf(epsilon) else digits(epsilon)}"


def digits(value: float) -> str:
    """Up to three significant digits, thousands separated, integers never rounded.

    A minus is as wide as a digit.

    Examples
    --------
    >>> digits(0.98765), digits(-157.0), digits(12345.678), digits(0.0000123)
    ('0.988', '−157', '12,346', '1.23 × 10⁻⁵')
    """
    return f"−{_plain(-value)}" if value < 0 else _plain(value)


def number_word(count: int) -> str:
    """A count as it stands in a sentence: a word up to twelve."""
    return WORDS[count] if 0 <= count < len(WORDS) else f"{count:,}"


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
