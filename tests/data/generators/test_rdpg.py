"""Random dot product graphs follow their inner products, and refuse those that are none."""

import numpy as np
import pytest

from graphdp_core.data import generate, generator, graph_from_points
from graphdp_core.data.generators.latent_points import SHAPES

ALL = (*SHAPES, "lemniscate_kernel")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_lies_in_the_unit_ball_around_its_mean(shape: str) -> None:
    points, parts = SHAPES[shape].draw(20_000, np.random.default_rng(0))
    assert np.linalg.norm(points, axis=1).max() <= 1 + 1e-9
    # Coordinates have deviation at most 1: the mean of 20,000 leaves 0.04 with p < 1e-7 each.
    assert np.abs(points.mean(axis=0)).max() < 0.04
    products = points[:2000] @ points[2000:4000].T
    assert products.min() >= SHAPES[shape].lowest - 1e-9
    assert set(parts) == set(range(max(len(SHAPES[shape].parts), 1)))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("parameters", [{}, {"negative": 1}, {"blur": 0.3}, {"density": 0.1}])
def test_all_inner_products_are_probabilities(shape: str, parameters: dict) -> None:
    kind = generator("rdpg", n=500, shape=shape, **parameters)
    points, _ = kind._points(500, np.random.default_rng(1))
    latent, (p, q) = kind.latent(points)
    products = (latent * np.repeat((1, -1), (p, q))) @ latent.T
    assert products.min() >= -1e-9
    assert products.max() <= 1 + 1e-9


@pytest.mark.parametrize("shape", ALL)
def test_a_graph_keeps_its_points_and_its_parts(shape: str) -> None:
    graph = generate("rdpg", n=90, shape=shape, seed=2)
    assert graph.positions.shape == (90, 3 if shape in ("torus", "sphere") else 2)
    parts = SHAPES[shape].parts if shape in SHAPES else ()
    assert sorted(graph.label_names) == sorted(parts)


def test_negative_coordinates_join_nodes_that_differ() -> None:
    graph = generate("rdpg", n=400, shape="line", negative=1)
    side = graph.positions[:, 0] > 0
    u, v = graph.edges.T
    assert np.mean(side[u] != side[v]) > 0.6


def test_the_kernel_is_that_of_the_authors_at_density_one_half() -> None:
    # Laplace density of deviation 0.75 at distance 0 is 1 / 1.5; pairs within 0.05 of each other
    # are edges with probability 0.645 on average: 5 deviations on about 900 pairs.
    graph = generate("rdpg", n=600, shape="lemniscate_kernel", seed=3)
    u, v = np.triu_indices(600, 1)
    near = np.linalg.norm(graph.positions[u] - graph.positions[v], axis=1) < 0.05
    share = graph.adjacency().toarray()[u, v][near].mean()
    assert near.sum() > 800
    assert share == pytest.approx(0.645, abs=5 * np.sqrt(0.24 / near.sum()))


def test_more_negative_coordinates_than_the_shape_has_are_refused() -> None:
    with pytest.raises(ValueError, match="negative must be at most 1 for shape = 'line', got 2"):
        generator("rdpg", shape="line", negative=2)


def test_given_points_too_long_are_named_and_mended() -> None:
    points = np.array([[0.5, 0.0], [1.2, 0.1], [0.1, 0.9], [1.1, 0.0]])
    with pytest.raises(ValueError, match=r"points 1 and 3 have the inner product 1\.32.*0\.870388"):
        graph_from_points(points)
    mended = graph_from_points(points, rescale=True)
    assert mended.positions[1] @ mended.positions[3] == pytest.approx(1.0)


def test_given_points_in_opposite_directions_get_a_constant_coordinate() -> None:
    points = [[0.9, 0.0], [-0.9, 0.0], [0.0, 1.3], [0.0, 1.2]]
    with pytest.raises(ValueError, match=r"points 0 and 1 .* -0\.81.* constant coordinate 0\.9 "):
        graph_from_points(points)
    ends = [
        set(map(tuple, graph_from_points(points, rescale=True, seed=s).edges)) for s in range(40)
    ]
    assert all((0, 1) not in edges for edges in ends)  # their product is 0 now
    assert all((2, 3) in edges for edges in ends)  # and theirs is 1


def test_a_signature_turns_the_sign_of_the_last_coordinates() -> None:
    graph = graph_from_points([[1.0, 1.0], [1.0, 1.0], [1.0, 0.0]], signature=(1, 1))
    assert graph.edges.tolist() == [[0, 2], [1, 2]]


def test_given_points_keep_their_labels_and_seed() -> None:
    points = np.full((30, 1), 0.7)
    one = graph_from_points(points, seed=4, labels=["a"] * 30)
    assert one.label_names == ("a",)
    assert one.m == graph_from_points(points, seed=4).m
    assert one != graph_from_points(points, seed=5, labels=["a"] * 30)


@pytest.mark.parametrize(
    ("points", "parameters", "message"),
    [
        ([], {}, "points must have shape"),
        ([[np.nan]], {}, "point 0 is not: leave it out"),
        ([[0.1, 0.1]], {"signature": (1, 0)}, r"p \+ q = 2, got \(1, 0\)"),
    ],
)
def test_bad_points_are_refused(points: object, parameters: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        graph_from_points(points, **parameters)


def test_repeated_points_and_a_single_one_are_fine() -> None:
    assert graph_from_points([[0.3]]).m == 0
    assert graph_from_points(np.ones((4, 2)) * np.sqrt(0.5)).m == 6
