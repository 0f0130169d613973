"""What is said of one tie is true for every relation, and of releases that list no ties."""

import math

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.stage.stop import rest_of_tie, tie_odds

EDGE_AT_MOST = {  # steps of the relation that one edge is; the others do not limit ties as such
    NeighbouringRelation.EDGE: 1,
    NeighbouringRelation.NODE: 1,
    NeighbouringRelation.NODE_ADD: 2,
}


def proved(relation, *, delta=0.0, epsilon=1.0):
    status = Status.PROVED_APPROX if delta else Status.PROVED_PURE
    return Guarantee(relation=relation, epsilon=epsilon, status=status, delta=delta)


@pytest.mark.parametrize("relation", NeighbouringRelation)
def test_odds_are_the_relations_own(relation):
    told = tie_odds(proved(relation))
    if relation in EDGE_AT_MOST:
        odds = math.exp(EDGE_AT_MOST[relation])
        assert told == pytest.approx((1 / (1 + odds), odds / (1 + odds)))
    elif relation.edges_are_public:
        assert "public" in told
    else:
        assert "weight is at most 1" in told


@pytest.mark.parametrize("mechanism", gdp.MECHANISMS, ids=lambda m: m.id)
def test_what_is_not_proved_has_no_odds(mechanism):
    for status in (Status.AS_PUBLISHED_NOT_DP, Status.ASYMPTOTIC):
        bare = Guarantee(relation=mechanism().guarantee(1.0).relation, epsilon=1.0, status=status)
        assert isinstance(tie_odds(bare), str)
    told = tie_odds(mechanism().guarantee(1.0))
    assert isinstance(told, str) or 0.0 < told[0] <= 0.5 <= told[1] < 1.0


@pytest.mark.long
def test_an_insider_at_a_coin_for_every_pair_believes_just_that():
    """Two nodes, even odds: of releases that show the tie, the share that has it is the bound."""
    mechanism = gdp.mechanism("edge_flip")
    with_tie = gdp.Graph.from_edges(2, [(0, 1)])
    without = gdp.Graph.from_edges(2, [])
    draws = 4000
    shown = [
        sum(
            mechanism.release(graph, epsilon=1.0, rng=noise_stream(seed)).m for seed in range(draws)
        )
        for graph in (with_tie, without)
    ]
    low, high = tie_odds(mechanism.guarantee(1.0))
    outcome = shown[0] / sum(shown), (draws - shown[0]) / (2 * draws - sum(shown))
    assert outcome == pytest.approx((high, low), abs=0.03)  # five standard deviations


def test_rare_outcomes_and_what_is_not_listed_are_said():
    graph = gdp.load_graph("karate")
    assert rest_of_tie(proved(NeighbouringRelation.EDGE), graph) == ""
    assert "δ = 1e-05" in rest_of_tie(proved(NeighbouringRelation.EDGE, delta=1e-5), graph)
    groups = gdp.mechanism("louvain_dp").release(graph, epsilon=1.0, rng=noise_stream(0))
    assert "lists no ties" in rest_of_tie(proved(NeighbouringRelation.EDGE), groups)
