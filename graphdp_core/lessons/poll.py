"""A question to the class itself: what the coins leave of its answers, and of a single one."""

from __future__ import annotations

import math
from dataclasses import dataclass

from graphdp_core.lessons.answers import SCALE, Tally, threshold

__all__ = ["Heard", "heard"]

NORMAL = 1.959964  # quantile of a range of 95%


@dataclass(frozen=True)
class Heard:
    """What a poll with coins says of the class, and of one who answered.

    Parameters
    ----------
    answers, told : int
        How many there are, and how many of them say yes.
    yes, low, high : float
        The share for whom yes is true, corrected for the lies, with its range of 95%.
    lie : float
        Probability of a lie.
    after_yes, after_no : float
        How likely it is that yes is true for one of the class who told yes or no, for somebody
        who knows the corrected share.
    sure, unsure : float
        The same for somebody to whom yes was as likely as no before.
    """

    answers: int
    told: int
    yes: float
    low: float
    high: float
    lie: float
    after_yes: float
    after_no: float
    sure: float
    unsure: float


def heard(tally: Tally, epsilon: float) -> Heard | None:
    """What a poll says so far; None before the first answer.

    The range is Wilson's for the share that was told, moved by the same correction: with p the
    probability of the truth, a share s becomes (s + p - 1) / (2 p - 1).

    Parameters
    ----------
    tally : Tally
        Of one part with two cells, the first of them yes.
    epsilon : float
        Of the coin.

    Examples
    --------
    >>> from graphdp_core.lessons.answers import Grid, tally
    >>> told = [(0, 0)] * 41 + [(0, 1)] * 59
    >>> found = heard(tally(told, Grid(1, 2, True), 1.0), 1.0)
    >>> round(found.yes, 2), round(found.low, 2), round(found.high, 2)
    (0.31, 0.11, 0.52)
    """
    if not tally.answers:
        return None
    truth = threshold(epsilon, 2) / SCALE
    said, number = tally.told[0][0], tally.answers
    low, high = _wilson(said, number)
    yes, least, most = (
        min(1.0, max(0.0, (share + truth - 1) / (2 * truth - 1)))
        for share in (said / number, low, high)
    )
    return Heard(
        answers=number,
        told=said,
        yes=yes,
        low=least,
        high=most,
        lie=1 - truth,
        after_yes=_belief(yes, truth),
        after_no=_belief(yes, 1 - truth),
        sure=truth,
        unsure=1 - truth,
    )


def _wilson(hits: int, number: int) -> tuple[float, float]:
    """The range of 95% of a share."""
    share, z = hits / number, NORMAL**2
    middle = (share + z / (2 * number)) / (1 + z / number)
    half = NORMAL * math.sqrt(share * (1 - share) / number + z / (4 * number**2)) / (1 + z / number)
    return middle - half, middle + half


def _belief(prior: float, likely: float) -> float:
    """After an answer that has probability `likely` if yes is true, and 1 - `likely` if not."""
    return prior * likely / (prior * likely + (1 - prior) * (1 - likely))
