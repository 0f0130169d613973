"""Which nodes a point of a diagram stems from: clumps and loops that were put there are found."""

import numpy as np
import pytest

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.point_clouds.feature_nodes import MOST_LOOPS, NONE, feature_nodes

COMPLEXES = ("alpha", "rips", "dtm")
MASS = 0.05


def circle(n, *, radius=1.0, at=(0.0, 0.0), seed=0):
    rng = np.random.default_rng(seed)
    angle = 2 * np.pi * (np.arange(n) + 0.3 * rng.random(n)) / n
    return np.column_stack([np.cos(angle), np.sin(angle)]) * radius + np.array(at)


def told(points, complex, **choices):
    diagram = Persistence(complex=complex, mass=MASS, **choices).diagram(points)
    return diagram, feature_nodes(diagram, mass=MASS)


def longest(diagram, k):
    pairs = diagram.pairs[k]
    life = np.where(np.isfinite(pairs[:, 1]), pairs[:, 1] - pairs[:, 0], -np.inf)
    return int(life.argmax())


@pytest.mark.parametrize("complex", COMPLEXES)
def test_the_longest_loop_is_the_circle_and_not_the_clump_beside_it(complex):
    clump = np.random.default_rng(1).normal(size=(30, 2)) * 0.05 + np.array([3.0, 0.0])
    points = np.concatenate([clump, circle(40)])
    diagram, nodes = told(points, complex)
    found = nodes[1][longest(diagram, 1)]
    assert found.min() >= 30
    angles = np.sort(np.arctan2(points[found, 1], points[found, 0]))
    gaps = np.diff(np.append(angles, angles[0] + 2 * np.pi))
    assert gaps.max() < 4 * 2 * np.pi / 40, "it goes all the way around"


@pytest.mark.parametrize("complex", COMPLEXES)
def test_each_of_two_loops_has_its_own_nodes(complex):
    points = np.concatenate([circle(30), circle(40, radius=2.0, at=(5.0, 0.0))])
    diagram, nodes = told(points, complex)
    pairs = diagram.pairs[1]
    larger, smaller = np.argsort(pairs[:, 0] - pairs[:, 1])[:2]
    assert nodes[1][larger].min() >= 30
    assert nodes[1][smaller].max() < 30


@pytest.mark.parametrize("complex", COMPLEXES)
def test_a_clump_that_joins_last_is_told_whole(complex):
    rng = np.random.default_rng(3)
    points = rng.normal(size=(50, 2))
    points[:12] += np.array([30.0, 0.0])
    diagram, nodes = told(points, complex)
    assert nodes[0][longest(diagram, 0)].tolist() == list(range(12))


@pytest.mark.parametrize("complex", COMPLEXES)
def test_two_points_that_join_first_are_one_of_them(complex):
    points = np.array([[0.0, 0.0], [0.1, 0.0], [5.0, 0.0], [9.0, 1.0]])
    diagram, nodes = told(points, complex)
    first = int(np.argmin(diagram.pairs[0][:, 1]))
    assert len(nodes[0][first]) == 1
    assert nodes[0][first][0] in (0, 1)


def test_landmarks_are_named_by_their_nodes():
    points = np.concatenate([np.zeros((30, 2)), circle(30)])
    diagram, nodes = told(points, "rips", max_points=20)
    assert diagram.nodes is not None
    found = nodes[1][longest(diagram, 1)]
    assert found.min() >= 30
    assert set(found) <= set(diagram.nodes.tolist())


def test_every_loop_is_a_closed_walk_of_edges_no_longer_than_its_birth():
    points = np.random.default_rng(5).random((80, 2))
    diagram, nodes = told(points, "rips")
    for (birth, _), found in zip(diagram.pairs[1], nodes[1], strict=True):
        if len(found):
            near = np.linalg.norm(points[found][:, None] - points[found][None], axis=2)
            degree = (near <= birth * (1 + 1e-12)).sum(axis=1) - 1
            assert len(found) >= 3
            assert degree.min() >= 2


def test_only_the_longest_are_told_and_nothing_of_huge_clouds():
    rng = np.random.default_rng(7)
    _, nodes = told(rng.random((900, 2)), "alpha")
    assert sum(len(found) > 0 for found in nodes[1]) == MOST_LOOPS < len(nodes[1])
    _, none = told(rng.random((1100, 2)), "alpha", max_points=2000)
    assert all(found is NONE for k in none for found in k)


@pytest.mark.parametrize("points", [np.empty((0, 2)), np.zeros((1, 2)), np.zeros((5, 2))])
def test_clouds_without_features_tell_nothing(points):
    _, nodes = told(points, "auto")
    assert all(len(found) == 0 for k in nodes for found in k)
