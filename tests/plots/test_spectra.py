"""Figures of spectra: what they hold, and what they say where something is missing."""

import numpy as np
import pytest

from graphdp_core.plots.sides import Sides
from graphdp_core.plots.spectra import (
    angle_bars,
    paired_breakdown_plot,
    vector_map_pair,
    vector_pair,
)
from graphdp_core.plots.theme import LIGHT
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
