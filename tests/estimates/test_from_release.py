"""Intervals from flips hold the truth as often as they say, on block models and a real graph."""

import math

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates import flipped_indices as module
from graphdp_core.estimates.binomials import stretch
from graphdp_core.estimates.estimate import GRAPH, POPULATION
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.metrics.partitions import modularity
from graphdp_core.params import Refused

DRAWS = 100
LEAST = 0.85
"""A coverage of 95 % falls below this share of 100 draws with a chance of 5e-5; seeds are fixed."""


def block_model(n, blocks, inside, between, seed=0):
    """A graph, and the block of each node."""
    rng, labels = np.random.default_rng(seed), np.arange(n) * blocks // n
    u, v = np.triu_indices(n, 1)
    edges = rng.random(len(u)) < np.where(labels[u] == labels[v], inside, between)
    return gdp.Graph.from_edges(n, np.stack([u[edges], v[edges]], axis=1)), labels


def truth(graph, labels):
    """Of everything that is estimated."""
    degrees, (u, v) = graph.degrees, graph.edges.T
    wedges = float((degrees * (degrees - 1) / 2).sum())
    full = graph.adjacency().toarray()
    triangles = float(np.trace(full @ full @ full) / 6)
    within = int((labels[u] == labels[v]).sum())
    return {
        "edges": graph.m, "density": graph.m / (graph.n * (graph.n - 1) / 2),
        "mean_degree": degrees.mean(), "degree_deviation": degrees.std(), "degree": degrees[0],
        "wedges": wedges, "triangles": triangles, "transitivity": 3 * triangles / wedges,
        "within": within, "between": graph.m - within, "homophily": within / graph.m,
        "mixing": int(((labels[u] == 0) & (labels[v] == 0)).sum()),
        "modularity": modularity(graph, labels),
    }  # fmt: skip


@pytest.mark.sample
@pytest.mark.parametrize("epsilon", [1.0, pytest.param(2.0, marks=pytest.mark.long), 4.0])
def test_every_interval_that_is_printed_holds_the_truth_as_often_as_it_says(epsilon):
    """On 150 nodes of three blocks, dense enough that most can be known."""
    graph, labels = block_model(150, 3, 0.5, 0.15)
    true, rng = truth(graph, labels), np.random.default_rng(11)
    held, printed = {}, {}
    for _ in range(DRAWS):
        noisy = gdp.mechanism("edge_flip").release(graph, epsilon=epsilon, rng=rng)
        for row in gdp.estimate(
            noisy, statistics=list(true), groups=labels, partition=labels, nodes=[0]
        ):
            if row.of == GRAPH and row.statistic in true and row.about in ("", "0", "0 – 0"):
                printed[row.statistic] = printed.get(row.statistic, 0) + row.is_known
                inside = row.is_known and row.low - 1e-9 <= true[row.statistic] <= row.high + 1e-9
                held[row.statistic] = held.get(row.statistic, 0) + inside
    assert set(printed) == set(true)
    always = {id for id, times in printed.items() if times == DRAWS}
    assert {"edges", "density", "mean_degree", "within", "between", "homophily"} <= always
    assert all(held[id] >= LEAST * DRAWS for id in always), held


@pytest.mark.long
def test_rates_that_differ_for_edges_and_others_are_taken_as_they_are():
    """The top-m filter keeps few edges of a sparse graph, and invents fewer."""
    graph, labels = block_model(400, 2, 0.2, 0.05)
    rng, u = np.random.default_rng(4), np.triu_indices(400, 1)
    noise, true = EdgeNoise(0.6, 0.08), truth(graph, labels)
    full, held = graph.adjacency().toarray()[u] > 0, dict.fromkeys(("edges", "triangles"), 0)
    for _ in range(DRAWS):
        kept = rng.random(len(full)) < np.where(full, 0.6, 0.08)
        noisy = gdp.Graph(400, np.stack(u, axis=1)[kept].astype(np.int32), noise=noise)
        estimates = gdp.estimate(noisy, statistics=list(held))
        for id in held:
            held[id] += estimates[id].low <= true[id] <= estimates[id].high
    assert min(held.values()) >= LEAST * DRAWS


def test_the_population_s_interval_holds_its_mean_and_is_wider():
    rng, held = np.random.default_rng(3), 0
    for seed in range(DRAWS):
        graph, _ = block_model(100, 1, 0.3, 0.3, seed)
        noisy = gdp.mechanism("edge_flip").release(graph, epsilon=2.0, rng=rng)
        of = {row.of: row for row in gdp.estimate(noisy, statistics=["density"])}
        held += of[POPULATION].low <= 0.3 <= of[POPULATION].high
        assert of[POPULATION].high - of[POPULATION].low > of[GRAPH].high - of[GRAPH].low
    assert held >= LEAST * DRAWS


def test_what_is_lost_in_noise_cannot_be_known_and_says_from_when_on():
    """300 nodes of mean degree 7 at epsilon 1: triangles are off by many times their number."""
    graph, labels = block_model(300, 3, 0.05, 0.01)
    rng = np.random.default_rng(0)
    noisy = gdp.mechanism("edge_flip").release(graph, epsilon=1.0, rng=rng)
    estimates = gdp.estimate(noisy, groups=labels)
    for id in ("triangles", "homophily", "transitivity", "edges"):
        assert not estimates[id].is_known
        assert np.isnan(estimates[id].low)
        assert "cannot be known from this release" in estimates[id].sentence()
    assert estimates.table()["statistic"].tolist() == [one.statistic for one in estimates]
    later = estimates["triangles"].from_epsilon
    assert later > 8.0, "their number is noise as well: whatever it is"
    later = estimates["edges"].from_epsilon
    known = [
        gdp.estimate(
            gdp.mechanism("edge_flip").release(graph, epsilon=later, rng=rng), statistics=["edges"]
        )["edges"].is_known
        for _ in range(20)
    ]
    assert sum(known) >= 10, "at the epsilon that is named, half of the releases or more tell it"


def test_a_modularity_s_slope_is_its_derivative():
    rng = np.random.default_rng(0)
    table, none = np.triu(rng.uniform(5, 20, (3, 3))), np.zeros((3, 3))
    value, slope = module._modularity_of(table, none)
    for a, b in [(0, 0), (0, 2), (1, 1), (1, 2)]:
        step = np.zeros((3, 3))
        step[a, b] = 1e-5
        moved = module._modularity_of(table + step, none)[0]
        assert (moved - value) / 1e-5 == pytest.approx(slope[a, b], abs=1e-6)


def test_what_is_not_given_is_asked_for():
    noisy = gdp.mechanism("edge_flip").release(
        gdp.load_graph("karate"), epsilon=2.0, rng=np.random.default_rng(0)
    )
    for statistics, why in (
        (["homophily"], "homophily needs groups"),
        (["modularity"], "modularity needs partition"),
        (["degree"], "degree needs nodes"),
        (["diameter"], "statistics must be among edges, density"),
    ):
        with pytest.raises(Refused, match=why):
            gdp.estimate(noisy, statistics=statistics)
    with pytest.raises(Refused, match="one label for each of the 34 nodes"):
        gdp.estimate(noisy, groups=[0, 1])
    with pytest.raises(Refused, match="nodes must be names or numbers 0 to 33"):
        gdp.estimate(noisy, nodes=["Zoe"])
    with pytest.raises(Refused, match=r"level must lie in 0\.5 to 0\.999"):
        gdp.estimate(noisy, level=95)


def test_pure_noise_and_graphs_without_rates_are_refused():
    karate = gdp.load_graph("karate")
    noise = gdp.mechanism("edge_flip").release(karate, epsilon=0.0, rng=np.random.default_rng(0))
    with pytest.raises(Refused, match="leave no signal"):
        gdp.estimate(noise)
    with pytest.raises(Refused, match="carries no noise rates"):
        gdp.estimate(karate)
    with pytest.raises(Refused, match="has no rates: its edges were drawn from a model"):
        gdp.estimate(karate, mechanism=gdp.mechanism("one_pass_labelling"), epsilon=1)


def test_no_population_s_interval_has_width_nothing():
    """Ties between two blocks are so rare that most releases show none: 1 in 20 of 100 draws miss
    their mean, and 15 do with a chance of 5e-5; so do all releases of a graph that is complete.
    """
    labels, rng, held, alone = np.arange(60) // 30, np.random.default_rng(5), 0, 0
    u, v = np.triu_indices(60, 1)
    chances = np.where(labels[u] == labels[v], 0.3, 0.002)
    true = chances[labels[u] == labels[v]].sum() / chances.sum()
    for _ in range(DRAWS):
        edges = rng.random(len(u)) < chances
        graph = gdp.Graph.from_edges(60, np.stack([u[edges], v[edges]], axis=1))
        noisy = gdp.mechanism("edge_flip").release(graph, epsilon=8.0, rng=rng)
        rows = gdp.estimate(noisy, groups=labels, statistics=["homophily", "between", "edges"])
        of = {row.statistic: row for row in rows if row.of == POPULATION}
        alone += (labels[noisy.edges[:, 0]] == labels[noisy.edges[:, 1]]).all()
        held += of["homophily"].low <= true <= of["homophily"].high
        for row in of.values():
            assert not row.is_known or row.high > row.low
        assert of["homophily"].low <= noisy.m / (noisy.m + 3.0)
        assert not of["between"].is_known, "few were drawn: a release with none is chance"
    assert alone > 5
    assert held >= LEAST * DRAWS
    for edges in ([], np.stack([u, v], axis=1)):
        for epsilon in (0.5, 3.0, 10.0):
            graph = gdp.Graph.from_edges(60, edges)
            noisy = gdp.mechanism("edge_flip").release(graph, epsilon=epsilon, rng=rng)
            for row in gdp.estimate(noisy, groups=labels):
                assert row.of != POPULATION or not row.is_known or row.high > row.low


@pytest.mark.parametrize(("expected", "reach"), [(0.1, 0.9), (0.5, 1.5), (2.0, 3.0)])
def test_few_flips_reach_as_far_as_their_number_does(expected, reach):
    """Ten pairs that flip so seldom together: of Poisson numbers 95 % lie within this."""
    wider = stretch(np.ones(1), np.full(1, 10.0), rate=expected / 10.0, level=0.95)
    numbers = np.arange(40)
    law = np.exp(-expected + numbers * np.log(expected) - [math.lgamma(k + 1) for k in numbers])
    exact = min(r for r in np.abs(numbers - expected)
                if law[np.abs(numbers - expected) <= r + 1e-9].sum() >= 0.95)  # fmt: skip
    assert exact == pytest.approx(reach)
    assert exact <= wider * 1.96 * math.sqrt(expected) <= 1.1 * exact, "a hair further"
