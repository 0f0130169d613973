"""Figures of repeated ranks: complete, and safe when empty.

Figures of one graph by itself: valid for Plotly, complete, and honest about what is left out.
"""

import base64

import numpy as np
import plotly.graph_objects as go
import pytest

from graphdp_core.data import generate
from graphdp_core.experiment.graph_summary import component_sizes, largest_communities
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.plots import rankings
from graphdp_core.plots.communities import block_heatmap
from graphdp_core.plots.rankings import component_bars, degree_curve, graph_picture, rank_intervals
from graphdp_core.plots.theme import DARK, LIGHT, Theme


def test_intervals_show_every_top_node_once() -> None:
    ranks = np.array([[1, 2, 9], [2, 1, 30], [1, 3, 12]])
    for theme in (LIGHT, DARK):
        figure = rank_intervals(["a<b>", "b", "c"], ranks, 100, theme)
        assert figure["layout"]["yaxis"]["ticktext"][0] == "a&lt;b&gt;"
        names = [trace["name"] for trace in figure["data"]]
        assert names == ["9 of 10 draws", "median private rank", "true rank"]
    assert len(rank_intervals([], np.empty((3, 0), dtype=int), 0, LIGHT)["data"]) == 3


THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


@pytest.mark.sample
@THEMES
def test_every_graph_has_all_four_figures(edge_case_graph: Graph, theme: Theme) -> None:
    blocks = largest_communities(edge_case_graph)
    for figure in (
        graph_picture(edge_case_graph, layout_positions(edge_case_graph), theme)[0],
        degree_curve(edge_case_graph.degrees, theme),
        component_bars(component_sizes(edge_case_graph), theme),
        block_heatmap(blocks.edges, blocks.sizes, theme),
    ):
        assert go.Figure(figure).to_plotly_json()["layout"]["height"] == figure["layout"]["height"]


def test_edges_beyond_the_limit_are_left_out_and_counted(monkeypatch) -> None:
    graph = generate("erdos_renyi", n=100, p=0.2)
    assert graph_picture(graph, layout_positions(graph), LIGHT)[1] == ""
    monkeypatch.setattr(rankings, "MOST_EDGES", 50)
    _, words = graph_picture(graph, layout_positions(graph), LIGHT)
    assert words == f"Drawn: 50 of {graph.m:,} ties."


def test_component_bars_count_every_component_once() -> None:
    figure = component_bars(np.array([900, 5, 4, 3, 2, 1, 1, 1]), LIGHT)
    names, bars = figure["layout"]["xaxis"]["ticktext"], figure["data"][0]
    assert dict(zip(names, bars["text"], strict=True)) == {
        "1": "3", "2–3": "2", "4–7": "2", "512–1,023": "1",
    }  # fmt: skip


def test_heavy_tails_get_log_axes() -> None:
    flat = degree_curve(np.full(50, 3), LIGHT)
    heavy = degree_curve(np.array([1] * 99 + [80]), LIGHT)
    assert flat["layout"]["xaxis"].get("type") != "log"
    assert heavy["layout"]["xaxis"]["type"] == heavy["layout"]["yaxis"]["type"] == "log"


def test_shades_of_a_block_are_shares_of_its_edge_ends() -> None:
    figure = block_heatmap(np.array([[3, 2], [2, 0]]), np.array([4, 2]), LIGHT)
    cells = figure["data"][0]["z"]
    shares = np.frombuffer(base64.b64decode(cells["bdata"]), dtype=np.float32)
    np.testing.assert_allclose(shares, [0.75, 0.25, 1, 0])
