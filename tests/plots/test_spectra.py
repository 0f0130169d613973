"""Figures of spectra: what they hold, and what they say where something is missing.

Charts of tree errors: what is drawn where, and that nothing breaks at the edges.

Figures of repeated diagrams: valid in both themes and true to what they show.
"""

import math

import numpy as np
import pytest

from graphdp_core.metrics.diagrams import recurrence
from graphdp_core.plots.diagrams import recurrence_pair
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.spectra import (
    angle_bars,
    paired_breakdown_plot,
    vector_map_pair,
    vector_pair,
)
from graphdp_core.plots.theme import DARK, LIGHT
from graphdp_core.plots.tree_errors import tree_error_curve
from tests.plots.packed import numbers

U, V = np.array([0.1, -0.8, 0.6]), np.array([0.0, 1.0, 0.0])


def words(figure):
    return " ".join(a["text"] for a in figure["layout"]["annotations"])


def test_bars_follow_the_order_of_the_true_entries():
    figure = vector_pair(U, V, LIGHT, sides=Sides(1.0), names=["a", "<b>", "c"])
    assert figure["data"][0]["customdata"] == ["c", "a", "&lt;b&gt;"]
    np.testing.assert_allclose(numbers(figure["data"][1]["y"]), [0.0, 0.0, 1.0])
    assert figure["data"][0]["marker"]["color"] == [LIGHT.accent, LIGHT.accent, LIGHT.opposite]


def test_of_many_nodes_those_with_large_entries_on_either_side_have_bars():
    left, right = np.zeros(5_000), np.zeros(5_000)
    left[[7, 4_000]], right[2_500] = [0.8, -0.6], 0.9
    names = [f"n{i}" for i in range(5_000)]
    figure = vector_pair(left, right, LIGHT, sides=Sides(1.0), names=names)
    drawn = figure["data"][0]["customdata"]
    assert {drawn[0], drawn[-1]} == {"n7", "n4000"}
    assert "n2500" in drawn
    assert len(drawn) <= 1_000
    assert f"{len(drawn):,} of 5,000 nodes" in figure["layout"]["xaxis"]["title"]["text"]


@pytest.mark.parametrize("on_layout", [False, True])
def test_a_missing_vector_is_said(on_layout):
    places = np.zeros((3, 2))
    figure = (
        vector_map_pair(places, U, None, LIGHT, sides=Sides(1.0))
        if on_layout
        else vector_pair(U, None, LIGHT, sides=Sides(1.0))
    )
    assert "holds no eigenvectors" in words(figure)


def test_signs_on_the_layout_are_told_by_more_than_colour():
    figure = vector_map_pair(np.eye(3)[:, :2], U, V, LIGHT, sides=Sides(1.0))
    named = {t["name"]: t["marker"]["symbol"] for t in figure["data"] if t.get("name")}
    assert named["positive entry"] != named["negative entry"]


def test_the_breakdown_plot_tells_what_stands_out():
    figure = paired_breakdown_plot([0.5, 4.0, np.inf], LIGHT, epsilon=2.0)
    above, below = figure["data"]
    assert above["base"] == [0.5]
    assert below["base"] == [4.0, 20.0]
    ticks = figure["layout"]["yaxis"]["ticktext"]
    assert ticks == ["λ1: ε* = 0.5", "λ2: ε* = 4", "λ3: ε* = ∞"]
    assert figure["layout"]["shapes"][0]["x0"] == 2.0


def test_angles_are_bars_in_degrees():
    figure = angle_bars([10.4, 89.7], LIGHT)
    assert figure["data"][0]["text"] == ["10°", "90°"]
    assert angle_bars([], LIGHT)["data"][0]["x"] == [None]


EPSILONS = (0.1, 1.0, 10.0)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_curve_shows_draws_bound_random_tree_and_setting(theme):
    errors = np.array([[5.0, 6.0], [3.0, 4.0], [0.0, 0.0]])
    figure = tree_error_curve(
        EPSILONS, errors, [50.0, 5.0, 0.5], theme, epsilon=1.0, name="<b>PAMST</b>", random=7.0
    )
    names = [trace.get("name", "") for trace in figure["data"]]
    assert len(figure["data"]) == 4
    assert "&lt;b&gt;PAMST&lt;/b&gt;: median and range of 2 draws" in names
    assert "A random tree" in names
    assert figure["layout"]["annotations"][0]["text"] == "ε = 1"


def test_no_error_at_all_and_unknown_bounds_still_make_a_figure():
    figure = tree_error_curve(
        EPSILONS, np.zeros((3, 2)), [math.inf] * 3, LIGHT, epsilon=1.0, name="PAMST"
    )
    assert len(figure["data"]) == 3


BASE = np.array([(0.1, 0.9), (0.2, 0.3)])
DRAWS = [np.array([(0.1 + s, 0.9 - s), (0.4, 0.4 + s)]) for s in (0.01, 0.02, 0.05)]

FIGURE = recurrence_pair(
    recurrence(BASE, DRAWS), DRAWS, LIGHT, sides=Sides(1.0), band=0.05, dimension=1
)


def test_features_that_stay_are_filled_and_crossed() -> None:
    named = {trace.get("name"): trace for trace in FIGURE["data"]}
    np.testing.assert_allclose(numbers(named["in 90% of the draws or more"]["x"]), [0.1], rtol=1e-6)
    np.testing.assert_allclose(numbers(named["in fewer draws"]["x"]), [0.2], rtol=1e-6)
    assert named["in fewer draws"]["marker"]["symbol"] == "triangle-up-open"
    cross = named["a feature in nine of ten draws"]
    low, middle, high = np.quantile([0.11, 0.12, 0.15], [0.05, 0.5, 0.95])
    np.testing.assert_allclose(numbers(cross["x"]), [middle], rtol=1e-6)
    np.testing.assert_allclose(numbers(cross["error_x"]["array"]), [high - middle], rtol=1e-6)
    np.testing.assert_allclose(numbers(cross["error_x"]["arrayminus"]), [middle - low], rtol=1e-6)
    assert len(numbers(named["H1 of all draws"]["x"])) == 6
