"""Bounds on tree errors: the printed forms, where they cross, and the theorem that is false."""

import math

import numpy as np
import pytest

from graphdp_core.metrics.tree_bounds import (
    DENSITY_THAT_SUFFICES,
    bounds_cross_at,
    cut_log_sizes,
    exponential_error_bound,
    laplace_error_bound,
    order_claim,
    order_swap_probability,
)


def _printed(n: int, m: int, gamma: float) -> tuple[float, float]:
    """Theorem 3.2.1 and corollary 3.4.1 at epsilon = 1, as they are printed."""
    k = n - 1
    laplace = 2 * k * math.log(m / gamma)
    return laplace, 2 * k / m * (k * math.log(k / gamma) + 2 * math.lgamma(k + 1))


@pytest.mark.parametrize("gamma", [0.05, 0.5])
def test_the_bounds_are_those_of_the_thesis(gamma):
    n, m = 200, 200 * 199 // 2
    laplace, pamst = _printed(n, m, gamma)
    assert laplace_error_bound(n - 1, m, scale=1.0, gamma=gamma) == pytest.approx(laplace)
    rate = m / (2 * (n - 1))  # Delta_u = 1/|E|
    ours = exponential_error_bound(n - 1, cut_log_sizes(n - 1, m), rate=rate, gamma=gamma)
    assert ours == pytest.approx(pamst)


def test_a_sparse_graph_has_a_smaller_bound_than_the_printed_one():
    assert cut_log_sizes(199, 300) < cut_log_sizes(199, 199 * 100)


@pytest.mark.parametrize("n", [10, 200, 5000])
@pytest.mark.parametrize("gamma", [0.01, 0.3])
def test_the_printed_bounds_cross_where_the_theorem_says(n, gamma):
    alpha = bounds_cross_at(n, gamma=gamma)
    laplace, pamst = _printed(n, alpha * (n - 1), gamma)
    assert pamst <= laplace * (1 + 1e-9)  # theorem 3.5.1; Stirling's formula makes it a little late
    laplace, pamst = _printed(n, 0.97 * alpha * (n - 1), gamma)
    assert pamst > laplace


def test_a_density_of_three_always_suffices():
    crossings = [bounds_cross_at(n, gamma=g) for n in (2, 5, 50, 1000, 10**5) for g in (1e-6, 0.5)]
    assert max(crossings) <= DENSITY_THAT_SUFFICES
    with pytest.raises(ValueError, match="n must be at least 2"):
        bounds_cross_at(1)


def test_the_order_theorem_is_false_and_the_true_union_bound_is_not():
    """Two sets of 1,000 weights, a gap that makes the claim 0.9: the truth is near 0.055."""
    size, gap = 1000, 13.3066
    while order_claim(size, size, gap=gap, epsilon=1.0) > 0.9:
        gap -= 0.001
    rng = np.random.default_rng(0)
    kept = np.mean(
        [rng.laplace(size=size).max() < gap + rng.laplace(size=size).min() for _ in range(2000)]
    )
    assert kept < 0.15
    every_pair = 1.0 - size * size * order_swap_probability(gap, epsilon=1.0)
    assert every_pair <= kept
    kept_of_few = np.mean(
        [rng.laplace(size=3).max() < 5.0 + rng.laplace(size=3).min() for _ in range(20_000)]
    )
    few = 1.0 - 9 * order_swap_probability(5.0, epsilon=1.0)
    assert few - 0.01 <= kept_of_few < few + 0.05  # the estimate has a deviation of 0.002


def test_nothing_is_bounded_without_information_and_gamma_has_a_range():
    assert exponential_error_bound(3, 1.0, rate=0.0) == math.inf
    assert exponential_error_bound(0, 0.0, rate=0.0) == 0.0
    with pytest.raises(ValueError, match="gamma must lie in"):
        laplace_error_bound(3, 4, scale=1.0, gamma=0.0)
