"""Dyadic probabilities: rounded towards privacy, as near to the ideal ones as 2**-64 allows."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphdp_core.privacy.dyadic import (
    WHOLE,
    Growth,
    laplace_flip_rates,
    noise_tail,
    symmetric_rates,
    top_m_rates,
)

EPSILONS = st.fractions(Fraction(1, 100), 20, max_denominator=1000)


@pytest.mark.parametrize(
    ("epsilon", "threshold"),
    [("1", 0x44D9585152EA1936), ("0.5", 0x60A6815965E37A0F), ("3", 0xC241A1E482A227D)],
)
def test_thresholds_are_those_computed_elsewhere(epsilon, threshold):
    assert symmetric_rates(Fraction(epsilon)).absent == threshold


@given(EPSILONS)
def test_a_flip_costs_at_most_epsilon_and_hardly_less(epsilon):
    rates = symmetric_rates(epsilon)
    assert rates.costs_at_most(epsilon)
    assert not rates.costs_at_most(epsilon - Fraction(1, 10**9))
    assert rates.exact_epsilon == pytest.approx(float(epsilon), abs=1e-9)
    assert rates.present + rates.absent == WHOLE


@pytest.mark.parametrize("rates", [symmetric_rates, laplace_flip_rates])
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 10**25)])
def test_without_epsilon_nothing_is_told_and_no_cost_is_below_zero(rates, epsilon):
    found = rates(epsilon)
    assert found.present == found.absent == WHOLE // 2
    assert found.exact_epsilon == 0.0


@given(EPSILONS)
def test_laplace_flip_costs_what_its_formula_says(epsilon):
    rates = laplace_flip_rates(epsilon)
    exact = math.log(2 * math.exp(epsilon / 2) - 1)
    assert rates.exact_epsilon == pytest.approx(exact, abs=1e-9)
    assert rates.exact_epsilon <= float(epsilon) + 1e-15


@given(EPSILONS, st.integers(1, 10**9), st.integers(2, 5 * 10**9))
def test_asymmetric_rates_cost_at_most_epsilon_both_ways(epsilon, edges, pairs):
    rates = top_m_rates(min(edges, pairs - 1), pairs, epsilon)
    assert rates.costs_at_most(epsilon)
    assert 0 < rates.absent <= rates.present < WHOLE or pairs == 2


def test_a_rate_one_step_higher_would_cost_too_much():
    rates = symmetric_rates(Fraction(1))
    above = type(rates)(present=rates.present + 1, absent=rates.absent - 1)
    assert not above.costs_at_most(Fraction(1))


@given(EPSILONS)
def test_a_factor_is_below_its_rate_and_hardly_less(rate):
    growth = Growth.at_most(rate)
    assert float(rate) - 1e-9 < growth.exact_rate <= float(rate) * (1 + 1e-15)
    assert Growth(growth.numerator + 1).exact_rate >= float(rate)


def test_weights_are_exact_powers_of_the_factor():
    growth = Growth.at_most(Fraction(1, 3))
    weights = growth.weights([0, 3, 1, 3])
    factor = Fraction(growth.numerator, 1 << 32)
    assert [Fraction(weight, weights[0]) for weight in weights] == [1, factor**3, factor, factor**3]


@given(EPSILONS, st.integers(1, 5))
def test_the_tail_of_noise_is_rounded_up_by_less_than_a_step(epsilon, threshold):
    if epsilon * threshold > 40:
        return
    rounded, ideal = (
        noise_tail(threshold, epsilon),
        math.exp(-epsilon * threshold) / (1 + math.exp(-epsilon)),
    )
    assert rounded / WHOLE == pytest.approx(ideal, rel=1e-12, abs=2 / WHOLE)


def test_a_tail_below_the_grid_is_not_drawn_from_it():
    with pytest.raises(ValueError, match="too high for 64 bits"):
        noise_tail(60, Fraction(1))
