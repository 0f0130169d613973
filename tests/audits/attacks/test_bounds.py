"""The bounds hold for every test of two distributions, and randomised response attains them."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import norm

from graphdp_core.audits.attacks.bounds import beliefs, best_guess, largest_hit_rate
from graphdp_core.privacy.accounting import gaussian_delta

EPSILONS = [0.0, 0.3, 1.0, 4.0]


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_randomised_response_is_a_corner_of_the_bound(epsilon):
    flip = 1.0 / (1.0 + math.exp(epsilon))
    assert largest_hit_rate(flip, epsilon) == pytest.approx(1.0 - flip)
    assert best_guess(epsilon) == pytest.approx(1.0 - flip)


@pytest.mark.parametrize(("epsilon", "delta"), list(itertools.product(EPSILONS, [0.0, 0.01, 0.3])))
def test_no_event_of_the_worst_pair_lies_beyond_the_bound_and_its_corners_lie_on_it(epsilon, delta):
    # The pair that dominates all others: with chance delta the world is said outright.
    likely = (1.0 - delta) / (1.0 + math.exp(-epsilon))
    one = [delta, likely, 1.0 - delta - likely, 0.0]
    other = [0.0, 1.0 - delta - likely, likely, delta]
    gaps = []
    for chosen in itertools.product((0, 1), repeat=4):
        f, t = (float(np.dot(chosen, world)) for world in (other, one))
        gaps.append(float(largest_hit_rate(f, epsilon, delta)) - t)
    assert min(gaps) > -1e-12
    assert sum(abs(gap) < 1e-12 for gap in gaps) >= 3


def test_gaussian_noise_stays_below_the_bound_of_its_own_delta():
    false_alarms = np.linspace(0.001, 0.999, 300)
    hits = norm.sf(norm.isf(false_alarms) - 1.0 / 2.5)
    for epsilon in (0.1, 0.5, 1.0):
        bound = largest_hit_rate(false_alarms, epsilon, gaussian_delta(2.5, epsilon))
        assert (hits <= bound + 1e-12).all()
        assert (bound - hits).min() < 1e-3  # it touches


def test_beliefs_are_bayes_rule():
    prior, likely, unlikely = 0.2, 0.9, 0.3
    after = prior * likely / (prior * likely + (1 - prior) * unlikely)
    assert beliefs(prior, math.log(likely / unlikely)) == pytest.approx(after)
    assert best_guess(0.0, 0.4) == pytest.approx(0.7)
