"""Nearest neighbours follow their rule for ties, and agree with scipy where there are none."""

import numpy as np
import pytest
from scipy.spatial import cKDTree

from graphdp_core.kernels.neighbours import nearest_neighbours


@pytest.mark.long
def test_of_equally_near_points_the_lower_number_comes_first():
    coordinates = np.array([[0.0, 1.0, -1.0, 1.0, 0.0, 5.0]])
    values = nearest_neighbours(coordinates, np.array([0, 5]), 3)
    assert values.tolist() == [[4, 1, 2], [1, 3, 0]]


def test_without_ties_they_are_those_of_a_tree_search():
    points = np.random.default_rng(0).normal(size=(300, 3))
    rows = np.arange(0, 300, 7)
    values = nearest_neighbours(np.ascontiguousarray(points.T), rows, 9)
    np.testing.assert_array_equal(values, cKDTree(points).query(points[rows], k=10)[1][:, 1:])
