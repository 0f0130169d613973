"""A plan of numbers: its split adds up, widths are those of releases, refusals say what to do."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.asked import Asked, Given, groups_of
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.experiment.plan import WANTS, plan, width_on
from graphdp_core.params import Refused

KARATE = gdp.load_graph("karate")


def rows(made):
    return {row.want: row for row in made.rows}


@pytest.fixture(scope="module")
def five():
    return plan(KARATE, 1.0, ["edges", "triangles", "mixing", "degrees", "components"], public=True)


def test_numbers_by_themselves_tell_what_a_graph_does_not(five):
    told = rows(five)
    assert {name for name, row in told.items() if row.is_known} == {"edges", "mixing", "degrees"}
    assert all(math.isnan(row.by_graph) for row in five.rows)
    assert five.sentence() == (
        "At ε = 1, 3 of 5 numbers will be known by themselves; a graph of flipped edges would "
        "tell none of them."
    )
    assert five.spent == {"group_mixing": pytest.approx(1.0)}, "one release, paid once"
    assert told["degrees"].title.startswith("Mean degree (not the share of nodes by degree")


def test_the_mean_degree_is_the_edges_by_the_public_number_of_nodes():
    told = rows(plan(KARATE, 1.0, ["edges", "mean_degree"], public=True))
    assert told["mean_degree"].half_width == pytest.approx(2.0 * told["edges"].half_width / 34)


def test_what_stays_unknown_costs_nothing_and_says_from_when_it_could(five):
    told = rows(five)
    assert told["triangles"].epsilon == told["components"].epsilon == 0.0
    assert 1.0 < told["triangles"].from_epsilon <= 20.0
    assert "no mechanism here releases it by itself" in told["components"].sentence()
    assert "nothing is spent on it. From about ε" in told["triangles"].sentence()


@pytest.mark.long
def test_an_epsilon_is_split_so_that_relative_widths_are_alike():
    graph = gdp.generate("sbm", n=200, seed=1)
    made = plan(graph, 2.0, ["edges", "triangles"], public=True)
    assert sum(made.spent.values()) == pytest.approx(2.0)
    shares = [row.relative for row in made.rows]
    assert max(shares) <= 3.0 * min(shares), "whole numbers and draws apart"
    assert all(share > 0.0 for share in made.spent.values())


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_the_width_of_a_public_law_is_that_of_every_release(epsilon):
    row = rows(plan(KARATE, epsilon, ["edges"], public=True))["edges"]
    assert row.is_exact
    count, rng = gdp.mechanism("private_count", count="edges"), np.random.default_rng(5)
    for _ in range(3):
        released = count.release(KARATE, epsilon=epsilon, rng=rng)
        given = Given(released, count, Fraction(str(epsilon)), tuple(KARATE.all_names()))
        seen = estimates_from(given, Asked(), ["edges"])["edges"]
        assert (seen.high - seen.low) / 2.0 == row.half_width


@pytest.mark.long
def test_a_width_that_follows_from_the_graph_is_that_of_19_of_20_releases():
    """Of 400 draws between 92 and 98 % lie within: outside by chance once in a thousand runs."""
    graph = gdp.generate("sbm", n=200, seed=1)
    row = rows(plan(graph, 1.0, ["triangles"], public=True))["triangles"]
    assert not row.is_exact
    count, rng = gdp.mechanism("private_count"), np.random.default_rng(9)
    true = float(count.release(graph, epsilon=5000.0, rng=rng).values[0])
    off = [abs(count.release(graph, epsilon=1.0, rng=rng).values[0] - true) for _ in range(400)]
    assert 0.9 <= np.mean(np.array(off) <= row.half_width) <= 0.99


def test_a_private_graph_is_measured_on_a_public_one():
    groups = groups_of(KARATE.labels.tolist(), KARATE.all_names())
    assert len(groups.names) == 2
    made = plan(KARATE, 2.0, ["edges"])
    assert made.measured_on != KARATE.title
    neighbour = replace(KARATE, edges=KARATE.edges[1:], weights=None)
    assert plan(neighbour, 2.0, ["edges"]) == made, "no tie says which graphs stand for it"
    assert rows(made)["edges"].is_known
    both = rows(plan(KARATE, 2.0, ["edges", "mean_degree"]))
    assert both["mean_degree"].half_width == pytest.approx(2.0 * both["edges"].half_width / 34)


@pytest.mark.parametrize(
    ("epsilon", "want", "said"),
    [
        (0.0, ["edges"], "from 1e-09 to 20 for a publication, got 0.0: at 0 a"),
        (1.0, ["edge"], f"want must be among {', '.join(WANTS)}; got 'edge'."),
        (1.0, [], "want must name at least one number"),
        (1.0, ["edges", "tree_cost"], "protects the weights of public edges, which is another"),
    ],
)
def test_bad_input_is_one_sentence(epsilon, want, said):
    with pytest.raises(Refused) as refused:
        plan(KARATE, epsilon, want, public=True)
    assert said in str(refused.value)


def test_groups_that_a_graph_has_not_are_refused_and_too_little_buys_nothing():
    path = gdp.generate("sbm", n=60, seed=0)
    bare = gdp.Graph.from_edges(path.n, path.edges)
    with pytest.raises(Refused, match="mixing needs public groups, and this graph has none"):
        plan(bare, 1.0, ["mixing"], public=True)
    assert not rows(plan(KARATE, 3.0, ["top"], public=True))["top"].is_known
    assert rows(plan(KARATE, 8.0, ["top"], public=True))["top"].is_known
    nothing = plan(KARATE, 0.05, ["edges", "triangles"], public=True)
    assert nothing.spent == {}
    assert rows(nothing)["edges"].from_epsilon > 0.05
    assert nothing.to_dict()["rows"][0]["half_width"] is None


@pytest.mark.long
def test_a_small_part_is_never_less_than_a_mechanism_takes():
    """Edges of a large graph need next to nothing: the rest goes to the triangles."""
    graph = gdp.generate("sbm", n=900, seed=2)
    made = plan(graph, 0.3, ["edges", "triangles"], public=True)
    assert min(made.spent.values()) >= 0.01
    assert sum(made.spent.values()) == pytest.approx(0.3)


def test_groups_of_a_private_graph_are_counted_on_a_public_one_with_as_many():
    made = plan(KARATE, 2.0, ["mixing", "homophily"])
    assert made.measured_on.count("planted partition of 2 groups") == 3
    told = rows(made)["homophily"]
    assert told.low < width_on(KARATE, told, seed=1) < told.high
    assert told.width.startswith("± 0.00")
    assert width_on(KARATE, rows(made)["mixing"], seed=1) == rows(made)["mixing"].half_width


def test_a_plan_reads_the_number_of_nodes_alone():
    """What it spends on which number is public: other ties would give the same plan."""
    dense, empty = gdp.generate("erdos_renyi", n=34, p=0.5, seed=4), gdp.Graph.from_edges(34, [])
    made = plan(dense, 4.0, ["edges", "triangles"])
    assert made.to_dict() == plan(empty, 4.0, ["edges", "triangles"]).to_dict()
    edges = replace(made.rows[0], low=4.0, high=6.0)
    assert (edges.width, replace(edges, high=math.inf).width) == ("± 4 to 6", "± 4 or more")


def test_a_number_that_is_hardly_known_has_no_exact_width():
    """At 0.034 the lower end reaches to the least that can be told, or not, as the draw has it."""
    graph = gdp.generate("barabasi_albert", n=100, attach=4, seed=0)
    hardly, clearly = (rows(plan(graph, e, ["edges"], public=True))["edges"] for e in (0.034, 1.0))
    assert hardly.is_known
    assert not hardly.is_exact
    assert clearly.is_exact
