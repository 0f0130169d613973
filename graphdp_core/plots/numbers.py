"""Numbers as people read them."""

from __future__ import annotations

import math

__all__ = ["epsilon_label", "format_number"]

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def format_number(value: float | None, *, percent: bool = False) -> str:
    """Up to three significant digits, thousands separated, "—" for nothing and "∞" for infinity.

    Integers are never rounded.

    Parameters
    ----------
    value : float or None
    percent : bool
        Show a share as percentage: 0.5 as "50%". What is below 1 is never rounded up to it.

    Examples
    --------
    >>> format_number(1234567), format_number(0.98765), format_number(3.0)
    ('1,234,567', '0.988', '3')
    >>> format_number(None), format_number(float("inf"))
    ('—', '∞')
    >>> format_number(-157)
    '−157'
    >>> format_number(0.0456, percent=True), format_number(12345.678), format_number(0.0000123)
    ('4.56%', '12,346', '1.23 × 10⁻⁵')
    >>> format_number(0.99966, percent=True), format_number(1.0, percent=True)
    ('99.966%', '100%')
    """
    if value is None or math.isnan(value):
        return "—"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if percent:
        return (_almost_all(float(value)) or _signed(100 * float(value))) + "%"
    return _signed(value)


def epsilon_label(epsilon: float) -> str:
    """The setting as words on a picture.

    Examples
    --------
    >>> epsilon_label(3.0), epsilon_label(float("inf"))
    ('ε = 3', 'ε = ∞')
    """
    return f"ε = {format_number(epsilon)}"


def _almost_all(share: float) -> str:
    """A percentage that three digits would round to 100, with two digits of what is missing."""
    missing = 100 * (1.0 - share)
    if not 1e-10 < missing < 0.05:
        return ""
    return f"{100 * share:.{1 - math.floor(math.log10(missing))}f}".rstrip("0")


def _signed(value: float) -> str:
    """With a minus of its own, which is as wide as a digit."""
    return f"−{_plain(-value)}" if value < 0 else _plain(value)


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
