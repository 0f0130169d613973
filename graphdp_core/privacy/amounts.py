"""Amounts as a person types and reads them: exact fractions.

Epsilon so large that it is no privacy, or so small that a release tells nothing.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import SupportsFloat

from graphdp_core.params import LARGEST_EPSILON, Refused

LONGEST = 15  # decimals of a number; others are written as a fraction
LONGEST_TEXT = 400  # characters: what is longer is refused before any arithmetic
LARGEST = Fraction(10**30)  # amounts are 0, or between this and its inverse
SMALLEST_EPSILON = 1e-9  # below, noise leaves 64-bit integers; nothing could be told from it
EXPLORED_EPSILON = 5_000.0
"""The largest epsilon that can be explored: published ones reach 4,474."""

LARGE_EXPONENT = re.compile(r"[eE][+-]?0*(?:3[1-9]|[4-9]\d|\d{3,})$")
COMMA = re.compile(r"[+-]?\d+,\d+")


def amount_of(amount: SupportsFloat | str, *, name: str = "epsilon") -> Fraction:
    """An amount as it was typed, without rounding: 0.3 is 3/10, and so is 0,3.

    Parameters
    ----------
    amount : number or str
        Of Python, numpy, `fractions` or `decimal`; or a text such as 0.5, 0,5, 1e-3 or 1/3.
    name : str
        What the amount is, for the refusal; epsilon is that of a publication.

    Examples
    --------
    >>> amount_of("0,3"), amount_of("1/3"), amount_of(Decimal("0.5"))
    (Fraction(3, 10), Fraction(1, 3), Fraction(1, 2))
    >>> amount_of("1e31", name="cap")
    Traceback (most recent call last):
    graphdp_core.params.Refused: cap must be 0 or a number from 1e-30 to 1e+30, got '1e31'.
    """
    text = _text(amount)
    if len(text) <= LONGEST_TEXT and not LARGE_EXPONENT.search(text):
        try:
            pointed = text.replace(",", ".") if COMMA.fullmatch(text) else text
            value = amount if isinstance(amount, Fraction) else Fraction(pointed)
        except (ValueError, ZeroDivisionError):
            raise Refused(f"{name} must be a number such as 0.5, got {_short(text)}.") from None
        if not value or 1 / LARGEST <= abs(value) <= LARGEST:
            return value
    low, high = "0 or a number from 1e-30", "1e+30"
    if name == "epsilon":
        low = f"a number from {SMALLEST_EPSILON:g}"
        high = f"{LARGEST_EPSILON:g} for a publication"
    raise Refused(f"{name} must be {low} to {high}, got {_short(text)}.")


def checked_epsilon(
    epsilon: SupportsFloat | str, *, low: float = 0.0, high: float = EXPLORED_EPSILON, of: str = ""
) -> float:
    """The epsilon as a double, if it is a number in [low, high]; `of` names whose range it is.

    Examples
    --------
    >>> checked_epsilon("1/4"), checked_epsilon(Decimal("0.5")), checked_epsilon(2)
    (0.25, 0.5, 2.0)
    >>> checked_epsilon(0.001, low=0.01, high=20.0, of="LouvainDP")
    Traceback (most recent call last):
    graphdp_core.params.Refused: epsilon must be a number from 0.01 to 20 for LouvainDP, got 0.001.
    """
    try:
        value = epsilon if type(epsilon) is float else float(amount_of(epsilon))
    except (Refused, OverflowError):
        value = math.nan
    if low <= value <= high and not 0 < value < SMALLEST_EPSILON:
        return value
    owner = f" for {of}" if of else ""
    least = "a number" if low or not 0 < value < high else "0 or a number"
    low = max(low, SMALLEST_EPSILON) if least.startswith("0") else low
    got = _short(epsilon) if isinstance(epsilon, str) else _text(epsilon)[:40]
    why = "" if value else ": at 0 a release tells nothing of the graph"
    raise Refused(f"epsilon must be {least} from {low:g} to {high:g}{owner}, got {got}{why}.")


def publishable_epsilon(epsilon: SupportsFloat | str) -> float:
    """The epsilon as a double, if a publication may spend so much.

    Examples
    --------
    >>> publishable_epsilon("0,3")
    0.3
    """
    return checked_epsilon(epsilon, low=SMALLEST_EPSILON, high=LARGEST_EPSILON, of="a publication")


def _text(amount: object) -> str:
    """What was typed; a whole number or fraction of too many digits is not written out."""
    if isinstance(amount, int | Fraction):
        bits = amount.numerator.bit_length() + amount.denominator.bit_length()
        if bits > 3 * LONGEST_TEXT:
            return f"a number of {bits:,} bits".ljust(LONGEST_TEXT + 1)
    return str(amount).strip()


def _short(text: str) -> str:
    text = text.strip()
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


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


LEAST_TOLD = 1e-3
"""Below it, what is 50% likely before is at most 50.03% likely after."""

ENOUGH = 600.0  # e^-600 is no chance that a draw can meet, and e^600 times any count is a double


def is_far(epsilon: float) -> bool:
    """Whether this is no privacy, whatever is proved.

    Examples
    --------
    >>> is_far(20.0), is_far(20.5)
    (False, True)
    """
    return epsilon > LARGEST_EPSILON


def capped(epsilon: float) -> float:
    """The epsilon as far as doubles tell it from more: a bound that holds here holds beyond.

    Examples
    --------
    >>> capped(3.0), capped(4474.0)
    (3.0, 600.0)
    """
    return min(epsilon, ENOUGH)


def growth(epsilon: float) -> float:
    """e^epsilon, and e^600 for more.

    Examples
    --------
    >>> growth(0.0), growth(5000.0) == growth(600.0) < math.inf
    (1.0, True)
    """
    return math.exp(capped(epsilon))


def times_as_likely(epsilon: float) -> str:
    """e^epsilon, rounded up to a power of ten: what is printed holds as well.

    Examples
    --------
    >>> times_as_likely(460.0), times_as_likely(30.0)
    ('10^200', '10^14')
    """
    return f"10^{math.ceil(epsilon / math.log(10.0) * (1.0 - 1e-12))}"


def no_privacy(epsilon: float) -> str:
    """What to say of an epsilon that is far.

    Examples
    --------
    >>> no_privacy(460.0)
    'This is not privacy: at most 10^200 times as likely.'
    """
    return f"This is not privacy: at most {times_as_likely(epsilon)} times as likely."


def tells_nothing(epsilon: float) -> str:
    """What to say of an epsilon that buys no knowledge; "" for others.

    Examples
    --------
    >>> tells_nothing(1e-4)
    'At ε = 0.0001 a release is noise alone: it tells next to nothing of the graph.'
    >>> tells_nothing(0.5)
    ''
    """
    if epsilon >= LEAST_TOLD:
        return ""
    return f"At ε = {epsilon:g} a release is noise alone: it tells next to nothing of the graph."
