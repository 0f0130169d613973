"""Noise on public grids: its law, its sensitivity, and that no last digit tells the input."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from noise_laws import geometric_pvalue
from scipy import stats

from graphdp_core.privacy.grids import (
    SignedTails,
    geometric_noise,
    on_a_grid,
    signed_tails,
)
from graphdp_core.privacy.laws import GridNoise

RARE = 1e-6  # failure probability of each random test


def _tails(seed: int, size: int) -> SignedTails:
    return signed_tails(np.random.default_rng(seed), size)


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 1.0, 3.0])
def test_the_noise_is_two_sided_geometric(epsilon):
    noise = geometric_noise(_tails(0, 100_000), epsilon=epsilon)
    assert geometric_pvalue(noise, epsilon) > RARE


def test_the_noise_grows_as_epsilon_falls_and_keeps_its_sign():
    tails = _tails(1, 1000)
    small, large = (geometric_noise(tails, epsilon=e) for e in (2.0, 0.5))
    assert (np.abs(large) >= np.abs(small)).all()
    assert (np.sign(large) * np.sign(small) >= 0).all()


def test_large_noise_has_no_gaps():
    """Tails below 2^-53 occur with their own digits: not all are multiples of 2^-53."""
    coarse = np.zeros(4)

    class Fixed:
        def __init__(self):
            self.calls = [coarse, np.array([0.1, 0.3, 0.7, 0.9])]

        def random(self, size):
            return self.calls.pop(0)

    tails = signed_tails(Fixed(), 4)  # type: ignore[arg-type]
    assert len(set(tails.tail)) == 4
    assert (tails.tail < 2.0**-53).all()
    assert (tails.tail > 0).all()


@given(
    st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=30),
    st.floats(1e-6, 1e3),
    st.integers(0, 2**32 - 1),
)
def test_rounding_costs_at_most_what_the_noise_accounts_for(values, sensitivity, seed):
    """With the same noise, inputs at the l1 distance allowed give outputs D steps apart at most."""
    values = np.array(values)
    k, rng = len(values), np.random.default_rng(seed)
    moves = rng.dirichlet(np.ones(k)) * rng.choice([-1.0, 1.0], k) * sensitivity * (1 - 1e-6)
    step = 2.0 ** math.floor(math.log2(sensitivity * 2.0**-10 / k))
    other = values + moves
    if np.abs(other - values).sum() > sensitivity:
        return  # the doubles' own rounding
    moved = np.abs(np.round(other / step) - np.round(values / step)).sum()
    assert moved <= sensitivity / step + k


def test_the_scale_is_that_of_laplace_noise_but_for_a_thousandth():
    noisy = GridNoise("zeros", 0.5, np.zeros(200_000), 2.0).drawn(np.random.default_rng(2))
    # P(|X| > t) = e^(-t/4) within 6 standard errors at the median, for any fixed seed but 1e-8
    half = float(np.mean(np.abs(noisy) > 4.0 * math.log(2.0)))
    assert abs(half - 0.5) < 6 * 0.5 / math.sqrt(200_000) + 1e-3
    assert noisy.var() == pytest.approx(2 * 4.0**2, rel=0.04)
    assert stats.kstest(noisy, stats.laplace(0, 4.0).cdf).pvalue > RARE


@pytest.mark.long
def test_one_value_has_the_exact_law_of_its_steps():
    epsilon = 400.0
    draws = [
        GridNoise("one", epsilon, np.array([0.3])).drawn(np.random.default_rng(s))[0]
        for s in range(20_000)
    ]
    noise = np.array(draws) / 2.0**-10 - round(0.3 * 2**10)
    assert geometric_pvalue(noise, epsilon / (2**10 + 1)) > RARE


@pytest.mark.parametrize("values", [(0.0, 1.0), (0.1, 1.1), (3.7, 4.7)])
def test_released_numbers_do_not_betray_the_input_by_their_last_bits(values):
    """Every number that one input releases is one that the other could have released."""
    grids = []
    for seed, value in enumerate(values):
        law = GridNoise("same", 1.0, np.full(2000, value))
        grids.append(law.drawn(np.random.default_rng(seed)))
    step = 2.0 ** math.floor(math.log2(2.0**-10 / 2000))
    for released in grids:
        assert np.array_equal(released / step, np.round(released / step))


def test_what_has_no_noise_stays_as_it_is():
    assert on_a_grid(np.array([0.1]), 0.0).tolist() == [0.1]
