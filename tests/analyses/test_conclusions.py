"""Eight conclusions: their numbers on graphs that are understood, and their decisions."""

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.conclusions import QUESTIONS, REACH, conclude
from graphdp_core.experiment.compare import with_groups
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused

BY_ID = {one.id: one for one in QUESTIONS}


def run(graph, **settings):
    return gdp.analysis("conclusions", **settings).run(graph, rng=np.random.default_rng(0))


def told(graph, **settings):
    seen = run(graph, **settings)
    return {one.question.id: one for one in conclude(graph, seen, seen)}


def of(nx_graph, **more):
    return Graph.from_edges(nx_graph.number_of_nodes(), list(nx_graph.edges), **more)


@pytest.fixture(scope="module")
def karate():
    return gdp.load_graph("karate")


def test_the_infection_is_that_at_which_the_true_outbreak_reaches_a_third(karate):
    seen = run(karate)
    assert seen.outbreak(seen.passing_on(REACH))[0][0] == pytest.approx(REACH)
    fixed = run(karate, passing_on=0.05)
    assert fixed.passing_on(REACH) == 0.05
    assert told(karate, passing_on=0.05)["epidemic"].decision == "small"
    assert told(karate, passing_on=1.0)["epidemic"].value == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("id", "numbers"),
    [
        ("epidemic", {0.199: "small", 0.2: "large", 0.599: "large", 0.6: "most"}),
        ("tell_first", {0.9: "as far", 0.899: "less far"}),
        ("hubs", {0.5: "holds", 0.499: "falls apart"}),
        ("small", {2.0: "yes", 2.001: "no"}),
    ],
)
def test_decisions_turn_at_their_borders(id, numbers):
    one = BY_ID[id]
    assert {value: one.decide(value, 0.0) for value in numbers} == numbers
    for border in one.borders:
        assert one.decide(border - 1e-6, 0.0) != one.decide(border + 1e-6, 0.0)


@pytest.mark.parametrize("id", ["vaccinate", "own_group"])
def test_at_the_border_is_no_difference(id):
    decide = BY_ID[id].decide
    assert decide(0.1, 0.05) == decide(-0.1, 0.05) == decide(0.0, 0.0) == "no difference"
    assert len({decide(0.11, 0.05), decide(-0.11, 0.05), "no difference"}) == 3


def test_a_star_falls_apart_without_its_hub_and_is_saved_by_it():
    star = told(of(nx.star_graph(19)))
    assert star["hubs"].value == pytest.approx(1 / 18)
    assert (star["hubs"].decision, star["friends"].decision) == ("falls apart", "no")
    assert star["vaccinate"].decision == "hubs, clearly"
    assert star["own_group"].decision == "", "it has no groups"


def test_a_ring_is_no_small_world_and_a_random_graph_is_one():
    assert told(of(nx.cycle_graph(200)))["small"].decision == "no"
    assert told(of(nx.gnm_random_graph(200, 800, seed=1)))["small"].decision == "yes"


def test_mean_steps_are_those_of_networkx(karate):
    whole = nx.average_shortest_path_length(karate.to_networkx())
    random = np.log(34) / np.log(2 * 78 / 34)
    assert told(karate)["small"].value == pytest.approx(whole / random)


def test_groups_are_told_from_a_graph_of_the_same_degrees():
    two = nx.planted_partition_graph(2, 40, 0.4, 0.02, seed=1)
    labels = ["a"] * 40 + ["b"] * 40
    seen = told(of(two, labels=labels))
    assert (seen["groups"].decision, seen["own_group"].decision) == ("yes", "yes")
    strangers = told(of(nx.complete_bipartite_graph(20, 20), labels=["a"] * 20 + ["b"] * 20))
    assert strangers["own_group"].decision == "to others"


@pytest.mark.long
def test_groups_are_seldom_seen_in_a_graph_without_any():
    """A graph of independent edges passes two standard deviations in a few of a hundred."""
    draws = [told(of(nx.gnm_random_graph(60, 240, seed=s)), runs=10) for s in range(40)]
    assert sum(one["groups"].decision == "yes" for one in draws) <= 8
    assert sum(one["friends"].decision == "yes" for one in draws) <= 8


@pytest.mark.long
def test_ties_within_groups_are_read_through_known_noise():
    """The mean of the estimate over draws is the true one: within five standard errors."""
    graph = of(nx.planted_partition_graph(2, 30, 0.5, 0.1, seed=1), labels=[0] * 30 + [1] * 30)
    true, flip = told(graph)["own_group"].value, gdp.mechanism("edge_flip")
    seen = []
    for seed in range(60):
        release = flip.release(graph, epsilon=1.5, rng=np.random.default_rng(seed))
        read = run(with_groups(release, graph, gdp.analysis("conclusions")), runs=10)
        seen.append((read.values[3], read.errors[3]))
    values, errors = np.array(seen).T
    assert abs(values.mean() - true) <= 5.0 * values.std() / np.sqrt(60) + 0.02
    assert 0.5 <= errors.mean() / values.std() <= 2.0, "the stated error is about the real one"


def test_leaders_of_a_release_are_counted_on_the_true_graph():
    ends = Graph.from_edges(30, [(i, i + 1) for i in range(29)])
    hub = Graph.from_edges(30, [(0, i) for i in range(1, 30)])
    true, other = run(ends), run(hub)
    number = conclude(ends, true, other)[2]
    assert other.leaders.tolist() == [0, 1, 2, 3, 4]
    reach = {n for leader in true.leaders.tolist() for n in range(leader - 3, leader + 4)}
    assert number.value == pytest.approx(8 / len(reach & set(range(30))))


def test_the_same_graph_leads_to_the_same_and_raw_flips_do_not(karate):
    analysis, true = gdp.analysis("conclusions"), run(karate)
    assert analysis.measure(karate, true, true)["same"] == 1.0
    noise = gdp.mechanism("edge_flip").release(karate, epsilon=0.3, rng=np.random.default_rng(0))
    metrics = analysis.measure(karate, true, run(noise))
    assert metrics["epidemic"] == 0.0
    assert metrics["epidemic_number"] > 0.9
    assert metrics["same"] < 0.7
    assert "conclusions stay." in analysis.finding(metrics, epsilon=0.3)


def test_a_graph_of_four_is_refused_and_one_without_edges_answers_what_it_can():
    with pytest.raises(Refused, match="at least 5 nodes, and this graph has 4"):
        run(of(nx.path_graph(4)))
    empty = told(Graph.from_edges(6, []))
    known = {id for id, one in empty.items() if one.decision}
    assert known == {"epidemic", "vaccinate", "tell_first", "hubs"}


@pytest.mark.long
def test_conclusions_are_an_aim_of_the_advisor(karate):
    advice = gdp.answer(
        karate, {"conclusions.friends": 0.9}, mechanisms=[gdp.mechanism("edge_flip")]
    )
    assert advice.needs[0].analysis.id == "conclusions"
