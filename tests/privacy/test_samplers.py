"""Discrete noise: exact laws, rare events against a dense sampler, nested draws.

Seeds are fixed; each random check is a test at level 1e-6.

Noise on public grids: its law, its sensitivity, and that no last digit tells the input.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from noise_laws import geometric_pvalue
from scipy import stats

from graphdp_core.privacy.laws import GridNoise
from graphdp_core.privacy.samplers import (
    SignedTails,
    first_distinct,
    geometric_noise,
    geometric_of_tail,
    geometric_tail,
    on_a_grid,
    rare_events,
    signed_tails,
    two_sided_geometric,
)

LEVEL = 1e-6


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 4.0])
def test_two_sided_geometric_has_its_law(epsilon):
    draws = two_sided_geometric(np.random.default_rng(3), epsilon=epsilon, size=200_000)
    assert geometric_pvalue(draws, epsilon) > LEVEL


def test_noise_of_one_stream_only_grows_as_epsilon_falls():
    small, large = (
        two_sided_geometric(np.random.default_rng(5), epsilon=e, size=1000) for e in (0.5, 2.0)
    )
    assert (np.abs(large) <= np.abs(small)).all()
    assert (large * small >= 0).all()


def test_epsilon_must_be_above_zero():
    with pytest.raises(ValueError, match="epsilon must be above 0"):
        two_sided_geometric(np.random.default_rng(0), epsilon=0.0)


def test_tail_and_its_inverse_agree():
    for epsilon in (0.1, 1.0, 5.0):
        for t in (1, 2, 7):
            tail = geometric_tail(t, epsilon=epsilon)
            near = geometric_of_tail(np.array([tail * (1 - 1e-9), tail * (1 + 1e-9)]),
                                     epsilon=epsilon)  # fmt: skip
            assert near.tolist() == [t, t - 1]


@pytest.mark.sample
@pytest.mark.parametrize(("trials", "probability"), [(1, 0.5), (12, 0.9), (300, 0.02), (50, 0.3)])
def test_the_number_of_rare_events_is_binomial(trials, probability):
    rng = np.random.default_rng(6)
    counts = [len(rare_events(rng, trials=trials, probability=probability)[0]) for _ in range(4000)]
    law = stats.binom.pmf(np.arange(trials + 1), trials, probability)
    seen = np.bincount(counts, minlength=trials + 1)
    often = law * len(counts) >= 8
    observed, expected = seen[often].tolist(), (law[often] * len(counts)).tolist()
    if law[~often].sum() * len(counts) > 1:
        observed.append(seen[~often].sum())
        expected.append(law[~often].sum() * len(counts))
    scale = sum(observed) / sum(expected)
    assert stats.chisquare(observed, np.multiply(expected, scale)).pvalue > LEVEL
    assert sum(observed) >= len(counts) - 20


def test_rare_events_are_distinct_uniform_trials_with_uniform_numbers():
    rng = np.random.default_rng(7)
    draws = [rare_events(rng, trials=40, probability=0.25) for _ in range(3000)]
    assert all(len(np.unique(which)) == len(which) for which, _ in draws)
    assert all((np.diff(numbers) > 0).all() for _, numbers in draws)
    which = np.concatenate([which for which, _ in draws])
    numbers = np.concatenate([numbers for _, numbers in draws])
    assert stats.chisquare(np.bincount(which, minlength=40)).pvalue > LEVEL
    assert stats.kstest(numbers, stats.uniform(0, 0.25).cdf).pvalue > LEVEL
    first = np.array([which[0] for which, _ in draws if len(which)])
    assert stats.chisquare(np.bincount(first, minlength=40)).pvalue > LEVEL


@pytest.mark.parametrize("trials", [500, 5_000_000])
def test_rare_events_of_one_stream_are_nested(trials):
    few, many = (
        rare_events(np.random.default_rng(8), trials=trials, probability=p)
        for p in (20 / trials, 300 / trials)
    )
    assert len(few[0]) < len(many[0])
    assert np.array_equal(few[0], many[0][: len(few[0])])
    assert np.array_equal(few[1], many[1][: len(few[1])])


def test_rare_events_at_the_ends():
    rng = np.random.default_rng(9)
    assert len(rare_events(rng, trials=0, probability=0.5)[0]) == 0
    assert len(rare_events(rng, trials=50, probability=0.0)[0]) == 0
    assert len(rare_events(rng, trials=50, probability=1 - 1e-12)[0]) == 50
    with pytest.raises(ValueError, match=r"\[0, 1\)"):
        rare_events(rng, trials=5, probability=1.0)


@pytest.mark.sample
@pytest.mark.parametrize("population", [60, 1 << 21])
def test_first_distinct_is_uniform_distinct_and_a_prefix(population):
    rng = np.random.default_rng(10)
    count = population // 3
    numbers = first_distinct(rng, population=population, count=count)
    assert len(np.unique(numbers)) == len(numbers) == count
    assert numbers.min() >= 0
    assert numbers.max() < population
    again = [
        first_distinct(np.random.default_rng(1), population=population, count=c) for c in (5, count)
    ]
    assert np.array_equal(again[0], again[1][:5])
    if population > 1000:
        bins = np.bincount(numbers * 64 // population, minlength=64)
        assert stats.chisquare(bins).pvalue > LEVEL


def test_first_distinct_wants_no_more_than_there_are():
    with pytest.raises(ValueError, match="count must be"):
        first_distinct(np.random.default_rng(0), population=3, count=4)


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
