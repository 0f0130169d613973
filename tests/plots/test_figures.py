"""Every figure: valid in both themes, true to its data, harmless with any node name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import plotly.io
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.metrics import Metric
from graphdp_core.metrics.diagrams import recurrence
from graphdp_core.plots.attempts import (
    EventBins,
    attack_figure,
    budget_bar,
    climb_curve,
    two_worlds,
)
from graphdp_core.plots.board.svg import posterior_icons
from graphdp_core.plots.communities import (
    alluvial,
    coassignment,
    community_ranks,
    community_sizes,
    confusion_heatmap,
    merge_pair,
)
from graphdp_core.plots.diagrams import recurrence_pair
from graphdp_core.plots.marks import rule
from graphdp_core.plots.nodes import node_traces
from graphdp_core.plots.pair.clouds import cloud_pair
from graphdp_core.plots.pair.drawings import partition_pair
from graphdp_core.plots.pair.picture import edge_kinds
from graphdp_core.plots.rankings import (
    count_error_curves,
    degree_distribution,
    graph_picture,
    precision_bars,
    rank_intervals,
    rank_scatter,
    ranks,
)
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.spectra import (
    angle_bars,
    cosine_lines,
    paired_breakdown_plot,
    scree_pair,
    vector_map_pair,
    vector_pair,
)
from graphdp_core.plots.theme import DARK, LIGHT, Theme, see_through
from graphdp_core.plots.trade_off import INKS, heat_map, plan_bars, quantile_dots, trade_off
from graphdp_core.plots.tree_errors import survival_curves, tree_error_curve
from tests.plots.packed import numbers

EVIL = ("<b>bold</b>", "a & b<a href=//e>", "%{hurt}", "$x^2$", "&lt;u>Łukasz", "")
OWN_TAGS = {"b", "br", "extra", "i", "span"}
GRAPH = Graph.from_edges(
    6, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5)], labels=[0, 0, 0, 1, 1, 1], names=EVIL
)
RELEASED = Graph.from_edges(6, [(0, 1), (1, 2), (3, 4), (0, 5), (1, 4)])
PLACES = layout_positions(GRAPH)
KINDS = edge_kinds(GRAPH, RELEASED)
CLOUD = np.random.default_rng(0).normal(size=(6, 3))
TABLE = pd.DataFrame(
    [(m, e, r, "ari", e / (e + r + 1)) for m in "ab" for e in (0.1, 1, 10) for r in range(5)],
    columns=["mechanism", "epsilon", "repeat", "metric", "value"],
)
ARI = Metric("ari", "<b>ARI</b>", "", better="neither")
TITLES = {"a": "<i>edge</i>"}
NONE = np.empty((0, 2), dtype=np.int32)
BARS = np.array([(0.1, 0.9), (0.2, 0.3)])
EMPTY = Graph.from_edges(0, [])

FIGURES: dict[str, Callable[[Theme], dict[str, Any]]] = {
    "alluvial": lambda t: alluvial(
        np.array([[3, 1, 0], [0, 0, 2]]), (0, -1), (0, 9, -1), t, sides=Sides(1.0)
    ),
    "budget": lambda t: budget_bar([("degrees", 0.7, 0.7), ("sums", 0.3, 0.2)], 1.0, t),
    "climb": lambda t: climb_curve([64, 128], [0.3, 0.2], 1.0, t, most=4096),
    "climb before any look": lambda t: climb_curve([], [], 1.0, t, most=4096),
    "attack": lambda t: attack_figure(
        [
            ("bound", "most", np.array([0.0, 1.0]), np.array([0.5, 1.0])),
            ("beyond", EVIL[0], np.arange(1.0, 9), np.linspace(0, 1, 8)),
            ("one", EVIL[1], np.array([0.5]), np.array([0.5])),
        ],
        t,
        x_title=EVIL[0],
        y_title="share",
        percent_x=True,
        mark=0.5,
    ),
    "two worlds": lambda t: two_worlds(
        GRAPH,
        RELEASED,
        [(0, 1)],
        t,
        bins=EventBins(EVIL[0], EVIL[:2], (False, True), (), ((7, 3), (2, 8))),
    ),
    "two worlds of nothing": lambda t: two_worlds(EMPTY, EMPTY, [], t),
    "alluvial of nothing": lambda t: alluvial(np.empty((0, 0), int), (), (), t, sides=Sides(1.0)),
    "co-assignment": lambda t: coassignment(
        np.eye(6), np.array([0, 0, 1, 1, 2, 2]), t, names=EVIL, draws=3
    ),
    "co-assignment of nothing": lambda t: coassignment(
        np.empty((0, 0)), np.empty(0, int), t, names=[], draws=3
    ),
    "community ranks": lambda t: community_ranks(
        np.array([90, 3, 3, 3, 1]), np.array([50, 50]), t, sides=Sides(1.0)
    ),
    "community ranks of nothing": lambda t: community_ranks(
        np.empty(0, int), np.empty(0, int), t, sides=Sides(1.0)
    ),
    "graph": lambda t: graph_picture(GRAPH, PLACES, t)[0],
    "graph of nothing": lambda t: graph_picture(EMPTY, PLACES[:0], t)[0],
    "scree": lambda t: scree_pair(
        np.array([3.0, -2, 1]), np.array([4.0, 2, 1]), t, sides=Sides(1.0), d_left=1, d_right=2
    ),
    "scree, with the reach of noise": lambda t: scree_pair(
        np.array([3.0, -2, 1]),
        np.array([4.0, 2, 1]),
        t,
        sides=Sides(1.0),
        d_left=1,
        d_right=2,
        edges=(1.5, 9.0),
        noise_edge=2.5,
    ),
    "scree of nothing": lambda t: scree_pair(
        np.empty(0), np.empty(0), t, sides=Sides(1.0), d_left=0, d_right=0
    ),
    "confusion": lambda t: confusion_heatmap(np.array([[3, 0], [1, 2]]), EVIL[:2], EVIL[2:4], t),
    "confusion of nothing": lambda t: confusion_heatmap(np.empty((0, 0), int), (), (), t),
    "community sizes": lambda t: community_sizes(
        np.arange(40, 0, -1), np.array([9, 1]), t, sides=Sides(1.0)
    ),
    "community sizes of nothing": lambda t: community_sizes(
        np.empty(0, int), np.empty(0, int), t, sides=Sides(1.0)
    ),
    "precision": lambda t: precision_bars({"top <5>%": 0.5, "b": np.nan}, {"top <5>%": 0.05}, t),
    "precision of nothing": lambda t: precision_bars({}, {}, t),
    "rank scatter": lambda t: rank_scatter(
        np.arange(1, 7),
        np.arange(6, 0, -1),
        t,
        sides=Sides(1.0),
        names=EVIL,
        selected=np.array([0]),
    ),
    "rank scatter of nothing": lambda t: rank_scatter(
        np.empty(0, int), np.empty(0, int), t, sides=Sides(1.0)
    ),
    "degrees": lambda t: degree_distribution(
        GRAPH.degrees, RELEASED.degrees, t, sides=Sides(1.0), debiased=RELEASED.degrees - 1.5
    ),
    "degrees with a heavy tail": lambda t: degree_distribution(
        np.array([1] * 50 + [0, 400]), np.array([2] * 52), t, sides=Sides(1.0)
    ),
    "degrees of nothing": lambda t: degree_distribution(
        np.empty(0), np.empty(0), t, sides=Sides(1.0)
    ),
    "merges": lambda t: merge_pair(
        np.array([[2.0, -np.inf], [1.5, 0.2], [1.0, 0.9]]),
        np.array([[2.0, -np.inf]]),
        t,
        thresholds=(0.5, 0.0),
        sides=Sides(1.0),
    ),
    "merges of nothing": lambda t: merge_pair(
        np.empty((0, 2)), np.empty((0, 2)), t, thresholds=(0.0, 0.0), sides=Sides(1.0)
    ),
    "which-epsilon": lambda t: trade_off(
        TABLE, replace(ARI, low=0, high=1), t, epsilon=3.0, titles=TITLES
    ),
    "trade-off, not private": lambda t: trade_off(
        TABLE, ARI, t, titles=TITLES, badges={"a": "not private"}
    ),
    "trade-off, on a scale": lambda t: trade_off(
        TABLE.assign(x=TABLE["epsilon"] / 9),
        replace(ARI, better="lower"),
        t,
        epsilon=0.3,
        x="x",
        x_title="belief",
        x_log=False,
        mark_label="ε = 3",
        target=0.2,
        bands=["a"],
    ),
    "plans": lambda t: plan_bars([{"<i>a</i>": 1.7, "b": 0.84}, {"<i>a</i>": 4.0}], t),
    "quantile dots": lambda t: quantile_dots(
        TABLE, replace(ARI, percent=True), t, titles=TITLES, target=0.5
    ),
    "quantile dots of nothing": lambda t: quantile_dots(TABLE[:0], ARI, t),
    "heat map": lambda t: heat_map(
        TABLE.assign(theta=TABLE["repeat"]), ARI, t, y="theta", target=0.5
    ),
    "heat map of an error": lambda t: heat_map(
        TABLE.assign(score=["<i>a</i>", "b"] * 15),
        replace(ARI, better="lower", percent=True, low=0, high=1),
        t,
        y="score",
        target=0.5,
    ),
    "heat map of nothing": lambda t: heat_map(TABLE[:0].assign(k=1), ARI, t, y="k", target=0.5),
    "recurrence": lambda t: recurrence_pair(
        recurrence(BARS, [BARS]), [BARS], t, sides=Sides(1.0), band=0.05, dimension=1
    ),
    "recurrence of nothing": lambda t: recurrence_pair(
        recurrence(BARS[:0], [BARS[:0]]), [BARS[:0]], t, sides=Sides(1.0), band=np.inf, dimension=2
    ),
    "tree errors": lambda t: tree_error_curve(
        [0.1, 1.0], np.ones((2, 3)), [5.0, np.inf], t, epsilon=1.0, name=EVIL[0], random=7.0
    ),
    "rank intervals": lambda t: rank_intervals(EVIL[:4], np.array([[1, 2, 9, 8]] * 3), 100, t),
    "count errors": lambda t: count_error_curves(
        np.array([0.1, 10.0]), {EVIL[0]: np.array([1.0, 0.0])}, t, epsilon=1.0
    ),
    "vector": lambda t: vector_pair(CLOUD[:, 0], None, t, sides=Sides(1.0), names=EVIL),
    "vector on the layout": lambda t: vector_map_pair(
        PLACES, CLOUD[:, 0], CLOUD[:, 1], t, sides=Sides(1.0), selected=np.array([1])
    ),
    "angles": lambda t: angle_bars([3.0, 80.0], t),
    "cosines": lambda t: cosine_lines(np.array([1.0, 0.5, 0.0]), np.array([0.9, 0.6]), t),
    "cosines of nothing": lambda t: cosine_lines(np.empty(0), np.empty(0), t),
    "breakdown of pairs": lambda t: paired_breakdown_plot([0.3, 4.0, np.inf], t, epsilon=1.0),
    "survival": lambda t: survival_curves(
        [(EVIL[0], EVIL[1], (1.0, 2.0), {"tree": [(0.0, 0.1, 0.2), (np.nan,) * 3]})],
        {"tree": EVIL[0]},
        t,
        survives=0.8,
    ),
    "trade-off of nothing": lambda t: trade_off(TABLE[:0], replace(ARI, percent=True), t),
}


@pytest.mark.sample
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_valid_in_the_themes_colours_large_enough_and_harmless(
    name: str, theme: Theme
) -> None:
    figure = FIGURES[name](theme)
    assert set(figure) == {"data", "layout"}
    assert figure["data"], "the page refuses a figure without any trace"
    go.Figure(figure)
    assert json.loads(plotly.io.to_json(figure, validate=True))["layout"]["height"] > 200
    text = json.dumps(figure)
    colours = set(re.findall(r"#[0-9a-fA-F]{6}\b", text))
    own = {value for value in vars(theme).values() if isinstance(value, str)} | set(INKS)
    own |= {*theme.categorical, *theme.sequential} - {theme.lost, theme.invented}
    assert colours
    assert colours <= own - {theme.lost, theme.invented}, "what noise makes is the stage's own"
    thin = (see_through(ink, 0.5).rpartition(",")[0] for ink in (theme.lost, theme.invented))
    assert not any(colour in text for colour in thin)
    sizes = re.findall(r'font"?: \{[^{}]*"size": (\d+)', text, flags=re.IGNORECASE)
    assert min(map(int, sizes)) >= 12
    for raw in ("<b>bold", "a & b", "%{hurt", "$x^2", "<i>edge", "<5>"):
        assert raw not in text
    assert not re.search(r"(?<!&amp;lt;)u>|(?<!amp;)lt;u", text), "what was escaped before"
    assert set(re.findall(r"</?([a-z]+)", text)) <= OWN_TAGS


def test_both_panels_share_their_axes_and_say_which_is_which() -> None:
    layout = FIGURES["scree"](LIGHT)["layout"]
    assert layout["xaxis2"]["matches"] == "x"
    assert layout["yaxis2"]["matches"] == "y"
    assert layout["annotations"][0]["text"].startswith("Without privacy")
    assert layout["annotations"][1]["text"].startswith("With ε = 1")


def test_of_very_many_nodes_an_even_sample_and_the_selected_ones_are_drawn() -> None:
    points = np.zeros((50_000, 2))
    selected = np.array([7, 8, 9])
    traces = node_traces(points, LIGHT, selected=selected)
    drawn = np.concatenate([numbers(trace["customdata"]) for trace in traces])
    assert 20_000 <= len(drawn) <= 20_003
    assert set(selected) <= set(drawn.tolist())
    assert np.diff(np.sort(drawn)).max() <= 3
    assert sum(len(trace["selectedpoints"]) for trace in traces) == 3


def test_many_points_go_to_webgl_and_few_do_not_each_once_under_its_number() -> None:
    for n, kind in ((6, "scatter"), (1500, "scattergl")):
        points, categories = np.random.default_rng(0).normal(size=(n, 2)), np.arange(n) % 20 - 1
        traces = node_traces(points, LIGHT, categories=categories, category_names=EVIL)
        assert {trace["type"] for trace in traces} == {kind}
        nodes = np.concatenate([numbers(trace["customdata"]) for trace in traces]).astype(int)
        assert sorted(nodes.tolist()) == list(range(n))
        xs = np.concatenate([numbers(trace["x"]) for trace in traces])
        np.testing.assert_allclose(xs, points[nodes, 0], rtol=1e-6)


def test_a_scatter_of_four_dimensions_is_refused() -> None:
    with pytest.raises(ValueError, match="dimensions must name 2 or 3"):
        cloud_pair(CLOUD, CLOUD, dimensions=(0, 1, 2, 3))


def test_ranks_break_ties_by_node() -> None:
    assert ranks(np.array([1.0, 3.0, 1.0, 2.0])).tolist() == [3, 1, 4, 2]


def test_confusion_cells_hold_counts_and_shares() -> None:
    cells = FIGURES["confusion"](LIGHT)["data"][0]
    assert numbers(cells["customdata"]).tolist() == [3, 0, 1, 2]
    np.testing.assert_allclose(numbers(cells["z"]), [1, 0, 1 / 3, 2 / 3], rtol=1e-6)
    assert cells["z"]["shape"] == "2, 2"


def test_the_rest_of_many_communities_is_one_bar() -> None:
    bars = FIGURES["community sizes"](LIGHT)["data"][0]
    assert bars["x"][-1] == "rest"
    assert numbers(bars["y"]).sum() == sum(range(41))


def test_a_line_across_a_panel_lies_where_the_browser_draws_it():
    """Of a shape as high as its panel Plotly draws no other layer, and then none after it."""
    shapes = [rule(LIGHT, x=1.0, over=over)["shapes"][0] for over in (False, True)]
    assert [shape["layer"] for shape in shapes] == ["below", "above"]


def test_degree_curve_gives_the_share_at_or_above() -> None:
    figure = degree_distribution(np.array([1, 1, 2, 5]), np.zeros(4), LIGHT, sides=Sides(1.0))
    curve = figure["data"][0]
    assert numbers(curve["x"]).tolist() == [1, 2, 5]
    assert numbers(curve["y"]).tolist() == [1, 0.5, 0.25]


def test_trade_off_draws_the_quantiles_of_the_draws() -> None:
    figure = FIGURES["which-epsilon"](LIGHT)
    median = next(t for t in figure["data"] if t["mode"] == "lines+markers")
    values = np.sort(1 / (1 + np.arange(5) + 1))
    assert numbers(median["y"])[1] == pytest.approx(values[2], rel=1e-6)
    assert numbers(median["customdata"])[3:5] == pytest.approx(
        np.quantile(values, [0.05, 0.95]), rel=1e-6
    )


def test_a_line_of_the_trade_off_stands_below_the_handle_of_its_slider() -> None:
    made = trade_off(TABLE, ARI, LIGHT, epsilon=1.0, stops=(0.1, 0.5, 1.0, 2.0, 20.0))
    assert made["layout"]["xaxis"]["range"] == [0, 4]
    assert made["layout"]["shapes"][0]["x0"] == 2


def test_an_error_has_a_log_axis_and_its_good_side_is_shaded() -> None:
    figure = FIGURES["trade-off, on a scale"](LIGHT)
    layout = figure["layout"]
    assert layout["yaxis"]["type"] == "log"
    assert layout["yaxis"]["tickformat"] == "~g"
    assert "type" not in layout["xaxis"] or layout["xaxis"]["type"] == "linear"
    good = next(shape for shape in layout["shapes"] if shape["type"] == "rect")
    assert (good["y0"], good["y1"]) == (0.2, pytest.approx(TABLE["value"].min()))
    assert layout["annotations"][0]["x"] == 0.3
    bands = [t for t in figure["data"] if t.get("fill") == "toself"]
    assert [band["legendgroup"] for band in bands] == ["a", "a", "b", "b"]
    assert [band.get("opacity", 1) for band in bands] == [1, 1, 0, 0]


def test_a_plan_has_a_bar_with_a_part_for_each_release() -> None:
    figure = FIGURES["plans"](LIGHT)
    lengths = [numbers(bar["x"]) for bar in figure["data"]]
    assert lengths == [pytest.approx([1.7, 4.0]), pytest.approx([0.84, 0.0])]
    assert figure["layout"]["yaxis"]["ticktext"] == ["2 releases", "One release for all"]
    words = [note["text"] for note in figure["layout"]["annotations"]]
    assert words == ["ε = 2.54, the least", "ε = 4"]


def test_quantile_dots_are_twenty_for_each_mechanism_in_their_order() -> None:
    rows = pd.DataFrame({"mechanism": "a", "metric": "ari", "value": np.linspace(0, 1, 201)})
    (dots,) = [t for t in quantile_dots(rows, ARI, LIGHT)["data"] if t.get("name") == "a"]
    x = numbers(dots["x"])
    assert len(x) == 20
    assert (np.diff(x) >= 0).all()
    assert np.abs(x - (np.arange(20) + 0.5) / 20).max() < 1 / 40


def test_trade_off_marks_the_current_epsilon() -> None:
    layout = FIGURES["which-epsilon"](LIGHT)["layout"]
    assert layout["shapes"][0]["x0"] == 3.0
    assert layout["annotations"][0]["x"] == pytest.approx(np.log10(3))
    assert layout["annotations"][0]["text"] == "ε = 3"


def test_mechanisms_differ_in_dash_and_symbol() -> None:
    lines = [t for t in FIGURES["which-epsilon"](LIGHT)["data"] if t["mode"] == "lines+markers"]
    assert len({t["line"]["dash"] for t in lines}) == 2
    assert len({t["marker"]["symbol"] for t in lines}) == 2


def test_a_mechanism_without_proof_stands_apart_in_the_trade_off() -> None:
    data = FIGURES["trade-off, not private"](LIGHT)["data"]
    lines = {t["name"]: t for t in data if t["mode"] == "lines+markers"}
    apart, proved = lines["&lt;i&gt;edge&lt;/i&gt;: not private"], lines["b"]
    assert apart["line"]["color"] == LIGHT.unproved != proved["line"]["color"]
    assert apart["line"]["dash"] == "dot"
    assert apart["marker"]["symbol"].endswith("-open")
    assert not proved["marker"]["symbol"].endswith("-open")


@pytest.mark.parametrize(("epsilon", "yes"), [(0.0, 50), (1.0, 73), (3.0, 95), (30.0, 100)])
def test_odds_icons_fill_the_right_number_of_squares(epsilon: float, yes: int) -> None:
    svg = posterior_icons(epsilon, LIGHT)
    squares = {
        ink: len(re.findall(rf'<rect [^>]*fill="{ink}"', svg))
        for ink in (LIGHT.accent, LIGHT.invented, LIGHT.grid)
    }
    assert squares == {LIGHT.accent: yes, LIGHT.invented: 100 - yes, LIGHT.grid: 100}


def test_odds_never_claim_certainty() -> None:
    svg = posterior_icons(8.0, LIGHT)
    assert "over 99 of 100" in svg
    assert "under 1 of 100" in svg


def test_odds_refuse_a_negative_epsilon() -> None:
    with pytest.raises(ValueError, match="epsilon must be at least 0, got -1"):
        posterior_icons(-1, LIGHT)


def test_the_scree_shows_what_is_in_view_of_noise_and_breakdown() -> None:
    frame = FIGURES["scree, with the reach of noise"](LIGHT)["layout"]
    levels = {(s["yref"], s["y0"]) for s in frame["shapes"] if s["y0"] == s["y1"]}
    assert levels == {("y", 1.5), ("y", 2.5)}
    assert "below the noise at ε = 1" in [note["text"] for note in frame["annotations"]]


def test_edges_inside_communities_are_drawn_and_no_others() -> None:
    groups = np.array([0, 0, 1, 1])
    kept, invented = np.array([[0, 1], [1, 2]]), np.array([[2, 3], [0, 3]])
    released = {"kept": kept, "invented": invented}
    pair = partition_pair(PLACES[:4], groups, groups, edges=({"kept": kept}, released))
    assert {k: v.tolist() for k, v in pair.baseline.edges.items()} == {"kept": [[0, 1]]}
    inside = {kind: edges.tolist() for kind, edges in pair.private.edges.items()}
    assert inside == {"kept": [[0, 1]], "invented": [[2, 3]]}
