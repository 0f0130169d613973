"""Top-m filter: the guarantee of its two chances, exact laws on small graphs, size and bad input.

Seeds are fixed; each random check is a test at level 1e-6.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.mechanisms.top_m_filter import TopMFilter
from graphdp_core.privacy.accounting import count_budget

LEVEL = 1e-6


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.9, 8.0, 19.9])
@pytest.mark.parametrize(("edges", "pairs"), [(1, 10), (5, 10), (9, 10), (300, 10**9)])
def test_no_outcome_of_a_pair_gains_more_than_its_epsilon(edges, pairs, epsilon):
    noise = TopMFilter.noise_of(edges, pairs, epsilon)
    p, q = noise.true_positive_rate, noise.false_positive_rate
    assert 0 < q <= p < 1
    assert abs(math.log(p / q)) <= epsilon + 1e-9
    assert abs(math.log1p(-q) - math.log1p(-p)) <= epsilon * (1 + 1e-6) + 1e-9
    tight = max(abs(math.log(p / q)), abs(math.log1p(-q) - math.log1p(-p)))
    assert tight == pytest.approx(epsilon, rel=1e-6)


def test_about_as_many_edges_come_out():
    noise = TopMFilter.noise_of(200, 4950, 1.5)
    assert 200 * noise.true_positive_rate + 4750 * noise.false_positive_rate == pytest.approx(
        200, rel=0.06
    )


def noise_of_count(epsilon, shift):
    alpha = math.exp(-epsilon)
    return (1 - alpha) / (1 + alpha) * alpha ** abs(shift)


@pytest.mark.sample
@pytest.mark.parametrize("epsilon", [0.5, 2.0, 6.0])
def test_every_small_graph_has_its_exact_probability(epsilon):
    """All 64 graphs on 4 nodes, the noisy count summed out, by chi-square."""
    truth = np.array([1, 0, 1, 0, 0, 0], dtype=bool)
    pairs = list(itertools.combinations(range(4), 2))
    graph = Graph.from_edges(4, [pair for pair, there in zip(pairs, truth, strict=True) if there])
    edge_epsilon, count_epsilon = count_budget(epsilon)
    outputs = np.array(list(itertools.product([False, True], repeat=6)))
    law = np.zeros(64)
    for shift in range(-600, 601):
        noise = TopMFilter.noise_of(min(max(2 + shift, 1), 5), 6, edge_epsilon)
        chance = np.where(truth, noise.true_positive_rate, noise.false_positive_rate)
        law += noise_of_count(count_epsilon, shift) * np.prod(
            np.where(outputs, chance, 1 - chance), axis=1
        )
    rng, draws = np.random.default_rng(1), 3_000
    seen = np.zeros(64)
    codes = {(u, v): 1 << (5 - i) for i, (u, v) in enumerate(pairs)}
    for _ in range(draws):
        release = TopMFilter().release(graph, epsilon=epsilon, rng=rng)
        seen[sum(codes[u, v] for u, v in release.edges.tolist())] += 1
    often = law * draws >= 8
    observed = np.append(seen[often], seen[~often].sum())
    expected = np.append(law[often], law[~often].sum()) * draws
    held = expected > 0
    expected = expected[held] * (observed[held].sum() / expected[held].sum())
    assert stats.chisquare(observed[held], expected).pvalue > LEVEL


def test_kept_and_invented_edges_are_binomial():
    g = gdp.generate("sbm", n=120, seed=2)
    present = set(map(tuple, g.edges.tolist()))
    rng = np.random.default_rng(2)
    scores = []
    for _ in range(600):
        release = TopMFilter().release(g, epsilon=3.0, rng=rng)
        kept = sum(pair in present for pair in map(tuple, release.edges.tolist()))
        p, q = release.noise.true_positive_rate, release.noise.false_positive_rate
        free = pair_count(g.n) - g.m
        scores.append(
            (
                (kept - g.m * p) / math.sqrt(g.m * p * (1 - p)),
                (release.m - kept - free * q) / math.sqrt(free * q * (1 - q)),
            )
        )
    for column in zip(*scores, strict=True):
        assert stats.kstest(column, "norm").pvalue > LEVEL
        assert stats.ttest_1samp(column, 0.0).pvalue > LEVEL


def test_a_large_graph_costs_its_edges_only():
    n = 200_000
    g = Graph.from_edges(n, np.column_stack((np.arange(n - 1), np.arange(1, n))))
    release = TopMFilter().release(g, epsilon=1.0, rng=np.random.default_rng(0))
    assert 0.9 * g.m < release.m < 1.1 * g.m
