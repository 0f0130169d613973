"""Chance is the same number wherever it is drawn, and is given up when nobody waits."""

import threading

import pytest

import graphdp_core as gdp
from graphdp_core.experiment import chance_draws
from graphdp_core.experiment.chance import DataIndependent
from graphdp_core.experiment.chance_draws import CHANCE_DRAWS, draws_by_workers, draws_here
from graphdp_core.experiment.compare import run_baseline

FLIP = DataIndependent.instead_of(gdp.mechanism("edge_flip"))


@pytest.mark.parametrize("id", ["louvain", "centrality"])
def test_workers_draw_the_same_numbers(here, id):
    karate, analysis = gdp.load_graph("karate"), gdp.analysis(id)
    true = run_baseline(karate, analysis)
    alone = draws_here(karate, FLIP, analysis, true)
    there = draws_by_workers(karate, FLIP, analysis, true, pool=here, progress=lambda *_: None)
    assert len(alone) == CHANCE_DRAWS
    assert [dict(metrics) for metrics in there] == [
        pytest.approx(dict(metrics), nan_ok=True) for metrics in alone
    ]


def test_what_an_analysis_refuses_has_no_numbers_on_either_way(here):
    small, analysis = gdp.Graph.from_edges(5, [(0, 1), (1, 2)]), gdp.analysis("spectrum")
    draws = draws_by_workers(small, FLIP, analysis, None, pool=here, progress=lambda *_: None)
    assert draws == [{}] * CHANCE_DRAWS == draws_here(small, FLIP, analysis, None)


def test_it_stops_waiting_when_nobody_looks(here, monkeypatch):
    monkeypatch.setattr(chance_draws, "LOOK_S", 0.01)
    gate = threading.Event()

    class Gone(Exception):
        """Raised by the progress."""

    def nobody(fraction, text):
        raise Gone

    here._running().submit(gate.wait, 60.0)  # the one worker is busy
    karate = gdp.load_graph("karate")
    with pytest.raises(Gone):
        draws_by_workers(karate, FLIP, gdp.analysis("louvain"), None, pool=here, progress=nobody)
    gate.set()
