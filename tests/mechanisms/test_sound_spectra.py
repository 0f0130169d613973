"""The private releases of eigenpairs: sensitivities by enumeration, noise by law.

Kolmogorov-Smirnov tests allow a p-value of 10^-7 each.
"""

import itertools
import math

import numpy as np
import pytest
from noise_laws import geometric_pvalue
from scipy import stats
from scipy.special import iv

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.analyze_gauss import AnalyzeGauss
from graphdp_core.mechanisms.noisy_eigenvalues import NoisyEigenvalues, eigenvalue_sensitivity
from graphdp_core.mechanisms.noisy_subspace_iteration import (
    NoisySubspaceIteration,
    form_sensitivity,
    step_sensitivity,
)
from graphdp_core.mechanisms.spectral_release import true_pairs
from graphdp_core.mechanisms.vector_bingham import VectorBingham
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.spectra.eigenpairs import leading_eigenpairs

EDGE = Graph.from_edges(2, [(0, 1)])
PAIRS = list(itertools.combinations(range(5), 2))


def edge_matrix(n, a, b):
    matrix = np.zeros((n, n))
    matrix[a, b] = matrix[b, a] = 1.0
    return matrix


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


def test_one_edge_moves_quadratic_forms_no_further_than_the_sensitivity(rng):
    for k in range(1, 6):
        worst = 0.0
        for _ in range(300):
            u = np.linalg.qr(rng.standard_normal((5, k)))[0]
            worst = max(worst, *(np.abs(2 * u[a] * u[b]).sum() for a, b in PAIRS))
        assert worst <= eigenvalue_sensitivity(k) + 1e-12
    turned = np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 0.0]]) / math.sqrt(2)
    assert np.abs(2 * turned[0] * turned[1]).sum() == pytest.approx(2.0)


def test_one_noisy_eigenvalue_is_laplace():
    path = Graph.from_edges(3, [(0, 1), (1, 2)])
    values = [r.values[0] for r in releases(NoisyEigenvalues(k=1), path, 2.0, 2000)]
    is_law(values, stats.laplace(loc=math.sqrt(2), scale=0.5))


def test_more_noisy_eigenvalues_have_twice_the_scale_and_fall():
    path = Graph.from_edges(3, [(0, 1), (1, 2)])
    found = np.array([r.values for r in releases(NoisyEigenvalues(k=2), path, 400.0, 2000)])
    assert (np.diff(found, axis=1) <= 0).all()
    is_law(found[:, 1], stats.laplace(loc=0.0, scale=2 / 400))  # far from the first: no swaps


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


def test_the_noisy_matrix_of_two_nodes_is_one_normal_number():
    found = releases(AnalyzeGauss(k=1), EDGE, 3.0, 2000)
    sigma = gaussian_scale(3.0, 1e-6)
    cell = np.array([r.edge_count for r in found])
    is_law(cell, stats.norm(1.0, sigma))
    np.testing.assert_allclose([r.values[0] for r in found], np.abs(cell))
    vectors = np.array([r.vectors[:, 0] for r in found])[cell != 0]  # 0 is a point of the grid
    np.testing.assert_allclose(np.abs(vectors), math.sqrt(0.5))
    np.testing.assert_array_equal(vectors[:, 0] * vectors[:, 1] > 0, cell[cell != 0] > 0)


def test_the_edge_count_of_the_noisy_matrix_has_the_noise_of_all_pairs():
    g = gdp.load_graph("karate")
    counts = [r.edge_count for r in releases(AnalyzeGauss(k=1), g, 1.0, 400)]
    is_law(counts, stats.norm(g.m, AnalyzeGauss().deviation(1.0) * math.sqrt(34 * 33 / 2)))


def test_a_large_noisy_matrix_is_decomposed_like_a_small_one(monkeypatch):
    g = gdp.load_graph("karate")
    dense = AnalyzeGauss(k=3).release(g, epsilon=20.0, rng=gdp.noise_stream(2))
    monkeypatch.setattr("graphdp_core.mechanisms.analyze_gauss.DENSE_LIMIT", 10)
    iterated = AnalyzeGauss(k=3).release(g, epsilon=20.0, rng=gdp.noise_stream(2))
    np.testing.assert_allclose(iterated.values, dense.values, rtol=1e-5)
    np.testing.assert_allclose(iterated.vectors, dense.vectors, atol=1e-4)


def test_the_sensitivities_of_the_iteration_hold_for_every_edge(rng):
    for k in (1, 2, 3):
        for _ in range(50):
            x = np.linalg.qr(rng.standard_normal((6, k)))[0]
            steps, forms = [], []
            for a, b in itertools.combinations(range(6), 2):
                change = edge_matrix(6, a, b)
                steps.append(np.linalg.norm(change @ x))
                # In the norm of the noise: off-diagonal deviation 1, diagonal sqrt 2.
                forms.append(np.linalg.norm(x.T @ change @ x) / math.sqrt(2))
            assert max(steps) == pytest.approx(step_sensitivity(x))
            assert max(forms) <= form_sensitivity(x) + 1e-12
            assert k > 1 or max(forms) == pytest.approx(form_sensitivity(x))
            assert step_sensitivity(x) <= math.sqrt(2) + 1e-12


def test_the_answers_of_the_iteration_compose_to_the_stated_guarantee():
    for steps in (1, 5):
        mechanism = NoisySubspaceIteration(iterations=steps)
        mu = math.sqrt((steps + 2) / mechanism.scale(2.0) ** 2)
        assert mu == pytest.approx(1 / gaussian_scale(2.0, mechanism.delta))


def test_the_edge_count_and_the_first_step_have_their_laws():
    empty = Graph.from_edges(6, [])
    mechanism = NoisySubspaceIteration(k=1, iterations=1)
    found = releases(mechanism, empty, 1.0, 1500)
    s = mechanism.scale(1.0)
    is_law([r.edge_count for r in found], stats.norm(0.0, s))
    vectors = np.array([r.vectors[:, 0] for r in found])
    bounds = [form_sensitivity(r.vectors) for r in found]
    is_law([r.values[0] / b for r, b in zip(found, bounds, strict=True)], stats.norm(0, s * 2**0.5))
    # Nothing but noise: squared entries of a uniform direction are Beta(1/2, (n - 1)/2).
    is_law(vectors[:, 2] ** 2, stats.beta(0.5, 2.5))


def test_with_little_noise_the_iteration_finds_the_leading_space():
    g = gdp.generate("sbm", n=300, blocks=3, within=0.4, between=0.05, seed=1)
    release = NoisySubspaceIteration(k=3, iterations=4).release(
        g, epsilon=500.0, rng=gdp.noise_stream(0)
    )
    values, vectors = leading_eigenpairs(g, 3, debias=False, largest=True)
    np.testing.assert_allclose(release.values, values, rtol=0.05)
    assert np.square(release.vectors.T @ vectors).sum() > 2.95
    assert release.edge_count == pytest.approx(g.m, abs=2.0)


def test_one_bingham_vector_on_two_nodes_has_the_exact_law():
    mechanism = VectorBingham(k=1)
    epsilon = 6.0
    t = mechanism.strength(epsilon)
    assert t == pytest.approx(0.8 * epsilon / 2)
    found = releases(mechanism, EDGE, epsilon, 3000)
    forms = np.array([2 * r.vectors[0, 0] * r.vectors[1, 0] for r in found])  # u'Au = cos 2 phi
    error = forms.std() / math.sqrt(len(forms))
    assert abs(forms.mean() - iv(1, t) / iv(0, t)) < 5.5 * error
    assert geometric_pvalue([r.edge_count - 1.0 for r in found], 0.05 * epsilon) > 1e-6
    is_law(
        [r.values[0] - f for r, f in zip(found, forms, strict=True)],
        stats.laplace(0.0, 1 / (0.15 * epsilon)),
    )
    # The exact loss of the vector between one edge and none, t + ln I_0(t), keeps its budget.
    assert t + math.log(iv(0, t)) <= 2 * t


def test_bingham_vectors_are_orthonormal_and_find_what_is_strong():
    g = gdp.load_graph("karate")
    release = VectorBingham(k=3).release(g, epsilon=5000.0, rng=gdp.noise_stream(1))
    np.testing.assert_allclose(release.vectors.T @ release.vectors, np.eye(3), atol=1e-10)
    values, vectors = leading_eigenpairs(g, 3, debias=False, largest=True)
    assert np.abs((release.vectors * vectors).sum(axis=0)).min() > 0.98
    np.testing.assert_allclose(release.values, values, rtol=0.05)


@pytest.mark.parametrize(
    "mechanism", [NoisyEigenvalues, AnalyzeGauss, NoisySubspaceIteration, VectorBingham]
)
def test_refusals_look_at_public_numbers_only(mechanism):
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
