"""Figures of repeated ranks: complete, and safe when empty."""

import numpy as np

from graphdp_core.plots.rankings import rank_intervals
from graphdp_core.plots.theme import DARK, LIGHT


def test_intervals_show_every_top_node_once() -> None:
    ranks = np.array([[1, 2, 9], [2, 1, 30], [1, 3, 12]])
    for theme in (LIGHT, DARK):
        figure = rank_intervals(["a<b>", "b", "c"], ranks, 100, theme)
        assert figure["layout"]["yaxis"]["ticktext"][0] == "a&lt;b&gt;"
        names = [trace["name"] for trace in figure["data"]]
        assert names == ["9 of 10 draws", "median private rank", "true rank"]
    assert len(rank_intervals([], np.empty((3, 0), dtype=int), 0, LIGHT)["data"]) == 3
