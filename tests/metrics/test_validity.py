"""The validity index of a partition along a tree: by hand, its range, its ends."""

import numpy as np
import pytest

from graphdp_core.metrics.validity import tree_validity

PATH = np.array([[0, 1], [1, 2], [2, 3], [3, 4]])


def test_one_cluster_has_separation_one():
    assert tree_validity(PATH, [0.5, 0.2, 0.4, 0.1], [0] * 5) == pytest.approx(0.5)
    assert tree_validity(PATH, [0.5, 0.2, 4.0, 0.1], [0] * 5) == pytest.approx(-0.75)


def test_a_part_that_no_edge_leaves_has_index_one():
    assert tree_validity(PATH[[0, 2, 3]], [0.5, 4.0, 0.1], [0, 0, 1, 1, 1]) == 1.0
    assert tree_validity(PATH[:1], [0.5], [0, 0]) == 0.5


def test_single_nodes_have_dispersion_zero_and_index_one():
    assert tree_validity(PATH, [3.0, 1.0, 2.0, 5.0], [0, 1, 2, 3, 4]) == 1.0


def test_clusters_count_by_size():
    # {0,1}: (4-1)/4; {2,3,4}: (4-2)/4
    value = tree_validity(PATH, [1.0, 4.0, 2.0, 0.5], [1, 1, 0, 0, 0])
    assert value == pytest.approx((2 * 0.75 + 3 * 0.5) / 5)


def test_a_cut_at_the_wrong_place_is_below_zero():
    assert tree_validity(PATH, [1.0, 4.0, 2.0, 0.5], [0, 0, 0, 0, 1]) < 0


def test_weights_must_be_positive_and_nodes_must_be_there():
    with pytest.raises(ValueError, match="above 0"):
        tree_validity(PATH, [1.0, 0.0, 2.0, 0.5], [0] * 5)
    assert np.isnan(tree_validity(PATH[:0], [], []))
