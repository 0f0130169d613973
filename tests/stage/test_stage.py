"""A stop is a pure function of what is asked and of epsilon."""

from dataclasses import replace

import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.stage import Stage
from graphdp_core.stage.stop import short_statement


def compared(epsilon=3.0, *, analysis="louvain", seed=0, graph="karate"):
    return gdp.compare(
        gdp.load_graph(graph), gdp.mechanism("edge_flip"), gdp.analysis(analysis),
        epsilon=epsilon, seed=seed,
    )  # fmt: skip


def test_a_stop_says_what_the_comparison_there_says():
    there = compared(1.0)
    stage = Stage(there.graph, there.mechanism, there.analysis)
    stop = stage.stop(1.0)
    assert " ".join(filter(None, (stop.answer, stop.detail))) == there.finding
    assert stop.statement == short_statement(there.guarantee)
    assert stop.strength == "protects"


def test_the_key_names_all_that_decides_a_stop_but_epsilon():
    key = Stage.of(compared(3.0)).key
    assert Stage.of(compared(0.5)).key == key
    others = [
        Stage.of(compared(3.0, seed=1)), Stage.of(compared(3.0, analysis="overview")),
        Stage.of(compared(3.0, graph="florentine_families")),
        replace(Stage.of(compared(3.0)), view="fine"),
    ]  # fmt: skip
    assert len({key, *(other.key for other in others)}) == 5


def test_an_epsilon_between_the_stops_and_one_of_zero_have_no_place():
    with pytest.raises(Refused, match=r"epsilon must be one of 1, 3; got 2\."):
        Stage.of(compared(3.0), epsilons=(1.0,)).stop(2.0)
    with pytest.raises(Refused, match="above 0"):
        Stage.of(compared(0.0))
