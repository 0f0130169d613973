"""Membership: mean rates are those of the noise, and lie on the bound."""

import math

import pytest

from graphdp_core.lab.audits.attacks.membership import Membership
from tests.lab.audits.attacks.test_attack import KARATE, victim


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0])
def test_the_rates_are_those_of_the_flips(epsilon):
    of = victim(epsilon)
    p, q = of.rates
    found = Membership().run(of).numbers
    pairs, rounds = KARATE.n * (KARATE.n - 1) / 2, found["releases"]
    for name, rate, many in (
        ("true positive rate", p, KARATE.m),
        ("false positive rate", q, pairs - KARATE.m),
    ):
        deviation = math.sqrt(rate * (1 - rate) / (many * rounds))
        assert abs(found[name] - rate) < 4.5 * deviation  # all six miss with < 1e-4
    assert p == pytest.approx(math.exp(epsilon) * q)


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0, 8.0])
def test_a_mechanism_that_wastes_nothing_touches_its_bound_and_never_beats_it(epsilon):
    """It stands at the exact rate of false alarms: a counted one would be e^ε times as noisy."""
    detail = Membership().run(victim(epsilon)).detail
    assert "which it touches" in detail
    assert "above its own" not in detail
