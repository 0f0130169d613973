"""Two stops with one seed: every pair that differs is known for certain."""

import math

import numpy as np
import pytest

from graphdp_core.graphs.pair_index import pair_numbers
from graphdp_core.lab.audits.attacks.shared_noise import SharedNoise, revealed
from tests.lab.audits.attacks.test_attack import KARATE, victim


@pytest.mark.parametrize("mechanism", ["edge_flip", "laplace_flip"])
@pytest.mark.parametrize("other", [0.1, 3.0])
def test_all_that_is_given_away_is_true_and_as_much_as_expected(mechanism, other):
    pairs = KARATE.n * (KARATE.n - 1) / 2
    counts = []
    for seed in range(20):
        found = SharedNoise(other=other).run(victim(1.0, mechanism, seed=seed)).numbers
        assert found["wrong"] == 0
        counts.append(found["pairs revealed"])
    flip = victim(1.0, mechanism).mechanism.flip_probability
    share = abs(flip(other) - flip(1.0))
    deviation = math.sqrt(share * (1 - share) * pairs / 20)
    assert abs(np.mean(counts) - share * pairs) < 4.5 * deviation  # all four miss with < 1e-4


def test_fresh_noise_gives_nothing_away_for_certain():
    # The same rule, believed of two releases with noise of their own, is often wrong.
    one, two = (
        victim().mechanism.release(KARATE, epsilon=e, rng=np.random.default_rng(seed))
        for e, seed in ((1.0, 1), (0.5, 2))
    )
    shown, beside = (pair_numbers(g.n, *g.edges.T) for g in (one, two))
    differ = np.setxor1d(shown, beside)
    truth = np.isin(differ, pair_numbers(KARATE.n, *KARATE.edges.T))
    assert (np.isin(differ, shown) != truth).mean() > 0.2  # .38 expected, 5 sd away


def test_the_same_stop_twice_gives_nothing_away():
    shown = np.array([0, 1])
    assert "nothing" in SharedNoise(other=0.5).run(victim(0.5)).sentence
    own = victim(0.5)
    of = SharedNoise(other=0.5).run(own).numbers
    assert of["pairs revealed"] == 0
    assert len(revealed(own, 0.5, shown)[0]) > 0
