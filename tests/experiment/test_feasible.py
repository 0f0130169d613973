"""What runs on a graph is told from public facts, and who stands in for what does not."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.feasible import feasible, is_drowned, stand_in
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.graphs.graph import Graph

LARGE = Graph.from_edges(300_000, [(0, 1), (1, 2)])


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda kind: kind.id)
@pytest.mark.parametrize("epsilon", [0.1, 3.0, 20.0])
def test_the_nearest_epsilon_is_one_that_is_taken_and_none_lies_nearer(kind, epsilon):
    found = feasible(kind(), LARGE, epsilon)
    taken = [stop for stop in EPSILONS if feasible(kind(), LARGE, stop).runs]
    if found.runs:
        kind().check(LARGE, epsilon)
        assert found.nearest == epsilon
    elif found.nearest is None:
        assert not taken
    else:
        kind().check(LARGE, found.nearest)
        assert abs(np.log(found.nearest / epsilon)) == min(abs(np.log(np.array(taken) / epsilon)))


def test_the_same_promise_stands_in_and_protects():
    other = stand_in(gdp.mechanism("edge_flip"), LARGE, 1.0, gdp.MECHANISMS)
    assert other is not None
    assert (other.relation, other.returns) == (gdp.mechanism("edge_flip").relation, Graph)
    assert other.guarantee(1.0).protects
    other.check(LARGE, 1.0)


def test_who_drowns_all_edges_stands_in_last():
    kinds = [gdp.mechanism(id).__class__ for id in ("top_m_filter", "private_block_model")]
    at_three = stand_in(gdp.mechanism("edge_flip"), LARGE, 3.0, kinds)
    assert at_three is not None
    assert at_three.id == "private_block_model"
    alone = stand_in(gdp.mechanism("edge_flip"), LARGE, 3.0, kinds[:1])
    assert alone is not None
    assert alone.id == "top_m_filter"
    twenty_thousand = Graph.from_edges(20_000, [])
    other = stand_in(gdp.mechanism("edge_flip"), twenty_thousand, 0.5, gdp.MECHANISMS)
    assert other is not None
    assert other.id == "private_block_model"  # what is denoised is drowned there too


def test_a_mechanism_says_itself_that_it_flips_pairs():
    class Private(type(gdp.mechanism("private_block_model"))):
        flips_pairs = True

    assert is_drowned(Private, LARGE.n, 3.0)
    flipping = {kind.id for kind in gdp.MECHANISMS if is_drowned(kind, LARGE.n, 3.0)}
    assert flipping >= {kind.id for kind in gdp.MECHANISMS if kind.noise_per_pair}
    assert "low_rank_posterior" in flipping


def test_own_settings_that_do_not_fit_are_for_the_person_to_mend():
    too_many = gdp.mechanism("one_pass_labelling", k=1_000)
    with pytest.raises(gdp.Refused):
        too_many.check(LARGE, 1.0)
    assert stand_in(too_many, LARGE, 1.0, gdp.MECHANISMS) is None


def test_what_runs_needs_nobody_and_who_is_alone_has_nobody():
    flip = gdp.mechanism("edge_flip")
    assert stand_in(flip, LARGE, 20.0, gdp.MECHANISMS) is None
    assert stand_in(flip, LARGE, 1.0, [type(flip)]) is None


def test_edges_of_a_graph_do_not_decide_what_runs():
    other = Graph.from_edges(300_000, [(i, i + 1) for i in range(999)])
    for kind in gdp.MECHANISMS:
        if kind.relation.name == "EDGE":
            assert feasible(kind(), other, 3.0) == feasible(kind(), LARGE, 3.0)
