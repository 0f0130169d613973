"""Metrics between embeddings, against scikit-learn and brute force."""

from functools import partial

import numpy as np
import pytest
import sklearn.manifold
from sklearn.neighbors import NearestNeighbors

from graphdp_core.kernels.neighbours import nearest_neighbours
from graphdp_core.metrics import embedding
from graphdp_core.metrics.embedding import (
    leading_cosine,
    neighbour_overlap,
    procrustes_error,
    query_rows,
    trustworthiness,
    two_to_infinity_error,
)
from graphdp_core.progress import Progress


def _clouds(n: int, d: int, noise: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n)
    points = rng.normal(size=(n, d))
    return points, points + noise * rng.normal(size=(n, d))


@pytest.mark.parametrize(("n", "d", "k"), [(30, 1, 5), (200, 3, 10), (500, 6, 12)])
@pytest.mark.parametrize("noise", [0.1, 3.0])
def test_trustworthiness_equals_scikit_learns(n, d, k, noise):
    baseline, private = _clouds(n, d, noise)
    expected = sklearn.manifold.trustworthiness(baseline, private, n_neighbors=k)
    assert trustworthiness(baseline, private, k=k) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("n", "d"), [(30, 1), (200, 3), (400, 8)])
def test_neighbour_overlap_equals_brute_force(n, d):
    clouds = _clouds(n, d, 0.5)
    sets = [
        NearestNeighbors(n_neighbors=10).fit(points).kneighbors(return_distance=False)
        for points in clouds
    ]
    expected = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(*sets, strict=True)])
    assert neighbour_overlap(*clouds) == pytest.approx(expected)


def test_sampled_overlap_is_near_the_full_one():
    clouds = _clouds(6000, 3, 0.2)
    full = neighbour_overlap(*clouds, largest=6000)
    assert neighbour_overlap(*clouds) == pytest.approx(full, abs=0.02)


def test_ties_are_not_held_against_an_embedding():
    twins = np.repeat(np.arange(10.0), 6)[:, None]
    assert neighbour_overlap(twins, twins) == 1.0
    assert trustworthiness(twins, twins, k=5) == 1.0


@pytest.mark.parametrize("n", [0, 1, 2])
def test_too_few_nodes_have_no_neighbours_to_compare(n):
    assert np.isnan(neighbour_overlap(np.ones((n, 2)), np.ones((n, 2))))
    assert np.isnan(trustworthiness(np.ones((n, 2)), np.ones((n, 2))))


def test_small_clouds_use_fewer_neighbours():
    baseline, private = _clouds(8, 2, 1.0)
    expected = sklearn.manifold.trustworthiness(baseline, private, n_neighbors=3)
    assert trustworthiness(baseline, private) == pytest.approx(expected)


def test_position_errors_are_in_units_of_the_target():
    target = np.array([[3.0, 0.0], [0.0, 4.0], [0.0, 0.0]])
    moved = target + np.array([[0.0, 0.0], [0.0, 0.0], [5.0, 0.0]])
    assert procrustes_error(moved, target) == pytest.approx(1.0)
    assert two_to_infinity_error(moved, target) == pytest.approx(np.sqrt(3.0))
    assert procrustes_error(10 * moved, 10 * target) == pytest.approx(1.0)


def test_position_errors_fill_missing_dimensions_with_zeros():
    assert procrustes_error(np.array([[1.0, 1.0]]), np.array([[1.0]])) == 1.0
    assert two_to_infinity_error(np.array([[1.0, 1.0]]), np.array([[1.0]])) == 1.0


@pytest.mark.parametrize("metric", [procrustes_error, two_to_infinity_error])
def test_position_errors_of_nothing_are_undefined(metric):
    assert np.isnan(metric(np.zeros((3, 2)), np.zeros((3, 2))))
    assert np.isnan(metric(np.empty((0, 2)), np.empty((0, 2))))


def test_leading_cosine_ignores_sign_and_scale():
    u = np.array([[3.0, 9.0], [4.0, 0.0]])
    assert leading_cosine(u, -7 * u) == pytest.approx(1.0)
    assert leading_cosine(u, np.array([[-4.0], [3.0]])) == pytest.approx(0.0)
    assert np.isnan(leading_cosine(u, np.zeros((2, 1))))
    assert np.isnan(leading_cosine(np.empty((2, 0)), u))


def test_query_rows_are_spread_evenly_without_repeats():
    rows = query_rows(10_007, largest=5000, sample=2000)
    assert len(np.unique(rows)) == 2000
    assert rows[0] == 0
    assert set(np.diff(rows)) == {5, 6}
    assert query_rows(7, largest=7, sample=3).tolist() == list(range(7))


def _note(told, fraction, text):
    told.append(fraction)


def test_neighbours_are_compared_in_parts_that_can_be_stopped(monkeypatch):
    points = np.random.default_rng(0).normal(size=(2, 400, 3))
    measures = (embedding.neighbour_overlap, embedding.trustworthiness)
    whole = [measure(*points) for measure in measures]
    monkeypatch.setattr(embedding, "_PAIRS_AT_ONCE", 400 * 30)
    for measure, expected in zip(measures, whole, strict=True):
        told: list[float] = []
        noted = Progress(partial(_note, told))
        assert measure(*points, progress=noted) == expected
        assert len(told) > 20
        assert told == sorted(told)

    def stop(fraction, text):
        if fraction > 0.5:
            raise InterruptedError(text)

    for measure in measures:
        with pytest.raises(InterruptedError, match="comparing neighbours"):
            measure(*points, progress=Progress(stop))


@pytest.mark.parametrize("n", [3000, 6000])
def test_both_measures_ask_for_each_embedding_once(n, monkeypatch):
    rng = np.random.default_rng(0)
    clouds = rng.normal(size=(n, 2)), rng.normal(size=(n, 2))
    together = neighbour_overlap(*clouds), trustworthiness(*clouds)
    rows = []

    def counted(coordinates, some, k):
        rows.append(len(some))
        return nearest_neighbours(coordinates, some, k)

    embedding._table.cache_clear()
    monkeypatch.setattr(embedding, "nearest_neighbours", counted)
    assert (neighbour_overlap(*clouds), trustworthiness(*clouds)) == together
    assert rows == [min(n, 2000) if n > 5000 else n] * 2
