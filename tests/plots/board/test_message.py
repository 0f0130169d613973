"""The board's tiles as bytes: exact places, baselines that travel once, tiles without a picture."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.plots.board.message import LOW, SPAN
from graphdp_core.stage import Board, Packing
from tests.packed_message import decoded


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
    assert dots.count(places) == 3, "of the graph, its communities and its tree"


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
    assert rows["one_edge"]["captions"][0].startswith("if there: seen ")
