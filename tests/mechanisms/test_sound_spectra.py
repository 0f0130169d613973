"""The private releases of eigenpairs: sensitivities by enumeration, noise by law.

Kolmogorov-Smirnov tests allow a p-value of 10^-7 each.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.noisy_eigenvalues import NoisyEigenvalues, eigenvalue_sensitivity
from graphdp_core.mechanisms.spectral_release import true_pairs
from graphdp_core.spectra.eigenpairs import leading_eigenpairs

EDGE = Graph.from_edges(2, [(0, 1)])
PAIRS = list(itertools.combinations(range(5), 2))


def releases(mechanism, graph, epsilon, count):
    return [
        mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))
        for seed in range(count)
    ]


def is_law(sample, law):
    assert stats.kstest(sample, law.cdf).pvalue > 1e-7


def test_one_edge_moves_eigenvalues_no_further_than_the_sensitivity():
    """Every graph on five nodes against every neighbour of it."""
    codes = np.arange(1 << 10)
    matrices = np.zeros((len(codes), 5, 5))
    for bit, (a, b) in enumerate(PAIRS):
        matrices[:, a, b] = matrices[:, b, a] = codes >> bit & 1
    values = np.linalg.eigvalsh(matrices)[:, ::-1]
    for k in range(1, 6):
        worst = max(
            np.abs(values[codes ^ (1 << bit), :k] - values[:, :k]).sum(axis=1).max()
            for bit in range(10)
        )
        assert worst <= eigenvalue_sensitivity(k) + 1e-9
        assert worst > 0.95 * eigenvalue_sensitivity(k) or k == 2


def test_one_noisy_eigenvalue_is_laplace():
    path = Graph.from_edges(3, [(0, 1), (1, 2)])
    values = [r.values[0] for r in releases(NoisyEigenvalues(k=1), path, 2.0, 2000)]
    is_law(values, stats.laplace(loc=math.sqrt(2), scale=0.5))


def test_more_noisy_eigenvalues_have_twice_the_scale_and_fall():
    path = Graph.from_edges(3, [(0, 1), (1, 2)])
    values = np.array([r.values for r in releases(NoisyEigenvalues(k=2), path, 400.0, 2000)])
    assert (np.diff(values, axis=1) <= 0).all()
    is_law(values[:, 1], stats.laplace(loc=0.0, scale=2 / 400))  # far from the first: no swaps


def test_the_noise_of_a_seed_scales_with_epsilon():
    g = gdp.load_graph("karate")
    true = leading_eigenpairs(g, 1, debias=False, largest=True)[0]
    a, b = (
        NoisyEigenvalues(k=1).release(g, epsilon=e, rng=np.random.default_rng(4)).values - true
        for e in (1.0, 4.0)
    )
    # Both are whole steps of 2^-10: half a step for the value, up to one for the noise.
    np.testing.assert_allclose(a, 4 * b, atol=8 * 2.0**-10)
    np.testing.assert_array_equal((a + true) * 2**10, np.round((a + true) * 2**10))


def test_refusals_look_at_public_numbers_only():
    mechanism = NoisyEigenvalues
    with pytest.raises(ValueError, match="k must be below the number of nodes, got k = 5 on 5"):
        mechanism().check(Graph.from_edges(5, [(0, 1)]), 1.0)
    with pytest.raises(ValueError, match="epsilon must be above 0"):
        mechanism().check(gdp.load_graph("karate"), 0.0)
    huge = Graph.from_edges(1_000_000, [])
    with pytest.raises(ValueError, match="takes graphs of at most"):
        mechanism().check(huge, 1.0)
    assert mechanism().guarantee(1.0).status.is_proved


@pytest.mark.parametrize("copies", [2, 3, 6])
def test_equal_parts_count_each_and_one_edge_moves_all_eigenvalues_by_two_at_most(copies):
    """An iteration that passes over copies of an eigenvalue would move by 17, not by 2."""
    part = gdp.generate("erdos_renyi", n=150, p=0.1, seed=1)
    edges = np.concatenate([part.edges + 150 * i for i in range(copies)])
    graph = Graph.from_edges(150 * copies, edges)
    more = Graph.from_edges(150 * copies, np.vstack([edges, [[0, 151]]]))
    values, vectors = true_pairs(graph, 5)
    exact = np.linalg.eigvalsh(graph.adjacency().toarray())[::-1][:5]
    np.testing.assert_allclose(values, exact, atol=1e-8)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(5), atol=1e-8)
    assert np.abs(true_pairs(more, 5)[0] - values).sum() <= eigenvalue_sensitivity(5)
