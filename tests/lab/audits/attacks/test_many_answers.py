"""Many answers: all is rebuilt from exact ones, and one shared epsilon bounds the rest."""

import math

import numpy as np
import pytest

from graphdp_core.lab.audits.attacks.attack import best_guess
from graphdp_core.lab.audits.attacks.many_answers import ANSWERS, _solved, _variance, rebuilt
from graphdp_core.privacy.samplers import two_sided_geometric

ROUNDS, PEOPLE = 64, 32


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_answers_that_share_one_epsilon_stay_below_its_bound(epsilon):
    exact, own, shared = rebuilt(np.random.default_rng(2), PEOPLE, epsilon, rounds=ROUNDS)
    # Each world's share lies in [0, 1]: Hoeffding, all seven of both miss with < 1e-4
    slack = math.sqrt(math.log(14 / 1e-4) / (2 * ROUNDS))
    assert (shared < float(best_guess(epsilon)) + slack).all()
    assert exact[np.array(ANSWERS) >= 2 * PEOPLE].min() == 1.0
    assert own[-1] > own[0]


def test_answers_at_an_epsilon_of_their_own_give_all_away():
    own = rebuilt(np.random.default_rng(4), PEOPLE, 1.0, rounds=ROUNDS)[1]
    # The guess has sd of about 2 s/sqrt(512) = .12: wrong beyond 1/2 in about 2e-5 of secrets
    assert own[-1] > 0.99


def test_the_variance_is_that_of_the_noise():
    noise = two_sided_geometric(np.random.default_rng(0), epsilon=0.7, size=200_000)
    # sd of the sample variance is below 1.3% here: 4 of them
    assert noise.var() == pytest.approx(_variance(0.7), rel=0.05)


def test_a_handful_of_exact_answers_is_solved():
    asked = np.array([[[1.0, 0.0], [1.0, 1.0]]])
    secret = np.array([[[1.0], [0.0]]])
    assert _solved(asked, asked @ secret, 1e-9)[0, :, 0] == pytest.approx([0.5, -0.5], abs=1e-6)
