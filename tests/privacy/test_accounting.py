"""Calibration of Gaussian noise and zCDP."""

import pytest

from graphdp_core.privacy.accounting import (
    classical_gaussian_scale,
    epsilon_from_rho,
    gaussian_delta,
    gaussian_scale,
    rho_from_epsilon,
)


@pytest.mark.parametrize("epsilon", [0.001, 0.3, 1.0, 4.0, 20.0])
@pytest.mark.parametrize("delta", [1e-12, 1e-6, 1e-2])
def test_rounding_never_breaks_a_guarantee_and_gives_nothing_away(epsilon, delta):
    scale = gaussian_scale(epsilon, delta)
    assert gaussian_delta(scale, epsilon) <= delta < gaussian_delta(scale * (1 - 1e-9), epsilon)
    rho = rho_from_epsilon(epsilon, delta)
    assert epsilon_from_rho(rho, delta) == pytest.approx(epsilon, rel=1e-6)
    assert (
        epsilon_from_rho(rho * (1 - 1e-6), delta) < epsilon < epsilon_from_rho(rho * 1.001, delta)
    )


def test_the_classical_scale_is_larger_where_it_is_proved_and_fails_later():
    assert classical_gaussian_scale(0.9, 1e-6) > gaussian_scale(0.9, 1e-6)
    assert gaussian_delta(classical_gaussian_scale(10.0, 1e-5), 10.0) == pytest.approx(
        2.3e-5, rel=0.02
    )


@pytest.mark.parametrize(
    ("epsilon", "rho"), [(0.1, 3.2e-4), (0.4, 4.4e-3), (1, 0.0244), (2, 0.0882)]
)
def test_rho_has_the_known_values(epsilon, rho):
    assert rho_from_epsilon(epsilon, 1e-6) == pytest.approx(rho, rel=0.01)


def test_the_conversion_of_a_gaussian_is_never_better_than_the_exact_condition():
    """Noise of sigma = 2 is 1/8-zCDP; its exact delta is below the converted guarantee."""
    epsilon = epsilon_from_rho(1 / 8, 1e-5)
    assert gaussian_delta(2.0, epsilon) <= 1e-5
