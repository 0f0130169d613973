"""Truth, A and B in one chart: common axes, every node once a column, what became of it."""

from dataclasses import replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.plots.chart.rankings import ranking_panel
from graphdp_core.plots.chart.svg import chart_svg
from graphdp_core.plots.kinds import KINDS
from graphdp_core.plots.kinds.drawn import chart_beside
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
    found = b.private.pairs if analysis == "persistence" else [b.private.values]
    assert drawn == sum(map(len, found))


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


@pytest.mark.parametrize(("n", "top"), [(1, 10), (5, 3), (60, 10)])
def test_every_column_has_its_whole_top_in_order(n, top):
    rng = np.random.default_rng(n)
    orders = [ranks(rng.random(n)) for _ in range(3)]
    panel = ranking_panel([f"node {i}" for i in range(n)], orders, top=min(top, n))
    columns = [
        [w for w in panel.words if w.strong and round(w.x) == k and w.text != ""] for k in range(3)
    ]
    union = {f"node {i}" for i in np.flatnonzero(np.min(orders, axis=0) <= top)}
    for order, column in zip(orders, columns, strict=True):
        assert {word.text for word in column} == union
        rows = sorted(column, key=lambda word: word.y)
        assert [int(word.strong) for word in rows] == sorted(int(word.strong) for word in rows)
        assert len({word.y for word in rows}) == len(rows), "no label lies on another"
        assert all(word.strong == f"{order[int(word.text.split()[1])]:,}" for word in rows)
    low, high = sorted(panel.y)
    assert all(low < word.y < high for word in panel.words)


def test_lines_say_what_became_of_the_truth():
    truth, a, b = np.array([1, 2, 3, 4]), np.array([1, 3, 2, 4]), np.array([1, 2, 3, 4])
    panel = ranking_panel("abcd", [truth, a, b], top=2)
    lines = {m.word: m.places.tolist() for m in panel.marks if m.kind == "lines" and m.word}
    assert [row[3] for row in lines["leave it"]] == [4.0], "b falls below the line in A alone"
    assert [row[3] for row in lines["come in"]] == [2.0]
    assert len(lines["stay in the top"]) == 3, "a twice, and b again"


def test_the_true_ranking_alone_says_nothing_of_both():
    one, other = (three("centrality", b=id)[1] for id in ("laplace_flip", "edge_flip"))
    assert one.alone.words == other.alone.words
    assert "of the 10 most central nodes stay; B, ε = 2: " in one.alt


def test_nodes_are_no_chart():
    with pytest.raises(Refused, match="no chart that moves"):
        three("louvain", b="laplace_flip")
