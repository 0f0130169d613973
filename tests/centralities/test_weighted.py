"""Weighted centralities equal their definitions, computed the slow way."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core import centralities
from graphdp_core.graphs.graph import Graph


def random_weighted(n: int, p: float, seed: int, *, whole: bool = False) -> Graph:
    rng = np.random.default_rng(seed)
    edges = list(nx.gnp_random_graph(n, p, seed=seed).edges)
    weights = rng.integers(1, 4, len(edges)) if whole else rng.uniform(0.2, 3.0, len(edges))
    return Graph.from_edges(n, edges, weights=weights.astype(float))


GRAPHS = [
    random_weighted(12, 0.5, 1),
    random_weighted(30, 0.3, 2),
    random_weighted(30, 0.25, 3, whole=True),
    random_weighted(14, 0.1, 4),  # disconnected
    Graph.from_networkx(nx.karate_club_graph(), weight=None),
]


def laplacian_matrix(w: np.ndarray) -> np.ndarray:
    return np.diag(w.sum(axis=1)) - w


def energy(w: np.ndarray) -> float:
    return float(np.square(np.linalg.eigvalsh(laplacian_matrix(w))).sum())


@pytest.mark.parametrize("graph", GRAPHS)
def test_laplacian_is_the_share_of_the_energy_lost(graph: Graph) -> None:
    w = centralities.weights_matrix(graph).toarray()
    whole = energy(w)
    drops = [(whole - energy(np.delete(np.delete(w, i, 0), i, 1))) / whole for i in range(graph.n)]
    scores = centralities.weighted_laplacian(graph)
    np.testing.assert_allclose(scores, drops, atol=1e-13)
    assert centralities.laplacian_energy(graph) == pytest.approx(whole)
    squares = np.square(centralities.edge_weights(graph)).sum()
    assert scores.sum() == pytest.approx(3 - 4 * squares / whole)


@pytest.mark.parametrize("graph", GRAPHS)
def test_eigenvector_is_the_positive_unit_vector(graph: Graph) -> None:
    w = centralities.weights_matrix(graph).toarray()
    scores = centralities.weighted_eigenvector(graph)
    values = np.linalg.eigvalsh(w)
    np.testing.assert_allclose(w @ scores, values[-1] * scores, atol=1e-10)
    assert scores.min() >= 0
    assert np.linalg.norm(scores) == pytest.approx(1.0)


@pytest.mark.parametrize("graph", GRAPHS)
def test_closeness_is_one_over_the_sum_of_distances(graph: Graph) -> None:
    plain = graph.to_networkx()
    weight = None if graph.weights is None else "weight"
    expected = np.zeros(graph.n)
    if nx.is_connected(plain):
        for u, distances in nx.all_pairs_dijkstra_path_length(plain, weight=weight or 1):
            expected[u] = 1 / sum(distances.values())
    np.testing.assert_allclose(centralities.weighted_closeness(graph), expected, rtol=1e-11)


def test_unit_weights_give_what_no_weights_give() -> None:
    karate = GRAPHS[-1]
    ones = Graph.from_edges(karate.n, karate.edges, weights=np.ones(karate.m))
    for name in ("weighted_laplacian", "weighted_eigenvector", "weighted_closeness"):
        measure = getattr(centralities, name)
        np.testing.assert_allclose(measure(ones), measure(karate), atol=1e-12)


NAMES = ("weighted_laplacian", "weighted_eigenvector", "weighted_closeness")


@pytest.mark.parametrize("name", NAMES)
def test_edge_case_graphs_give_finite_scores_or_a_clear_refusal(
    edge_case_graph: Graph, name: str
) -> None:
    measure = getattr(centralities, name)
    if edge_case_graph.weights is not None and edge_case_graph.weights.min() <= 0:
        with pytest.raises(ValueError, match="weights must be above 0"):
            measure(edge_case_graph)
        return
    values = measure(edge_case_graph)
    assert values.shape == (edge_case_graph.n,)
    assert np.isfinite(values).all()


def test_progress_can_stop_weighted_closeness() -> None:
    def stop(fraction: float, text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        centralities.weighted_closeness(GRAPHS[1], progress=stop)
