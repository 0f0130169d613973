"""Differencing: the closed form is the sum over all noise, and what is counted follows it."""

import math

import numpy as np
import pytest

from graphdp_core.lab.audits.attacks.attack import best_guess
from graphdp_core.lab.audits.attacks.differencing import ROUNDS, counted_guesses, right_guesses


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 3.0])
def test_the_closed_form_is_the_sum_over_all_pairs_of_noise(epsilon):
    a, z = math.exp(-epsilon), np.arange(-400, 401)
    chance = (1 - a) / (1 + a) * a ** np.abs(z)
    same = float((chance**2).sum())
    assert right_guesses(np.array(epsilon)) == pytest.approx((1 + same) / 2)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 3.0])
def test_what_is_counted_is_expected_and_below_the_bound(epsilon):
    exact = float(right_guesses(np.array(epsilon)))
    counted = counted_guesses(np.random.default_rng(5), epsilon)
    # all three miss with < 1e-4
    assert abs(counted - exact) < 4.2 * math.sqrt(exact * (1 - exact) / ROUNDS)
    assert exact < best_guess(2 * epsilon)


def test_without_noise_it_is_always_right():
    assert counted_guesses(np.random.default_rng(1), None, rounds=1000) == 1.0
