"""Tile pictures of every kind of result, on graphs of every kind.

Small drawings: marks and inks that fit, places in the square.

The board's tiles as bytes: exact places, baselines that travel once, tiles without a picture.

Tiles of graphs too large to draw: curves that fall, on the same axes, and never a layout.
"""

from dataclasses import replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.plots.board.pictures import (
    LOW,
    MOST_DOTS,
    SPAN,
    DrawnTile,
    Ink,
    Sketch,
    Tiles,
    class_inks,
    edge_picture,
    fitted,
    rank_curves,
    tiles_header,
)
from graphdp_core.plots.kinds import KINDS
from graphdp_core.plots.kinds.drawn import tile_picture
from graphdp_core.plots.pair.message import Store
from graphdp_core.stage import Board, Packing
from tests.packed_message import decoded

ANALYSES = (
    "overview", "louvain", "spectral", "spectrum", "centrality", "spanning_tree", "persistence",
    "recognition",
    "conclusions",
)  # fmt: skip


def circle(graph):
    angles = np.linspace(0, 2 * np.pi, graph.n, endpoint=False)
    return np.column_stack((np.cos(angles), np.sin(angles))).astype(np.float32)


def picture(graph, id, epsilon=2.0):
    c = gdp.compare(graph, gdp.mechanism("edge_flip"), gdp.analysis(id), epsilon=epsilon)
    return c, tile_picture(c, places=circle)


def test_every_analysis_of_the_board_has_a_picture():
    assert {gdp.analysis(id).returns.kind for id in ANALYSES} == {
        kind.id for kind in KINDS.values() if kind.tile
    }


@pytest.mark.parametrize("id", ANALYSES)
def test_awkward_graphs_are_drawn_or_refused(edge_case_graph, id):
    try:
        _, outcome = picture(edge_case_graph, id)
    except Refused:
        return
    for sketch in (outcome.baseline, outcome.private):
        for places in (sketch.dots, sketch.boxes) if sketch is not None else ():
            assert np.isfinite(places).all()
    assert outcome.alt


def test_an_invented_edge_is_drawn_as_such_and_a_kept_one_too():
    karate = gdp.load_graph("karate")
    c, outcome = picture(karate, "overview", epsilon=4.0)
    true = set(map(tuple, karate.edges.tolist()))
    drawn = outcome.private
    for (u, v), ink in zip(drawn.lines.tolist(), drawn.strokes.tolist(), strict=True):
        assert ink == (Ink.KEPT if (u, v) in true else Ink.INVENTED)
    assert len(drawn.lines) == c.release.m
    assert set(outcome.baseline.strokes.tolist()) == {Ink.KEPT}


@pytest.mark.parametrize("id", ANALYSES)
def test_where_nothing_was_invented_or_lost_neither_ink_is_used(id):
    karate = gdp.load_graph("karate")
    c = gdp.compare(karate, gdp.mechanism("edge_flip"), gdp.analysis(id), epsilon=2.0)
    outcome = tile_picture(replace(c, private=c.baseline, release=karate), places=circle)
    for sketch in filter(None, (outcome.baseline, outcome.private)):
        inks = np.concatenate(
            [np.ravel(part) for part in (sketch.inks, sketch.strokes, sketch.fills)]
        )
        assert not np.isin(inks, [Ink.LOST, Ink.INVENTED]).any()


def test_the_left_side_is_the_same_at_every_epsilon():
    karate = gdp.load_graph("karate")
    for id in ANALYSES:
        if id == "centrality":
            continue  # one picture for both sides
        first, second = (picture(karate, id, epsilon)[1].baseline for epsilon in (0.5, 8.0))
        for part in ("dots", "inks", "lines", "strokes", "boxes", "fills"):
            np.testing.assert_array_equal(getattr(first, part), getattr(second, part))


def test_lines_across_the_ranking_join_those_that_stay():
    c, outcome = picture(gdp.load_graph("karate"), "centrality")
    assert outcome.baseline is None
    across = (outcome.private.strokes == Ink.ACCENT).sum()
    assert across == c.metrics["top10_kept"]


def test_a_large_graph_is_drawn_by_a_sample_that_stays():
    graph = gdp.generate("sbm", seed=0, n=2000, blocks=2)
    first, second = (picture(graph, "overview", epsilon)[1] for epsilon in (6.0, 8.0))
    assert len(first.baseline.dots) == MOST_DOTS
    np.testing.assert_array_equal(first.private.dots, second.private.dots)
    assert len(first.private.lines) > 0


@pytest.mark.parametrize(("epsilon", "shown"), [(0.0, 50), (3.0, 95), (20.0, 100), (800.0, 100)])
def test_squares_count_the_releases_that_show_an_edge(epsilon, shown):
    outcome = edge_picture(epsilon)
    assert (outcome.baseline.fills == Ink.ACCENT).sum() == shown
    assert (outcome.private.fills == Ink.INVENTED).sum() == 100 - shown


def test_a_mark_without_ink_is_refused():
    with pytest.raises(ValueError, match="as many inks"):
        Sketch(dots=np.zeros((2, 2), dtype=np.float32), inks=np.zeros(1, dtype=np.uint8))


@pytest.mark.parametrize("end", [-1, 2])
def test_a_line_to_a_dot_that_is_not_there_is_refused(end):
    with pytest.raises(ValueError, match="one of 2 dots"):
        Sketch(
            dots=np.zeros((2, 2), dtype=np.float32),
            inks=np.zeros(2, dtype=np.uint8),
            lines=np.array([[0, end]], dtype=np.int32),
            strokes=np.zeros(1, dtype=np.uint8),
        )


def test_a_sketch_cannot_be_changed():
    sketch = Sketch(dots=np.zeros((1, 2), dtype=np.float32), inks=np.zeros(1, dtype=np.uint8))
    with pytest.raises(ValueError, match="read-only"):
        sketch.dots[0] = 1


def test_nodes_without_a_class_are_quiet():
    assert class_inks(None, np.arange(3)).tolist() == [Ink.QUIET] * 3


def test_points_keep_their_shape_and_fill_the_square():
    square = fitted([[-1, 0], [3, 0], [1, 1]], [[-1, 0], [3, 1]])
    assert square[:, 0].tolist() == [0, 1, 0.5]
    assert square[2, 1] < square[0, 1], "y grows downwards"
    assert square[0, 1] - square[2, 1] == pytest.approx(0.25)


def test_points_of_no_size_stand_in_the_middle():
    assert fitted([[2, 2]], [[2, 2], [2, 2]]).tolist() == [[0.5, 0.5]]


@pytest.fixture(scope="module")
def karate():
    return gdp.load_graph("karate")


@pytest.fixture(scope="module")
def board(karate):
    return Board(karate, gdp.mechanism("edge_flip"))


@pytest.fixture(scope="module")
def packing(board):
    return Packing.of(board, board.stop(3.0))


def test_places_come_through_to_a_fraction_of_a_pixel(board, packing):
    stop = board.stop(4.0)
    header, arrays = decoded(packing.stop(stop))
    _, shared = decoded(packing.shared)
    for tile, row in zip(stop.drawing.tiles, header["tiles"], strict=True):
        told = row["sides"][1]
        sent = LOW + SPAN * (arrays | shared)[told["dots"]].astype(float) / 65535
        exact = np.clip(tile.picture.private.dots, LOW, LOW + SPAN).ravel()
        np.testing.assert_allclose(sent, exact, atol=1e-4)
        np.testing.assert_array_equal(
            (arrays | shared)[told["fills"]], tile.picture.private.fills
        )  # fmt: skip


def test_what_all_stops_share_travels_once(board, packing):
    _, shared = decoded(packing.shared)
    header, arrays = decoded(packing.stop(board.stop(8.0)))
    (places,) = (name for name, array in shared.items() if len(array))
    assert places not in arrays
    dots = [row["sides"][1]["dots"] for row in header["tiles"]]
    assert dots.count(places) == 4, "of the graph, its communities, its tree and its people"


def test_bytes_do_not_depend_on_which_stop_was_first(board, packing):
    other = Packing.of(board, board.stop(0.5))
    assert packing.shared == other.shared
    assert packing.stop(board.stop(1.0)) == other.stop(board.stop(1.0))


def test_a_tile_without_a_picture_says_why_and_one_without_a_left_side_says_so(karate):
    told = Board(karate, gdp.mechanism("noisy_degrees"))
    stop = told.stop(2.0)
    header, _ = decoded(Packing.of(told, stop).stop(stop))
    rows = {row["id"]: row for row in header["tiles"]}
    assert rows["shape"]["sides"] is None
    assert "Shown by: " in rows["shape"]["reason"]
    assert rows["top_nodes"]["sides"][0] is None
    assert rows["one_edge"]["captions"][0].startswith("there: ")


KARATE = gdp.load_graph("karate")


def picture_of_large(analysis):
    c = gdp.compare(KARATE, gdp.mechanism("edge_flip"), gdp.analysis(analysis), epsilon=2.0, seed=1)
    return c, tile_picture(c, places=lambda graph: pytest.fail("a layout"), is_large=True)


def test_degrees_are_a_falling_curve_on_both_sides():
    c, drawn = picture_of_large("overview")
    for side in (drawn.baseline, drawn.private):
        x, y = side.dots.T
        assert (np.diff(x) > 0).all()
        assert (np.diff(y) >= 0).all(), "y grows downwards"
        assert 0 <= side.dots.min() <= side.dots.max() <= 1
        assert len(side.lines) == len(side.dots) - 1
    highest = c.baseline.degrees.max() > c.private.degrees.max()
    assert (drawn.baseline.dots[0, 1] < drawn.private.dots[0, 1]) == highest


@pytest.mark.parametrize("analysis", ["louvain", "spanning_tree", "centrality", "spectrum"])
def test_every_tile_of_a_large_graph_can_be_sent(analysis):
    _, drawn = picture_of_large(analysis)
    assert drawn.alt
    (row,) = tiles_header(Tiles((DrawnTile("a", "A", "a", drawn),)), own := Store(), Store())
    assert row["sides"]
    assert own.arrays


def test_a_graph_without_edges_has_an_empty_curve():
    left, right = rank_curves(np.zeros(5), np.array([0, 3]))
    assert len(left.dots) == len(left.lines) == 0
    assert len(right.dots) == 1
