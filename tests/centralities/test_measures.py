"""The measures of centrality agree with their definitions, with networkx and in the mean."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core import centralities
from graphdp_core.centralities import paths
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph


def random_graph(n: int, p: float, seed: int) -> Graph:
    return Graph.from_networkx(nx.gnp_random_graph(n, p, seed=seed))


RANDOM_GRAPHS = [
    random_graph(n, p, s) for s, (n, p) in enumerate([(40, 0.05), (40, 0.2), (90, 0.5)])
]
LARGER = Graph.from_networkx(nx.barabasi_albert_graph(600, 3, seed=4))  # beyond the dense limit


def vector(by_node: dict[int, float], n: int) -> np.ndarray:
    return np.array([by_node[i] for i in range(n)], dtype=float)


def rng() -> np.random.Generator:
    return np.random.default_rng(3)


def all_measures(graph: Graph) -> dict[str, np.ndarray]:
    return {
        "degree": centralities.degree(graph, debias=True),
        "eigenvector": centralities.eigenvector(graph, debias=True),
        "laplacian": centralities.laplacian(graph, debias=True),
        "closeness": centralities.closeness(graph, rng=rng())[0],
        "betweenness": centralities.betweenness(graph, rng=rng())[0],
        "pagerank": centralities.pagerank(graph),
    }


def check_against_networkx(graph: Graph) -> None:
    plain = graph.to_networkx()
    scores = all_measures(graph)
    expected = {
        "closeness": nx.closeness_centrality(plain),
        "betweenness": nx.betweenness_centrality(plain),
        "pagerank": nx.pagerank(plain, tol=1e-13, max_iter=500, weight=None) if graph.n else {},
        "laplacian": (
            nx.laplacian_centrality(plain, normalized=False, weight=None) if graph.m else None
        ),
    }
    for name, reference in expected.items():
        if reference is not None:
            np.testing.assert_allclose(
                scores[name], vector(reference, graph.n), rtol=1e-8, atol=1e-11, err_msg=name
            )
    np.testing.assert_array_equal(scores["degree"], graph.degrees)


@pytest.mark.parametrize("graph", [*RANDOM_GRAPHS, Graph.from_edges(25, [(0, 1), (1, 2), (4, 5)])])
def test_measures_agree_with_networkx(graph: Graph) -> None:
    check_against_networkx(graph)


def test_measures_agree_with_networkx_on_edge_case_graphs(edge_case_graph: Graph) -> None:
    check_against_networkx(edge_case_graph)


def test_eigenvector_is_the_unique_projection_on_edge_case_graphs(edge_case_graph: Graph) -> None:
    scores = centralities.eigenvector(edge_case_graph, debias=False)
    if edge_case_graph.n == 0:
        assert scores.shape == (0,)
        return
    values, vectors = np.linalg.eigh(edge_case_graph.adjacency().toarray())
    top = vectors[:, values > values[-1] - 1e-9]
    expected = top @ top.T @ np.ones(edge_case_graph.n)
    np.testing.assert_allclose(scores, expected / np.linalg.norm(expected), atol=1e-11)
    assert scores.min() >= 0
    assert np.linalg.norm(scores) == pytest.approx(1.0)


@pytest.mark.parametrize("copies", [1, 2, 3])
@pytest.mark.parametrize(
    "part",
    [nx.star_graph(300), nx.circulant_graph(250, [1, 2]), nx.barabasi_albert_graph(260, 2, seed=1)],
    ids=["star", "circulant", "preferential"],
)
def test_equal_components_share_the_eigenvector(part: nx.Graph, copies: int) -> None:
    graph = Graph.from_networkx(nx.disjoint_union_all([part] * copies + [nx.path_graph(5)]))
    scores = centralities.eigenvector(graph, debias=False)
    _, vectors = np.linalg.eigh(nx.to_numpy_array(part))
    perron = np.abs(vectors[:, -1]) / np.sqrt(copies)
    for i in range(copies):
        one = scores[i * len(part) : (i + 1) * len(part)]
        np.testing.assert_allclose(one, perron, atol=1e-7)
    assert np.abs(scores[-5:]).max() < 1e-7
    np.testing.assert_array_equal(scores, centralities.eigenvector(graph, debias=False))


@pytest.mark.parametrize("n", [60, 400])
def test_debiased_eigenvector_is_that_of_the_dense_estimate(n: int) -> None:
    generator = np.random.default_rng(n)
    block = np.arange(n) < n // 3
    chance = np.where(np.outer(block, block), 0.6, 0.35)
    upper = np.triu(generator.random((n, n)) < chance, 1)
    plain = Graph.from_edges(n, np.argwhere(upper))
    graph = Graph(n, plain.edges, noise=EdgeNoise(true_positive_rate=0.7, false_positive_rate=0.3))
    estimate = (upper + upper.T - 0.3 * (1 - np.eye(n))) / 0.4
    expected = np.linalg.eigh(estimate)[1][:, -1]
    scores = centralities.eigenvector(graph, debias=True)
    assert abs(scores @ expected) > 1 - 1e-6
    assert scores.sum() > 0
    raw = centralities.eigenvector(graph, debias=False)
    assert abs(raw @ np.linalg.eigh((upper + upper.T) * 1.0)[1][:, -1]) > 1 - 1e-9


def test_laplacian_is_the_drop_of_the_laplacian_energy() -> None:
    graph = RANDOM_GRAPHS[1]

    def energy(g: nx.Graph) -> float:
        return float(np.square(np.linalg.eigvalsh(nx.laplacian_matrix(g).toarray())).sum())

    plain = graph.to_networkx()
    drops = [energy(plain) - energy(plain.subgraph(set(plain) - {v})) for v in range(graph.n)]
    np.testing.assert_allclose(centralities.laplacian(graph, debias=False), drops, rtol=1e-9)


@pytest.mark.long
def test_debiased_degree_and_laplacian_are_right_in_the_mean() -> None:
    """Each of 2 x 15 means lies within 5 standard errors: fails with probability < 2e-5."""
    graph, true_positive_rate, false_positive_rate, draws = (
        random_graph(15, 0.3, 5),
        0.8,
        0.15,
        4000,
    )
    generator = np.random.default_rng(0)
    u, v = np.triu_indices(graph.n, 1)
    there = graph.adjacency().toarray()[u, v] > 0
    samples: dict[str, list[np.ndarray]] = {"degree": [], "laplacian": []}
    for _ in range(draws):
        shown = generator.random(len(u)) < np.where(there, true_positive_rate, false_positive_rate)
        edges = np.column_stack((u, v))[shown].astype(np.int32)
        release = Graph(graph.n, edges, noise=EdgeNoise(true_positive_rate, false_positive_rate))
        samples["degree"].append(centralities.degree(release, debias=True))
        samples["laplacian"].append(centralities.laplacian(release, debias=True))
    for name, rows in samples.items():
        truth = getattr(centralities, name)(graph, debias=False)
        error = np.std(rows, axis=0) / np.sqrt(draws)
        assert np.all(np.abs(np.mean(rows, axis=0) - truth) < 5 * error), name


def test_closeness_from_a_sample_is_near_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mean distance to 150 of 600 nodes: relative error well under 10% (over 10 deviations)."""
    exact, no_notes = centralities.closeness(LARGER, rng=rng())
    monkeypatch.setattr(paths, "CLOSENESS_WORK", 150 * (LARGER.n + 2 * LARGER.m + 1))
    sampled, notes = centralities.closeness(LARGER, rng=rng())
    assert no_notes == ()
    assert notes == ("Closeness is estimated from 150 of 600 sources.",)
    assert 0 < np.abs(sampled / exact - 1).max() < 0.1
    np.testing.assert_array_equal(sampled, centralities.closeness(LARGER, rng=rng())[0])


def test_betweenness_from_a_sample_is_right_in_the_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of 40 means lies within 6 standard errors: fails with probability < 1e-6."""
    graph = RANDOM_GRAPHS[1]
    exact, _ = centralities.betweenness(graph, rng=rng())
    monkeypatch.setattr(paths, "EXACT_BETWEENNESS_WORK", 1.0)
    monkeypatch.setattr(paths, "BETWEENNESS_WORK", 1.0)  # so the fewest: 16 pivots
    rows = []
    for seed in range(200):
        values, notes = centralities.betweenness(graph, rng=np.random.default_rng(seed))
        rows.append(values)
    assert notes == ("Betweenness is estimated from 16 of 40 sources.",)
    error = np.std(rows, axis=0) / np.sqrt(200)
    assert np.all(np.abs(np.mean(rows, axis=0) - exact) <= 6 * error + 1e-12)


@pytest.mark.parametrize("name", ["closeness", "betweenness"])
def test_progress_can_stop_the_work(name: str) -> None:
    def stop(fraction: float, text: str) -> None:
        assert 0.0 <= fraction <= 1.0
        assert text
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        getattr(centralities, name)(LARGER, rng=rng(), progress=stop)


def test_progress_can_stop_the_eigenvector() -> None:
    def stop(fraction: float, text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        centralities.eigenvector(LARGER, debias=False, progress=stop)


def test_pagerank_is_stationary_to_the_last_digits(edge_case_graph: Graph) -> None:
    graph = edge_case_graph
    x = centralities.pagerank(graph)
    share = np.divide(x, graph.degrees, out=np.zeros(graph.n), where=graph.degrees > 0)
    restart = 0.15 * x.sum() + 0.85 * x[graph.degrees == 0].sum()
    moved = 0.85 * (graph.adjacency() @ share) + restart / max(graph.n, 1)
    assert np.abs(moved - x).sum() < 1e-11
    assert x.sum() == pytest.approx(1.0 if graph.n else 0.0, abs=1e-11)
