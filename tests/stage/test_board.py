"""The board on the stage: what survives in a sentence, tiles for all mechanisms, nothing lost."""

import re
from dataclasses import replace

import pytest

import graphdp_core as gdp
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.data import EXAMPLES
from graphdp_core.experiment.board import one_edge, tiles
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import NeighbouringRelation, percent_at_most
from graphdp_core.stage import Board, Packing
from graphdp_core.stage import board as board_file
from graphdp_core.stage.board import EDGE, FAULT, STOPS


@pytest.fixture(scope="module")
def karate():
    return gdp.load_graph("karate")


@pytest.fixture(scope="module")
def board(karate):
    return Board(karate, gdp.mechanism("edge_flip"))


@pytest.mark.long
@pytest.mark.parametrize("example", EXAMPLES[::3], ids=lambda example: example.id)
def test_the_board_answers_on_every_third_example(example):
    stop = Board(example.load(), gdp.mechanism("edge_flip")).stop(3.0)
    assert stop.answer.startswith("At ε = 3 ")
    assert "measured" not in stop.answer
    assert stop.statement
    assert stop.odds


@pytest.mark.parametrize("epsilon", [0.0, EPSILONS[0], EPSILONS[-1]])
def test_the_slider_goes_down_to_nothing(board, epsilon):
    said = board.stop(epsilon).answer
    assert said.startswith(f"At ε = {epsilon:g} ")
    if epsilon == 0:
        assert "what stays is luck" in said
    if epsilon == 20:
        assert said == "At ε = 20 all seven properties survive, and every secret is out."


def test_an_epsilon_that_is_no_stop_names_those_that_are(board):
    with pytest.raises(Refused, match=r"epsilon must be one of 0, 0\.1, .*; got 3\.14159"):
        board.stop(3.14159)


@pytest.mark.parametrize(
    ("mechanism", "fed"),
    [("louvain_dp", {"communities"}), ("noisy_degrees", {"top_nodes"}), ("lnpp", {"spectrum"})],
)
def test_what_a_mechanism_cannot_feed_has_a_reason(karate, mechanism, fed):
    drawn = Board(karate, gdp.mechanism(mechanism)).stop(3.0).drawing.tiles
    assert {tile.id for tile in drawn if tile.picture} == {*fed, EDGE}
    grey = [tile for tile in drawn if tile.picture is None]
    assert len(grey) == 6
    assert all(re.search(r"not a graph\. Shown by: \w", tile.reason) for tile in grey)


def test_a_tile_that_fails_says_so_and_the_others_stand(karate, monkeypatch):
    def broken(self, graph, **options):
        raise RuntimeError("planted")

    monkeypatch.setattr(Persistence, "run", broken)
    monkeypatch.setattr(board_file._baselines, "get", lambda graph, part, make: make())
    stop = Board(karate, gdp.mechanism("edge_flip"), seed=77).stop(3.0)
    by_id = {tile.id: tile for tile in stop.drawing.tiles}
    assert by_id["shape"].reason == FAULT
    assert all(tile.picture for id, tile in by_id.items() if id != "shape")
    assert "shape" not in stop.answer


def test_a_mechanism_that_refuses_an_epsilon_is_a_stop_that_says_why(karate):
    def refuses(mechanism, epsilon):
        return bool(mechanism.refusal(karate, epsilon))

    kind, epsilon = next(
        (kind, epsilon) for kind in gdp.MECHANISMS for epsilon in EPSILONS
        if (karate.weights is not None or not kind.protects_weights) and refuses(kind(), epsilon)
    )  # fmt: skip
    stop = Board(karate, kind()).stop(epsilon)
    assert stop.drawing is None
    assert stop.answer == kind().refusal(karate, epsilon)


def test_the_key_is_of_all_that_decides_the_stops(karate):
    flip = gdp.mechanism("edge_flip")
    boards = [
        Board(karate, flip), Board(karate, flip, 1), Board(karate, gdp.mechanism("top_m_filter")),
        Board(gdp.load_graph("florentine_families"), flip), Board(karate, flip, 0, (*STOPS, 30.0)),
    ]  # fmt: skip
    assert len({board.key for board in boards}) == len(boards)
    assert Board(karate, flip).key == boards[0].key


def test_one_board_has_the_same_bytes_twice(karate):
    made = []
    for _ in range(2):
        board = Board(replace(karate), gdp.mechanism("edge_flip"))
        packing = Packing.of(board, board.stop(3.0))
        made.append((packing.shared, packing.stop(board.stop(1.0))))
    assert made[0] == made[1]


@pytest.mark.parametrize("relation", NeighbouringRelation)
def test_the_tile_of_the_promise_is_named_by_the_unit_that_is_protected(relation):
    """Where edges are public, a tile “One tie: hidden” would say what does not hold."""
    title = board_file._unit_title(relation).lower()
    assert ("tie" in title) == (relation.value.split(",")[0] == "edge")
    assert title.removeprefix("one ") in relation.secret


@pytest.mark.parametrize(
    ("belief", "words"), [(0.5, "50%"), (0.952574, "95.3%"), (0.16, "16%"), (1.0, "100%")]
)
def test_beliefs_are_rounded_up(belief, words):
    assert percent_at_most(belief) == words


def test_the_promise_s_tile_is_never_surer_than_the_promise(board):
    for epsilon in EPSILONS:
        g = board.mechanism.guarantee(epsilon)
        tile = board_file.edge_tile(g)
        assert tile.figure.endswith(percent_at_most(one_edge(g).beliefs[0.5]))


def test_what_reads_no_epsilon_names_none_and_shows_every_tie(karate):
    stops = [Board(karate, gdp.mechanism("names_off")).stop(epsilon) for epsilon in (0.3, 3.0)]
    for stop in stops:
        assert stop.answer == (
            "All seven properties survive; nothing is promised: every secret may be out."
        )
        person, tie = (tile for tile in stop.drawing.tiles if tile.id in (EDGE, "person"))
        assert tie.picture.captions == ("there: over 99×", "not: under 1×")
        assert person.verdict == "exposed"
        assert not any("random order" in tile.note for tile in stop.drawing.tiles)


def test_the_order_of_the_tiles_is_the_board_s(board):
    drawn = [tile.id for tile in board.stop(3.0).drawing.tiles]
    assert drawn == [*tiles(board.graph, board.mechanism), "person", "conclusions", EDGE]


def drawn(stop):
    """What was measured, and its frames."""
    return {tile.id: tile for tile in stop.drawing.tiles if tile.id != EDGE}


def test_a_stop_that_is_being_computed_has_frames_and_then_tile_after_tile(karate):
    board = Board(karate, gdp.mechanism("edge_flip"), seed=91)
    count, frames = board.so_far(2.5)
    assert count == 0
    assert frames.answer == board.stop(2.5).asked
    waiting = drawn(frames)
    assert len(waiting) == 9
    assert all(tile.verdict == "measuring" and tile.waits for tile in waiting.values())
    assert all(tile.title and tile.gloss for tile in waiting.values())
    count, whole = board.so_far(2.5)
    assert count == 9
    assert drawn(whole) == drawn(board.stop(2.5))


def test_what_was_measured_is_not_measured_again(karate, monkeypatch):
    board = Board(karate, gdp.mechanism("edge_flip"), seed=92)
    before = drawn(board.stop(2.0))

    def measured(*args, **options):
        raise AssertionError("it was there")

    monkeypatch.setattr(board_file, "compare", measured)
    assert drawn(board.stop(2.0)) == before


def test_what_takes_minutes_on_a_large_graph_is_measured_for_those_who_ask(karate, monkeypatch):
    monkeypatch.setattr(board_file, "FROM", 10)
    board = Board(karate, gdp.mechanism("edge_flip"))
    stop = board.stop(20.0)
    later = {id for id, tile in drawn(stop).items() if tile.waits}
    assert later == {"tree", "shape"} == board.properties.keys() - board.fed.keys()
    assert all(drawn(stop)[id].reason == board_file.TAKES_LONG for id in later)
    assert "all seven" not in stop.answer
    whole = replace(board, is_whole=True)
    assert whole.key != board.key
    assert not any(tile.waits for tile in drawn(whole.stop(20.0)).values())


def test_the_pairs_that_are_shown_are_told_truly_on_both_sides(karate):
    board = Board(karate, gdp.mechanism("edge_flip"))
    ties = {tuple(edge) for edge in karate.edges.tolist()}
    for epsilon in (0.5, 3.0):
        stop = board.stop(epsilon)
        release = gdp.mechanism("edge_flip").release(
            karate, epsilon=epsilon, rng=noise_stream(0, 0)
        )
        pairs = {tuple(pair) for pair in stop.pairs}
        assert {tuple(edge) for edge in stop.real.tolist()} == pairs & ties
        seen = {tuple(edge) for edge in release.edges.tolist()}
        assert {tuple(edge) for edge in stop.released.tolist()} == pairs & seen
        assert 0 < len(stop.real) < len(pairs) == len(stop.pairs)
    assert board.stop(0.5).pairs == board.stop(3.0).pairs, "the same people at every epsilon"


def test_where_ties_are_public_none_is_shown():
    names = gdp.load_graph("les_miserables")
    assert not len(Board(names, gdp.mechanism("weight_laplace")).stop(3.0).pairs)
