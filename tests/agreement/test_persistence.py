"""Persistence: gudhi on the same points, distances by brute force over all matchings' graph."""

import math

import numpy as np
import pytest
from agreement.independent import CASES, comparison, graph, matrix, points, signal
from gudhi import AlphaComplex, RipsComplex
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

pytestmark = pytest.mark.long  # each part has tests of its own that are quick

Bars = np.ndarray

NAMES = list(CASES)


def _alpha(cloud: np.ndarray) -> list[Bars]:
    tree = AlphaComplex(points=cloud, precision="exact").create_simplex_tree()
    tree.compute_persistence(persistence_dim_max=True)
    return [np.sqrt(tree.persistence_intervals_in_dimension(k)) for k in (0, 1)]


def _rips(cloud: np.ndarray) -> list[Bars]:
    tree = RipsComplex(points=cloud).create_simplex_tree(max_dimension=2)
    tree.compute_persistence()
    return [tree.persistence_intervals_in_dimension(k) for k in (0, 1)]


def _long(bars: Bars, size: float) -> list[tuple[float, float]]:
    """Without bars that are rounding: points that coincide, cells that are cocircular."""
    return sorted((b, d) for b, d in bars.reshape(-1, 2).tolist() if d - b > 1e-7 * size)


def _costs(a: Bars, b: Bars) -> np.ndarray:
    """l_inf costs of the finite bars; a bar may go to the diagonal, and diagonals cost nothing."""
    n, m = len(a), len(b)
    costs = np.zeros((n + m, n + m))
    costs[:n, :m] = np.abs(a[:, None, :] - b[None, :, :]).max(axis=2)
    costs[:n, m:] = ((a[:, 1] - a[:, 0]) / 2)[:, None]
    costs[n:, :m] = ((b[:, 1] - b[:, 0]) / 2)[None, :]
    return costs


def _finite(bars: Bars) -> Bars:
    return bars[np.isfinite(bars[:, 1])]


def _bottleneck(a: Bars, b: Bars) -> float:
    costs = _costs(_finite(a), _finite(b))
    levels, low, high = np.unique(costs), 0, len(np.unique(costs)) - 1
    if not len(levels):
        return 0.0
    while low < high:
        middle = (low + high) // 2
        allowed = csr_matrix(costs <= levels[middle])
        if (maximum_bipartite_matching(allowed) >= 0).all():
            high = middle
        else:
            low = middle + 1
    return float(levels[low])


def _wasserstein(a: Bars, b: Bars) -> float:
    costs = _costs(_finite(a), _finite(b))
    return float(costs[linear_sum_assignment(costs)].sum())


def _lengths(bars: Bars) -> list[float]:
    finite = _finite(bars)
    return sorted((finite[:, 1] - finite[:, 0]).tolist(), reverse=True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("complex", ["alpha", "rips"])
def test_diagrams_are_those_of_gudhi(name: str, complex: str) -> None:
    c = comparison(name, "persistence", (("complex", complex),))
    compute = _alpha if complex == "alpha" else _rips
    for result, dense in ((c.baseline, matrix(graph(name))), (c.private, signal(name, c.release))):
        cloud = result.points
        assert cloud @ cloud.T == pytest.approx(points(dense, 3) @ points(dense, 3).T, abs=1e-7)
        size = float(np.abs(cloud).max())
        for found, expected in zip(result.pairs, compute(cloud), strict=True):
            ours, theirs = _long(found, size), _long(expected, size)
            assert len(ours) == len(theirs)
            assert np.allclose(ours, theirs, rtol=1e-6, atol=1e-7 * size)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("complex", ["alpha", "rips"])
def test_distances_are_those_of_brute_force(name: str, complex: str) -> None:
    c = comparison(name, "persistence", (("complex", complex),))
    for k in (0, 1):
        a, b = c.baseline.pairs[k], c.private.pairs[k]
        assert np.isinf(a[:, 1]).sum() == np.isinf(b[:, 1]).sum() == (k == 0)
        distance = _bottleneck(a, b)
        assert c.metrics[f"bottleneck_h{k}"] == pytest.approx(distance, rel=1e-9)
        assert c.metrics[f"wasserstein_h{k}"] == pytest.approx(_wasserstein(a, b), rel=1e-7)
        longest = _lengths(a)[:1]
        expected = 2 * distance / longest[0] if longest else math.nan
        assert c.metrics[f"normalised_h{k}"] == pytest.approx(expected, nan_ok=True)
    bars = _lengths(c.private.pairs[1])
    if bars:
        runner_up = bars[1] / bars[0] if len(bars) > 1 else 0.0
        assert c.metrics["runner_up_h1"] == pytest.approx(runner_up)
    assert math.isnan(c.metrics["bottleneck_h2"])


@pytest.mark.parametrize("name", NAMES)
def test_a_bar_that_the_finding_calls_surviving_has_a_partner(name: str) -> None:
    """With x the normalised distance, some private loop has at least 1 - x of the length."""
    c = comparison(name, "persistence")
    true, noisy = _lengths(c.baseline.pairs[1]), _lengths(c.private.pairs[1])
    lost = c.metrics["normalised_h1"]
    if true and lost < 1:
        assert noisy[0] >= (1 - lost) * true[0] * (1 - 1e-9)
        assert f"{1 - lost:.0%}" in c.finding
    elif true:
        assert "may be lost" in c.finding


@pytest.mark.parametrize("name", ["karate", "sbm"])
def test_voids_are_those_of_gudhi_too(name: str) -> None:
    c = comparison(name, "persistence", (("max_homology", 2),))
    for result in (c.baseline, c.private):
        tree = AlphaComplex(points=result.points, precision="exact").create_simplex_tree()
        tree.compute_persistence(persistence_dim_max=True)
        expected = np.sqrt(tree.persistence_intervals_in_dimension(2))
        size = float(np.abs(result.points).max())
        assert np.allclose(_long(result.pairs[2], size), _long(expected, size), rtol=1e-6)
    distance = _bottleneck(c.baseline.pairs[2], c.private.pairs[2])
    assert c.metrics["bottleneck_h2"] == pytest.approx(distance, rel=1e-9)
