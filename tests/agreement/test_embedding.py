"""Embeddings: dense eigendecompositions, scipy's Procrustes, neighbours by full sorting."""

import numpy as np
import pytest
from agreement.independent import (
    CASES,
    comparison,
    distances,
    graph,
    leading,
    matrix,
    points,
    signal,
)
from scipy.linalg import orthogonal_procrustes
from scipy.stats import norm
from sklearn.manifold import trustworthiness

import graphdp_core as gdp

pytestmark = pytest.mark.long  # each part has tests of its own that are quick

NAMES = list(CASES)


def _same_up_to_rotation(found: np.ndarray, expected: np.ndarray, tolerance: float) -> None:
    """Equal inner products; eigenvectors of one eigenvalue may turn freely."""
    assert found.shape == expected.shape
    assert found @ found.T == pytest.approx(expected @ expected.T, abs=tolerance)


def _laplacian(a: np.ndarray, degrees: np.ndarray) -> np.ndarray:
    roots = np.array([1 / np.sqrt(d) if d > 0 else 0.0 for d in degrees])
    return roots[:, None] * a * roots[None, :]


def _by_value(dense: np.ndarray, d: int) -> np.ndarray:
    values, vectors = np.linalg.eigh(dense)
    values, vectors = values[::-1][:d], vectors[:, ::-1][:, :d]
    return vectors * np.sqrt(np.abs(values))


def _elbow(scree: np.ndarray) -> int:
    """The split of largest normal likelihood, the two halves sharing one variance."""
    best, place = -np.inf, 1
    for q in range(1, len(scree)):
        means = np.where(np.arange(len(scree)) < q, scree[:q].mean(), scree[q:].mean())
        likelihood = norm.logpdf(scree, means, np.sqrt(np.mean((scree - means) ** 2))).sum()
        if likelihood > best:
            best, place = likelihood, q
    return place


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("d", [1, 3])
def test_points_are_dense_eigenvectors(name: str, d: int) -> None:
    c = comparison(name, "spectral", (("dimension", d),))
    for result, dense in ((c.baseline, matrix(graph(name))), (c.private, signal(name, c.release))):
        values = leading(dense, d)[0]
        assert sorted(result.values) == pytest.approx(sorted(values))
        assert result.signature == (int((values > 0).sum()), int((values < 0).sum()))
        spectrum = np.sort(np.abs(np.linalg.eigvalsh(dense)))[::-1][:20]
        assert np.abs(result.scree) == pytest.approx(spectrum)
        _same_up_to_rotation(result.points, points(dense, d), 1e-8)


@pytest.mark.parametrize("name", NAMES)
def test_the_automatic_dimension_is_the_elbow_of_zhu_and_ghodsi(name: str) -> None:
    c = comparison(name, "spectral")
    for result, dense in ((c.baseline, matrix(graph(name))), (c.private, signal(name, c.release))):
        scree = np.sort(np.abs(np.linalg.eigvalsh(dense)))[::-1][:20]
        d = _elbow(scree)
        d += _elbow(scree[1:]) if d == 1 else 0
        assert result.points.shape[1] == min(max(d, 2), 10)


@pytest.mark.parametrize("name", NAMES)
def test_laplacian_points_are_dense_eigenvectors(name: str) -> None:
    d = 4  # as many as the disconnected graph has components: the value 1 is taken whole
    c = comparison(name, "spectral", (("dimension", d), ("matrix", "laplacian")))
    true = matrix(graph(name))
    _same_up_to_rotation(c.baseline.points, _by_value(_laplacian(true, true.sum(axis=1)), d), 1e-8)
    a = signal(name, c.release)
    degrees = a.sum(axis=1)
    pi, n = c.release.noise.false_positive_rate, c.release.n
    if pi < 0.5:
        degrees = np.maximum(degrees, max(1, 2 * np.sqrt(pi * (1 - pi) * n) / (1 - 2 * pi)))
    _same_up_to_rotation(c.private.points, _by_value(_laplacian(a, degrees), d), 1e-8)


def _raw(name: str) -> gdp.Comparison:
    return comparison(name, "spectral", (("dimension", 3), ("correction", "raw")))


@pytest.mark.parametrize("name", NAMES)
def test_without_correction_the_release_itself_is_embedded(name: str) -> None:
    c = _raw(name)
    _same_up_to_rotation(c.private.points, points(matrix(c.release), 3), 1e-8)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("d", [0, 3])
def test_position_errors_are_those_of_scipys_procrustes(name: str, d: int) -> None:
    c = comparison(name, "spectral", (("dimension", d),))
    true, noisy = c.baseline.points, c.private.points
    width = max(true.shape[1], noisy.shape[1])
    true, noisy = (np.pad(x, ((0, 0), (0, width - x.shape[1]))) for x in (true, noisy))
    turn, _ = orthogonal_procrustes(noisy, true)
    misses = np.linalg.norm(noisy @ turn - true, axis=1)
    size = np.linalg.norm(true) / np.sqrt(len(true))
    assert c.metrics["procrustes_error"] == pytest.approx(np.sqrt(np.mean(misses**2)) / size)
    assert c.metrics["two_to_infinity_error"] == pytest.approx(misses.max() / size)
    u, v = true[:, 0], noisy[:, 0]
    cosine = abs(u @ v) / np.linalg.norm(u) / np.linalg.norm(v)
    assert c.metrics["leading_cosine"] == pytest.approx(cosine)


def test_neighbourhoods_agree_with_full_sorting_and_with_sklearn() -> None:
    """On a graph without nodes at one place, where no two distances are equal."""
    c = comparison("sbm", "spectral", (("dimension", 3),))
    nearest = []
    for cloud in (c.baseline.points, c.private.points):
        apart = distances(cloud) + np.diag(np.full(len(cloud), np.inf))
        assert apart.min() > 1e-6
        nearest.append([set(row[:10]) for row in np.argsort(apart, axis=1)])
    shared = np.mean([len(a & b) / 10 for a, b in zip(*nearest, strict=True)])
    assert c.metrics["neighbour_overlap"] == pytest.approx(shared)
    expected = trustworthiness(c.baseline.points, c.private.points, n_neighbors=10)
    assert c.metrics["trustworthiness"] == pytest.approx(expected)


@pytest.mark.parametrize("name", ["karate", "les_miserables", "disconnected"])
def test_trustworthiness_counts_only_strictly_nearer_points(name: str) -> None:
    """Graphs with nodes at one place, where a ranking must break ties."""
    c = comparison(name, "spectral", (("dimension", 3),))
    n = c.graph.n
    apart, noisy = distances(c.baseline.points), distances(c.private.points)
    penalty = 0
    for i in range(n):
        others = [j for j in range(n) if j != i]
        nearest = sorted(others, key=lambda j: (noisy[i, j].round(7), j))[:10]
        for j in nearest:
            rank = 1 + sum(apart[i, x] < apart[i, j] - 1e-7 for x in others)
            penalty += max(0, rank - 10)
    expected = 1 - 2 * penalty / (n * 10 * (2 * n - 31))
    assert c.metrics["trustworthiness"] == pytest.approx(expected, abs=2e-3)


def test_facebook_agrees_with_arpack_in_double_precision(data_dir: object) -> None:
    from scipy.sparse.linalg import LinearOperator, eigsh

    g = gdp.load_graph("ego-facebook")
    embed = gdp.analysis("spectral", dimension=4)
    c = gdp.compare(g, gdp.mechanism("edge_flip"), embed, epsilon=5.0, seed=2)
    pi = 1 / (1 + np.exp(5.0))
    a = c.release.adjacency()
    operator = LinearOperator(
        a.shape, matvec=lambda x: (a @ x - pi * (x.sum() - x)) / (1 - 2 * pi), dtype=np.float64
    )
    for result, m in ((c.baseline, g.adjacency()), (c.private, operator)):
        values, vectors = eigsh(m, k=4, which="LM", tol=1e-10)
        assert sorted(result.values) == pytest.approx(sorted(values), rel=1e-4)
        exact = vectors * np.sqrt(np.abs(values))
        turn, _ = orthogonal_procrustes(result.points, exact)
        assert np.abs(result.points @ turn - exact).max() < 2e-3 * np.abs(exact).max()
