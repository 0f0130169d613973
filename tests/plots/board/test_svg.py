"""The small picture of a rung: what is kept is solid, what was made up is dashed."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.board.svg import MOST_LINES, unit_picture
from graphdp_core.plots.theme import DARK, LIGHT

SQUARE = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
PLACES = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
SVG = "{http://www.w3.org/2000/svg}"


def paths(svg):
    return {path.get("stroke"): path for path in ElementTree.fromstring(svg).iter(f"{SVG}path")}


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_kept_and_made_up_edges_are_told_apart(theme):
    released = Graph.from_edges(4, [(0, 1), (0, 2)])
    drawn = paths(unit_picture(SQUARE, released, PLACES, theme, alt="a < b"))
    kept, made_up = drawn[theme.kept], drawn[theme.invented]
    assert kept.get("d").count("M") == made_up.get("d").count("M") == 1
    assert kept.get("stroke-dasharray") is None
    assert made_up.get("stroke-dasharray")


def test_without_a_release_the_true_graph_stands_there_and_nothing_is_made_up():
    drawn = paths(unit_picture(SQUARE, None, PLACES, LIGHT, alt=""))
    assert drawn[LIGHT.kept].get("d").count("M") == 4
    assert LIGHT.invented not in drawn


def test_a_full_graph_has_a_bounded_picture_and_an_empty_one_has_one():
    full = Graph.from_edges(90, [(i, j) for i in range(90) for j in range(i)])
    rng = np.random.default_rng(0)
    drawn = paths(unit_picture(SQUARE_OF_90, full, rng.random((90, 2)), LIGHT, alt=""))
    lines = sum(path.get("d").count("M") for ink, path in drawn.items() if ink)
    assert lines <= MOST_LINES + 2
    empty = Graph.from_edges(0, [])
    ElementTree.fromstring(unit_picture(empty, None, np.empty((0, 2)), LIGHT, alt=""))


SQUARE_OF_90 = Graph.from_edges(90, [(i, i + 1) for i in range(89)])
