"""k edges: the mean belief by all outcomes, and what is counted agrees with it."""

import itertools
import math

import pytest

from graphdp_core.lab.audits.attacks.attack import beliefs
from graphdp_core.lab.audits.attacks.many_edges import NODES, ManyEdges, counted_belief, mean_belief
from tests.lab.audits.attacks.test_attack import victim


@pytest.mark.parametrize("k", [1, 2, 5])
def test_the_mean_belief_is_the_sum_over_all_outcomes(k):
    epsilon = 0.8
    flip = 1 / (1 + math.exp(epsilon))
    expected = 0.0
    for flips in itertools.product((0, 1), repeat=k):
        bad = sum(flips)
        chance = flip**bad * (1 - flip) ** (k - bad)
        expected += chance * float(beliefs(0.5, epsilon * (k - 2 * bad)))
    assert mean_belief(k, epsilon, flip) == pytest.approx(expected)


@pytest.mark.parametrize("k", [1, 5, 20])
def test_what_is_counted_is_the_mean(k):
    of = victim(0.5, seed=1)
    people = NODES * (NODES - 1) // 2 // k
    # Beliefs lie in [0, 1]: Hoeffding, all three miss with < 1e-4
    allowed = math.sqrt(math.log(2 / 3e-5) / (2 * people))
    assert abs(counted_belief(of, k) - mean_belief(k, 0.5, of.rates[1])) < allowed


def test_no_outcome_goes_beyond_k_epsilon():
    found = ManyEdges(edges=4).run(victim(0.5)).numbers
    assert found["most"] == pytest.approx(1 / (1 + math.exp(-2.0)))
    assert found["on average"] < found["most"]
