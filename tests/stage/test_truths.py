"""A released graph on a stage beside graphs that it may have come from."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.statistics import possible_truths
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.plots.pair.picture import codes_of
from graphdp_core.stage import Packing, Truths


@pytest.fixture(scope="module")
def stage():
    released = gdp.mechanism("edge_flip").release(
        gdp.load_graph("karate"), epsilon=2.0, rng=gdp.noise_stream(0)
    )
    truths = tuple(possible_truths(released, 4, rng=np.random.default_rng(0)))
    return Truths(released, truths, 2.0)


def test_every_truth_is_drawn_by_what_the_release_shows_of_it(stage):
    stop = stage.stop(2.0)
    released = set(codes_of(stage.graph.edges).tolist())
    assert stop.sides.titles == ("As released", "What may be true")
    assert set(codes_of(stop.drawing.baseline.edges["kept"]).tolist()) == released
    pictures = [stop.drawing.private, *stop.repeats]
    assert len(pictures) == len(stage.truths) == 4
    for picture, truth in zip(pictures, stage.truths, strict=True):
        shown, hidden = (set(codes_of(picture.edges[kind]).tolist()) for kind in ("kept", "lost"))
        assert shown | hidden == set(codes_of(truth.edges).tolist())
        assert shown <= released
        assert not hidden & released


def test_it_plays_by_itself_and_says_what_one_tie_may_become(stage):
    stop = stage.stop(2.0)
    low, high = stop.tie
    assert (round(low, 4), round(high, 4)) == (0.1192, 0.8808)  # e^2/(1 + e^2)
    assert b'"flickers": "possible truths"' in Packing.of(stage, stop).stop(stop).replace(
        b'"flickers":"', b'"flickers": "'
    )


def test_another_release_has_another_key_and_there_is_one_stop(stage):
    other = Truths(stage.graph, stage.truths[:2], 2.0)
    assert len({stage.key, other.key, Truths(stage.graph, stage.truths, 3.0).key}) == 3
    with pytest.raises(Refused, match="epsilon must be one of 2; got 1"):
        stage.stop(1.0)


def test_a_graph_of_many_edges_is_drawn_in_part():
    full = Graph.from_edges(200, [(u, v) for u in range(200) for v in range(u)])
    stop = Truths(full, [full], 1.0).stop(1.0)
    assert len(stop.drawing.baseline.edges["kept"]) < full.m
    assert "19,900" in stop.detail
