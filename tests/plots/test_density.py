"""Shades count every edge and every point once, and both sides share one scale."""

import base64

import numpy as np
import plotly.graph_objects as go
import pytest

from graphdp_core import plots
from graphdp_core.plots import density
from graphdp_core.plots.density import cloud_density, density_pair, matrix_density

SIDES = plots.Sides(3.0)


def decoded(array):
    values = np.frombuffer(base64.b64decode(array["bdata"]), dtype=array["dtype"])
    return values.reshape([int(side) for side in array["shape"].split(", ")])


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


@pytest.mark.parametrize("theme", [plots.LIGHT, plots.DARK], ids=["light", "dark"])
def test_both_sides_have_one_scale_and_empty_cells_stay_empty(theme):
    left, right = np.array([[0, 10], [10, 0]]), np.array([[1, 1], [1, 1]])
    figure = density_pair(left, right, theme, sides=SIDES, unit="edges")
    first, second = figure["data"]
    assert np.isnan(decoded(first["z"])).tolist() == [[True, False], [False, True]]
    assert (first["zmin"], first["zmax"]) == (second["zmin"], second["zmax"])
    assert decoded(second["customdata"]).tolist() == right.tolist()
    assert [second["xaxis"], second["yaxis"]] == ["x2", "y2"]
    go.Figure(figure)


def test_a_cloud_names_the_nodes_outside_its_frame():
    left = np.column_stack([np.linspace(-1, 1, 50)] * 2).astype(np.float32)
    pair = plots.cloud_pair(
        left, 3 * left, dimensions=(0, 1), frame=(-1.0, -1.0, 1.0, 1.0), axis_word="dim", alt="x"
    )
    figure = plots.cloud_density_pair(pair, plots.LIGHT, sides=SIDES)
    assert decoded(figure["data"][0]["customdata"]).sum() == 50
    words = [note["text"] for note in figure["layout"]["annotations"]]
    assert "34 nodes outside" in words[1]
    assert "outside" not in words[0]
