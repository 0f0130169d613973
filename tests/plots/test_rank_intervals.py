"""Figures of repeated ranks and of the noise a ranking bears: complete, and safe when empty."""

import json
import math

import numpy as np

from graphdp_core.plots import DARK, LIGHT, noise_against_gap, rank_intervals, ranking_methods


def test_intervals_show_every_top_node_once() -> None:
    ranks = np.array([[1, 2, 9], [2, 1, 30], [1, 3, 12]])
    for theme in (LIGHT, DARK):
        figure = rank_intervals(["a<b>", "b", "c"], ranks, 100, theme)
        assert figure["layout"]["yaxis"]["ticktext"][0] == "a&lt;b&gt;"
        names = [trace["name"] for trace in figure["data"]]
        assert names == ["9 of 10 draws", "median private rank", "true rank"]
        json.dumps(figure)
    json.dumps(rank_intervals([], np.empty((3, 0), dtype=int), 0, LIGHT))


def test_proved_and_published_noise_are_told_apart() -> None:
    scales = {"global": 3.0, "published": 1e-3}
    figure = noise_against_gap(scales, {"global": True, "published": False}, 0.05, LIGHT)
    assert [trace["name"] for trace in figure["data"]] == [
        "proved private",
        "as published, not private",
    ]
    low, high = figure["layout"]["xaxis"]["range"]
    assert low < -3 < 0.5 < high
    json.dumps(figure)


def test_methods_that_protect_nothing_are_told_apart_and_chance_is_drawn() -> None:
    rows = [(0.9, 0.88, 0.92), (0.05, 0.03, 0.07)]
    methods = [("a<b>", "one edge", True), ("b", "none", False)]
    figure = ranking_methods(methods, rows, DARK, chance=0.1)
    assert [trace["name"] for trace in figure["data"]] == [
        "protects what is written under it",
        "protects nothing",
    ]
    assert figure["layout"]["yaxis"]["ticktext"][0].startswith("a&lt;b&gt;<br>")
    assert figure["layout"]["shapes"][0]["x0"] == 0.1
    json.dumps(figure)
    json.dumps(ranking_methods([], [], LIGHT, chance=0.1))


def test_a_method_without_a_ranking_has_a_row_that_says_so() -> None:
    methods = [("a", "one edge", True), ("b", "none", False)]
    rows = [(0.9, 0.88, 0.92), (math.nan, math.nan, math.nan)]
    figure = ranking_methods(methods, rows, LIGHT, chance=0.1)
    assert [trace["name"] for trace in figure["data"]] == ["protects what is written under it"]
    assert [a["y"] for a in figure["layout"]["annotations"] if a["text"] == "no ranking"] == [1.0]
    json.dumps(figure, allow_nan=False)
