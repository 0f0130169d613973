"""Metrics between spanning trees.

Bounds on tree errors: the printed forms, where they cross, and the theorem that is false.
"""

import itertools
import math

import networkx as nx
import numpy as np
import pytest

from graphdp_core.metrics.trees import (
    DENSITY_THAT_SUFFICES,
    approximation_error,
    bounds_cross_at,
    cophenetic_error,
    cut_log_sizes,
    edge_overlap,
    excess_length,
    exponential_error_bound,
    laplace_error_bound,
    order_claim,
    order_swap_probability,
    relative_excess_length,
)


def _edges(*pairs: tuple[int, int]) -> np.ndarray:
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)


def test_overlap_counts_shared_edges_over_the_first_list():
    assert edge_overlap(_edges((0, 1), (1, 2), (2, 3)), _edges((1, 2))) == pytest.approx(1 / 3)
    assert edge_overlap(_edges((1, 2)), _edges((0, 1), (1, 2), (2, 3))) == 1.0
    assert edge_overlap(_edges((1, 2)), _edges()) == 0.0
    assert np.isnan(edge_overlap(_edges(), _edges((0, 1))))


def test_overlap_is_exact_beyond_32_bit_pair_codes():
    first = _edges((0, 99_999), (65_536, 99_998), (99_998, 99_999))
    assert edge_overlap(first, first[[0, 2]]) == pytest.approx(2 / 3)


def test_excess_of_equal_sized_trees_is_that_of_the_totals():
    best, private = [1.0, 2.0, 3.0], [2.0, 3.0, 4.0]
    assert excess_length(private, best) == pytest.approx((9 - 6) / 6)
    assert excess_length(best, best) == 0.0


@pytest.mark.parametrize(("private", "best"), [([], [1.0]), ([1.0], []), ([1.0], [0.0])])
def test_excess_is_undefined_without_a_length_to_compare_with(private, best):
    assert np.isnan(excess_length(private, best))


def test_relative_excess_runs_from_the_best_to_the_random_tree():
    best, blind = [1.0, 1.0], [3.0, 5.0]
    assert relative_excess_length(best, best, blind) == 0.0
    assert relative_excess_length(blind, best, blind) == 1.0
    assert relative_excess_length([1.0, 4.0], best, blind) == 0.5
    assert np.isnan(relative_excess_length([2.0], [1.0], [1.0]))
    for weights in ([-1.0, -2.0], [-2.0, -2.0]):  # a graph that is a tree has one tree alone
        assert np.isnan(relative_excess_length(weights, weights, weights))
    assert relative_excess_length([-2.0], [-3.0], [-1.0]) == 0.5
    assert np.isnan(excess_length([-2.0], [0.0]))
    assert np.isnan(relative_excess_length([], best, blind))


def test_the_approximation_error_is_a_difference_of_totals_of_equally_many_edges():
    assert approximation_error([3.0, -1.0], [1.0, -2.0]) == 3.0
    assert np.isnan(approximation_error([1.0], [1.0, 2.0]))
    assert np.isnan(approximation_error([], []))


@pytest.mark.sample
@pytest.mark.parametrize("seed", range(3))
def test_merging_heights_equal_the_longest_edges_of_all_paths(seed):
    rng = np.random.default_rng(seed)
    means, trees = [], []
    for start in (0, 1):
        tree = nx.random_labeled_tree(12, seed=seed * 2 + start)
        lengths = rng.uniform(1, 5, 11)
        nx.set_edge_attributes(tree, dict(zip(tree.edges, lengths, strict=True)), "weight")
        edges = np.array([sorted(e) for e in tree.edges], dtype=np.int32)
        trees.append((edges, lengths))
        paths = dict(nx.all_pairs_shortest_path(tree))
        means.append(
            np.mean(
                [
                    max(tree[a][b]["weight"] for a, b in itertools.pairwise(p))
                    for u in range(12)
                    for v in range(u)
                    for p in [paths[u][v]]
                ]
            )
        )
    assert cophenetic_error(12, *trees) == pytest.approx(means[0] / means[1] - 1)
    assert np.isnan(cophenetic_error(12, trees[0], (np.empty((0, 2), np.int32), np.empty(0))))


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
