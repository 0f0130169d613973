"""Persistence pairs of point clouds with known shape, and gudhi's own results."""

import math
from collections.abc import Callable

import gudhi
import numpy as np
import pytest
from gudhi.sklearn.rips_persistence import RipsPersistence
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial.distance import cdist

import graphdp_core as gdp
from graphdp_core.analyses.point_clouds import filtrations
from graphdp_core.analyses.point_clouds.filtrations import (
    alpha_pairs,
    distance_to_measure,
    dtm_rips_pairs,
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


def test_a_noisy_circle_keeps_its_loop_within_the_noise() -> None:
    # Stability: bars move by at most the largest displacement.
    noise = 0.05 * np.random.default_rng(0).uniform(-1, 1, (400, 2))
    moved = np.linalg.norm(noise, axis=1).max()
    exact = alpha_pairs(circle(400), max_homology=1)
    noisy = alpha_pairs(circle(400) + noise, max_homology=1)
    for k in (0, 1):
        assert bottleneck(exact[k], noisy[k]).distance <= moved


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


def test_weighted_rips_of_single_points_is_plain_rips() -> None:
    points = np.concatenate([cloud(40, 2), cloud(5, 2)[[0, 0, 1]]])  # with repeated points
    for k, (ours, plain) in enumerate(
        zip(
            dtm_rips_pairs(points, max_homology=1, mass=0.001),
            rips_pairs(points, max_homology=1),
            strict=True,
        )
    ):
        assert len(ours) == len(plain), k
        assert bottleneck(ours, plain).distance < 1e-9


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
