"""The map xi describes the release of a random dot product graph, and can be undone."""

import math

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.metrics.embedding import procrustes_error
from graphdp_core.spectra.rdpg_theory import private_positions, undo_noise
from graphdp_core.spectra.scree import procrustes

CIRCLE = np.column_stack([f(np.linspace(0, 2 * np.pi, 60)) for f in (np.cos, np.sin)])


def flips(epsilon: float) -> EdgeNoise:
    pi = 1 / (1 + math.exp(epsilon))
    return EdgeNoise(true_positive_rate=1 - pi, false_positive_rate=pi)


@pytest.mark.parametrize("epsilon", [0.0, 0.5, 3.0])
def test_inner_products_of_the_image_are_the_released_probabilities(epsilon: float) -> None:
    x, noise = 0.3 * CIRCLE + 0.5, flips(epsilon)
    image = private_positions(x, noise)
    expected = noise.true_positive_rate * (x @ x.T) + noise.false_positive_rate * (1 - x @ x.T)
    np.testing.assert_allclose(image @ image.T, expected)


def test_at_epsilon_zero_all_points_collapse_to_norm_root_one_half() -> None:
    image = private_positions(CIRCLE, flips(0.0))
    assert np.ptp(image, axis=0).max() == 0.0
    np.testing.assert_allclose(np.linalg.norm(image, axis=1), math.sqrt(0.5))


@pytest.mark.parametrize("negative", [0, 1])
@pytest.mark.parametrize("epsilon", [0.5, 4.0])
def test_the_map_is_undone_up_to_an_orthogonal_turn(epsilon: float, negative: int) -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(80, 3)) * [1.0, 0.6, 0.3]
    signs = np.array([1.0, 1.0, -1.0 if negative else 1.0])
    noise = flips(epsilon)
    # What a raw embedding without sampling error gives: eigenpairs of the released probabilities.
    p = noise.contrast * (x * signs) @ x.T + noise.false_positive_rate
    values, vectors = np.linalg.eigh(p)
    order = np.argsort(-np.abs(values))[:4]
    raw = vectors[:, order] * np.sqrt(np.abs(values[order]))
    points, outcome = undo_noise(raw, values[order], noise, dimension=3)
    np.testing.assert_allclose((points * np.sign(outcome)) @ points.T, (x * signs) @ x.T, atol=1e-9)
    assert np.all(np.diff(np.abs(outcome)) <= 1e-12)


def test_noise_that_inverts_the_graph_is_refused() -> None:
    with pytest.raises(ValueError, match="keep edges at least as often"):
        private_positions(CIRCLE, EdgeNoise(true_positive_rate=0.1, false_positive_rate=0.9))


@pytest.mark.long
def test_the_raw_embedding_of_a_release_lies_where_the_theory_says() -> None:
    # A circle of 1,500 nodes at epsilon 2, off the origin in a third coordinate: the errors are
    # 0.041 and 0.034 with less than 0.001 between seeds.
    graph = gdp.generate("rdpg", n=1500, shape="circle", seed=0)
    latent = np.column_stack([np.full(1500, np.sqrt(0.5)), graph.positions])
    release = gdp.mechanism("edge_flip").release(graph, epsilon=2.0, rng=gdp.noise_stream(0))
    rng = np.random.default_rng(0)
    raw = gdp.analysis("spectral", dimension=3, correction="raw").run(release, rng=rng).points
    predicted = private_positions(latent, release.noise)
    assert procrustes_error(procrustes(raw, predicted), predicted) < 0.05
    true = gdp.analysis("spectral", dimension=3).run(graph, rng=rng).points
    adjusted = gdp.analysis("spectral", dimension=3, correction="adjusted").run(release, rng=rng)
    assert procrustes_error(procrustes(adjusted.points, true), true) < 0.045
