"""Metrics between spanning trees."""

import numpy as np
import pytest

from graphdp_core.metrics.trees import edge_overlap, excess_length, relative_excess_length


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


def test_relative_excess_runs_from_the_best_to_the_blind_tree():
    best, blind = [1.0, 1.0], [3.0, 5.0]
    assert relative_excess_length(best, best, blind) == 0.0
    assert relative_excess_length(blind, best, blind) == 1.0
    assert relative_excess_length([1.0, 4.0], best, blind) == 0.5
    assert np.isnan(relative_excess_length([2.0], [1.0], [1.0]))
    assert np.isnan(relative_excess_length([], best, blind))
