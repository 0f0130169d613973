"""Look-alikes: public graphs near a private one in size and degrees."""

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.public_proxy import look_alikes, profile
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused


def test_a_graph_of_a_model_is_found_again_by_size_and_degrees():
    hubs = gdp.generate("barabasi_albert", n=500, attach=4, seed=3)
    best = {one.choice.id: one for one in look_alikes(hubs)[:2]}
    assert dict(best["barabasi_albert"].choice.parameters)["attach"] == 4
    even = gdp.generate("watts_strogatz", n=500, neighbours=8, seed=3)
    assert look_alikes(even)[0].choice.id == "watts_strogatz"


def test_what_is_found_is_public_near_and_in_order():
    karate = gdp.load_graph("karate")
    outcome = look_alikes(karate, most=20)
    assert [one.distance for one in outcome] == sorted(one.distance for one in outcome)
    assert "karate" not in [one.choice.id for one in outcome], "not the graph itself"
    for one in outcome[:4]:
        made = one.choice.load()
        assert (made.n, made.m) == (one.n, one.m)
        assert one.distance == pytest.approx(abs(profile(made) - profile(karate)).sum())
        assert 1 / 2 <= made.n / karate.n <= 2


def test_a_graph_without_edges_is_refused():
    with pytest.raises(Refused, match="without edges"):
        look_alikes(Graph.from_edges(5, []))
