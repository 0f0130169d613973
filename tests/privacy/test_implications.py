"""What follows from a guarantee, and what does not."""

import pytest

import graphdp_core as gdp
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.privacy.implications import implied, implied_words

R = NeighbouringRelation


def found(relation, epsilon=1.0, delta=0.0, edges=10):
    return {i.relation: i.epsilon for i in implied(relation, epsilon, delta, edges=edges)}


def test_a_node_that_is_rewired_covers_one_edge_at_the_same_epsilon():
    assert found(R.NODE)[R.EDGE] == 1.0
    together = next(i for i in implied(R.NODE, 0.7) if "together" in i.unit)
    assert together.epsilon == 0.7, "all edges of one person cost epsilon once"


def test_a_node_that_joins_covers_one_edge_at_twice_epsilon_only():
    """A graph with one edge more has as many nodes: it is two steps away."""
    assert found(R.NODE_ADD) == {R.NODE: 2.0, R.EDGE: 2.0}


def test_edges_cost_one_after_the_other_and_nodes_only_with_a_public_bound():
    items = implied(R.EDGE, 0.5, edges=7)
    assert items[0].epsilon == 3.5
    assert items[1].epsilon == 7.0
    assert "no node can have more than 7" in items[1].unit


def test_a_delta_of_a_group_is_more_than_its_multiple():
    first = implied(R.EDGE, 1.0, 1e-6, edges=5)[0]
    assert first.delta == pytest.approx(8.58e-5, rel=1e-2)
    assert first.delta > 5e-6


def test_weights_say_nothing_about_edges_and_edges_nothing_about_weights():
    for relation in (R.WEIGHT_L1, R.WEIGHT_LINF):
        assert set(found(relation)) == {None}
    assert not {R.WEIGHT_L1, R.WEIGHT_LINF} & set(found(R.EDGE))


def test_a_person_who_leaves_and_joins_costs_twice():
    assert found(R.PERSON_ADD) == {R.PERSON_REPLACE: 2.0}


def test_what_protects_nothing_implies_nothing():
    assert not implied_words(Guarantee(R.EDGE, 1.0, Status.AS_PUBLISHED_NOT_DP))
    assert not implied_words(Guarantee(R.EDGE, 1.0, Status.PROVED_PURE, empty="No neighbours."))
    assert "next to nothing" in implied_words(Guarantee(R.EDGE, 20.0, Status.PROVED_PURE))


def test_the_ledger_says_what_its_sums_imply(tmp_path):
    ledger = tmp_path / "ledger.jsonl"
    karate, made = gdp.load_graph("karate"), gdp.mechanism("private_count", count="edges")
    for number in range(2):
        gdp.publish(karate, made, epsilon="0.5", to=tmp_path / f"{number}.zip", ledger=ledger)
    spent = gdp.Ledger(ledger).spent()
    assert list(spent) == [("edge", "1")]
    words = [i.statement() for i in spent["edge", "1"].implied()]
    assert words[0] == "10 edges of one person: ε = 10"
