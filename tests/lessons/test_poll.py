"""A poll by coins: the corrected share, its range, and what one answer tells, by law."""

import math

import numpy as np
import pytest

from graphdp_core.lessons import lesson
from graphdp_core.lessons.answers import SCALE, Grid, tally, threshold
from graphdp_core.lessons.poll import heard
from graphdp_core.lessons.rooms import Rooms
from graphdp_core.privacy.guarantee import posterior

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
    found = [polled(int(k), number, epsilon) for k in range(number + 1)]
    held = np.array([one.low <= share <= one.high for one in found])
    assert held[told].mean() > 0.93
    assert all(0 <= one.low <= one.yes <= one.high <= 1 for one in found)


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
