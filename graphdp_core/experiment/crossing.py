"""From which epsilon on a target is met: a search over draws that ends with a stated confidence."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from graphdp_core.digits import percent
from graphdp_core.params import Refused

PILOT = 3
"""Draws at each stop of the coarse race; all of them must meet the target."""

BATCH = 8


@dataclass(frozen=True)
class Ask:
    """Draws that a search wants to know of: whether each meets the target at this stop.

    Parameters
    ----------
    stop : int
        Place of the epsilon among the stops.
    draws : range
        Numbers of the noise streams.
    """

    stop: int
    draws: range


Search = Generator[Ask, Sequence[bool], int | None]
"""Yields what it asks and is sent the answers; returns the stop that it found, None for never."""


def least_draws(*, share: float, confidence: float) -> int:
    """The fewest draws of which the worst bounds what a share of all draws meets.

    share^n must be at most 1 - confidence.

    Examples
    --------
    >>> least_draws(share=0.9, confidence=0.95)
    29
    """
    return math.ceil(math.log1p(-confidence) / math.log(share))


def allowed_misses(draws: int, *, share: float, confidence: float) -> int:
    """How many of these draws may miss a target that is then said to be met by the share.

    The largest f with P(Binomial(draws, 1 - share) <= f) <= 1 - confidence: if less than the share
    met the target, so few misses would be that unlikely.

    Raises
    ------
    Refused
        If the draws are too few even without a miss.

    Examples
    --------
    >>> [allowed_misses(n, share=0.9, confidence=0.95) for n in (29, 45, 46, 61)]
    [0, 0, 1, 2]
    """
    least = least_draws(share=share, confidence=confidence)
    if draws < least:
        raise Refused(
            f"draws must be at least {least} to say {percent(share)} of all with a confidence of "
            f"{percent(confidence)}, got {draws}."
        )
    from scipy.stats import binom

    misses = int(binom.ppf(1.0 - confidence, draws, 1.0 - share))
    return misses if binom.cdf(misses, draws, 1.0 - share) <= 1.0 - confidence else misses - 1


def pilot(stops: int) -> Search:
    """About where the target is met, from few draws: the least stop of a bisection that does.

    None if most of them miss it even at the highest stop, or three of eleven.
    """
    low, high = -1, stops - 1
    missed = (yield Ask(high, range(PILOT))).count(False)
    if missed == 1:
        missed += (yield Ask(high, range(PILOT, PILOT + BATCH))).count(False)
        return None if missed >= 3 else high
    if missed:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if all((yield Ask(middle, range(PILOT)))):
            high = middle
        else:
            low = middle
    return high


def confirm(start: int, stops: int, *, draws: range, misses: int, lowest: int = 0) -> Search:
    """The stop from which on the target is met, as far as these draws can tell.

    From `start` it goes up until a stop passes, by steps that double, and then down stop by stop
    until one fails. A stop passes if at most `misses` of the draws miss the target there. All
    stops see the same noise: a draw that meets the target at one epsilon meets it at a larger one,
    but for chance of the analysis itself. The stop found is then an order statistic of the draws'
    own crossings, whatever the way to it, and lies below the true crossing with at most the error
    of :func:`allowed_misses`.

    Parameters
    ----------
    start, stops : int
        Where to begin, and how many stops there are.
    draws : range
        Numbers of the noise streams.
    misses : int
    lowest : int
        It goes no further down.
    """
    top, step = start, 1
    while not (yield from _passes(top, draws, misses)):
        if top == stops - 1:
            return None
        top, step = min(top + step, stops - 1), 2 * step
    while top > lowest and (yield from _passes(top - 1, draws, misses)):
        top -= 1
    return top


def _passes(stop: int, draws: range, misses: int) -> Generator[Ask, Sequence[bool], bool]:
    """Whether at most so many draws miss the target; ends as soon as more do."""
    missed = 0
    for first in range(0, len(draws), BATCH):
        missed += (yield Ask(stop, draws[first : first + BATCH])).count(False)
        if missed > misses:
            return False
    return True
