"""Orthogonal alignment of two point clouds."""

import numpy as np
import pytest
from scipy.linalg import orthogonal_procrustes
from scipy.spatial.transform import Rotation

from graphdp_core.spectra.alignment import procrustes


def test_procrustes_undoes_a_rotation_and_a_reflection():
    points = np.random.default_rng(0).normal(size=(50, 3))
    turned = points @ (Rotation.random(rng=np.random.default_rng(1)).as_matrix() * [1, 1, -1])
    np.testing.assert_allclose(procrustes(turned, points), points, atol=1e-12)


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
