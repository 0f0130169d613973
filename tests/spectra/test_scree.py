"""One decomposition gives the scree plot and the pairs; a second one only where it must.

The breakdown epsilon agrees with its closed forms and with simulated releases.

Orthogonal alignment of two point clouds.
"""

import math

import networkx as nx
import numpy as np
import pytest
from scipy.linalg import orthogonal_procrustes
from scipy.spatial.transform import Rotation

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.spectra import scree
from graphdp_core.spectra.eigenpairs import leading_eigenpairs, residuals
from graphdp_core.spectra.scree import (
    breakdown_epsilon,
    bulk_variance,
    flip_deviation,
    noise_edge,
    pairs_by_scree,
    predicted_cosine,
    procrustes,
)


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
    outcome = residuals(graph, values, vectors, debias=False, matrix="adjacency")
    np.testing.assert_allclose(outcome, expected, rtol=1e-5)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_the_deviation_is_that_of_a_debiased_cell(epsilon: float) -> None:
    pi = 1 / (1 + math.exp(epsilon))
    assert flip_deviation(epsilon) == pytest.approx(math.sqrt(pi * (1 - pi)) / (1 - 2 * pi))


def test_the_breakdown_epsilon_is_the_published_formula() -> None:
    values = np.array([120.0, -35.0, 4.0])
    expected = [2 * math.asinh(math.sqrt(500) / (2 * abs(v))) for v in values]
    np.testing.assert_allclose(breakdown_epsilon(values, n=500), expected)


def test_at_its_break_down_epsilon_a_direction_is_just_lost() -> None:
    values = [90.0, -40.0, 12.0]
    for bulk in (0.0, 9.0):
        for k, star in enumerate(breakdown_epsilon(values, n=300, bulk=bulk)):

            def cosine(epsilon: float, k: int = k, bulk: float = bulk) -> float:
                return predicted_cosine(values, n=300, epsilon=epsilon, bulk=bulk)[k]

            assert cosine(star * 0.999) == 0.0
            assert 0.0 < cosine(star * 1.001) < 0.1


def test_a_vanishing_bulk_gives_the_plain_formula_and_a_large_one_hides_everything() -> None:
    np.testing.assert_allclose(
        breakdown_epsilon([30.0], n=100, bulk=1e-6), breakdown_epsilon([30.0], n=100), rtol=1e-6
    )
    assert breakdown_epsilon([4.0, 0.0], n=100, bulk=4.0).tolist() == [math.inf, math.inf]
    assert breakdown_epsilon([0.0], n=100).tolist() == [math.inf]


def test_no_privacy_loses_nothing_and_full_privacy_everything() -> None:
    assert predicted_cosine([5.0], n=10, epsilon=0.0).tolist() == [0.0]
    assert predicted_cosine([0.0], n=10, epsilon=0.0).tolist() == [0.0]
    assert predicted_cosine([50.0], n=10, epsilon=20.0)[0] == pytest.approx(1.0)


def test_the_bulk_is_what_the_leading_values_leave_of_the_trace() -> None:
    graph = gdp.generate("sbm", n=60, seed=3)
    values = np.linalg.eigvalsh(graph.adjacency().toarray())
    assert bulk_variance(graph.m, 60, values) == pytest.approx(0.0, abs=1e-9)
    assert bulk_variance(graph.m, 60, values[:-1]) == pytest.approx(values[-1] ** 2 / 60)


@pytest.mark.parametrize("bad", [-1.0, math.nan])
def test_an_impossible_epsilon_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="epsilon must be at least 0"):
        flip_deviation(bad)


def test_no_nodes_are_refused() -> None:
    with pytest.raises(ValueError, match="n must be at least 1"):
        breakdown_epsilon([1.0], n=0)


@pytest.mark.parametrize("epsilon", [1.0, 2.0, 4.0])
def test_observed_cosines_agree_with_the_prediction(epsilon: float) -> None:
    # Ten releases of a graph of 800 nodes; the mean squared projection of each eigenvector on
    # the private space of the three leading ones varies by about 0.01 a draw: 0.03 is many
    # standard deviations of the mean, plus what finite n leaves.
    graph = gdp.generate("sbm", n=800, blocks=3, within=0.3, between=0.1, seed=0)
    values, vectors = leading_eigenpairs(graph, 3, debias=False)
    bulk = bulk_variance(graph.m, graph.n, values)
    predicted = predicted_cosine(values, n=800, epsilon=epsilon, bulk=bulk)
    squares = []
    for repeat in range(10):
        release = gdp.mechanism("edge_flip").release(
            graph, epsilon=epsilon, rng=gdp.noise_stream(5, repeat)
        )
        _, private = leading_eigenpairs(release, 3, debias=True)
        squares.append(np.square(vectors.T @ private).sum(axis=1))
    np.testing.assert_allclose(np.mean(squares, axis=0), predicted**2, atol=0.03)


@pytest.mark.sample
@pytest.mark.parametrize("epsilon", [None, 1.0])
def test_noise_alone_reaches_its_edge_once_in_a_hundred_draws(epsilon: float | None) -> None:
    # All values but the first, which is the density; of 100 draws Binomial(100, 0.01) go beyond,
    # two ends of the spectrum make it 0.02: P(more than 12) < 1e-6.
    beyond = 0
    for seed in range(100):
        graph = gdp.generate("erdos_renyi", n=150, p=0.3, seed=seed)
        if epsilon is not None:
            rng = np.random.default_rng(seed)
            graph = gdp.mechanism("edge_flip").release(graph, epsilon=epsilon, rng=rng)
        values, _ = leading_eigenpairs(graph, 2, debias=True)
        beyond += abs(values[1]) > noise_edge(graph)
    assert beyond <= 12


@pytest.mark.parametrize("epsilon", [8.0, 3.0])
def test_the_dimensions_of_a_figure_eight_stand_out_of_the_noise(epsilon: float) -> None:
    graph = gdp.generate("rdpg", shape="figure_eight", seed=0)
    release = gdp.mechanism("edge_flip").release(
        graph, epsilon=epsilon, rng=np.random.default_rng(0)
    )
    values, _ = leading_eigenpairs(release, 20, debias=True)
    assert int(np.sum(np.abs(values) > noise_edge(release))) == 3


@pytest.mark.parametrize(("epsilon", "further"), [(1.0, 1.02), (3.0, 1.5)])
def test_normalised_noise_reaches_its_edge_and_further(epsilon: float, further: float) -> None:
    # At epsilon 1 nearly all degrees are raised to the floor, and alike.
    true = gdp.generate("erdos_renyi", n=900, p=0.05, seed=0)
    rng = np.random.default_rng(0)
    graph = gdp.mechanism("edge_flip").release(true, epsilon=epsilon, rng=rng)
    values, _ = leading_eigenpairs(graph, 2, debias=True, matrix="laplacian")
    edge = noise_edge(graph, matrix="laplacian")
    assert 0.97 * edge < values[1] < further * edge


def test_the_reach_of_noise_is_nothing_without_pairs_or_without_chance() -> None:
    assert noise_edge(gdp.Graph.from_edges(1, [])) == 0.0
    for matrix in ("adjacency", "laplacian"):
        assert noise_edge(gdp.Graph.from_edges(5, []), matrix=matrix) == 0.0
    complete = [(u, v) for u in range(6) for v in range(u)]
    assert noise_edge(gdp.Graph.from_edges(6, complete)) == 0.0


def test_procrustes_agrees_with_scipy():
    rng = np.random.default_rng(2)
    source, target = rng.normal(size=(2, 30, 4))
    rotation, _ = orthogonal_procrustes(source, target)
    np.testing.assert_allclose(procrustes(source, target), source @ rotation, atol=1e-12)


def test_procrustes_pads_the_side_with_fewer_dimensions():
    plane = np.random.default_rng(3).normal(size=(20, 2))
    lifted = np.column_stack([plane, np.zeros(20)]) @ Rotation.random(rng=4).as_matrix()
    expected = np.column_stack([plane, np.zeros(20)])
    np.testing.assert_allclose(procrustes(lifted, plane), expected, atol=1e-12)
    np.testing.assert_allclose(procrustes(plane, lifted), lifted, atol=1e-12)


def test_procrustes_takes_a_line_and_nothing():
    np.testing.assert_allclose(procrustes([-1.0, 2.0], [1.0, -2.0]), [[1.0], [-2.0]])
    assert procrustes(np.empty((0, 2)), np.empty((0, 3))).shape == (0, 3)
    assert procrustes(np.empty((4, 0)), np.empty((4, 0))).shape == (4, 0)
    with pytest.raises(ValueError, match="same number of points"):
        procrustes(np.zeros((2, 1)), np.zeros((3, 1)))
