"""Intervals of a released count: their level by summing the whole law."""

import numpy as np
import pytest
from scipy import stats

from graphdp_core.estimates.binomials import binomial_limits, edge_limits, law_of_count


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


def test_all_or_nothing_is_the_end_of_a_chance():
    assert binomial_limits(0, 10, level=0.95)[0] == 0.0
    assert binomial_limits(10, 10, level=0.95)[1] == 1.0
