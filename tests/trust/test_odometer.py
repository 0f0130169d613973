"""The odometer: once for each release, by relation, and honest about noise that is shared."""

import pytest

import graphdp_core as gdp
from graphdp_core.trust.odometer import Odometer

FLIP, TREE, LNPP = (gdp.mechanism(id) for id in ("edge_flip", "pamst", "lnpp"))


def looked(*looks, mechanism=FLIP, odometer=None, data="g"):
    odometer = odometer or Odometer()
    for epsilon, draw in looks:
        odometer.look(data, repr(mechanism), draw, mechanism.guarantee(epsilon))
    return odometer


def test_looking_again_is_free_and_every_other_draw_is_not():
    odometer = looked((1.0, 0), (1.0, 0), (1.0, 1))
    (reading,) = odometer.readings("g")
    assert (reading.releases, reading.epsilon, reading.shared) == (2, 2.0, 0)
    assert reading.statement() == "2 releases, each with noise of its own: ε = 2 in total."


def test_one_noise_at_two_epsilons_protects_nothing_whatever_the_sum_is():
    (reading,) = looked((1.0, 0), (0.5, 0), (0.5, 1)).readings("g")
    assert reading.epsilon == 2.0
    assert reading.shared == 2
    assert "together these protect nothing" in reading.statement()


def test_a_node_and_an_edge_are_added_for_the_edge_alone():
    node = gdp.mechanism("node_count")
    readings = looked((1.0, 0), mechanism=node, odometer=looked((2.0, 0))).readings("g")
    costs = {by_name.relation: (by_name.epsilon, by_name.apart) for by_name in readings}
    assert costs == {FLIP.relation: (3.0, 0), node.guarantee(1.0).relation: (1.0, 1)}


def test_what_cannot_be_added_is_read_apart_and_graphs_as_well():
    odometer = looked((1.0, 0))
    looked((2.0, 0), mechanism=TREE, odometer=odometer)
    looked((4.0, 0), odometer=odometer, data="h")
    readings = odometer.readings("g")
    assert len(readings) == 2
    assert {r.relation for r in readings} == {FLIP.relation, TREE.guarantee(1.0).relation}
    assert all(r.releases == 1 for r in readings)
    assert [r.epsilon for r in odometer.readings("h")] == [4.0]


def test_the_exact_epsilon_is_what_counts():
    laplace = gdp.mechanism("laplace_flip")
    (reading,) = looked((2.0, 0), mechanism=laplace).readings("g")
    assert reading.epsilon == pytest.approx(laplace.guarantee(2.0).effective_epsilon)


def test_what_protects_nothing_is_counted_beside_the_sum():
    (reading,) = looked((1.0, 0), mechanism=LNPP).readings("g")
    assert (reading.releases, reading.unprotected, reading.epsilon) == (0, 1, 0.0)
    assert "1 more protect" not in reading.statement().split(".")[0]


def test_many_small_ones_cost_less_than_their_sum_and_a_reset_forgets():
    odometer = looked(*((0.1, draw) for draw in range(100)))
    (reading,) = odometer.readings("g")
    assert reading.best.epsilon < 4.78 < reading.epsilon
    fixed = "if number and ε of all releases were fixed beforehand"
    assert f"(ε = 4.78 with δ = 1e-06, {fixed})" in reading.statement()
    odometer.reset()
    assert odometer.readings("g") == ()
