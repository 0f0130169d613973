"""The row of pictures of the ladder: every rung draws its own release of one graph."""

import numpy as np

import graphdp_core as gdp
from graphdp_core.experiment.unit_ladder import unit_rungs
from graphdp_core.lessons.unit_pictures import MOST_LINES, unit_pictures
from graphdp_core.plots.pair.picture import codes_of


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
