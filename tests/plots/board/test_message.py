"""The board's message: each baseline once, exact stops, nothing sent twice."""

import json

import numpy as np

import graphdp_core as gdp
from graphdp_core.plots.board.message import LOW, SPAN, TileStop, board_message
from graphdp_core.plots.board.pictures import edge_picture, tile_picture


def read(packed):
    length = int.from_bytes(packed[4:8], "little")
    header = json.loads(packed[8 : 8 + length])
    start = -(-(8 + length) // 8) * 8
    arrays = {
        name: np.frombuffer(
            packed, dtype=f"<{place['dtype']}", count=place["count"], offset=start + place["offset"]
        )
        for name, place in header["arrays"].items()
    }
    return header, arrays


def stops(*epsilons):
    karate, flip = gdp.load_graph("karate"), gdp.mechanism("edge_flip")
    spectral = gdp.analysis("spectral")
    comparisons = (gdp.compare(karate, flip, spectral, epsilon=e) for e in epsilons)
    return [TileStop(c.epsilon, tile_picture(c), "1%", "off") for c in comparisons]


def test_places_come_through_to_a_fraction_of_a_pixel():
    (stop,) = stops(4.0)
    header, arrays = read(board_message({"a tile": [stop]}))
    (tile,) = header["tiles"]
    (told,) = tile["stops"]
    assert (tile["name"], told["figure"], told["words"]) == ("a tile", "1%", "off")
    sent = LOW + SPAN * arrays[told["private"]["dots"]].astype(float) / 65535
    exact = np.clip(stop.picture.private.dots, LOW, LOW + SPAN).ravel()
    np.testing.assert_allclose(sent, exact, atol=1e-4)
    np.testing.assert_array_equal(arrays[told["private"]["inks"]], stop.picture.private.inks)


def test_what_stops_and_tiles_share_is_sent_once():
    first, second = stops(2.0, 4.0)
    _, one = read(board_message({"a": [first]}))
    _, two = read(board_message({"a": [first, second]}))
    assert len(two) == len(one) + 1, "only the places differ"
    _, both = read(board_message({"a": [first], "b": [first]}))
    assert both.keys() == one.keys()


def test_a_tile_without_a_left_side_says_so():
    karate = gdp.load_graph("karate")
    c = gdp.compare(karate, gdp.mechanism("edge_flip"), gdp.analysis("centrality"), epsilon=2.0)
    wide, two = TileStop(2.0, tile_picture(c), "", ""), TileStop(2.0, edge_picture(2.0), "", "")
    header, _ = read(board_message({"top": [wide], "edge": [two]}))
    assert [tile["baseline"] is None for tile in header["tiles"]] == [True, False]


def test_a_tile_without_stops_is_left_out():
    assert read(board_message({"a": []}))[0]["tiles"] == []
