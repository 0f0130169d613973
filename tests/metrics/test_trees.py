"""Metrics between spanning trees."""

import itertools

import networkx as nx
import numpy as np
import pytest

from graphdp_core.metrics.trees import (
    approximation_error,
    cophenetic_error,
    edge_overlap,
    excess_length,
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
