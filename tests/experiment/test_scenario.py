"""One key names all that a scenario decides: equal parts give one key, any other part another."""

from dataclasses import replace

import graphdp_core as gdp
from graphdp_core.experiment.scenario import Scenario, key_of

KARATE = gdp.load_graph("karate")
LOUVAIN = gdp.analysis("louvain")
SCENARIO = Scenario(KARATE, "Karate club", gdp.mechanism("edge_flip"), 3.0, 0)


def test_equal_scenarios_have_one_key_whatever_they_are_called():
    again = replace(SCENARIO, graph=gdp.load_graph("karate"), title="other", epsilon=3)
    assert again.key(gdp.analysis("louvain")) == SCENARIO.key(LOUVAIN)


def test_whatever_decides_a_result_decides_its_key():
    keys = [
        SCENARIO.key(),
        SCENARIO.key(LOUVAIN),
        SCENARIO.key(gdp.analysis("spectral")),
        SCENARIO.key(gdp.analysis("spectral", dimension=4)),
        SCENARIO.key(LOUVAIN, repeat=0),
        SCENARIO.key(LOUVAIN, repeat=1),
        SCENARIO.key(LOUVAIN, epsilon=4.0),
        SCENARIO.key(LOUVAIN, part="flow"),
        replace(SCENARIO, seed=1).key(LOUVAIN),
        replace(SCENARIO, mechanism=gdp.mechanism("laplace_flip")).key(LOUVAIN),
        replace(SCENARIO, graph=gdp.load_graph("les_miserables")).key(LOUVAIN),
        key_of(KARATE),
        key_of(KARATE, analysis=LOUVAIN),
        key_of(KARATE, part="flow"),
    ]
    assert len(set(keys)) == len(keys)


def test_a_part_cannot_be_taken_for_another_argument():
    assert key_of(KARATE, part="a/1") != key_of(KARATE, part="a", repeat=1)
    assert SCENARIO.key(part=repr(LOUVAIN)) != SCENARIO.key(LOUVAIN)


def test_epsilon_in_place_of_the_scenarios_own_is_that_of_another_scenario():
    assert SCENARIO.key(LOUVAIN, epsilon=4.0) == replace(SCENARIO, epsilon=4.0).key(LOUVAIN)
