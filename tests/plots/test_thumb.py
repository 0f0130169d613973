"""The gallery's pictures: one of every graph that ships, small, and drawn anew the same."""

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from graphdp_core.data import BUNDLED, GENERATORS, load_graph
from graphdp_core.plots.theme import DARK, LIGHT
from graphdp_core.plots.thumb import SIDE, STORED, paths, thumb

SHIPPED = [*(info.id for info in BUNDLED), *(kind.id for kind in GENERATORS)]


@pytest.mark.parametrize("id", SHIPPED)
def test_every_graph_that_ships_has_a_picture_inside_its_frame(id):
    ties, nodes = ElementTree.fromstring(thumb(id, LIGHT))
    assert ties.get("d")
    assert nodes.get("stroke") == LIGHT.accent
    numbers = [int(number) for number in re.findall(r"\d+", ties.get("d") + nodes.get("d"))]
    assert max(numbers) <= SIDE


def test_pictures_are_small_and_a_graph_without_one_has_an_empty_frame():
    assert STORED.stat().st_size < 120_000
    frame, *drawn = ElementTree.fromstring(thumb("com-youtube", DARK))
    assert frame.get("stroke") == DARK.grid
    assert [path.get("d") for path in drawn] == ["", ""]


def test_what_is_stored_is_what_would_be_drawn():
    assert json.loads(STORED.read_text())["karate"] == paths(load_graph("karate"))
