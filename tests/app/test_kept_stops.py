"""What was compared for a stop of the slider is not compared again when the slider is there."""

from dataclasses import replace

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.scenario import Scenario
from pages.shared import scenario_cache

KARATE = gdp.load_graph("karate")
LOUVAIN = gdp.analysis("louvain")


@pytest.fixture
def nothing_kept(monkeypatch):
    monkeypatch.setattr(scenario_cache, "_stops", {})


def at(epsilon, graph=KARATE):
    return Scenario(graph, "karate", gdp.mechanism("edge_flip"), epsilon, 3)


def met(scenario):
    return scenario_cache.comparison(scenario, LOUVAIN, progress=lambda *_: None)


@pytest.mark.usefixtures("nothing_kept")
def test_a_prepared_stop_is_shown_as_it_was_prepared():
    other = scenario_cache.compare_at(met(at(3.0)), epsilon=5.0)
    scenario_cache.keep_stop(other)
    assert met(at(5.0)) is other
    assert met(at(6.0)) is not other
    assert (
        met(at(5.0)).metrics
        == gdp.compare(KARATE, gdp.mechanism("edge_flip"), LOUVAIN, epsilon=5.0, seed=3).metrics
    )


@pytest.mark.usefixtures("nothing_kept")
def test_neither_an_own_graph_nor_a_large_release_is_kept(monkeypatch):
    c = gdp.compare(replace(KARATE, owner="somebody"), gdp.mechanism("edge_flip"), LOUVAIN,
                    epsilon=5.0, seed=3)  # fmt: skip
    scenario_cache.keep_stop(c)
    monkeypatch.setattr(scenario_cache, "SMALL", 10)
    scenario_cache.keep_stop(replace(c, graph=KARATE))
    assert scenario_cache._stops == {}


@pytest.mark.usefixtures("nothing_kept")
def test_what_was_kept_first_goes_first(monkeypatch):
    monkeypatch.setattr(scenario_cache, "MOST_STOPS", 2)
    made = [
        gdp.compare(KARATE, gdp.mechanism("edge_flip"), LOUVAIN, epsilon=epsilon, seed=3)
        for epsilon in (4.0, 5.0, 6.0)
    ]
    for c in made:
        scenario_cache.keep_stop(c)
    assert list(scenario_cache._stops.values()) == made[1:]
