"""Guesses of a class in cells, and the coin that hides them.

A poll by coins: the corrected share, its range, and what one answer tells, by law.
"""

import math

import numpy as np
import pytest

from graphdp_core.lessons import LESSONS, lesson
from graphdp_core.lessons.answers import SCALE, Grid, grid_of, heard, tally, threshold
from graphdp_core.lessons.rooms import Rooms
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import posterior


def told(rng: np.random.Generator, truth: np.ndarray, grid: Grid, epsilon: float) -> list:
    """What phones tell of one part: the protocol, written anew."""
    lies = rng.integers(0, SCALE, truth.size) >= threshold(epsilon, grid.cells)
    others = (truth + rng.integers(1, grid.cells, truth.size)) % grid.cells
    return [(0, int(cell)) for cell in np.where(lies, others, truth)]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
@pytest.mark.parametrize("is_private", [False, True])
def test_every_lesson_has_a_grid_that_takes_its_corners(lesson, is_private):
    grid = grid_of(lesson, is_private=is_private)
    one = [grid.parts - 1, grid.cells - 1]
    high = one if grid.is_private else [grid.cells - 1] * grid.parts
    assert grid.checked(high) == tuple(high)
    assert grid.checked([0] * len(high)) == (0,) * len(high)
    with pytest.raises(Refused, match="whole numbers"):
        grid.checked([*high[:-1], high[-1] + 1])


@pytest.mark.parametrize(
    "nonsense", [None, "ab", [1.0, 1], [True, 1], [1], [1, 2, 3], [-1, 0], {}, [[1], 2], [None, 0]]
)
def test_nonsense_is_refused_in_one_sentence(nonsense):
    with pytest.raises(Refused, match=r"2 whole numbers.*anew\.$"):
        Grid(2, 11).checked(nonsense)


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0, 2.0, 5.0, 10.0])
@pytest.mark.parametrize("cells", [2, 3, 6])
def test_no_answer_is_likelier_than_e_to_epsilon(epsilon, cells):
    p = threshold(epsilon, cells) / SCALE
    q = (1 - p) / (cells - 1)
    assert p / q <= math.exp(epsilon)
    assert p / q > math.exp(epsilon) * (1 - 1e-4), "and nothing of epsilon is given away"


@pytest.mark.parametrize("epsilon", [0.0, 0.09, 10.1, math.nan, math.inf])
def test_an_epsilon_out_of_range_is_refused(epsilon):
    with pytest.raises(Refused, match=r"from 0\.1 to 10"):
        threshold(epsilon, 6)


def test_corrected_shares_are_the_true_ones_within_their_error():
    """400 classes of 60: means within 5 standard errors, 6 times (fails by chance 4e-6)."""
    rng, grid, epsilon = np.random.default_rng(7), Grid(1, 6, True), 1.5
    truth = np.repeat(np.arange(6), [30, 12, 9, 6, 3, 0])
    seen = [tally(told(rng, truth, grid, epsilon), grid, epsilon) for _ in range(400)]
    shares = np.array([one.shares[0] for one in seen])
    errors = np.array([one.errors[0] for one in seen])
    spread = shares.std(axis=0, ddof=1)
    off = np.abs(shares.mean(axis=0) - np.bincount(truth, minlength=6) / truth.size)
    assert np.all(off < 5 * spread / np.sqrt(400))
    assert np.all(spread < 1.2 * errors.mean(axis=0))
    assert np.all(spread > 0.6 * errors.mean(axis=0)), "the error counts the sample in too"


def test_parts_that_nobody_told_are_empty_and_not_wrong():
    counts = tally([(1, 0), (1, 2)], Grid(3, 4, True), 2.0)
    assert counts.answers == 2
    assert counts.counts == (0, 2, 0)
    assert counts.shares[0] == (0.0,) * 4
    assert sum(counts.shares[1]) == pytest.approx(1.0, abs=1e-3)


def test_an_empty_room_has_an_empty_tally():
    assert tally([], Grid(2, 3)).shares == ((0.0,) * 3,) * 2


GRID = Grid(1, 2, is_private=True)


def polled(said_yes: int, number: int, epsilon: float):
    told = [(0, 0)] * said_yes + [(0, 1)] * (number - said_yes)
    return heard(tally(told, GRID, epsilon), epsilon)


@pytest.mark.parametrize(("epsilon", "number", "share"), [(1.0, 30, 0.3), (2.0, 50, 0.1)])
def test_the_range_holds_the_true_share_of_the_population(epsilon, number, share):
    """4,000 classes: at least 93% of ranges hold it, a nominal 95% (by chance below 1e-7)."""
    rng = np.random.default_rng(3)
    truth = threshold(epsilon, 2) / SCALE
    told = rng.binomial(number, share * truth + (1 - share) * (1 - truth), 4000)
    values = [polled(int(k), number, epsilon) for k in range(number + 1)]
    held = np.array([one.low <= share <= one.high for one in values])
    assert held[told].mean() > 0.93
    assert all(0 <= one.low <= one.yes <= one.high <= 1 for one in values)


def test_what_one_answer_tells_is_bounded_by_epsilon():
    for epsilon in (0.5, 1.0, 4.0):
        one = polled(20, 50, epsilon)
        assert one.sure <= posterior(0.5, epsilon)
        assert one.sure == pytest.approx(posterior(0.5, epsilon), abs=1e-6)
        for after in (one.after_yes, one.after_no):
            odds = after / (1 - after) / (one.yes / (1 - one.yes))
            assert abs(math.log(odds)) <= epsilon + 1e-9
        assert one.after_no < one.yes < one.after_yes


def test_an_empty_poll_says_nothing_and_extreme_ones_stay_shares():
    assert heard(tally([], GRID, 1.0), 1.0) is None
    assert (polled(0, 20, 1.0).yes, polled(20, 20, 1.0).yes) == (0.0, 1.0)


def test_a_room_without_a_coin_has_one_for_the_poll_alone():
    rooms = Rooms()
    code, secret = rooms.open("L0")
    assert rooms.room(code).coin == lesson("L0").poll["epsilon"]
    phone = "token-of-a-phone-0001"
    rooms.join(code, phone)
    rooms.answer(code, phone, [0, 1])
    assert rooms.tally(code).told == ((0, 1),)
    assert rooms.move(code, secret, "L2").coin is None
    rooms.answer(code, phone, [0, 2, 5, 9, 10])
    rooms.answer(code, phone, [1, 2, 5, 9, 10])
    rooms.close()
