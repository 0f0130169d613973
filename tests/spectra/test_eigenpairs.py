"""Leading eigenpairs, the debiased operator and the elbow.

The products of a graph are those of the dense matrices.
"""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.spectra.eigenpairs import (
    inverse_root_degrees,
    leading_eigenpairs,
    matrix_operator,
    profile_likelihood_dimension,
    signal_operator,
)

NOISE = EdgeNoise(true_positive_rate=0.9, false_positive_rate=0.2)


def _random_graph(n: int, probability: float, seed: int, noise: EdgeNoise | None = None) -> Graph:
    upper = np.triu(np.random.default_rng(seed).random((n, n)) < probability, 1)
    return Graph(n, np.argwhere(upper).astype(np.int32), noise=noise)


def _block_graph(n: int, noise: EdgeNoise | None = None) -> Graph:
    """Four equal blocks, dense inside; with `noise`, already randomised by it."""
    rng = np.random.default_rng(5)
    block = np.arange(n) % 4
    edge = rng.random((n, n)) < np.where(block[:, None] == block, 0.4, 0.05)
    if noise is not None:
        edge = rng.random((n, n)) < np.where(
            edge, noise.true_positive_rate, noise.false_positive_rate
        )
    return Graph(n, np.argwhere(np.triu(edge, 1)).astype(np.int32), noise=noise)


def debiased(graph: Graph) -> np.ndarray:
    estimate = (
        graph.adjacency().toarray() - graph.noise.false_positive_rate
    ) / graph.noise.contrast
    np.fill_diagonal(estimate, 0.0)
    return estimate


@pytest.mark.parametrize("n", [60, 400])
@pytest.mark.parametrize("debias", [False, True])
def test_adjacency_pairs_agree_with_a_full_decomposition(n, debias):
    graph = _block_graph(n, NOISE)
    dense = debiased(graph) if debias else graph.adjacency().toarray()
    all_values, all_vectors = np.linalg.eigh(dense)
    order = np.argsort(-np.abs(all_values))[:4]
    values, vectors = leading_eigenpairs(graph, 4, debias=debias)
    np.testing.assert_allclose(values, all_values[order], rtol=1e-5)
    subspace = np.linalg.svd(vectors.T @ all_vectors[:, order], compute_uv=False)
    np.testing.assert_allclose(subspace, 1.0, atol=1e-5)


@pytest.mark.parametrize("n", [60, 400])
def test_laplacian_pairs_agree_with_networkx(n):
    graph = _block_graph(n)
    laplacian = nx.normalized_laplacian_matrix(graph.to_networkx()).toarray()
    expected = 1.0 - np.sort(np.linalg.eigvalsh(laplacian))[:4]
    values, vectors = leading_eigenpairs(graph, 4, debias=False, matrix="laplacian")
    np.testing.assert_allclose(values, expected, atol=1e-5)
    residual = (np.eye(n) - laplacian) @ vectors - vectors * values
    assert np.abs(residual).max() < 1e-3


def test_debiased_laplacian_floors_the_estimated_degrees():
    graph = _block_graph(80, NOISE)
    estimate = debiased(graph)
    deviation = np.sqrt(0.2 * 0.8) / 0.7
    degrees = np.maximum(estimate.sum(axis=1), max(1.0, 2 * deviation * np.sqrt(80)))
    dense = estimate / np.sqrt(np.outer(degrees, degrees))
    values, _ = leading_eigenpairs(graph, 3, debias=True, matrix="laplacian")
    np.testing.assert_allclose(values, np.linalg.eigvalsh(dense)[::-1][:3], atol=1e-9)


@pytest.mark.parametrize("n", [50, 300])
def test_signs_and_order_follow_the_rule(n):
    values, vectors = leading_eigenpairs(_random_graph(n, 0.2, 8), 5, debias=False)
    assert (np.diff(np.abs(values)) <= 1e-5 * np.abs(values[0])).all()
    largest = np.argmax(np.abs(vectors), axis=0)
    assert (vectors[largest, np.arange(5)] > 0).all()
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=0), 1.0, atol=1e-5)


def _named(kind: str) -> Graph:
    makers = {
        "star": nx.star_graph(299),
        "complete": nx.complete_graph(300),
        "complete bipartite": nx.complete_bipartite_graph(150, 150),
        "cycle": nx.cycle_graph(300),
        "two cliques": nx.disjoint_union(nx.complete_graph(150), nx.complete_graph(150)),
        "one edge": nx.Graph([(0, 1)]),
        "no edges": nx.empty_graph(300),
    }
    graph = makers[kind]
    graph.add_nodes_from(range(300))
    return Graph.from_networkx(graph)


@pytest.mark.sample
@pytest.mark.parametrize(
    "kind",
    ["star", "complete", "complete bipartite", "cycle", "two cliques", "one edge", "no edges"],
)
@pytest.mark.parametrize(
    ("noise", "matrix"), [(None, "laplacian"), (EdgeNoise(0.9, 0.1), "adjacency")]
)
def test_the_iteration_survives_degenerate_spectra(kind, noise, matrix):
    """Low rank, high multiplicity, symmetric starts: values agree with the dense ones."""
    plain = _named(kind)
    graph = Graph(plain.n, plain.edges, noise=noise)
    values, vectors = leading_eigenpairs(graph, 3, debias=True, matrix=matrix)
    assert vectors.shape == (300, 3)
    full, _ = leading_eigenpairs(graph, 300, debias=True, matrix=matrix)  # dense
    np.testing.assert_allclose(np.abs(values[:1]), np.abs(full[:1]), rtol=1e-4, atol=1e-4)
    assert np.isfinite(vectors).all()


def test_more_pairs_than_nodes_are_cut_and_none_is_refused(edge_case_graph):
    values, vectors = leading_eigenpairs(edge_case_graph, 50, debias=True)
    assert values.shape == (edge_case_graph.n,)
    assert vectors.shape == (edge_case_graph.n, edge_case_graph.n)
    np.testing.assert_allclose(
        (vectors * values) @ vectors.T, edge_case_graph.adjacency().toarray(), atol=1e-9
    )
    with pytest.raises(ValueError, match="k must be at least 1, got 0"):
        leading_eigenpairs(edge_case_graph, 0, debias=True)
    with pytest.raises(ValueError, match="matrix must be one of"):
        leading_eigenpairs(edge_case_graph, 1, debias=True, matrix="modularity")


@pytest.mark.parametrize("elbow", [1, 3, 7])
def test_the_elbow_is_found(elbow):
    rng = np.random.default_rng(elbow)
    values = np.concatenate([20 + rng.random(elbow), 2 + rng.random(15)])
    values *= rng.choice([-1.0, 1.0], size=len(values))
    assert profile_likelihood_dimension(rng.permutation(values)) == elbow


def test_the_elbow_maximises_the_profile_likelihood_as_published():
    values = np.sort(np.random.default_rng(4).gamma(1.0, size=12))[::-1]
    likelihood = []
    for q in range(1, 12):
        first, second = values[:q], values[q:]
        variance = (
            ((first - first.mean()) ** 2).sum() + ((second - second.mean()) ** 2).sum()
        ) / 10
        deviations = np.concatenate([first - first.mean(), second - second.mean()])
        likelihood.append(
            -6 * np.log(2 * np.pi * variance) - (deviations**2).sum() / (2 * variance)
        )
    assert profile_likelihood_dimension(values) == 1 + int(np.argmax(likelihood))


@pytest.mark.parametrize(("values", "expected"), [([], 0), ([3.0], 1), ([2.0, 2.0, 2.0], 1)])
def test_the_elbow_of_short_or_flat_lists(values, expected):
    assert profile_likelihood_dimension(values) == expected


@pytest.mark.long
def test_the_iteration_reports_and_can_be_stopped():
    graph = _random_graph(2000, 0.2, seed=3)

    class Stop(BaseException):
        pass

    def stop(fraction, text):
        raise Stop

    seen = []
    leading_eigenpairs(graph, 20, debias=False, progress=lambda f, text: seen.append(f))
    assert seen == sorted(seen)
    assert 0.0 < seen[0] <= seen[-1] < 1.0
    with pytest.raises(Stop):
        leading_eigenpairs(graph, 20, debias=False, progress=stop)


@pytest.mark.parametrize("shape", [(40,), (40, 3), (40, 8)])
def test_the_operator_equals_the_dense_debiased_matrix(shape):
    graph = _random_graph(40, 0.3, 1, NOISE)
    x = np.random.default_rng(2).normal(size=shape)
    product = signal_operator(graph, debias=True, dtype=np.float64) @ x
    np.testing.assert_allclose(product, debiased(graph) @ x, atol=1e-12)


def test_without_debiasing_the_operator_is_the_adjacency_matrix():
    graph = _random_graph(40, 0.3, 1, NOISE)
    product = signal_operator(graph, debias=False) @ np.eye(40, dtype=np.float32)
    assert product.dtype == np.float32
    np.testing.assert_array_equal(product, graph.adjacency().toarray())


def test_pure_noise_is_left_as_it_is():
    graph = _random_graph(30, 0.5, 1, EdgeNoise(0.5, 0.5))
    product = signal_operator(graph, debias=True) @ np.eye(30, dtype=np.float32)
    np.testing.assert_array_equal(product, graph.adjacency().toarray())


@pytest.mark.parametrize("shape", [(40,), (40, 3), (40, 16)])
def test_the_normalised_product_is_that_of_the_scaled_matrix(shape):
    graph = _random_graph(40, 0.3, 1, NOISE)
    x = np.random.default_rng(2).normal(size=shape)
    scale = inverse_root_degrees(graph, True)
    product = matrix_operator(graph, True, "laplacian", np.float64) @ x
    np.testing.assert_allclose(product, (np.outer(scale, scale) * debiased(graph)) @ x, atol=1e-12)
