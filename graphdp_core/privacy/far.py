"""Epsilon so large that it is no privacy, or so small that a release tells nothing."""

from __future__ import annotations

import math

from graphdp_core.params import LARGEST_EPSILON

__all__ = [
    "EXPLORED_EPSILON",
    "capped",
    "growth",
    "is_far",
    "no_privacy",
    "tells_nothing",
    "times_as_likely",
]

EXPLORED_EPSILON = 5_000.0
"""The largest epsilon that can be explored: published ones reach 4,474."""

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
    >>> tells_nothing(0.0)
    'At ε = 0 a release is noise alone: it tells nothing of the graph.'
    >>> tells_nothing(0.5)
    ''
    """
    if epsilon >= LEAST_TOLD:
        return ""
    little = "nothing" if epsilon == 0 else "next to nothing"
    return f"At ε = {epsilon:g} a release is noise alone: it tells {little} of the graph."
