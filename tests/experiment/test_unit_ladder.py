"""The ladder of units: the same epsilon buys less for a larger unit."""

import math

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.survival import Verdict
from graphdp_core.experiment.unit_ladder import UnitLadder, unit_rungs
from graphdp_core.experiment.workers import Pool
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.privacy.implications import implied

EDGE_FLIP = gdp.mechanism("edge_flip")


def test_ten_edges_get_what_one_edge_gives_by_group_privacy():
    rungs = {rung.id: rung for rung in unit_rungs(gdp.load_graph("karate"), EDGE_FLIP, 2.0)}
    ten = implied(NeighbouringRelation.EDGE, rungs["edges"].epsilon, edges=10)[0]
    assert ten.epsilon == pytest.approx(rungs["edge"].epsilon)
    person = implied(NeighbouringRelation.EDGE, rungs["person"].epsilon, edges=20)[1]
    assert person.relation is NeighbouringRelation.NODE
    assert person.epsilon == pytest.approx(2.0)
    assert rungs["node"].mechanism.guarantee(2.0).relation is NeighbouringRelation.NODE
    assert rungs["weight"].mechanism is None


@pytest.mark.parametrize("id", ["louvain_dp", "node_graph", "weight_laplace"])
def test_a_mechanism_for_another_unit_gives_way_to_edge_flip(id):
    karate = gdp.load_graph("karate")
    edge = unit_rungs(karate, gdp.mechanism(id), 2.0)[1]
    assert edge.mechanism.id == "edge_flip"


def test_a_survey_has_persons_in_place_of_edges_and_nodes():
    survey = gdp.generate("survey", people=60, n=6)
    rungs = unit_rungs(survey, EDGE_FLIP, 1.0)
    assert [rung.mechanism.guarantee(1.0).relation for rung in rungs] == [
        NeighbouringRelation.WEIGHT_L1,
        NeighbouringRelation.PERSON_ADD,
        NeighbouringRelation.PERSON_REPLACE,
    ]
    assert all(rung.epsilon == 1.0 for rung in rungs)


@pytest.mark.long
def test_the_larger_the_unit_the_less_survives():
    """Three blocks at epsilon 3: with one edge protected they survive, with ten they are lost."""
    graph = gdp.generate("sbm", n=90, within=0.4, between=0.02)
    rungs = unit_rungs(graph, EDGE_FLIP, 3.0)
    ladder = UnitLadder(graph, rungs, pool=Pool(0), patience=math.inf)
    assert ladder.wait(600.0)
    assert not ladder.is_running
    ladder_values = {rung.id: ladder.survivals(rung.id) for rung in rungs}
    assert ladder_values["weight"] == {}
    assert ladder_values["edge"]["communities"].verdict is Verdict.SURVIVES
    for larger in ("edges", "person", "node"):
        assert ladder_values[larger]["communities"].verdict is Verdict.LOST
    assert ladder_values["edge"]["degrees"].score > ladder_values["edges"]["degrees"].score
    assert {seen.draws for seen in ladder_values["edge"].values()} == {5}


def test_what_cannot_be_drawn_is_left_out():
    """At a hundredth of epsilon a large graph is refused: nothing is judged there."""
    graph = gdp.generate("erdos_renyi", n=40_000, p=1e-4)
    rungs = unit_rungs(graph, EDGE_FLIP, 3.0)
    ladder = UnitLadder(graph, rungs[2:3], pool=Pool(0), patience=math.inf)
    assert ladder.wait(5.0)
    assert ladder.survivals("edges") == {}
