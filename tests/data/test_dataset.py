"""Bundled people have first names, which nothing but a picture knows of."""

from dataclasses import replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.data.dataset import people
from graphdp_core.graphs.node_search import NodeSearch
from graphdp_core.stage import Board, Packing

FLIP = gdp.mechanism("edge_flip")


@pytest.mark.parametrize(("id", "n"), [("school", 300), ("karate", 34)])
def test_everybody_has_a_name_of_their_own(id, n):
    names = gdp.load_graph(id).shown_names
    assert len(names) == len(set(names)) == n
    assert not any(name.isdecimal() or name != name.strip() for name in names)


def test_the_two_whose_names_are_in_the_paper_have_these():
    karate = gdp.load_graph("karate")
    assert (karate.shown_name(0), karate.shown_name(33)) == ("Mr. Hi", "John A.")
    assert {tuple(karate.degrees[[0, 33]].tolist())} == {(16, 17)}


@pytest.mark.parametrize("id", ["school", "karate"])
def test_names_change_no_key_no_draw_and_nothing_that_is_exported(id):
    graph = gdp.load_graph(id)
    plain = replace(graph, people=())
    assert plain.fingerprint == graph.fingerprint
    assert plain == graph
    assert Board(plain, FLIP).key == Board(graph, FLIP).key
    drawn = [FLIP.release(g, epsilon=2.0, rng=np.random.default_rng(0)) for g in (plain, graph)]
    assert drawn[0] == drawn[1]
    assert graph.all_names() == plain.all_names()


def test_a_picture_says_them_and_a_search_knows_them():
    karate = gdp.load_graph("karate")
    board = Board(karate, FLIP)
    packing = Packing.of(board, board.stop(3.0))
    assert b"Mr. Hi" in packing.shared
    leaders = next(t for t in board.stop(3.0).drawing.tiles if t.id == "top_nodes")
    assert {"Mr. Hi", "John A."} <= {label.text for label in leaders.picture.private.labels}
    assert NodeSearch(karate).one("john a.") == 33


def test_a_graph_of_more_people_has_numbers():
    assert gdp.generate("sbm", n=400).shown_names is None
    assert people("school", 301) == ()
