"""The pictures of an audit say what was certified and what differs.

The picture of an attack tells roles apart by colour, dash and mark.
"""

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.attempts import (
    EventBins,
    attack_figure,
    budget_bar,
    climb_curve,
    two_worlds,
)
from graphdp_core.plots.theme import LIGHT
from tests.plots.packed import numbers


def test_the_budget_is_one_bar_filled_as_far_as_was_lost():
    """Every step has its share of the width; nothing is filled beyond it."""
    data = budget_bar([("a step", 0.7, 0.7), ("another", 0.3, 0.1)], 1.0, LIGHT)["data"]
    assert np.allclose([numbers(part["x"])[0] for part in data], [0.7, 0.0, 0.1, 0.2])


def test_the_curve_holds_the_best_bound_so_far():
    figure = climb_curve([64, 128, 256], [0.4, 0.1, 0.6], 1.0, LIGHT, most=512)
    (curve,), (claim,) = figure["data"], figure["layout"]["shapes"]
    assert numbers(curve["y"]) == pytest.approx([0.4, 0.4, 0.6])
    assert (claim["y0"], claim["y1"]) == (1.0, 1.0)
    assert curve["line"]["color"] == LIGHT.accent


def test_a_bound_above_the_claim_is_red_and_in_sight():
    figure = climb_curve([64], [1.5], 1.0, LIGHT, most=64)
    assert figure["data"][0]["line"]["color"] == LIGHT.unproved
    assert figure["layout"]["yaxis"]["range"][1] > 1.5


LEFT, RIGHT = Graph.from_edges(3, [(0, 1)]), Graph.from_edges(3, [(0, 1), (1, 2)])


def test_only_what_differs_is_drawn_in_colour():
    figure = two_worlds(LEFT, RIGHT, [(1, 2)], LIGHT)
    lines = [trace for trace in figure["data"] if trace["mode"] == "lines"]
    drawn = [
        (t["xaxis"], len(numbers(t["x"])) // 3) for t in lines if t["line"]["color"] == LIGHT.accent
    ]
    assert [place for place in drawn if place[1]] == [("x2", 1)]


def test_bins_of_the_event_are_filled_up_to_the_cut():
    counts = ((0, 8, 2, 0), (0, 1, 8, 1))
    bins = EventBins("edges", ("0", "1", "2", "3"), (False, False, True, True), (), counts)
    figure = two_worlds(LEFT, RIGHT, [(1, 2)], LIGHT, bins=bins)
    open_bars, filled, cut = (t for t in figure["data"] if t["xaxis"] == "x4")
    bars = [(numbers(t["x"]).tolist(), numbers(t["y"])) for t in (open_bars, filled)]
    assert bars == [([1], pytest.approx([0.1])), ([2, 3], pytest.approx([0.8, 0.1]))]
    assert numbers(cut["x"]).tolist() == [1.5, 1.5]
    assert "90%" in figure["layout"]["annotations"][1]["text"]
    assert figure["layout"]["xaxis4"]["ticktext"] == ["1", "2", "3"]
    assert figure["layout"]["yaxis3"]["range"] == figure["layout"]["yaxis4"]["range"]


def test_bins_of_a_number_are_told_by_their_ends():
    edges = (0.0, 0.5, 1.0, 1.5, 2.0)
    bins = EventBins(
        "x", ["a"] * 5, [False, True, True, True, False], edges, ((1, 2, 3, 1, 1),) * 2
    )
    figure = two_worlds(LEFT, RIGHT, [], LIGHT, bins=bins)
    assert figure["layout"]["xaxis3"]["tickvals"] == [0.5, 1.5, 2.5]
    assert figure["layout"]["xaxis3"]["ticktext"] == ["0.5", "1", "1.5"]
    cuts = [
        numbers(t["x"])[0] for t in figure["data"] if t["xaxis"] == "x3" and t["type"] == "scatter"
    ]
    assert cuts == [0.5], "those without the number are no part of its line"


X, Y = np.array([0.1, 1.0]), np.array([0.2, 0.9])


def drawn(*roles, **more):
    lines = [(role, f"{role} {i}", X, Y) for i, role in enumerate(roles)]
    return attack_figure(lines, LIGHT, x_title="x", y_title="y", **more)


def test_what_no_guarantee_limits_has_the_colour_of_what_is_not_private():
    bound, counted, beyond = drawn("bound", "measured", "beyond")["data"]
    assert bound["line"]["dash"] == "dash"
    assert counted["mode"] == "markers"
    assert beyond["mode"] == "lines+markers"
    assert beyond["line"]["color"] == LIGHT.unproved
    assert counted["marker"]["color"] == LIGHT.accent


def test_two_lines_of_one_role_look_different():
    one, two = drawn("measured", "measured")["data"]
    assert one["marker"]["symbol"] != two["marker"]["symbol"]
    one, two = drawn("beyond", "beyond")["data"]
    assert one["line"]["dash"] != two["line"]["dash"]


def test_the_present_setting_is_marked_and_shares_are_percentages():
    figure = drawn("bound", mark=0.5, log_x=True)
    assert figure["layout"]["shapes"][0]["x0"] == 0.5
    assert figure["layout"]["xaxis"]["type"] == "log"
    assert figure["layout"]["yaxis"]["tickformat"] == ".0%"
