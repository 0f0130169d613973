"""Centrality: six measures against networkx and dense sums; rankings against naive counting."""

import math

import networkx as nx
import numpy as np
import pytest
from agreement.independent import CASES, comparison, graph, plain, signal
from scipy.stats import kendalltau, spearmanr

import graphdp_core as gdp

NAMES = list(CASES)
CONNECTED = ["karate", "les_miserables", "sbm"]
SCORES = ["degree", "eigenvector", "laplacian", "closeness", "betweenness", "pagerank"]


def _comparison(name: str, score: str, *, debias: bool = True) -> gdp.Comparison:
    return comparison(name, "centrality", (("score", score), ("debias", debias)))


def _eigenvector(dense: np.ndarray) -> np.ndarray:
    """Projection of (1, ..., 1) on the leading eigenspace, at length 1, its sum positive."""
    values, vectors = np.linalg.eigh(dense)
    top = vectors[:, values > values[-1] - 1e-8]
    vector = top @ top.T @ np.ones(len(dense))
    return vector / np.linalg.norm(vector)


def _by_networkx(g: nx.Graph, score: str) -> np.ndarray:
    values = {
        "degree": lambda: dict(g.degree()),
        "eigenvector": lambda: dict(enumerate(_eigenvector(nx.to_numpy_array(g)))),
        "laplacian": lambda: nx.laplacian_centrality(g, normalized=False),
        "closeness": lambda: nx.closeness_centrality(g),
        "betweenness": lambda: nx.betweenness_centrality(g),
        "pagerank": lambda: nx.pagerank(g, tol=1e-14, max_iter=1000),
    }[score]()
    return np.array([values[i] for i in range(len(g))], dtype=float)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("score", SCORES)
def test_scores_are_those_of_networkx(name: str, score: str) -> None:
    c = _comparison(name, score, debias=False)
    for result, g in ((c.baseline, graph(name)), (c.private, c.release)):
        assert result.values == pytest.approx(_by_networkx(plain(g), score), rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("name", CONNECTED)
def test_eigenvector_is_also_that_of_networkx(name: str) -> None:
    values = nx.eigenvector_centrality_numpy(plain(graph(name)))
    found = _comparison(name, "eigenvector").baseline.values
    assert found == pytest.approx([values[i] for i in range(len(found))], abs=1e-8)


def _laplacian(a: np.ndarray) -> np.ndarray:
    """d^2 + d + 2 (sum of neighbours' degrees), every square of a cell replaced by the cell."""
    n = len(a)
    d = a.sum(axis=1)
    pairs = np.array([d[i] ** 2 - (a[i] ** 2).sum() for i in range(n)])
    paths = np.array([sum(a[i, j] * (d[j] - a[j, i]) for j in range(n)) for i in range(n)])
    return pairs + d + d + 2 * (d + paths)


@pytest.mark.parametrize("name", [n for n in NAMES if n != "pure noise"])
def test_corrected_scores_are_dense_sums_over_the_estimated_matrix(name: str) -> None:
    a = signal(name, _comparison(name, "degree").release)
    assert _comparison(name, "degree").private.values == pytest.approx(a.sum(axis=1))
    assert _comparison(name, "laplacian").private.values == pytest.approx(_laplacian(a))
    found = _comparison(name, "eigenvector").private.values
    assert found == pytest.approx(_eigenvector(a), abs=1e-8)
    for score in ("closeness", "betweenness", "pagerank"):
        raw = _comparison(name, score, debias=False).private.values
        assert _comparison(name, score).private.values.tolist() == raw.tolist()


def _order(scores: np.ndarray) -> list[int]:
    return sorted(range(len(scores)), key=lambda i: (-scores[i], i))


def _tau_b(a: np.ndarray, b: np.ndarray) -> float:
    x, y = (np.sign(s[:, None] - s[None, :]) for s in (a, b))
    return float((x * y).sum() / np.sqrt((x**2).sum() * (y**2).sum()))


def _overlap(a: np.ndarray, b: np.ndarray, k: int) -> float:
    """Nodes in both tops of k: by counts of the equals that get a place on each side."""
    tops = []
    for scores in (a, b):
        last = sorted(scores)[-k]
        sure = {i for i, x in enumerate(scores) if x > last}
        tops.append((sure, {i for i, x in enumerate(scores) if x == last}, k - len(sure)))
    (sure, tied, places), (also, too, room) = tops
    common = len(sure & also) + len(tied & also) * places / len(tied)
    common += len(sure & too) * room / len(too)
    c = len(tied & too)

    def chances(size: int, drawn: int) -> list[float]:
        return [math.comb(c, x) * math.comb(size - c, drawn - x) / math.comb(size, drawn)
                for x in range(min(c, drawn) + 1)]  # fmt: skip

    one, two = chances(len(tied), places), chances(len(too), room)
    return common + sum(min(x, y) * p * q for x, p in enumerate(one) for y, q in enumerate(two))


def _rbo(a: np.ndarray, b: np.ndarray, p: float = 0.9) -> float:
    agreement = [_overlap(a, b, d) / d for d in range(1, min(len(a), 263) + 1)]
    weights = p ** np.arange(1, len(agreement) + 1)
    return agreement[-1] * weights[-1] + (1 - p) / p * float(agreement @ weights)


def _expected(a: np.ndarray, b: np.ndarray) -> dict[str, float]:
    true, noisy = _order(a), _order(b)
    n = len(a)
    precision = {}
    for percent in (5, 10, 15):
        k = max(1, math.floor(percent * n / 100 + 0.5))
        precision[f"precision_{percent}"] = _overlap(a, b, k) / k
    return precision | {
        "top10_kept": len(set(true[:10]) & set(noisy[:10])),
        "top10_displacement": np.mean([abs(i - noisy.index(v)) for i, v in enumerate(true[:10])]),
        "kendall": kendalltau(a, b).statistic,
        "spearman": spearmanr(a, b).statistic,
        "rbo": _rbo(a, b),
    }


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("score", SCORES)
def test_rankings_agree_with_scipy_and_naive_counting(name: str, score: str) -> None:
    c = _comparison(name, score)
    expected = _expected(c.baseline.values, c.private.values)
    assert c.metrics == pytest.approx(expected, abs=1e-9)
    tau = _tau_b(c.baseline.values, c.private.values)
    assert c.metrics["kendall"] == pytest.approx(tau, abs=1e-9)


@pytest.mark.parametrize("score", ["degree", "laplacian", "pagerank", "closeness"])
def test_facebook_agrees_with_sparse_matrices(data_dir: object, score: str) -> None:
    g = gdp.load_graph("ego-facebook")
    a = g.adjacency()
    d = np.asarray(a.sum(axis=0))
    found = gdp.analysis("centrality", score=score).run(g, rng=np.random.default_rng(0)).values
    match score:
        case "degree":
            assert found.tolist() == d.tolist()
        case "laplacian":
            assert found == pytest.approx(d**2 + d + 2 * (a @ d))
        case "pagerank":
            assert found == pytest.approx(0.85 * (a @ (found / d)) + 0.15 / g.n, rel=1e-9)
        case "closeness":
            from scipy.sparse.csgraph import shortest_path

            rows = np.arange(0, g.n, 100)
            hops = shortest_path(a, unweighted=True, indices=rows)
            assert found[rows] == pytest.approx((g.n - 1) / hops.sum(axis=1))
