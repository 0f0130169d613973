"""The laws of edgeFlip and LaplaceFlip: closed forms, exact enumeration, a naive dense sampler.

All seeds are fixed. Each check is a two-sided test whose p-value must exceed LEVEL = 1e-6: a
correct sampler fails one with that probability over the choice of the seed, and the whole file
(some 3,000 checks, most of them the pair-by-pair comparison with the naive sampler) with P < 3e-3.
"""

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.laplace_flip import LaplaceFlip
from graphdp_core.mechanisms.randomised_response import RandomisedResponse
from graphdp_core.spectra.debiasing import estimated_degrees

LEVEL = 1e-6
MECHANISMS = [EdgeFlip(), LaplaceFlip()]
both = pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda m: m.id)


def dense(graph: Graph) -> NDArray[np.int64]:
    matrix = np.zeros((graph.n, graph.n), dtype=np.int64)
    matrix[tuple(graph.edges.T)] = 1
    return matrix + matrix.T


def pairs_of(n: int) -> list[tuple[int, int]]:
    return list(itertools.combinations(range(n), 2))


def draws(
    mechanism: RandomisedResponse, graph: Graph, epsilon: float, count: int, seed: int = 0
) -> list[Graph]:
    rng = np.random.default_rng(seed)
    return [mechanism.release(graph, epsilon=epsilon, rng=rng) for _ in range(count)]


def bits(releases: list[Graph], n: int) -> NDArray[np.int64]:
    """One row per release, one 0/1 column per pair in row order."""
    table = np.zeros((len(releases), pair_count(n)), dtype=np.int64)
    for row, noisy in enumerate(releases):
        u, v = noisy.edges.astype(np.int64).T
        table[row, u * n - u * (u + 1) // 2 + v - u - 1] = 1
    return table


def fits_mean(values: NDArray[np.float64], mean: float) -> bool:
    return bool(stats.ttest_1samp(values, mean).pvalue > LEVEL)


def fits_variance(values: NDArray[np.float64], variance: float) -> bool:
    """Chi-square test of a variance; the values are close to normal."""
    k = len(values) - 1
    below = stats.chi2.cdf(k * np.var(values, ddof=1) / variance, k)
    return bool(2 * min(below, 1 - below) > LEVEL)


def fits_binomial(counts: NDArray[np.int64], n: int, p: float) -> bool:
    """Chi-square of counts against Bin(n, p) over cells that expect at least 8 each."""
    edges = np.unique(stats.binom.ppf(np.linspace(0, 1, 13)[1:-1], n, p))
    cells = np.diff(np.concatenate([[0.0], stats.binom.cdf(edges, n, p), [1.0]]))
    seen = np.bincount(np.searchsorted(edges, counts), minlength=len(cells))
    return fits_law(seen, cells)


def fits_law(seen: NDArray[np.int64], law: NDArray[np.float64]) -> bool:
    """Chi-square; cells that expect fewer than 8 are pooled with the smallest of the others."""
    assert law.sum() == pytest.approx(1.0)
    order = np.argsort(-law)
    seen, expected = seen[order], law[order] * seen.sum()
    start = np.arange(max(int((expected >= 8).sum()), 1))
    pooled = np.add.reduceat(expected, start)
    return bool(stats.chisquare(np.add.reduceat(seen, start), pooled).pvalue > LEVEL)


@pytest.fixture(scope="module")
def small() -> Graph:
    """30 nodes, 96 edges, unequal degrees, many triangles."""
    rng = np.random.default_rng(11)
    weight = np.linspace(0.1, 0.8, 30)
    kept = [(u, v) for u, v in pairs_of(30) if rng.random() < weight[u] * weight[v]]
    return Graph.from_edges(30, kept)


@both
@pytest.mark.parametrize("epsilon", [0.0, 1.0, 4.0])
@pytest.mark.parametrize("n", [3, 4])
def test_every_small_graph_has_its_exact_probability(mechanism, epsilon, n):
    """All 8 or 64 outputs against pi^flips (1 - pi)^(N - flips), by chi-square."""
    truth = np.array([1, 0, 1, 1, 0, 0][: pair_count(n)])
    graph = Graph.from_edges(n, [p for p, bit in zip(pairs_of(n), truth, strict=True) if bit])
    pi = mechanism.flip_probability(epsilon)
    outputs = np.array(list(itertools.product([0, 1], repeat=len(truth))))
    flips = (outputs != truth).sum(axis=1)
    law = pi**flips * (1 - pi) ** (len(truth) - flips)
    table = bits(draws(mechanism, graph, epsilon, 2000, seed=n), n)
    place = table @ (1 << np.arange(len(truth))[::-1])
    seen = np.bincount(place, minlength=len(outputs))
    assert fits_law(seen, law)


@pytest.mark.sample
@both
def test_kept_and_invented_edges_are_independent_binomials(mechanism, small):
    """m' ~ Bin(m, 1-pi) * Bin(N-m, pi), with its mean and variance."""
    epsilon, pairs = 1.0, pair_count(small.n)
    pi = mechanism.flip_probability(epsilon)
    table = bits(draws(mechanism, small, epsilon, 3000, seed=4), small.n)
    present = bits([small], small.n)[0] == 1
    kept, invented = table[:, present].sum(axis=1), table[:, ~present].sum(axis=1)
    assert fits_binomial(kept, small.m, 1 - pi)
    assert fits_binomial(invented, pairs - small.m, pi)
    assert stats.pearsonr(kept, invented).pvalue > LEVEL
    assert fits_mean(kept + invented, small.m * (1 - 2 * pi) + pairs * pi)
    assert fits_variance(kept + invented, pairs * pi * (1 - pi))


@pytest.mark.sample
@both
@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0])
def test_the_estimated_edge_count_is_unbiased_with_the_stated_deviation(mechanism, epsilon, small):
    """Variance N e^x/(e^x - 1)^2 at the exact epsilon x."""
    releases = draws(mechanism, small, epsilon, 2500, seed=5)
    estimates = np.array([estimated_degrees(noisy).sum() / 2 for noisy in releases])
    x = mechanism.guarantee(epsilon).effective_epsilon
    variance = pair_count(small.n) * math.exp(x) / math.expm1(x) ** 2
    assert fits_mean(estimates, small.m)
    assert fits_variance(estimates, variance)


@both
def test_noisy_degrees_have_the_stated_mean_and_variance(mechanism, small):
    """Mean d(1-2pi) + (n-1)pi, variance (n-1)pi(1-pi), for each of 30 nodes (P < 60 LEVEL)."""
    pi = mechanism.flip_probability(1.0)
    degrees = np.array([noisy.degrees for noisy in draws(mechanism, small, 1.0, 2500, seed=6)])
    for node in range(small.n):
        mean = small.degrees[node] * (1 - 2 * pi) + (small.n - 1) * pi
        assert fits_mean(degrees[:, node], mean)
        assert fits_variance(degrees[:, node], (small.n - 1) * pi * (1 - pi))


@both
def test_debiased_adjacency_has_the_stated_squared_error(mechanism, small):
    """E||A_hat - A||_F^2 = n(n-1) e^x/(e^x - 1)^2, zero diagonal."""
    x = mechanism.guarantee(1.0).effective_epsilon
    truth, errors = dense(small), []
    for noisy in draws(mechanism, small, 1.0, 1000, seed=7):
        estimate = (dense(noisy) - noisy.noise.false_positive_rate) / noisy.noise.contrast
        np.fill_diagonal(estimate, 0.0)
        errors.append(((estimate - truth) ** 2).sum())
    assert fits_mean(np.array(errors), small.n * (small.n - 1) * math.exp(x) / math.expm1(x) ** 2)


@pytest.mark.sample
@both
def test_triangles_of_a_release_have_the_stated_mean_and_debias(mechanism, small):
    """Sum over triples of products of E[a'] for A', and the true number for A_hat."""
    truth, pi = dense(small), mechanism.flip_probability(1.5)
    mean = truth * (1 - 2 * pi) + pi
    np.fill_diagonal(mean, 0.0)
    raw, debiased = [], []
    for noisy in draws(mechanism, small, 1.5, 2500, seed=8):
        matrix = dense(noisy).astype(float)
        estimate = (matrix - pi) / (1 - 2 * pi)
        np.fill_diagonal(estimate, 0.0)
        raw.append(np.trace(matrix @ matrix @ matrix) / 6)
        debiased.append(np.trace(estimate @ estimate @ estimate) / 6)
    assert fits_mean(np.array(raw), np.trace(mean @ mean @ mean) / 6)
    assert fits_mean(np.array(debiased), np.trace(truth @ truth @ truth) / 6)


@pytest.mark.sample
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_laplace_flip_has_the_law_of_its_definition(epsilon, small):
    """1[a + Lap(1/epsilon) > 1/2], sampled as it is written."""
    truth = bits([small], small.n)[0]
    noise = np.random.default_rng(3).laplace(0.0, 1.0 / epsilon, size=(2500, len(truth)))
    defined = truth + noise > 0.5
    ours = bits(draws(LaplaceFlip(), small, epsilon, 2500, seed=10), small.n)
    for group in (truth == 1, truth == 0):
        a, b = ours[:, group].sum(axis=1), defined[:, group].sum(axis=1)
        assert stats.ks_2samp(a, b).pvalue > LEVEL
        pooled = [
            [a.sum(), b.sum()],
            [ours[:, group].size - a.sum(), ours[:, group].size - b.sum()],
        ]
        assert stats.chi2_contingency(pooled).pvalue > LEVEL
