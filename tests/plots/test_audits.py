"""The pictures of an audit say what was certified and what differs."""

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots import LIGHT, climb_curve, outcome_losses, two_worlds


def test_the_curve_holds_the_best_bound_so_far():
    line, curve = climb_curve([64, 128, 256], [0.4, 0.1, 0.6], 1.0, LIGHT, most=512)["data"]
    assert curve["y"] == [0.4, 0.4, 0.6]
    assert line["y"] == [1.0, 1.0]
    assert curve["line"]["color"] == LIGHT.accent


def test_a_bound_above_the_claim_is_red_and_in_sight():
    figure = climb_curve([64], [1.5], 1.0, LIGHT, most=64)
    assert figure["data"][1]["line"]["color"] == LIGHT.unproved
    assert figure["layout"]["yaxis"]["range"][1] > 1.5


def test_only_what_differs_is_drawn_in_colour():
    left, right = Graph.from_edges(3, [(0, 1)]), Graph.from_edges(3, [(0, 1), (1, 2)])
    figure = two_worlds(left, right, [(1, 2)], LIGHT, shares=(0.2, 0.8))
    lines = [trace for trace in figure["data"] if trace["mode"] == "lines"]
    drawn = [(t["xaxis"], len(t["x"]) // 3) for t in lines if t["line"]["color"] == LIGHT.accent]
    assert [place for place in drawn if place[1]] == [("x2", 1)]
    bars = [t["x"] for t in lines if t["x"] == [-1.0, pytest.approx(0.6)]]
    assert len(bars) == 1, "a bar fills with the share"
    assert "80.0%" in figure["layout"]["annotations"][1]["text"]


def test_outcomes_beyond_the_lines_are_red_and_open_bounds_reach_the_edge():
    low, high = np.array([-1.0, 1.2, -np.inf]), np.array([-0.5, 1.6, 0.4])
    figure = outcome_losses("abc", low, high, 1.0, LIGHT, chances=np.array([0.5, 0.3, 0.2]))
    down, up, inside, beyond = figure["data"]
    assert (down["y"], up["y"]) == ([-1.0, -1.0], [1.0, 1.0])
    assert beyond["x"] == [1.0]
    assert beyond["marker"]["color"] == LIGHT.unproved
    assert inside["x"] == [0.0, 2.0]
    bottom = inside["y"][1] - inside["error_y"]["array"][1]
    assert bottom < -1.6
    assert "20.00%" in inside["text"][1]
