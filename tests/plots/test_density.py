"""Shades count every edge and every point once."""

import numpy as np
import pytest

from graphdp_core.plots import density
from graphdp_core.plots.density import cloud_density, matrix_density


def test_a_matrix_counts_both_entries_of_every_edge(monkeypatch):
    monkeypatch.setattr(density, "CHUNK", 7)
    rng = np.random.default_rng(0)
    n, order = 40, rng.permutation(40)
    edges = np.argwhere(np.triu(rng.random((n, n)) < 0.2, k=1))
    dense = np.zeros((n, n), dtype=int)
    dense[edges[:, 0], edges[:, 1]] = dense[edges[:, 1], edges[:, 0]] = 1
    expected = dense[order][:, order].reshape(8, 5, 8, 5).sum(axis=(1, 3))
    np.testing.assert_array_equal(matrix_density(edges, order, cells=8), expected)
    np.testing.assert_array_equal(matrix_density(edges, order, cells=99), dense[order][:, order])


@pytest.mark.parametrize("n", [0, 1])
def test_a_graph_without_edges_has_an_empty_matrix(n):
    assert matrix_density(np.empty((0, 2), dtype=int), np.arange(n)).tolist() == [[0]]


def test_points_fall_into_their_cells_and_strays_into_none():
    points = np.array([[0.1, 0.1], [0.1, 0.2], [0.9, 0.1], [5.0, 5.0]])
    grid = cloud_density(points, (0.0, 1.0, 0.0, 1.0), cells=2)
    assert grid.tolist() == [[2, 1], [0, 0]]
