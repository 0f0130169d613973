"""Farthest-point landmarks against their definition."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from graphdp_core.analyses.point_clouds.filtrations import alpha_pairs
from graphdp_core.analyses.point_clouds.landmarks import landmarks
from graphdp_core.arrays import Floats
from graphdp_core.metrics.diagrams import bottleneck


def cloud(n: int, d: int, *, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).normal(size=(n, d))


def test_landmarks_are_the_farthest_points_and_do_not_depend_on_a_draw() -> None:
    points = cloud(500, 3)
    chosen, radius = landmarks(points, count=50)
    again, _ = landmarks(points, count=50)
    np.testing.assert_array_equal(chosen, again)
    assert chosen[0] == 0
    assert len(set(chosen.tolist())) == 50
    distances = cdist(points, points)
    for k in range(1, 50):
        assert chosen[k] == distances[:, chosen[:k]].min(axis=1).argmax()
    assert radius == pytest.approx(distances[:, chosen].min(axis=1).max())


def test_landmarks_stop_when_all_places_are_taken() -> None:
    points = np.repeat(np.arange(4.0)[:, None], 5, axis=0)
    chosen, radius = landmarks(points, count=10)
    assert points[chosen, 0].tolist() == [0.0, 3.0, 1.0, 2.0]
    assert radius == 0.0
    with pytest.raises(ValueError, match="count must be an integer from 1, got 0"):
        landmarks(points, count=0)


def test_landmarks_move_the_diagram_by_at_most_the_covering_radius() -> None:
    points = cloud(800, 2)
    chosen, radius = landmarks(points, count=200)
    full, few = (alpha_pairs(p, max_homology=1) for p in (points, points[chosen]))
    for k in (0, 1):
        assert bottleneck(full[k], few[k]).distance <= radius


def test_landmarks_report_progress_and_can_be_stopped() -> None:
    class Stop(Exception):
        pass

    def stop(fraction: float, text: str) -> None:
        assert 0.0 <= fraction <= 1.0
        raise Stop

    with pytest.raises(Stop):
        landmarks(cloud(100, 2), count=10, progress=stop)
