"""Tiles of graphs too large to draw: curves that fall, on the same axes, and never a layout."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.plots.board.large import rank_curves
from graphdp_core.plots.board.message import tiles_header
from graphdp_core.plots.board.tiles import DrawnTile, Tiles
from graphdp_core.plots.kinds.drawn import tile_picture
from graphdp_core.plots.pair.message import Store

KARATE = gdp.load_graph("karate")


def picture(analysis):
    c = gdp.compare(KARATE, gdp.mechanism("edge_flip"), gdp.analysis(analysis), epsilon=2.0, seed=1)
    return c, tile_picture(c, places=lambda graph: pytest.fail("a layout"), is_large=True)


def test_degrees_are_a_falling_curve_on_both_sides():
    c, drawn = picture("overview")
    for side in (drawn.baseline, drawn.private):
        x, y = side.dots.T
        assert (np.diff(x) > 0).all()
        assert (np.diff(y) >= 0).all(), "y grows downwards"
        assert 0 <= side.dots.min() <= side.dots.max() <= 1
        assert len(side.lines) == len(side.dots) - 1
    highest = c.baseline.degrees.max() > c.private.degrees.max()
    assert (drawn.baseline.dots[0, 1] < drawn.private.dots[0, 1]) == highest


@pytest.mark.parametrize("analysis", ["louvain", "spanning_tree", "centrality", "spectrum"])
def test_every_tile_of_a_large_graph_can_be_sent(analysis):
    _, drawn = picture(analysis)
    assert drawn.alt
    (row,) = tiles_header(Tiles((DrawnTile("a", "A", "a", drawn),)), own := Store(), Store())
    assert row["sides"]
    assert own.arrays


def test_a_graph_without_edges_has_an_empty_curve():
    left, right = rank_curves(np.zeros(5), np.array([0, 3]))
    assert len(left.dots) == len(left.lines) == 0
    assert len(right.dots) == 1
