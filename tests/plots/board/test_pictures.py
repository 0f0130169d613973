"""Tile pictures of every kind of result, on graphs of every kind."""

from dataclasses import replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.plots.board.pictures import MOST_DOTS, edge_picture
from graphdp_core.plots.board.sketch import Ink
from graphdp_core.plots.kinds import KINDS
from graphdp_core.plots.kinds.drawn import tile_picture

ANALYSES = (
    "overview", "louvain", "spectral", "spectrum", "centrality", "spanning_tree", "persistence",
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
        _, found = picture(edge_case_graph, id)
    except Refused:
        return
    for sketch in (found.baseline, found.private):
        for places in (sketch.dots, sketch.boxes) if sketch is not None else ():
            assert np.isfinite(places).all()
    assert found.alt


def test_an_invented_edge_is_drawn_as_such_and_a_kept_one_too():
    karate = gdp.load_graph("karate")
    c, found = picture(karate, "overview", epsilon=4.0)
    true = set(map(tuple, karate.edges.tolist()))
    drawn = found.private
    for (u, v), ink in zip(drawn.lines.tolist(), drawn.strokes.tolist(), strict=True):
        assert ink == (Ink.KEPT if (u, v) in true else Ink.INVENTED)
    assert len(drawn.lines) == c.release.m
    assert set(found.baseline.strokes.tolist()) == {Ink.KEPT}


@pytest.mark.parametrize("id", ANALYSES)
def test_where_nothing_was_invented_or_lost_neither_ink_is_used(id):
    karate = gdp.load_graph("karate")
    c = gdp.compare(karate, gdp.mechanism("edge_flip"), gdp.analysis(id), epsilon=2.0)
    found = tile_picture(replace(c, private=c.baseline, release=karate), places=circle)
    for sketch in filter(None, (found.baseline, found.private)):
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
    c, found = picture(gdp.load_graph("karate"), "centrality")
    assert found.baseline is None
    across = (found.private.strokes == Ink.ACCENT).sum()
    assert across == c.metrics["top10_kept"]


def test_without_noise_nothing_is_invented():
    for id in ("overview", "spanning_tree", "centrality"):
        _, found = picture(gdp.load_graph("karate"), id, epsilon=20.0)
        assert Ink.INVENTED not in found.private.strokes


def test_a_large_graph_is_drawn_by_a_sample_that_stays():
    graph = gdp.generate("sbm", seed=0, n=2000, blocks=2)
    first, second = (picture(graph, "overview", epsilon)[1] for epsilon in (6.0, 8.0))
    assert len(first.baseline.dots) == MOST_DOTS
    np.testing.assert_array_equal(first.private.dots, second.private.dots)
    assert len(first.private.lines) > 0


@pytest.mark.parametrize(("epsilon", "shown"), [(0.0, 50), (3.0, 95), (20.0, 100), (800.0, 100)])
def test_squares_count_the_releases_that_show_an_edge(epsilon, shown):
    found = edge_picture(epsilon)
    assert (found.baseline.fills == Ink.ACCENT).sum() == shown
    assert (found.private.fills == Ink.INVENTED).sum() == 100 - shown
