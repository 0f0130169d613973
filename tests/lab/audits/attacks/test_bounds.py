"""The bounds hold for every test of two distributions, and randomised response attains them."""

import itertools
import math

import numpy as np
import pytest

from graphdp_core.lab.audits.attacks.bounds import beliefs, best_guess, largest_hit_rate

EPSILONS = [0.0, 0.3, 1.0, 4.0]


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_randomised_response_is_a_corner_of_the_bound(epsilon):
    flip = 1.0 / (1.0 + math.exp(epsilon))
    assert largest_hit_rate(flip, epsilon) == pytest.approx(1.0 - flip)
    assert best_guess(epsilon) == pytest.approx(1.0 - flip)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_no_event_of_the_worst_pair_lies_beyond_the_bound_and_its_corners_lie_on_it(epsilon):
    likely = 1.0 / (1.0 + math.exp(-epsilon))  # the pair that dominates all others
    one, other = [likely, 1.0 - likely], [1.0 - likely, likely]
    gaps = []
    for chosen in itertools.product((0, 1), repeat=2):
        f, t = (float(np.dot(chosen, world)) for world in (other, one))
        gaps.append(float(largest_hit_rate(f, epsilon)) - t)
    assert min(gaps) > -1e-12
    assert sum(abs(gap) < 1e-12 for gap in gaps) >= 3


def test_beliefs_are_bayes_rule():
    prior, likely, unlikely = 0.2, 0.9, 0.3
    after = prior * likely / (prior * likely + (1 - prior) * unlikely)
    assert beliefs(prior, math.log(likely / unlikely)) == pytest.approx(after)
