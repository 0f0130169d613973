"""Last bits: never wrong about a one, right about many zeros, and nothing of integers."""

import math

import numpy as np
import pytest

from graphdp_core.lab.audits.attacks.attack import largest_hit_rate
from graphdp_core.lab.audits.attacks.last_bits import ROUNDS, LastBits, can_be, roc
from tests.lab.audits.attacks.test_attack import victim


@pytest.mark.parametrize("scale", [0.1, 1.0, 20.0])
def test_a_one_is_never_taken_for_impossible(scale):
    values = 1.0 + np.random.default_rng(0).laplace(0.0, scale, 100_000)
    assert can_be(values, 1.0).all()


@pytest.mark.parametrize(("scale", "share"), [(1.0, 0.093), (2.0, 0.049)])
def test_fine_last_bits_below_a_quarter_are_as_frequent_as_reckoned(scale, share):
    values = np.random.default_rng(1).laplace(0.0, scale, 100_000)
    low = (values > 0) & (values < 0.25)
    fine = low & (values * 2.0**53 % 1.0 != 0.0)
    deviation = math.sqrt(share / 100_000)
    assert abs(fine.mean() - share) < 4.5 * deviation + 0.0006  # the share has three digits
    assert not can_be(values[fine], 1.0).any()


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_integers_stay_below_the_bound_and_doubles_do_not(epsilon):
    found = LastBits().run(victim(epsilon, seed=7))
    by_name = {line.name: line for line in found.lines}
    whole, raw = by_name["integers"], by_name["doubles"]
    # Dvoretzky, Kiefer and Wolfowitz: both empirical curves together miss with < 1e-4
    slack = math.sqrt(math.log(4 / 1e-4) / (2 * ROUNDS))
    bound = largest_hit_rate(np.minimum(whole.x + slack, 1.0), epsilon)
    assert (whole.y <= bound + slack).all()
    assert raw.y[raw.x == 0.0].max() > 0.1
    assert found.numbers["wrongly certain"] == 0.0


def test_the_roc_of_no_difference_is_the_diagonal():
    scores = np.arange(1000.0)
    false, true = roc(scores, scores)
    assert false == pytest.approx(true)
    assert (np.diff(false) >= 0).all()
