"""One decomposition gives the scree plot and the pairs; a second one only where it must."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.spectra import scree
from graphdp_core.spectra.breakdown import noise_edge
from graphdp_core.spectra.eigenpairs import leading_eigenpairs, residuals
from graphdp_core.spectra.scree import pairs_by_scree


def blocks(n: int = 600) -> Graph:
    chances = np.full((3, 3), 0.03) + 0.27 * np.eye(3)
    return Graph.from_networkx(nx.stochastic_block_model([n // 3] * 3, chances, seed=1))


def released(graph: Graph, epsilon: float) -> Graph:
    return EdgeFlip().release(graph, epsilon=epsilon, rng=np.random.default_rng(0))


@pytest.fixture
def runs(monkeypatch):
    """How many pairs each decomposition was asked for."""
    asked = []

    def counted(graph, k, **more):
        asked.append(k)
        return leading_eigenpairs(graph, k, **more)

    monkeypatch.setattr(scree, "leading_eigenpairs", counted)
    return asked


@pytest.mark.sample
@pytest.mark.parametrize("matrix", ["adjacency", "laplacian"])
@pytest.mark.parametrize("debias", [True, False])
def test_pairs_are_those_of_a_decomposition_of_their_own(matrix, debias, way):
    graph = released(blocks(), 4.0)
    _, values, vectors = pairs_by_scree(graph, lambda _: 3, debias=debias, matrix=matrix)
    expected, directions = leading_eigenpairs(graph, 3, debias=debias, matrix=matrix)
    np.testing.assert_allclose(values, expected, rtol=1e-4)
    np.testing.assert_allclose(np.abs((vectors * directions).sum(axis=0)), 1.0, atol=1e-4)


@pytest.fixture(params=["blocks", "single vectors"])
def way(request, monkeypatch):
    """With blocks of columns, as dense graphs; or without, as sparse and as large ones."""
    monkeypatch.setattr(scree, "DENSE", 1 if request.param == "blocks" else np.inf)
    return request.param


@pytest.mark.sample
@pytest.mark.parametrize("matrix", ["adjacency", "laplacian"])
def test_clear_pairs_take_one_decomposition(runs, way, matrix):
    pairs_by_scree(released(blocks(), 4.0), lambda _: 3, debias=True, matrix=matrix)
    assert runs == ([] if way == "blocks" else [scree.SIZE])


def test_pairs_that_are_not_exact_yet_take_another_one(runs, way):
    graph = Graph.from_networkx(nx.fast_gnp_random_graph(2000, 0.01, seed=0))
    _, values, vectors = pairs_by_scree(graph, lambda _: 8, debias=False, matrix="adjacency")
    assert runs == ([8] if way == "blocks" else [scree.SIZE, 8])
    errors = residuals(graph, values, vectors, debias=False, matrix="adjacency")
    assert (errors <= 2e-4 * np.abs(values)).all()


@pytest.mark.parametrize("matrix", ["adjacency", "laplacian"])
def test_directions_of_the_noise_alone_are_not_refined(runs, way, matrix):
    graph = released(Graph.from_networkx(nx.fast_gnp_random_graph(2000, 0.002, seed=0)), 2.0)
    _, values, vectors = pairs_by_scree(graph, lambda _: 8, debias=True, matrix=matrix)
    assert runs == ([] if way == "blocks" else [scree.SIZE])
    assert len(values) == 8
    errors = residuals(graph, values, vectors, debias=True, matrix=matrix)
    edge = noise_edge(graph, matrix=matrix)
    proved = np.abs(values) + errors < edge
    near = (np.abs(values) < edge) & (errors <= 1.01 * scree.TOLERANCE * np.abs(values))
    assert (proved | near | (errors < 2e-4 * np.abs(values))).all()


def test_residuals_are_those_of_the_dense_matrix():
    graph = blocks(60)
    values, vectors = np.array([5.0, -1.0]), np.random.default_rng(0).normal(size=(60, 2))
    expected = np.linalg.norm(graph.adjacency().toarray() @ vectors - values * vectors, axis=0)
    found = residuals(graph, values, vectors, debias=False, matrix="adjacency")
    np.testing.assert_allclose(found, expected, rtol=1e-5)
