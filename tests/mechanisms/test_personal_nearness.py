"""Nearness for one node: what it sees is true or a coin, and one far edge moves a flow little."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from noise_laws import geometric_pvalue, seeded_coins
from scipy.stats import chisquare

import graphdp_core as gdp
from graphdp_core.centralities import nearness
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.personal_nearness import capped_flow, with_own_edges
from graphdp_core.params import Refused
from graphdp_core.privacy.coins import Coins


@pytest.fixture(scope="module")
def karate():
    return gdp.load_graph("karate")


def outcomes(graph, node, epsilon):
    """The exact law of released scores: own edges true, all other pairs flipped by coins."""
    pairs = [p for p in itertools.combinations(range(graph.n), 2) if node not in p]
    true, flip = set(map(tuple, graph.edges.tolist())), 1.0 / (1.0 + math.exp(epsilon))
    own, law = [p for p in true if node in p], Counter()
    for bits in itertools.product((False, True), repeat=len(pairs)):
        seen = [p for p, bit in zip(pairs, bits, strict=True) if bit]
        chance = math.prod(
            flip if (p in true) != bit else 1.0 - flip for p, bit in zip(pairs, bits, strict=True)
        )
        law[said(nearness(Graph.from_edges(graph.n, [*own, *seen]), node))] += chance
    return law


def said(values):
    return tuple(values.round(9).tolist())


@pytest.mark.sample
@pytest.mark.parametrize("exactly", [False, True])
def test_releases_follow_the_exact_law(exactly):
    """Chi-square over all outcomes of four nodes; fails with probability 1e-4."""
    graph, runs = Graph.from_edges(4, [(0, 2), (1, 2), (1, 3)]), 800
    made, law = gdp.mechanism("personal_nearness", node=2), outcomes(graph, 2, 1.0)
    rng, coins, seen = np.random.default_rng(0), Coins(), Counter()
    for _ in range(runs):
        scores = (
            made.publish(graph, epsilon=Fraction(1), coins=coins).released
            if exactly
            else made.release(graph, epsilon=1.0, rng=rng)
        )
        seen[said(scores.values)] += 1
    assert set(seen) <= set(law)
    expected = np.array(list(law.values()))
    assert expected.sum() == pytest.approx(1.0)
    counts = [seen[outcome] for outcome in law]
    assert chisquare(counts, expected * runs).pvalue > 1e-4


def test_the_loss_is_epsilon_for_others_and_unbounded_for_the_own_edges():
    worst = 0.0
    every = list(itertools.combinations(range(4), 2))
    for size in range(len(every) + 1):
        for edges in itertools.combinations(every, size):
            here = outcomes(Graph.from_edges(4, list(edges)), 0, 1.0)
            for pair in every[3:]:
                there = outcomes(Graph.from_edges(4, list(set(edges) ^ {pair})), 0, 1.0)
                assert here.keys() == there.keys()
                worst = max(worst, *(abs(math.log(here[o] / there[o])) for o in here))
    assert worst == pytest.approx(1.0)
    joined, apart = (outcomes(Graph.from_edges(4, e), 0, 1.0) for e in ([(0, 1)], []))
    assert not joined.keys() & apart.keys()


def test_one_far_edge_moves_a_capped_flow_by_at_most_sigma():
    """All graphs of four nodes, and random ones of nine; the worst is above a quarter of it."""
    worst, rng = 0.0, np.random.default_rng(1)
    every = list(itertools.combinations(range(4), 2))
    small = (edges for size in range(7) for edges in itertools.combinations(every, size))
    large = (
        [p for p in itertools.combinations(range(9), 2) if rng.random() < density]
        for density in np.linspace(0.1, 0.9, 15)
    )
    for n, graphs in ((4, small), (9, large)):
        for edges in graphs:
            for pair in [p for p in itertools.combinations(range(n), 2) if 0 not in p][:6]:
                flows = [
                    capped_flow(Graph.from_edges(n, e), 0, spread=0.05, rounds=2)
                    for e in (list(edges), list(set(edges) ^ {pair}))
                ]
                worst = max(worst, float(np.abs(flows[0] - flows[1]).sum()) / 0.05)
    assert 0.25 < worst <= 1.0


@pytest.mark.parametrize("exactly", [False, True])
def test_a_flow_gets_noise_of_the_whole_change_and_of_its_rounding(exactly):
    """Chi-square of whole steps against the law of D = σ/g + 2n; fails with probability 1e-4.

    Where epsilon is above 2n the last rounding, to a thousandth of the noise, is finer than g.
    """
    graph, sigma, epsilon = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)]), 0.5, 20.0
    made = gdp.mechanism("personal_nearness", way="flow", spread=sigma, rounds=20)
    step = 2.0 ** math.floor(math.log2(sigma / 1024 / graph.n))
    spent = sigma / step + 2 * graph.n
    flow = np.round(capped_flow(graph, 0, spread=sigma, rounds=20) / step)
    rng, coins, noise = np.random.default_rng(3), seeded_coins(3), []
    for _ in range(1500):
        scores = (
            made.publish(graph, epsilon=Fraction(20), coins=coins).released
            if exactly
            else made.release(graph, epsilon=epsilon, rng=rng)
        )
        assert scores.values[0] == 0.0
        noise.append(scores.values[1:] / step - flow[1:])
    drawn = np.concatenate(noise)
    assert geometric_pvalue(drawn, epsilon / spent) > 1e-4
    assert geometric_pvalue(drawn, 1.2 * epsilon / spent) < 1e-4, "it would see a fifth less"


def test_a_flow_without_caps_is_nearness():
    """Where sigma is large enough that no cap binds, but for the steps that are left out."""
    graph = gdp.generate("sbm", n=60, blocks=2, seed=0)
    flow = capped_flow(graph, 3, spread=1e4, rounds=400)
    flow[3] = 0.0
    assert np.abs(flow - nearness(graph, 3)).sum() < 1e-9


def test_nearness_is_that_of_networkx_and_zero_without_a_way(karate):
    theirs = nx.pagerank(
        nx.Graph(karate.edges.tolist()), personalization={5: 1}, tol=1e-14, max_iter=1000
    )
    found = nearness(karate, 5)
    assert found[5] == 0.0
    assert all(abs(found[v] - theirs[v]) < 1e-10 for v in range(karate.n) if v != 5)
    assert nearness(Graph.from_edges(4, [(1, 2)]), 0).tolist() == [0.0] * 4


def test_own_edges_are_true_whatever_the_noise(karate):
    noisy = gdp.mechanism("edge_flip").release(karate, epsilon=0.01, rng=np.random.default_rng(0))
    seen = with_own_edges(noisy, karate, 7)
    own = [graph.edges[(graph.edges == 7).any(axis=1)] for graph in (seen, karate)]
    assert np.array_equal(*own)
    assert not np.array_equal(seen.edges, karate.edges)
    assert seen == Graph.from_edges(karate.n, seen.edges)


def test_flips_find_more_than_a_capped_flow():
    """Of the thirty nearest of 300; the best of three caps is far below."""
    graph = gdp.generate("powerlaw_cluster", n=300, attach=6, seed=2)
    true = set(np.argsort(-nearness(graph, 40))[:30].tolist())

    def share(made):
        found = [
            made.release(graph, epsilon=2.0, rng=np.random.default_rng(seed)).values
            for seed in range(6)
        ]
        return np.mean([len(true & set(np.argsort(-x)[:30].tolist())) for x in found]) / 30

    flips = share(gdp.mechanism("personal_nearness", node=40))
    flows = [
        share(gdp.mechanism("personal_nearness", node=40, way="flow", spread=spread))
        for spread in (0.001, 0.01, 0.1)
    ]
    assert flips > max(flows) + 0.1


def test_the_ranking_starts_at_the_node_that_asked(karate):
    made = gdp.mechanism("personal_nearness", node=3)
    for node, words in ((34, "from 0 to 33"), (10**9, "from 0 to 33")):
        with pytest.raises(Refused, match=words):
            gdp.mechanism("personal_nearness", node=node).check(karate, 1.0)
    with pytest.raises(Refused, match="no"):
        made.check(Graph.from_edges(0, []), 1.0)
    other = gdp.analysis("centrality", score="near", node=4)
    with pytest.raises(Refused, match="node to 3"):
        gdp.compare(karate, made, other, epsilon=1.0)
    assert "one node" in made.guarantee(1.0).statement()
