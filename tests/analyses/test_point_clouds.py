"""Persistence pairs of point clouds with known shape, and gudhi's own results.

Which nodes a point of a diagram stems from: clumps and loops that were put there are found.

Farthest-point landmarks against their definition.
"""

import math
from collections.abc import Callable

import gudhi
import numpy as np
import pytest
from gudhi.sklearn.rips_persistence import RipsPersistence
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial.distance import cdist

import graphdp_core as gdp
from graphdp_core.analyses import point_clouds as filtrations
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.point_clouds import (
    MOST_LOOPS,
    NONE,
    alpha_pairs,
    distance_to_measure,
    dtm_rips_pairs,
    feature_nodes,
    landmarks,
    rips_pairs,
)
from graphdp_core.arrays import Floats
from graphdp_core.metrics.diagrams import bottleneck


def dtm_pairs(points: Floats, *, max_homology: int) -> tuple[Floats, ...]:
    return dtm_rips_pairs(points, max_homology=max_homology, mass=0.1)


FILTRATIONS = (alpha_pairs, rips_pairs, dtm_pairs)


def circle(n: int) -> Floats:
    angle = 2 * np.pi * np.arange(n) / n
    return np.column_stack([np.cos(angle), np.sin(angle)])


def cloud(n: int, d: int, *, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).normal(size=(n, d))


@pytest.mark.parametrize("d", [1, 2, 3])
def test_components_of_the_alpha_complex_merge_at_half_the_spanning_tree_edges(d: int) -> None:
    points = cloud(80, d)
    edges = np.sort(minimum_spanning_tree(cdist(points, points)).data)
    deaths = alpha_pairs(points, max_homology=0)[0][:, 1]
    np.testing.assert_allclose(deaths, [*edges / 2, np.inf], rtol=1e-9)


def test_components_of_the_rips_complex_merge_at_the_spanning_tree_edges() -> None:
    points = cloud(80, 5)
    edges = np.sort(minimum_spanning_tree(cdist(points, points)).data)
    deaths = rips_pairs(points, max_homology=0)[0][:, 1]
    np.testing.assert_allclose(deaths, [*edges, np.inf], rtol=1e-12)


def test_a_circle_has_one_loop_that_dies_at_its_radius() -> None:
    # Neighbours at angle 2 pi / n are 2 sin(pi / n) apart.
    n = 300
    for scale in (1.0, 7.0):
        loops = alpha_pairs(scale * circle(n), max_homology=1)[1]
        np.testing.assert_allclose(loops, [[scale * math.sin(math.pi / n), scale]], rtol=1e-8)


def test_a_circle_under_rips_dies_at_the_inscribed_triangle() -> None:
    n = 150
    loops = rips_pairs(circle(n), max_homology=1)[1]
    np.testing.assert_allclose(loops, [[2 * math.sin(math.pi / n), math.sqrt(3)]], rtol=1e-9)


def test_a_sphere_has_one_void_of_its_radius() -> None:
    points = cloud(600, 3)
    points /= np.linalg.norm(points, axis=1)[:, None]
    voids = alpha_pairs(points, max_homology=2)[2]
    longest = voids[np.argmax(voids[:, 1] - voids[:, 0])]
    assert longest[1] == pytest.approx(1.0, rel=1e-8)
    assert longest[0] < 0.3


@pytest.mark.parametrize("pairs_of", FILTRATIONS)
def test_rotation_changes_nothing_and_scaling_scales(
    pairs_of: Callable[..., tuple[Floats, ...]],
) -> None:
    points = cloud(60, 3)
    rotation, _ = np.linalg.qr(cloud(3, 3, seed=1))
    base = pairs_of(points, max_homology=1)
    turned = pairs_of(points @ rotation, max_homology=1)
    scaled = pairs_of(4.0 * points, max_homology=1)
    for k in (0, 1):
        assert len(base[k]) > 5
        assert bottleneck(base[k], turned[k]).distance < 1e-8
        assert bottleneck(4.0 * base[k], scaled[k]).distance < 1e-8


def test_diagrams_agree_with_gudhi_used_directly() -> None:
    points = cloud(100, 3)
    tree = gudhi.AlphaComplex(points=points).create_simplex_tree()
    tree.compute_persistence()
    ours = alpha_pairs(points, max_homology=2)
    for k in range(3):
        theirs = np.sqrt(tree.persistence_intervals_in_dimension(k))
        assert bottleneck(ours[k], theirs).distance < 1e-5  # gudhi's default precision
        assert len(ours[k]) == len(theirs)  # no short bar is lost
    rips = RipsPersistence(homology_dimensions=[0, 1]).fit_transform([points])[0]
    for k, pairs in enumerate(rips_pairs(points, max_homology=1)):
        assert bottleneck(pairs, rips[k]).distance == 0.0


@pytest.mark.parametrize("k", [2, 5, 30])
def test_weighted_rips_agrees_with_gudhi_used_directly(k: int) -> None:
    from gudhi.dtm_rips_complex import DTMRipsComplex

    points = cloud(60, 3)
    tree = DTMRipsComplex(points=points, k=k).create_simplex_tree(max_dimension=2)
    tree.compute_persistence()
    ours = dtm_rips_pairs(points, max_homology=1, mass=k / 60)
    for dimension, pairs in enumerate(ours):
        theirs = tree.persistence_intervals_in_dimension(dimension)
        assert bottleneck(pairs, theirs[theirs[:, 1] > theirs[:, 0] + 1e-9]).distance < 1e-9


def test_the_distance_to_measure_is_a_mean_over_the_nearest_points() -> None:
    points = cloud(50, 2)
    near = np.sort(cdist(points, points), axis=1)[:, :10]
    expected = np.sqrt((near**2).mean(axis=1))
    np.testing.assert_allclose(distance_to_measure(points, mass=0.2), expected)


def test_points_thrown_into_a_hole_fill_it_under_rips_but_less_under_weighted_rips() -> None:
    rng = np.random.default_rng(0)
    ring = circle(200) + 0.05 * rng.normal(size=(200, 2))
    spoiled = np.concatenate([ring, rng.uniform(-0.5, 0.5, (8, 2))])

    def longest(pairs: Floats) -> float:
        return float(np.diff(pairs).max())

    plain = [longest(rips_pairs(points, max_homology=1)[1]) for points in (ring, spoiled)]
    weighted = [longest(dtm_pairs(points, max_homology=1)[1]) for points in (ring, spoiled)]
    assert weighted[1] / weighted[0] > 1.5 * plain[1] / plain[0]


@pytest.mark.parametrize("analysis", ["persistence", "tomato"])
def test_without_gudhi_one_sentence_says_what_to_install(monkeypatch, analysis):
    monkeypatch.setattr(filtrations, "find_spec", lambda name: None)
    karate, flip = gdp.load_graph("karate"), gdp.mechanism("edge_flip")
    with pytest.raises(gdp.Refused, match=r'pip install "graphdp\[shape\]"\.$'):
        gdp.compare(karate, flip, gdp.analysis(analysis), epsilon=2.0)


COMPLEXES = ("alpha", "rips", "dtm")
MASS = 0.05


def circle_of_feature_nodes(n, *, radius=1.0, at=(0.0, 0.0), seed=0):
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
    points = np.concatenate([clump, circle_of_feature_nodes(40)])
    diagram, nodes = told(points, complex)
    outcome = nodes[1][longest(diagram, 1)]
    assert outcome.min() >= 30
    angles = np.sort(np.arctan2(points[outcome, 1], points[outcome, 0]))
    gaps = np.diff(np.append(angles, angles[0] + 2 * np.pi))
    assert gaps.max() < 4 * 2 * np.pi / 40, "it goes all the way around"


@pytest.mark.parametrize("complex", COMPLEXES)
def test_each_of_two_loops_has_its_own_nodes(complex):
    points = np.concatenate(
        [circle_of_feature_nodes(30), circle_of_feature_nodes(40, radius=2.0, at=(5.0, 0.0))]
    )
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
    points = np.concatenate([np.zeros((30, 2)), circle_of_feature_nodes(30)])
    diagram, nodes = told(points, "rips", max_points=20)
    assert diagram.nodes is not None
    outcome = nodes[1][longest(diagram, 1)]
    assert outcome.min() >= 30
    assert set(outcome) <= set(diagram.nodes.tolist())


def test_every_loop_is_a_closed_walk_of_edges_no_longer_than_its_birth():
    points = np.random.default_rng(5).random((80, 2))
    diagram, nodes = told(points, "rips")
    for (birth, _), outcome in zip(diagram.pairs[1], nodes[1], strict=True):
        if len(outcome):
            near = np.linalg.norm(points[outcome][:, None] - points[outcome][None], axis=2)
            degree = (near <= birth * (1 + 1e-12)).sum(axis=1) - 1
            assert len(outcome) >= 3
            assert degree.min() >= 2


def test_only_the_longest_are_told_and_nothing_of_huge_clouds():
    rng = np.random.default_rng(7)
    _, nodes = told(rng.random((900, 2)), "alpha")
    assert sum(len(one) > 0 for one in nodes[1]) == MOST_LOOPS < len(nodes[1])
    _, none = told(rng.random((1100, 2)), "alpha", max_points=2000)
    assert all(one is NONE for k in none for one in k)


@pytest.mark.parametrize("points", [np.empty((0, 2)), np.zeros((1, 2)), np.zeros((5, 2))])
def test_clouds_without_features_tell_nothing(points):
    _, nodes = told(points, "auto")
    assert all(len(one) == 0 for k in nodes for one in k)


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
