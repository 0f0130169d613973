"""What is tried in a lesson is a stage: every stop, its reading and its picture are in it.

The row of pictures of the ladder: every rung draws its own release of one graph.
"""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.unit_ladder import unit_rungs
from graphdp_core.lessons import LESSONS, lesson
from graphdp_core.lessons.choose import MOST_LINES, unit_pictures
from graphdp_core.lessons.lesson import read
from graphdp_core.lessons.staged import staged
from graphdp_core.plots.pair.picture import codes_of
from tests.packed_message import decoded

PANELS = {"L0": 2, "L1": 2, "L2": 2, "L3": 2, "L4": 4, "L5": 3, "L6": 1, "L7": 2, "L8": 2}


@pytest.mark.parametrize("id", [one.id for one in LESSONS])
def test_every_stop_has_its_words_and_all_panels(id):
    document = lesson(id).document(read(id))
    shared, *stops = map(decoded, staged(document))
    control, picture = document["control"], document["measured"]["picture"]
    assert [header["words"]["answer"] for header, _ in stops] == picture["readings"]
    for (header, arrays), word in zip(stops, control["stops"], strict=True):
        assert header["shared"] == shared[0]["id"]
        assert header["words"]["label"].endswith(word)
        assert len(header["chart"]["panels"]) == PANELS[id]
        for panel in header["chart"]["panels"]:
            (low, high), bottom_top = panel["x"], panel["y"]
            for marks in panel["marks"]:
                x, y = arrays[marks["places"]].reshape(-1, 2).T
                assert ((low <= x) & (x <= high)).all()
                assert ((bottom_top[0] <= y) & (y <= bottom_top[1])).all()


def test_points_keep_their_places_and_their_classes():
    document = lesson("L2").document(read("L2"))
    panel = document["measured"]["picture"]["panels"][0]
    header, arrays = decoded(staged(document)[1])
    drawn = header["chart"]["panels"][0]
    assert drawn["even"]
    by_name = {
        (x, 1000 - y, marks["ink"])
        for marks in drawn["marks"]
        for x, y in arrays[marks["places"]].reshape(-1, 2).tolist()
    }
    places = np.reshape(panel["places"][0], (-1, 2)).tolist()
    assert by_name == {(x, y, k) for (x, y), k in zip(places, panel["inks"][0], strict=True)}


def test_what_does_not_stay_is_a_ring_and_is_told():
    header, arrays = decoded(staged(lesson("L3").document(read("L3")))[1])
    truth, panel = header["chart"]["panels"]
    assert sum(arrays[marks["places"]].size // 2 for marks in truth["marks"]) == 10
    counts = {marks["kind"]: arrays[marks["places"]].size // 2 for marks in panel["marks"]}
    said = header["words"]["answer"]
    assert said.startswith(f"{counts.get('dots', 0)} of the true top ten stay in this draw; ")
    assert header["chart"]["alt"].count(" wrong") == counts["rings"]


def test_every_rung_draws_its_own_release_on_the_places_of_the_true_graph():
    graph = gdp.generate("sbm", n=60, within=0.5, between=0.05)
    rungs = unit_rungs(graph, gdp.mechanism("edge_flip"), 3.0, edges=5, most=12)
    seats = np.column_stack((np.arange(60), np.arange(60) % 7))
    names = [rung.id for rung in rungs]
    made = unit_pictures(graph, rungs, names, lambda rung: rung.id, seats=seats, title="All")
    assert len(made["places"]) == 120
    assert [rung["name"] for rung in made["rungs"]] == [rung["says"] for rung in made["rungs"]]
    true = set(codes_of(graph.edges).tolist())
    for drawn, rung in zip(made["rungs"], rungs, strict=True):
        pairs = {
            kind: np.array(drawn[kind], dtype=int).reshape(-1, 2) for kind in ("kept", "invented")
        }
        assert set(codes_of(pairs["kept"]).tolist()) <= true
        assert not set(codes_of(pairs["invented"]).tolist()) & true
        assert sum(map(len, pairs.values())) <= MOST_LINES
        assert (drawn["price"] == "its edges are public") is (rung.mechanism is None)
    assert made["rungs"][0]["invented"] == []
