"""Answers of a class: guesses in cells of an axis, plain or through randomised response.

A question to the class itself: what the coins leave of its answers, and of a single one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from graphdp_core.lessons.lesson import Lesson
from graphdp_core.params import Refused

CELLS = 201  # as fine as a guess is spoken
PRIVATE_CELLS = 6  # fewer cells, less noise in each
LOWEST, HIGHEST = 0.1, 10.0
SCALE = 2**32
"""A phone's coin is a whole number below it."""

Answer = tuple[int, ...]
"""The cell of every part; in a private room (part, cell), as the coin told it."""


@dataclass(frozen=True)
class Grid:
    """Where guesses fall: so many parts, each with so many cells.

    A part is a handle of the prediction; its cells divide the axis evenly, the first and the last
    at its ends. A bet has a part for each promise, with one cell for each name.

    Parameters
    ----------
    is_private : bool
        Whether each phone tells one part alone, through randomised response.
    """

    parts: int
    cells: int
    is_private: bool = False

    def checked(self, answer: object) -> Answer:
        """An answer that a phone may give."""
        size = 2 if self.is_private else self.parts
        limits = [self.parts, self.cells] if self.is_private else [self.cells] * self.parts
        if (
            not isinstance(answer, list | tuple)
            or len(answer) != size
            or any(type(cell) is not int for cell in answer)
            or any(not 0 <= cell < limit for cell, limit in zip(answer, limits, strict=True))
        ):
            raise Refused(
                f"An answer here is {size} whole numbers, the first below {limits[0]}, the last "
                f"below {limits[-1]}: load the page of the class anew."
            )
        return tuple(answer)


@dataclass(frozen=True)
class Tally:
    """How a class guessed.

    Parameters
    ----------
    shares : tuple of tuple of float
        For every part, the share of its answers in each cell; after correction it may be below 0.
    errors : tuple of tuple of float
        Their standard errors from the coin alone and the sample; none where nobody lies.
    told : tuple of tuple of int
        For every part, the answers in each cell as they came.
    """

    answers: int
    shares: tuple[tuple[float, ...], ...]
    errors: tuple[tuple[float, ...], ...]
    counts: tuple[int, ...]
    told: tuple[tuple[int, ...], ...] = ()


def grid_of(lesson: Lesson, *, is_private: bool) -> Grid:
    """The grid of a lesson's prediction, or of the poll that takes its place in a class."""
    prediction = lesson.words["prediction"]
    if lesson.poll is not None:
        return Grid(1, 2, is_private=True)
    if prediction["kind"] == "bet":
        return Grid(len(prediction["start"]), len(prediction["names"]), is_private)
    return Grid(len(prediction["start"]), PRIVATE_CELLS if is_private else CELLS, is_private)


def threshold(epsilon: float, cells: int) -> int:
    """Below it, of :data:`SCALE`, the coin says the truth; else it names another cell at random.

    Randomised response on k cells: the truth with probability e^ε / (e^ε + k - 1), every other
    cell with 1 / (e^ε + k - 1). Rounded towards more lies.

    Parameters
    ----------
    epsilon : float
        From 0.1 to 10.

    Notes
    -----
    *Privacy*: epsilon-local differential privacy of one answer. A phone tells one part, drawn
    without looking at its guess, once.

    Source: Kairouz, Oh, Viswanath 2016 (k-ary randomised response).
    """
    if not LOWEST <= epsilon <= HIGHEST:
        raise Refused(
            f"epsilon of a class must be from {LOWEST:g} to {HIGHEST:g}, got {epsilon:g}: choose "
            "one of those offered."
        )
    return math.floor(SCALE * math.exp(epsilon) / (math.exp(epsilon) + cells - 1)) - 1


def tally(answers: Iterable[Sequence[int]], grid: Grid, epsilon: float | None = None) -> Tally:
    """Count answers; those through randomised response are corrected for the lies.

    With p the probability of the truth and q of each other cell, a share s that was told is
    corrected to (s - q) / (p - q), with the standard error sqrt(s (1 - s) / n) / (p - q).

    Parameters
    ----------
    epsilon : float or None
        Of a private room.
    """
    told, number = np.zeros((grid.parts, grid.cells)), 0
    for number, answer in enumerate(answers, 1):  # noqa: B007 (the last one is their count)
        part, cell = answer if grid.is_private else (np.arange(grid.parts), list(answer))
        told[part, cell] += 1
    counts = told.sum(axis=1)
    shares = told / np.maximum(counts, 1)[:, None]
    errors = np.zeros_like(shares)
    if epsilon is not None:
        p = threshold(epsilon, grid.cells) / SCALE
        q = (1 - p) / (grid.cells - 1)
        errors = np.sqrt(shares * (1 - shares) / np.maximum(counts, 1)[:, None]) / (p - q)
        shares = np.where(counts[:, None] > 0, (shares - q) / (p - q), 0.0)
    return Tally(
        number, _rows(shares), _rows(errors) if epsilon else (),
        tuple(int(count) for count in counts),
        tuple(tuple(int(count) for count in row) for row in told),
    )  # fmt: skip


def _rows(values: np.ndarray) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(round(float(value), 4) for value in row) for row in values)


NORMAL = 1.959964  # quantile of a range of 95%


@dataclass(frozen=True)
class Heard:
    """What a poll with coins says of the class, and of one who answered.

    Parameters
    ----------
    yes, low, high : float
        The share for whom yes is true, corrected for the lies, with its range of 95%.
    after_yes, after_no : float
        How likely it is that yes is true for one of the class who told yes or no, for somebody
        who knows the corrected share.
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
        number, said, yes, least, most, lie=1 - truth, sure=truth, unsure=1 - truth,
        after_yes=_belief(yes, truth), after_no=_belief(yes, 1 - truth),
    )  # fmt: skip


def _wilson(hits: int, number: int) -> tuple[float, float]:
    """The range of 95% of a share."""
    share, z = hits / number, NORMAL**2
    middle = (share + z / (2 * number)) / (1 + z / number)
    half = NORMAL * math.sqrt(share * (1 - share) / number + z / (4 * number**2)) / (1 + z / number)
    return middle - half, middle + half


def _belief(prior: float, likely: float) -> float:
    """After an answer that has probability `likely` if yes is true, and 1 - `likely` if not."""
    return prior * likely / (prior * likely + (1 - prior) * (1 - likely))
