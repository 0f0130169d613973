"""Bounds of Clopper and Pearson, and certificates.

Statistics that are fitted to two worlds tell them apart where no single number does.
"""

import math

import numpy as np
import pytest
from scipy.stats import binom

import graphdp_core as gdp
from graphdp_core.estimates.binomials import clopper_pearson
from graphdp_core.lab.audits.outcomes import Table, fitted_statistics
from graphdp_core.lab.audits.trial import certified_epsilon


def test_a_certificate_is_hardly_ever_above_the_truth():
    """Exactly: over all pairs of counts, the true loss is exceeded with probability <= alpha."""
    n, alpha, epsilon = 50, 0.05, 1.0
    k = np.arange(n + 1)
    p, q = 0.6, 0.6 * math.exp(-epsilon)
    certified = certified_epsilon(k[:, None], k[None, :], n, delta=0.0, alpha=alpha)
    chance = binom.pmf(k, n, p)[:, None] * binom.pmf(k, n, q)[None, :]
    assert 0.0 < chance[certified > epsilon].sum() <= alpha


def test_delta_is_taken_off_before_the_ratio():
    free = float(certified_epsilon(400, 10, 1000, delta=0.0, alpha=0.01))
    paid = float(certified_epsilon(400, 10, 1000, delta=0.2, alpha=0.01))
    low, _ = clopper_pearson(400, 1000, alpha=0.01)
    _, high = clopper_pearson(10, 1000, alpha=0.01)
    assert math.isclose(free, math.log(low / high))
    assert math.isclose(paid, math.log((low - 0.2) / high))


@pytest.mark.parametrize(("alpha", "needed"), [(1e-3, 25), (1e-6, 47)])
def test_noise_sixteen_times_too_small_needs_as_many_runs_as_known(alpha, needed):
    """Power 95% at claimed epsilon 1, for the event that Laplace noise leaves on its own side."""
    rare = 0.5 * math.exp(-16.0 / 2.0)  # |noise| above half the distance, at 16 times the loss
    n = needed + 2
    k = np.arange(n + 1)
    certified = certified_epsilon(k[:, None], k[None, :], n, delta=0.0, alpha=alpha)
    chance = binom.pmf(k, n, 1 - rare)[:, None] * binom.pmf(k, n, rare)[None, :]
    assert chance[certified > 1.0].sum() > 0.95


def test_one_stream_gives_one_audit():
    """The same seed finds the same, whatever was audited before."""
    values = [
        gdp.audit(gdp.mechanism("noisy_degrees"), runs=80, rng=np.random.default_rng(3))
        for _ in range(2)
    ]
    assert values[0].statement() == values[1].statement()
    assert values[0].runs == 40, "half of the runs certify"


def world(values):
    return Table(len(values), {f"x{i}": column for i, column in enumerate(values.T)})


def separation(values, others):
    """Of each statistic, fitted on half of the runs: how often the second world's is larger.

    A tie counts half.
    """
    middle = len(values) // 2
    fit, rest = ([world(v[part]) for v in (values, others)] for part in
                 (slice(0, middle), slice(middle, None)))  # fmt: skip
    by_name = {}
    for name, statistic in fitted_statistics(*fit):
        one, two = (statistic(table) for table in rest)
        less, equal = one[:, None] < two[None, :], one[:, None] == two[None, :]
        by_name[name] = np.mean(less + 0.5 * equal)
    return by_name


def test_cauchy_noise_on_many_numbers_does_not_hide_small_moves_of_all():
    """Each number alone puts the second world above the first in some 60% of all cases."""
    rng = np.random.default_rng(1)
    noise = rng.standard_cauchy((2, 2000, 16))
    outcome = separation(noise[0], noise[1] + 0.6)
    assert outcome["the likelihood of all that moves"] > 0.75
    assert outcome["the best linear statistic"] > 0.65


def test_a_rare_bit_is_not_taken_for_a_tail():
    rng = np.random.default_rng(2)
    bits = rng.random((2, 4000, 2)) < np.array([0.02, 0.5])
    bits[1, :, 0] = rng.random(4000) < 0.2
    outcome = separation(*bits.astype(float))
    assert outcome["the best linear statistic"] > 0.55


def test_worlds_of_one_law_are_not_told_apart():
    values = np.random.default_rng(3).standard_cauchy((2, 2000, 16))
    assert all(abs(one - 0.5) < 0.05 for one in separation(*values).values())


def test_rare_events_under_cauchy_noise_need_the_likelihood_with_heavy_tails():
    """What 1% of the first world show, 14% of the second do, by the other likelihood 6%."""
    rng = np.random.default_rng(7)
    one, two = (shift + rng.standard_cauchy((24_000, 3)) for shift in (0.0, 1.1))
    fit, rest = ([world(v[part]) for v in (one, two)] for part in
                 (slice(0, 4000), slice(4000, None)))  # fmt: skip
    seen = {}
    for name, statistic in fitted_statistics(*fit):
        cut = np.quantile(statistic(rest[0]), 0.99)
        seen[name] = np.mean(statistic(rest[1]) > cut)
    assert seen["the likelihood of all that moves, with heavy tails"] > 0.115
    assert seen["the likelihood of all that moves"] < 0.08
