"""Communities: scores against sklearn and networkx, searches against other searches."""

import math

import networkx as nx
import numpy as np
import pytest
from agreement.independent import CASES, comparison, graph, matrix, plain, signal
from gudhi.clustering.tomato import Tomato
from scipy.optimize import linear_sum_assignment
from sklearn.cluster import KMeans
from sklearn.metrics import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    confusion_matrix,
    normalized_mutual_info_score,
)

import graphdp_core as gdp
from graphdp_core.metrics import partitions

pytestmark = pytest.mark.long  # each part has tests of its own that are quick

NAMES = list(CASES)
METHODS = ["louvain", "spectral_clustering", "tomato"]


def _groups(labels: np.ndarray) -> list[set[int]]:
    return [set(np.flatnonzero(labels == k).tolist()) for k in np.unique(labels)]


def _f1(a: list[set[int]], b: list[set[int]]) -> float:
    def one_way(a: list[set[int]], b: list[set[int]]) -> float:
        return float(np.mean([max(2 * len(x & y) / (len(x) + len(y)) for y in b) for x in a]))

    return (one_way(a, b) + one_way(b, a)) / 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("method", METHODS)
def test_scores_are_those_of_sklearn_and_networkx(name: str, method: str) -> None:
    c = comparison(name, method)
    a, b = c.baseline.labels, c.private.labels
    true = graph(name).to_networkx()  # with weights, where the graph has them
    sizes = np.bincount(b)
    known = graph(name).labels
    expected = {
        "ari": adjusted_rand_score(a, b),
        "ami": adjusted_mutual_info_score(a, b),
        "nmi": normalized_mutual_info_score(a, b),
        "f1": _f1(_groups(a), _groups(b)),
        "modularity_private": nx.community.modularity(true, _groups(b)),
        "modularity_baseline": nx.community.modularity(true, _groups(a)),
        "communities_private": len(sizes),
        "communities_baseline": len(np.unique(a)),
        "singletons_and_pairs": sizes[sizes <= 2].sum() / sizes.sum(),
        "ari_labels_private": math.nan if known is None else adjusted_rand_score(known, b),
        "ari_labels_baseline": math.nan if known is None else adjusted_rand_score(known, a),
        "f1_labels_private": math.nan if known is None else _f1(_groups(known), _groups(b)),
        "f1_labels_baseline": math.nan if known is None else _f1(_groups(known), _groups(a)),
    }
    assert c.metrics == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("name", NAMES)
def test_matched_communities_share_as_many_nodes_as_any_matching_can(name: str) -> None:
    c = comparison(name, "louvain")
    a, b = c.baseline.labels, c.private.labels
    matched = partitions.match_labels(a, b)
    table = confusion_matrix(a, b)
    best = table[linear_sum_assignment(table, maximize=True)].sum()
    assert (matched == a).sum() == best
    assert adjusted_rand_score(matched, b) == 1.0
    shown = partitions.confusion_matrix(a, matched)
    counts = confusion_matrix(a, matched, labels=np.arange(1 + max(a.max(), matched.max())))
    assert shown.counts.tolist() == counts[np.ix_(shown.rows, shown.columns)].tolist()


@pytest.mark.parametrize("name", NAMES)
def test_louvain_is_as_good_as_that_of_networkx(name: str) -> None:
    g = graph(name).to_networkx()
    best = max(
        nx.community.modularity(g, nx.community.louvain_communities(g, seed=s)) for s in range(10)
    )
    assert comparison(name, "louvain").metrics["modularity_baseline"] > best - 0.02


def _modularity(a: np.ndarray, labels: np.ndarray) -> float:
    """Of an estimated matrix; degrees below 0 count as 0."""
    degrees = np.maximum(a.sum(axis=1), 0)
    total = degrees.sum()
    same = labels[:, None] == labels[None, :]
    return float(((a - np.outer(degrees, degrees) / total) * same).sum() / total)


@pytest.mark.parametrize("name", [n for n in NAMES if n != "pure noise"])
def test_private_louvain_maximises_the_modularity_of_the_estimated_matrix(name: str) -> None:
    """No partition that others find is clearly better in what it is meant to maximise."""
    c = comparison(name, "louvain")
    a = signal(name, c.release)
    noisy = plain(c.release)
    rivals = [c.baseline.labels]
    for seed in range(10):
        labels = np.zeros(c.release.n, dtype=int)
        for k, members in enumerate(nx.community.louvain_communities(noisy, seed=seed)):
            labels[list(members)] = k
        rivals.append(labels)
    assert _modularity(a, c.private.labels) > max(_modularity(a, r) for r in rivals) - 0.02


def _directions(dense: np.ndarray, k: int) -> np.ndarray:
    values, vectors = np.linalg.eigh(dense)
    order = np.argsort(-np.abs(values), kind="stable")[:k]
    cloud = vectors[:, order] * np.sqrt(np.abs(values[order]))
    lengths = np.linalg.norm(cloud, axis=1, keepdims=True)
    return np.where(lengths > 0, cloud / np.where(lengths > 0, lengths, 1), 0)


def _inertia(cloud: np.ndarray, labels: np.ndarray) -> float:
    return float(
        sum(
            ((cloud[labels == k] - cloud[labels == k].mean(axis=0)) ** 2).sum() for k in set(labels)
        )
    )


@pytest.mark.parametrize("name", ["karate", "les_miserables", "sbm", "moons"])
def test_spectral_clusters_are_as_tight_as_kmeans_of_dense_eigenvectors(name: str) -> None:
    c = comparison(name, "spectral_clustering")
    for result, dense in ((c.baseline, matrix(graph(name))), (c.private, signal(name, c.release))):
        sizes = np.sort(np.abs(np.linalg.eigvalsh(dense)))[::-1][:20]
        k = 2 + int(np.argmax(sizes[1:-1] - sizes[2:]))
        assert result.k == k
        cloud = _directions(dense, k)
        best = KMeans(k, n_init=20, random_state=1).fit(cloud).inertia_
        assert _inertia(cloud, result.labels) < best * 1.02 + 1e-9


@pytest.mark.parametrize(("clusters", "k"), [(3, 11), (5, 4), (6, 4)])
def test_tomato_is_that_of_gudhi_on_the_same_points(clusters: int, k: int) -> None:
    """On a graph without nodes at one place."""
    parameters = (("clusters", clusters), ("dimension", 3), ("neighbours", k))
    c = comparison("sbm", "tomato", parameters)
    for result, dense in (
        (c.baseline, matrix(graph("sbm"))),
        (c.private, signal("sbm", c.release)),
    ):
        direct = Tomato(
            graph_type="knn", density_type="logDTM", k=k, k_DTM=k, q=2, n_clusters=clusters
        )
        labels = direct.fit_predict(_directions(dense, 3))
        assert result.k == clusters
        assert adjusted_rand_score(labels, result.labels) == 1.0


def test_facebook_agrees_with_sklearn_and_sparse_modularity(data_dir: object) -> None:
    g = gdp.load_graph("ego-facebook")
    c = gdp.compare(g, gdp.mechanism("edge_flip"), gdp.analysis("louvain"), epsilon=6.0, seed=2)
    a, b = c.baseline.labels, c.private.labels
    assert c.metrics["ari"] == pytest.approx(adjusted_rand_score(a, b))
    assert c.metrics["ami"] == pytest.approx(adjusted_mutual_info_score(a, b))
    assert c.metrics["nmi"] == pytest.approx(normalized_mutual_info_score(a, b))
    u, v = g.edges.T
    for labels, key in ((a, "modularity_baseline"), (b, "modularity_private")):
        volume = np.bincount(labels[u], minlength=4039) + np.bincount(labels[v], minlength=4039)
        expected = np.mean(labels[u] == labels[v]) - np.sum((volume / (2 * g.m)) ** 2)
        assert c.metrics[key] == pytest.approx(expected)
    assert c.metrics["modularity_baseline"] > 0.83  # networkx's own search ends at 0.834 to 0.836
