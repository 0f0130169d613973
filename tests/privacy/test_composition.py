"""Composition: exact by enumeration, ordered as the theorems say, and as dp_accounting reckons."""

import itertools
import math

import numpy as np
import pytest

from graphdp_core.params import Refused
from graphdp_core.privacy.accounting import epsilon_from_rho
from graphdp_core.privacy.composition import (
    advanced_epsilon,
    exact_epsilon,
    group_privacy,
    least_epsilon,
    zcdp_epsilon,
)

DELTA = 1e-6
BY_DP_ACCOUNTING = {  # version 0.6.0, privacy loss distributions on a grid that holds all losses
    ((0.1, 100),): 4.774567588,
    ((0.1, 10),): 0.999370906,
    ((1.0, 4),): 3.999996499,
    ((0.5, 20),): 9.986797870,
    ((0.5, 10), (0.1, 20)): 6.389093958,
}


def many(groups):
    return [epsilon for epsilon, count in groups for _ in range(count)]


def enumerated_delta(epsilons, total):
    """Over all outcomes of randomised responses: sum of max(0, P - e^total Q)."""
    delta = 0.0
    for signs in itertools.product((1, -1), repeat=len(epsilons)):
        one = math.prod(1 / (1 + math.exp(-s * e)) for s, e in zip(signs, epsilons, strict=True))
        other = math.prod(1 / (1 + math.exp(s * e)) for s, e in zip(signs, epsilons, strict=True))
        delta += max(0.0, one - math.exp(total) * other)
    return delta


@pytest.mark.parametrize("epsilons", [[1.0, 1.0, 1.0], [0.3, 0.7, 1.1, 0.05], [2.0] * 6])
@pytest.mark.parametrize("delta", [1e-3, 0.05])
def test_the_exact_epsilon_needs_just_this_delta(epsilons, delta):
    outcome = exact_epsilon(epsilons, delta)
    assert enumerated_delta(epsilons, outcome) <= delta * (1 + 1e-9)
    assert enumerated_delta(epsilons, outcome - 1e-6) > delta


@pytest.mark.parametrize("groups", BY_DP_ACCOUNTING)
def test_it_is_what_dp_accounting_reckons(groups):
    assert exact_epsilon(many(groups), DELTA) == pytest.approx(BY_DP_ACCOUNTING[groups], abs=1e-6)


@pytest.mark.parametrize(("sigma", "count", "epsilon"), [(5, 1, 0.8999353), (3, 2, 2.2684735)])
def test_zcdp_is_what_dp_accounting_reckons_with_dense_orders(sigma, count, epsilon):
    outcome = epsilon_from_rho(count / (2 * sigma**2), DELTA)
    assert outcome == pytest.approx(epsilon, abs=1e-6)


@pytest.fixture
def dp_accounting():
    """The library itself; it asks for an old attrs, so that it is installed beside the app."""
    return pytest.importorskip("dp_accounting", reason="make accounting installs it beside")


@pytest.mark.parametrize(("sigma", "count"), [(5.0, 1), (3.0, 2)])
def test_zcdp_agrees_with_dp_accounting_itself(dp_accounting, sigma, count):
    orders = 1 + np.exp(np.linspace(-4, 7, 6000))
    accountant = dp_accounting.rdp.RdpAccountant(orders)
    accountant.compose(dp_accounting.GaussianDpEvent(sigma), count)
    outcome = epsilon_from_rho(count / (2 * sigma**2), DELTA)
    assert accountant.get_epsilon(DELTA) == pytest.approx(outcome, abs=1e-6)


@pytest.mark.parametrize("groups", BY_DP_ACCOUNTING)
def test_exact_composition_agrees_with_dp_accounting_itself(dp_accounting, groups):
    step = 1 / 2000  # all losses are whole multiples of it: the library rounds none
    losses = dp_accounting.pld.privacy_loss_distribution
    whole = None
    for epsilon, count in groups:
        one = losses.from_privacy_parameters(
            dp_accounting.pld.common.DifferentialPrivacyParameters(epsilon, 0.0),
            value_discretization_interval=step,
        ).self_compose(count)
        whole = one if whole is None else whole.compose(one)
    outcome = whole.get_epsilon_for_delta(DELTA)
    assert exact_epsilon(many(groups), DELTA) == pytest.approx(outcome, abs=1e-6)


@pytest.mark.parametrize("groups", BY_DP_ACCOUNTING)
def test_no_rule_goes_below_the_exact_one_and_the_least_is_taken(groups):
    epsilons = many(groups)
    exact = exact_epsilon(epsilons, DELTA)
    for rule in (zcdp_epsilon, advanced_epsilon):
        assert rule(epsilons, DELTA) >= exact
    old = sum(e * math.expm1(e) for e in epsilons) + math.sqrt(
        2 * math.log(1 / DELTA) * sum(e * e for e in epsilons)
    )
    assert advanced_epsilon(epsilons, DELTA) < old
    outcome = least_epsilon(epsilons, DELTA)
    assert exact <= outcome.epsilon <= math.fsum(epsilons)
    assert (outcome.delta == 0.0) == (outcome.rule == "sum")


def test_a_delta_of_their_own_is_added_and_a_single_release_costs_itself():
    outcome = least_epsilon([0.1] * 100, DELTA, spent_delta=1e-5)
    assert outcome.delta == pytest.approx(1.1e-5)
    assert least_epsilon([0.7], DELTA).epsilon == 0.7
    assert least_epsilon([], DELTA).epsilon == 0.0
    assert least_epsilon([0.1] * 50, 0.0).rule == "sum"


def test_too_many_unlike_losses_are_left_to_the_other_rules():
    unlike = [0.1 + 0.01 * math.sqrt(i) for i in range(18)]
    assert exact_epsilon(unlike, DELTA) is None
    assert least_epsilon(unlike, 0.01).rule in ("zCDP", "advanced")


@pytest.mark.parametrize(("epsilon", "delta", "size"), [(0.4, 0.01, 3), (1.0, 1e-4, 4)])
def test_a_group_follows_from_its_steps(epsilon, delta, size):
    # e^epsilon and delta applied k times to the least favourable event of probability x.
    for x in (0.0, 0.01, 0.1):
        worst = x
        for _ in range(size):
            worst = math.exp(epsilon) * worst + delta
        together = group_privacy(epsilon, delta, size)
        assert math.exp(together[0]) * x + together[1] == pytest.approx(worst)


def test_groups_of_ten_thousand_say_nothing_and_of_none_are_refused():
    assert group_privacy(1.0, 1e-9, 10_000) == (10_000.0, 1.0)
    assert group_privacy(0.0, 1e-9, 10) == (0.0, pytest.approx(1e-8))
    with pytest.raises(Refused, match="size"):
        group_privacy(1.0, 0.0, 0)
