"""Truth, A and B in one chart: common axes, every node once a column, what became of it.

Marked nodes in words and edges: counts agree with the graphs, and every kind of result tells.

The one table of pictures: every kind of result is drawn, by picture or by chart.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.conclusions import QUESTIONS
from graphdp_core.experiment.compare import Comparison, compatible
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.params import Refused
from graphdp_core.plots.chart.rankings import ranking_panel
from graphdp_core.plots.chart.svg import chart_svg
from graphdp_core.plots.kinds import KINDS, statistics
from graphdp_core.plots.kinds.drawn import (
    chart_beside,
    chart_of,
    marked_edges,
    marked_words,
    pair_of,
)
from graphdp_core.plots.kinds.questions import errors_figure
from graphdp_core.plots.pair.svg import pair_svg
from graphdp_core.plots.rankings import ranks
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import LIGHT


def three(analysis, b="lnpp", **more):
    made = [
        gdp.compare(gdp.load_graph("karate"), gdp.mechanism(id), gdp.analysis(analysis, **more),
                    epsilon=2.0)
        for id in ("edge_flip", b)
    ]  # fmt: skip
    names = [replace(Sides.of(c), name=name) for name, c in zip("AB", made, strict=True)]
    return made, chart_beside(*made, sides=tuple(names))


@pytest.mark.parametrize("analysis", ["persistence", "spectrum"])
def test_three_panels_have_one_pair_of_axes(analysis):
    (_, b), chart = three(analysis, b="laplace_flip")
    assert len(chart.panels) == len(chart.titles) == 3
    assert len({(panel.x, panel.y) for panel in chart.panels}) == 1
    svg = chart_svg(chart, LIGHT)
    for title in ("Without privacy", "A, ε = 2", "B, ε = 2"):
        assert f">{title}<" in svg
    drawn = sum(len(m.places) for m in chart.panels[2].marks if m.kind != "lines")
    outcome = b.private.pairs if analysis == "persistence" else [b.private.values]
    assert drawn == sum(map(len, outcome))


@pytest.mark.parametrize(
    ("analysis", "b"),
    [("subgraph_counts", "private_count"), ("degree_distribution", "node_degrees")],
)
def test_counts_and_degrees_stand_beside_the_truth_which_is_drawn_thin(analysis, b):
    _, chart = three(analysis, b=b)
    assert len({(panel.x, panel.y) for panel in chart.panels}) == 1
    ghosts = [[m for m in panel.marks if m.dash] for panel in chart.panels]
    assert list(map(len, ghosts)) == [0, 1, 1]
    assert chart.alt.count("A, ε = 2:") == chart.alt.count("B, ε = 2:") == 1


def test_every_kind_that_is_a_chart_has_three_sides():
    kinds = {kind.returns.kind: kind for kind in gdp.ANALYSES if KINDS[kind.returns.kind].columns}
    assert kinds.keys() == {id for id, kind in KINDS.items() if kind.columns}
    graph = gdp.load_graph("karate")
    for kind in kinds.values():
        a, b = (
            gdp.compare(graph, gdp.mechanism(id), kind(), epsilon=0.5)
            for id in ("edge_flip", "laplace_flip")
        )
        chart = chart_beside(a, b, sides=(Sides.of(a), Sides.of(b)))
        assert len(chart.titles) == 3
        assert len({(panel.x, panel.y) for panel in chart.panels}) == 1
        for panel in chart.panels:
            (low, high), places = sorted(panel.y), [m.places for m in panel.marks]
            assert all((low <= p[:, 1::2]).all() and (p[:, 1::2] <= high).all() for p in places)


def test_what_is_not_proved_has_its_own_ink():
    _, chart = three("spectrum")
    assert chart.unproved == (2,)
    assert chart.titles[2].startswith("B: ")
    assert chart_svg(chart, LIGHT).count(LIGHT.unproved) >= 1


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize(("n", "top"), [(1, 10), (5, 3), (60, 10), (60, 20)])
def test_every_column_has_its_whole_top_in_order(n, top, count):
    rng = np.random.default_rng(n)
    orders = [ranks(rng.random(n)) for _ in range(count)]
    panel = ranking_panel([f"node {i}" for i in range(n)], orders, top=min(top, n))
    columns = [[w for w in panel.words if w.strong and round(w.x) == k] for k in range(count)]
    union = np.flatnonzero(np.min(orders, axis=0) <= top)
    for order, column in zip(orders, columns, strict=True):
        assert sorted(int(word.strong) for word in column) == sorted(order[union])
        named = {int(word.text.split()[1]): word.strong for word in column if word.text}
        assert named == {i: f"{order[i]:,}" for i in np.flatnonzero(order <= top).tolist()}
        rows = sorted(column, key=lambda word: word.y)
        assert [int(word.strong) for word in rows] == sorted(int(word.strong) for word in rows)
        assert len({word.y for word in rows}) == len(rows), "no label lies on another"
    low, high = sorted(panel.y)
    assert all(low < word.y < high for word in panel.words)


def test_lines_say_what_became_of_the_truth():
    truth, a, b = np.array([1, 2, 3, 4]), np.array([1, 3, 2, 4]), np.array([1, 2, 3, 4])
    panel = ranking_panel("abcd", [truth, a, b], top=2)
    lines = {m.word: m.places.tolist() for m in panel.marks if m.kind == "lines" and m.word}
    assert [row[3] for row in lines["leave"]] == [4.0], "b falls below the line in A alone"
    assert [row[3] for row in lines["come in"]] == [2.0]
    assert len(lines["stay"]) == 3, "a twice, and b again"


def test_the_true_ranking_alone_says_nothing_of_both():
    one, other = (three("centrality", b=id)[1] for id in ("laplace_flip", "edge_flip"))
    assert one.alone.words == other.alone.words
    assert "of 10 leaders stay; B, ε = 2: " in one.alt


def test_nodes_are_no_chart():
    with pytest.raises(Refused, match="no chart that moves"):
        three("louvain", b="laplace_flip")


KARATE = gdp.load_graph("karate")


def comparison(analysis, mechanism="edge_flip", epsilon=2.0):
    return gdp.compare(
        KARATE, gdp.mechanism(mechanism), gdp.analysis(analysis), epsilon=epsilon, seed=3
    )


def touching(edges, nodes):
    return {(u, v) for u, v in edges.tolist() if u in nodes or v in nodes}


@pytest.mark.parametrize("nodes", [[0], [0, 1], [5, 33, 2], list(range(34))])
def test_edges_of_marked_nodes_are_those_of_both_graphs_once_each(nodes):
    c = comparison("overview")
    true, released = touching(c.graph.edges, nodes), touching(c.release.edges, nodes)
    by_name = {kind: set(map(tuple, p.tolist())) for kind, p in marked_edges(c, nodes).items()}
    assert by_name == {
        "kept": true & released, "lost": true - released, "invented": released - true,
    }  # fmt: skip
    counts = (len(true & released), len(released - true), len(true - released))
    said = marked_words(c, nodes)
    whose = "Its" if len(nodes) == 1 else "Their"
    assert said == (
        f"{whose} {len(true)} edges: {counts[0]} kept, {counts[1]} invented, {counts[2]} lost."
    )


def test_nothing_is_said_of_nothing():
    assert marked_words(comparison("overview"), []) == ""


def test_on_the_tree_its_own_edges_count():
    c = comparison("spanning_tree")
    true, released = touching(c.baseline.edges, [0]), touching(c.private.edges, [0])
    said = marked_words(c, [0])
    assert said.startswith(f"Its {len(true)} tree edge")
    assert f": {len(true & released)} kept, {len(released - true)} invented" in said


def test_the_true_backbone_can_be_followed_and_both_sides_have_its_places():
    c = comparison("spanning_tree")
    pair, of_graph = pair_of(c), layout_positions(KARATE)
    spread = np.array_equal(pair.baseline.positions, pair.private.positions)
    assert spread, "a node has one place"

    def length(places):
        ends = places[c.baseline.edges]
        return np.hypot(*(ends[:, 0] - ends[:, 1]).T).mean()

    assert length(pair.baseline.positions) < 0.7 * length(of_graph)
    on_map = replace(c, graph=replace(KARATE, positions=of_graph[::-1].copy()))
    assert np.array_equal(pair_of(on_map).baseline.positions, layout_positions(on_map.graph))


def test_communities_say_who_changed():
    c = comparison("louvain", epsilon=1.0)
    every = list(range(KARATE.n))
    one_by_one = [marked_words(c, [node]) for node in every]
    changed = sum("changed from community" in words for words in one_by_one)
    assert 0 < changed < KARATE.n
    assert f" {changed} of {KARATE.n} changed community." in marked_words(c, every)
    still = [node for node, words in enumerate(one_by_one) if "stays in" in words]
    assert marked_words(c, still).endswith("None changed community.")


def test_a_ranking_says_ranks_before_and_after():
    c = comparison("centrality")
    before, after = ranks(c.baseline.values), ranks(c.private.values)
    assert marked_words(c, [33]).endswith(f"Rank: John A. {before[33]} → {after[33]}.")
    many = list(range(8))
    moved = np.abs(after[many] - before[many])
    assert marked_words(c, many).endswith(f"and by {moved.max()} at most.")


def test_an_embedding_says_how_far_nodes_moved():
    still = comparison("spectral", epsilon=20.0)
    assert "It moved by less than 0.01% of the cloud's radius" in marked_words(still, [0])
    assert "by 0%" not in marked_words(comparison("spectral", epsilon=1.0), [0])


def test_a_release_without_edges_says_nothing_of_them():
    c = comparison("centrality", mechanism="noisy_degrees")
    assert marked_edges(c, [0]) == {}
    assert marked_words(c, [0]).startswith("Rank: Mr. Hi ")


SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("<b>bold</b>", "a & b", "%{x}", "Łukasz", "\x07", "", '"', "'")
EDGES = [(i, j) for i in range(8) for j in range(i + 1, 8) if (i + j) % 3]
GRAPH = Graph.from_edges(
    8, EDGES, labels=[0, 0, 0, 1, 1, 1, 1, 1], names=NAMES, weights=1.0 + np.arange(len(EDGES)) % 5
)
LENGTHS = ("dbmstclu", "single_linkage", "msdr")  # analyses of edge weights
FLIP = gdp.mechanism("edge_flip")
ANALYSES = [kind for kind in gdp.ANALYSES if compatible(FLIP, kind)]


def comparison_of_kinds(
    analysis: str, mechanism: str = "edge_flip", epsilon: float = 3.0
) -> Comparison:
    fewer = {"named": 3} if analysis == "recognition" else {}  # than the graph's people
    return gdp.compare(
        GRAPH, gdp.mechanism(mechanism), gdp.analysis(analysis, **fewer), epsilon=epsilon, seed=1
    )


def test_no_kind_of_result_is_missing_and_none_stands_twice() -> None:
    kinds = {kind.returns.kind for kind in gdp.ANALYSES}
    assert kinds == set(KINDS)
    assert all((kind.picture is None) != (kind.columns is None) for kind in KINDS.values())


@pytest.mark.parametrize("kind", ANALYSES, ids=[kind.id for kind in ANALYSES])
def test_every_analysis_is_drawn_and_what_noise_makes_has_its_colours_alone(kind: type) -> None:
    c = comparison_of_kinds(kind.id, "weight_laplace" if kind.id in LENGTHS else "edge_flip")

    def drawn(c: Comparison) -> str:
        if KINDS[c.baseline.kind].picture:
            return pair_svg(pair_of(c), LIGHT, sides=Sides.of(c))
        return chart_svg(chart_of(c), LIGHT)

    assert "With ε = 3" in "".join(ET.fromstring(drawn(c)).itertext())
    same = replace(c, private=c.baseline, release=GRAPH)
    without_legend = re.sub(r'<path d="M0,-4h27"[^>]*>', "", drawn(same))
    assert not {ink for ink in (LIGHT.lost, LIGHT.invented) if ink in without_legend}


@pytest.mark.parametrize("kind", ["overview", "spectral", "louvain", "spanning_tree"])
def test_both_adapters_draw_the_same_nodes_and_edges(kind: str) -> None:
    c = comparison_of_kinds(kind)
    pair = pair_of(c)
    svg = ET.fromstring(pair_svg(pair, LIGHT, sides=Sides.of(c)))
    panels = svg.findall(f"{SVG}svg")
    assert len(panels) == 2
    for panel, picture in zip(panels, pair.pictures, strict=True):
        marks = [path for path in panel.iter(f"{SVG}path") if path.get("class") == "node"]
        assert len(marks) == GRAPH.n
        for edge_kind, pairs in picture.edges.items():
            drawn = [p for p in panel.iter(f"{SVG}path") if p.get("class") == edge_kind]
            assert sum(path.get("d").count("M") for path in drawn) == len(pairs)
    text = "".join(svg.itertext())
    assert "Without privacy" in text
    assert "With ε = 3" in text
    assert "not private" in text


def test_names_of_strangers_cannot_break_the_svg() -> None:
    c = comparison_of_kinds("overview")
    text = pair_svg(pair_of(c), LIGHT, sides=Sides.of(c))
    titles = [t.text or "" for t in ET.fromstring(text).iter(f"{SVG}title")][1:]
    assert titles[:4] == list(NAMES[:4])
    assert "\x07" not in text


def test_a_picture_in_space_is_no_svg() -> None:
    c = comparison_of_kinds("spectral")
    pair = pair_of(c, axes=(0, 1, 2))
    with pytest.raises(ValueError, match="two dimensions"):
        pair_svg(pair, LIGHT, sides=Sides.of(c))


def test_results_without_nodes_have_no_node_picture() -> None:
    with pytest.raises(ValueError, match="no picture of its nodes"):
        pair_of(comparison_of_kinds("spectrum"))


def test_a_private_partition_is_drawn_too() -> None:
    pair = pair_of(comparison_of_kinds("louvain", "louvain_dp"))
    assert len(pair.private.positions) == GRAPH.n


def test_of_a_crowd_of_edges_a_part_is_drawn_and_all_are_counted(monkeypatch):
    monkeypatch.setattr(statistics, "CROWDED_EDGES", 20)
    monkeypatch.setattr(statistics, "PART", 10)
    c = comparison_of_kinds("overview")
    pair = pair_of(c)
    assert c.graph.m + c.release.m > 20
    assert sum(len(edges) for p in pair.pictures for edges in p.edges.values()) == 10
    assert pair.baseline.totals["kept"] == c.graph.m
    assert "shown" in pair.baseline.detail


def test_three_errors_stand_on_the_scale_of_their_question_and_say_what_stays():
    told = pd.DataFrame({
        "question": [QUESTIONS[0].question, QUESTIONS[-1].question], "true": [0.35, 1.5],
        "sampling": [0.02, 0.0], "low": [0.5, 1.2], "high": [0.7, 1.8], "model": [-0.1, np.nan],
        "same": [3, 20], "draws": [20, 20],
    })  # fmt: skip
    made = errors_figure(told, LIGHT)
    by_name = {trace["name"]: trace for trace in made["data"]}
    sampled, noise = by_name["sampling"], by_name["noise, nine of ten releases"]
    assert np.allclose(sampled["base"], [0.33, 0.5])
    assert np.allclose(noise["base"], [0.5, 0.4]), "1.2 of at most 3"
    axis = made["layout"]["yaxis"]
    assert axis["ticktext"] == [QUESTIONS[-1].name, QUESTIONS[0].name]
    words = {note["y"]: note["text"] for note in made["layout"]["annotations"]}
    assert words == {1: "3 of 20", 0: "20 of 20"}
