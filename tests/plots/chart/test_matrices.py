"""Matrices as records: empty cells are empty, shades grow with the count and mean the same."""

import numpy as np

from graphdp_core.plots.chart.matrices import matrix_chart
from graphdp_core.plots.sides import Sides

RNG = np.random.default_rng(0)


def cells(left, right):
    return [panel.cells for panel in matrix_chart(left, right, sides=Sides(1.0)).panels]


def test_shades_grow_with_the_count_and_only_empty_cells_are_empty():
    left = RNG.integers(0, 900, (6, 6))
    true, same = cells(left, left)
    assert (true == same).all()
    assert ((true == 0) == (left == 0)).all()
    order = np.argsort(left, axis=None)
    assert (np.diff(true.ravel()[order].astype(int)) >= 0).all()
    assert true.max() == 255


def test_a_shade_means_the_same_whatever_the_release():
    left = RNG.integers(0, 5, (4, 4))
    alone = cells(left, np.zeros_like(left))[0]
    true, private = cells(left, 1000 * left)
    assert (alone == true).all()
    assert set(private.ravel().tolist()) <= {0, 255}


def test_a_graph_without_edges_is_drawn():
    assert not cells(np.zeros((1, 1), dtype=int), np.zeros((1, 1), dtype=int))[0].any()
