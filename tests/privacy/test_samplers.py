"""Discrete noise: exact laws, rare events against a dense sampler, nested draws.

Seeds are fixed; each random check is a test at level 1e-6.
"""

import math

import numpy as np
import pytest
from scipy import stats

from graphdp_core.privacy.samplers import (
    first_distinct,
    geometric_of_tail,
    geometric_tail,
    rare_events,
    two_sided_geometric,
)

LEVEL = 1e-6


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 4.0])
def test_two_sided_geometric_has_its_law(epsilon):
    alpha, count = math.exp(-epsilon), 200_000
    draws = two_sided_geometric(np.random.default_rng(3), epsilon=epsilon, size=count)
    reach = int(10 / epsilon)
    cells = np.arange(-reach, reach + 1)
    law = (1 - alpha) / (1 + alpha) * alpha ** np.abs(cells)
    law[[0, -1]] = alpha**reach / (1 + alpha)  # the two tails
    seen = np.bincount(np.clip(draws, -reach, reach) + reach, minlength=len(cells))
    often = law * count >= 8
    expected = np.append(law[often], law[~often].sum()) * count
    observed = np.append(seen[often], seen[~often].sum())
    held = expected > 0
    assert stats.chisquare(observed[held], expected[held]).pvalue > LEVEL


def test_two_sided_geometric_has_its_variance():
    alpha = math.exp(-0.5)
    draws = two_sided_geometric(np.random.default_rng(4), epsilon=0.5, size=400_000)
    variance = 2 * alpha / (1 - alpha) ** 2
    assert abs(draws.mean()) < 5 * math.sqrt(variance / len(draws))
    assert np.var(draws) == pytest.approx(variance, rel=0.02)


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
