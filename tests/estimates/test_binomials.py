"""Intervals of a released count: their level by summing the whole law."""

import math

import numpy as np
import pytest
from scipy import stats
from scipy.stats import beta, binom

from graphdp_core.estimates.binomials import clopper_pearson, edge_limits, law_of_count
from graphdp_core.params import Refused


@pytest.mark.parametrize(("pairs", "p", "q"), [(12, 0.75, 0.25), (40, 0.9, 0.05), (6, 0.99, 0.01)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_every_number_of_edges_is_held_at_least_as_often_as_said(pairs, p, q, level):
    ends = [edge_limits(seen, pairs, keep=p, invent=q, level=level) for seen in range(pairs + 1)]
    for k in range(pairs + 1):
        kept = stats.binom.pmf(np.arange(k + 1), k, p)
        invented = stats.binom.pmf(np.arange(pairs - k + 1), pairs - k, q)
        law = np.convolve(kept, invented)
        held = sum(law[s] for s, (low, high) in enumerate(ends) if low <= k <= high)
        assert held >= level - 1e-12


def test_the_law_of_large_counts_has_the_mean_and_the_variance_of_two_binomials():
    law, start = law_of_count(2_000, 500_000, keep=0.9, invent=0.1)
    x = start + np.arange(len(law))
    mean = float(law @ x)
    assert law.sum() == pytest.approx(1.0, abs=1e-12)
    assert mean == pytest.approx(2_000 * 0.9 + 498_000 * 0.1)
    assert float(law @ (x - mean) ** 2) == pytest.approx(500_000 * 0.09)


def test_without_flips_the_count_is_the_truth():
    assert edge_limits(3, 10, keep=1.0, invent=0.0, level=0.95) == (3, 3)


@pytest.mark.parametrize("alpha", [0.05, 1e-3, 1e-6])
def test_bounds_are_the_beta_quantiles(alpha):
    k, n = np.arange(1, 40), 40
    low, high = clopper_pearson(k, n, alpha=alpha)
    assert np.allclose(low, beta.ppf(alpha / 2, k, n - k + 1))
    assert np.allclose(high, beta.ppf(1 - alpha / 2, k + 1, n - k))


def test_bounds_invert_the_binomial_law():
    """At the lower bound so many hits or more have probability alpha/2; at the upper, so few."""
    for k in (1, 7, 25, 29):
        low, high = (float(b) for b in clopper_pearson(k, 30, alpha=0.02))
        assert math.isclose(binom.sf(k - 1, 30, low), 0.01, rel_tol=1e-6)
        assert math.isclose(binom.cdf(k, 30, high), 0.01, rel_tol=1e-6)


def test_bounds_are_open_at_the_ends():
    low, high = clopper_pearson([0, 12], 12, alpha=0.1)
    assert (low[0], high[1]) == (0.0, 1.0)
    assert math.isclose(high[0], 1 - 0.05 ** (1 / 12))
    assert math.isclose(low[1], 0.05 ** (1 / 12))


def test_coverage_is_at_least_nominal():
    """Exactly, over all counts, at several probabilities."""
    n, k = 60, np.arange(61)
    low, high = clopper_pearson(k, n, alpha=0.1)
    for p in (0.001, 0.03, 0.2, 0.5, 0.9):
        assert binom.pmf(k[(low > p) | (high < p)], n, p).sum() <= 0.1


def test_impossible_counts_are_refused():
    with pytest.raises(Refused, match="hits"):
        clopper_pearson([5], 4, alpha=0.1)
    with pytest.raises(Refused, match="alpha"):
        clopper_pearson([1], 4, alpha=0.0)
