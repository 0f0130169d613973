"""Statistics that are fitted to two worlds tell them apart where no single number does."""

import numpy as np

from graphdp_core.lab.audits.outcomes import Table
from graphdp_core.lab.audits.statistics import fitted_statistics


def world(values):
    return Table(len(values), {f"x{i}": column for i, column in enumerate(values.T)})


def separation(values, others):
    """Of each statistic, fitted on half of the runs: how often the second world's is larger.

    A tie counts half.
    """
    middle = len(values) // 2
    fit, rest = ([world(v[part]) for v in (values, others)] for part in
                 (slice(0, middle), slice(middle, None)))  # fmt: skip
    found = {}
    for name, statistic in fitted_statistics(*fit):
        one, two = (statistic(table) for table in rest)
        less, equal = one[:, None] < two[None, :], one[:, None] == two[None, :]
        found[name] = np.mean(less + 0.5 * equal)
    return found


def test_cauchy_noise_on_many_numbers_does_not_hide_small_moves_of_all():
    """Each number alone puts the second world above the first in some 60% of all cases."""
    rng = np.random.default_rng(1)
    noise = rng.standard_cauchy((2, 2000, 16))
    found = separation(noise[0], noise[1] + 0.6)
    assert found["the likelihood of all that moves"] > 0.75
    assert found["the best linear statistic"] > 0.65


def test_a_rare_bit_is_not_taken_for_a_tail():
    rng = np.random.default_rng(2)
    bits = rng.random((2, 4000, 2)) < np.array([0.02, 0.5])
    bits[1, :, 0] = rng.random(4000) < 0.2
    found = separation(*bits.astype(float))
    assert found["the best linear statistic"] > 0.55


def test_worlds_of_one_law_are_not_told_apart():
    values = np.random.default_rng(3).standard_cauchy((2, 2000, 16))
    assert all(abs(found - 0.5) < 0.05 for found in separation(*values).values())


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
