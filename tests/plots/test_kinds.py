"""The one table of pictures: every kind of result is drawn, by picture or by chart."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.compare import Comparison, compatible
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.chart.svg import chart_svg
from graphdp_core.plots.kinds import KINDS, statistics
from graphdp_core.plots.kinds.drawn import chart_of, pair_of
from graphdp_core.plots.pair.svg import pair_svg
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import DARK, LIGHT

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("<b>bold</b>", "a & b", "%{x}", "Łukasz", "\x07", "", '"', "'")
EDGES = [(i, j) for i in range(8) for j in range(i + 1, 8) if (i + j) % 3]
GRAPH = Graph.from_edges(
    8, EDGES, labels=[0, 0, 0, 1, 1, 1, 1, 1], names=NAMES, weights=1.0 + np.arange(len(EDGES)) % 5
)
LENGTHS = ("dbmstclu", "single_linkage", "msdr")  # analyses of edge weights
FLIP = gdp.mechanism("edge_flip")
ANALYSES = [kind for kind in gdp.ANALYSES if compatible(FLIP, kind)]


def comparison(analysis: str, mechanism: str = "edge_flip", epsilon: float = 3.0) -> Comparison:
    return gdp.compare(
        GRAPH, gdp.mechanism(mechanism), gdp.analysis(analysis), epsilon=epsilon, seed=1
    )


def test_no_kind_of_result_is_missing_and_none_stands_twice() -> None:
    kinds = {kind.returns.kind for kind in gdp.ANALYSES}
    assert kinds == set(KINDS)
    assert all((kind.picture is None) != (kind.columns is None) for kind in KINDS.values())


@pytest.mark.parametrize("kind", ANALYSES, ids=[kind.id for kind in ANALYSES])
def test_every_analysis_is_drawn(kind: type) -> None:
    c = comparison(kind.id, "weight_laplace" if kind.id in LENGTHS else "edge_flip")
    if KINDS[c.baseline.kind].picture:
        text = pair_svg(pair_of(c), DARK, sides=Sides.of(c))
    else:
        text = chart_svg(chart_of(c), DARK)
    assert "With ε = 3" in "".join(ET.fromstring(text).itertext())


@pytest.mark.parametrize("kind", ANALYSES, ids=[kind.id for kind in ANALYSES])
def test_where_nothing_was_invented_or_lost_neither_colour_is_drawn(kind: type) -> None:
    c = comparison(kind.id, "weight_laplace" if kind.id in LENGTHS else "edge_flip")
    same = replace(c, private=c.baseline, release=GRAPH)
    reserved = {LIGHT.lost, LIGHT.invented}
    if KINDS[c.baseline.kind].picture:
        text = pair_svg(pair_of(same), LIGHT, sides=Sides.of(c))
        drawn = re.sub(r'<path d="M0,-4h27"[^>]*>', "", text)  # without the legend's lines
    else:
        drawn = chart_svg(chart_of(same), LIGHT)
    assert not {colour for colour in reserved if colour in drawn}


@pytest.mark.parametrize("kind", ["overview", "spectral", "louvain", "spanning_tree"])
def test_both_adapters_draw_the_same_nodes_and_edges(kind: str) -> None:
    c = comparison(kind)
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
    c = comparison("overview")
    text = pair_svg(pair_of(c), LIGHT, sides=Sides.of(c))
    titles = [t.text or "" for t in ET.fromstring(text).iter(f"{SVG}title")][1:]
    assert titles[:4] == list(NAMES[:4])
    assert "\x07" not in text


def test_a_picture_in_space_is_no_svg() -> None:
    c = comparison("spectral")
    pair = pair_of(c, axes=(0, 1, 2))
    with pytest.raises(ValueError, match="two dimensions"):
        pair_svg(pair, LIGHT, sides=Sides.of(c))


def test_results_without_nodes_have_no_node_picture() -> None:
    with pytest.raises(ValueError, match="no picture of its nodes"):
        pair_of(comparison("spectrum"))


def test_a_private_partition_is_drawn_too() -> None:
    pair = pair_of(comparison("louvain", "louvain_dp"))
    assert len(pair.private.positions) == GRAPH.n


def test_of_a_crowd_of_edges_a_part_is_drawn_and_all_are_counted(monkeypatch):
    monkeypatch.setattr(statistics, "CROWDED_EDGES", 20)
    monkeypatch.setattr(statistics, "PART", 10)
    c = comparison("overview")
    pair = pair_of(c)
    assert c.graph.m + c.release.m > 20
    assert sum(len(edges) for p in pair.pictures for edges in p.edges.values()) == 10
    assert pair.baseline.totals["kept"] == c.graph.m
    assert "drawn" in pair.baseline.detail
