"""The products of a graph are those of the dense matrices."""

import numpy as np
import pytest

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.spectra.operators import inverse_root_degrees, matrix_operator, signal_operator

NOISE = EdgeNoise(true_positive_rate=0.9, false_positive_rate=0.2)


def random_graph(n: int, probability: float, noise: EdgeNoise = NOISE) -> Graph:
    upper = np.triu(np.random.default_rng(1).random((n, n)) < probability, 1)
    return Graph(n, np.argwhere(upper).astype(np.int32), noise=noise)


def debiased(graph: Graph) -> np.ndarray:
    estimate = (
        graph.adjacency().toarray() - graph.noise.false_positive_rate
    ) / graph.noise.contrast
    np.fill_diagonal(estimate, 0.0)
    return estimate


@pytest.mark.parametrize("shape", [(40,), (40, 3), (40, 8)])
def test_the_operator_equals_the_dense_debiased_matrix(shape):
    graph = random_graph(40, 0.3)
    x = np.random.default_rng(2).normal(size=shape)
    product = signal_operator(graph, debias=True, dtype=np.float64) @ x
    np.testing.assert_allclose(product, debiased(graph) @ x, atol=1e-12)


def test_without_debiasing_the_operator_is_the_adjacency_matrix():
    graph = random_graph(40, 0.3)
    product = signal_operator(graph, debias=False) @ np.eye(40, dtype=np.float32)
    assert product.dtype == np.float32
    np.testing.assert_array_equal(product, graph.adjacency().toarray())


def test_pure_noise_is_left_as_it_is():
    graph = random_graph(30, 0.5, EdgeNoise(0.5, 0.5))
    product = signal_operator(graph, debias=True) @ np.eye(30, dtype=np.float32)
    np.testing.assert_array_equal(product, graph.adjacency().toarray())


@pytest.mark.parametrize("shape", [(40,), (40, 3), (40, 16)])
def test_the_normalised_product_is_that_of_the_scaled_matrix(shape):
    graph = random_graph(40, 0.3)
    x = np.random.default_rng(2).normal(size=shape)
    scale = inverse_root_degrees(graph, True)
    product = matrix_operator(graph, True, "laplacian", np.float64) @ x
    np.testing.assert_allclose(product, (np.outer(scale, scale) * debiased(graph)) @ x, atol=1e-12)
