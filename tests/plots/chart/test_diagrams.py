"""Diagrams and barcodes as records: every feature is there once, at its birth and death."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.plots.chart.diagrams import LONGEST_BARS, barcode_chart, diagram_chart
from graphdp_core.plots.kinds.drawn import chart_of
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import dimension_ink

RNG = np.random.default_rng(0)


def some(k):
    births = RNG.random(k)
    return np.column_stack((births, births + RNG.random(k)))


LEFT = [np.array([[0.0, 0.5], [0.0, np.inf]]), some(40), np.empty((0, 2))]
RIGHT = [np.array([[0.0, np.inf]]), np.empty((0, 2)), some(3)]


def marks(panel, kind, dimension):
    ink = dimension_ink(dimension)
    values = [m.places for m in panel.marks if m.kind == kind and m.ink == ink]
    return np.concatenate(values) if values else np.empty((0, 2))


def test_every_feature_stands_at_its_birth_and_death():
    chart = diagram_chart(LEFT, RIGHT, sides=Sides(2.0))
    for panel, pairs in zip(chart.panels, (LEFT, RIGHT), strict=True):
        for k, points in enumerate(pairs):
            drawn = marks(panel, "dots", k)
            assert len(drawn) == len(points)
            dies = np.isfinite(points[:, 1])
            wanted = points[dies].astype(np.float32)
            ours = drawn[: int(dies.sum())]
            assert sorted(map(tuple, ours.tolist())) == sorted(map(tuple, wanted.tolist()))
    assert chart.details == ("2 parts (H0), 40 loops (H1)", "1 part (H0), 3 voids (H2)")
    assert chart.details[0] in chart.alt


def test_what_never_dies_stands_above_all_that_does():
    panel = diagram_chart(LEFT, RIGHT, sides=Sides(2.0)).panels[0]
    highest = max(float(d[np.isfinite(d)].max()) for d in (LEFT[0][:, 1], LEFT[1][:, 1]))
    assert marks(panel, "dots", 0)[-1, 1] > highest
    assert panel.y[1] > marks(panel, "dots", 0)[-1, 1]


@pytest.mark.parametrize(("bound", "drawn"), [(0.1, 1), (0.0, 0), (np.nan, 0), (9.0, 0)])
def test_the_line_of_certain_partners_is_drawn_where_it_is_in_view(bound, drawn):
    panel = diagram_chart(LEFT, RIGHT, sides=Sides(2.0), bound=bound).panels[0]
    assert len([m for m in panel.marks if m.ink == "kept"]) == drawn


def test_bars_run_from_birth_to_death_and_both_sides_share_rows():
    chart = barcode_chart(LEFT, RIGHT, sides=Sides(2.0))
    bars = marks(chart.panels[0], "lines", 1)
    assert len(bars) == LONGEST_BARS
    assert (bars[:, 1] == bars[:, 3]).all()
    longest = np.sort(LEFT[1][:, 1] - LEFT[1][:, 0])[-LONGEST_BARS:]
    np.testing.assert_allclose(np.sort(bars[:, 2] - bars[:, 0]), longest, rtol=1e-4)
    assert chart.panels[0].y == chart.panels[1].y
    left, right = (panel.words[0] for panel in chart.panels)
    assert (left.text, left.y) == (right.text, right.y) == ("parts (H0)", left.y)


def test_empty_diagrams_are_drawn():
    nothing = [np.empty((0, 2))]
    for draw in (diagram_chart, barcode_chart):
        assert len(draw(nothing, nothing, sides=Sides(1.0)).panels) == 2


def test_a_matching_joins_what_was_with_what_is():
    links = {1: np.array([[0, 0], [1, -1]])}
    right = [RIGHT[0], LEFT[1][:1] + 0.2]
    chart = diagram_chart(LEFT[:2], right, sides=Sides(2.0), matching=links, shifts={1: 0.1})
    assert len(marks(chart.panels[0], "rings", 1)) == 0, "the left side is as it was"
    rings = marks(chart.panels[1], "rings", 1)
    assert sorted(rings[:, 0].tolist()) == pytest.approx(sorted(LEFT[1][:2, 0] + 0.1))
    ends = marks(chart.panels[1], "lines", 1)
    partner = right[1][0].astype(np.float32).tolist()
    assert partner in ends[:, 2:].tolist()


@pytest.mark.parametrize("complex", ["alpha", "rips", "dtm"])
def test_the_longest_features_carry_the_nodes_that_they_are_made_of(complex):
    c = gdp.compare(
        gdp.load_graph("les_miserables"), gdp.mechanism("edge_flip"),
        gdp.analysis("persistence", complex=complex), epsilon=6.0,
    )  # fmt: skip
    told = 0
    for panel, side in zip(chart_of(c).panels, (c.baseline, c.private), strict=True):
        dots = [mark for mark in panel.marks if mark.kind == "dots"]
        for mark in dots:
            assert len(mark.members) == len(mark.places)
            assert all(0 <= node < c.graph.n for nodes in mark.members for node in nodes)
        if not len(side.pairs[1]):
            continue
        told += 1
        loops = next(mark for mark in dots if mark.tip.startswith("H1"))
        assert len(loops.members[0]) >= 3
        birth, death = side.pairs[1][np.argmax(np.diff(side.pairs[1]).ravel())]
        assert loops.places[0] == pytest.approx([birth, death], rel=1e-6), "the longest is first"
    assert told


def test_loops_are_walks_among_the_nodes_below_the_diagonal_and_the_longest_is_seen():
    c = gdp.compare(
        gdp.load_graph("les_miserables"), gdp.mechanism("edge_flip"), gdp.analysis("persistence"),
        epsilon=6.0,
    )  # fmt: skip
    for panel, side in zip(chart_of(c).panels, (c.baseline, c.private), strict=True):
        dots = next(mark for mark in panel.marks if mark.word == "nodes on the map")
        assert [nodes for (nodes,) in dots.members] == side.nodes.tolist()
        assert (dots.places[:, 0] > dots.places[:, 1]).all(), "where no feature is"
        spots = {node: spot for (node,), spot in zip(dots.members, dots.places, strict=True)}
        loops = [mark for mark in panel.marks if mark.kind == "lines" and mark.members]
        assert [mark.opacity for mark in loops] == [1.0] + [0.0] * (len(loops) - 1)
        for mark in loops:
            starts, ends = mark.places[:, :2], mark.places[:, 2:]
            assert np.array_equal(np.roll(starts, -1, axis=0), ends), "it is closed"
            assert starts.tolist() == [spots[node].tolist() for node in mark.members[0]]
