"""Bingham draws agree with closed forms, quadrature, and an independent sampler.

Each comparison of a mean allows 5.5 standard errors: it fails by chance less than once in 10^7.
"""

import numpy as np
import pytest
from scipy import stats
from scipy.special import ive

from graphdp_core.kernels.bingham import bingham_vector, draw_scores, eigenmodel_sweeps
from graphdp_core.kernels.random_streams import exponential, normal, uniform


def state(key):
    return np.array([key], dtype=np.uint64)


def draws(diagonal, fixed, count, key=1):
    diagonal, stream = np.asarray(diagonal, dtype=float), state(key)
    fixed = np.ascontiguousarray(fixed, dtype=float).reshape(len(diagonal), -1)
    return np.array([bingham_vector(diagonal, fixed, stream)[0] for _ in range(count)])


def none(n):
    return np.zeros((n, 0))


def agrees(sample, expected, errors=5.5):
    sample = np.asarray(sample)
    limit = errors * sample.std(axis=0) / np.sqrt(len(sample))
    np.testing.assert_array_less(np.abs(sample.mean(axis=0) - expected), limit + 1e-12)


def test_the_stream_has_the_laws_it_names():
    # Kolmogorov-Smirnov tests at 10^-7 each.
    for draw, law in ((uniform, "uniform"), (normal, "norm"), (exponential, "expon")):
        stream = state(5)
        sample = [draw(stream) for _ in range(10_000)]
        assert stats.kstest(sample, law).pvalue > 1e-7


@pytest.mark.parametrize("t", [0.3, 1.7, 8.0])
def test_on_the_circle_twice_the_angle_is_von_mises(t):
    # For one edge on two nodes u'Au = cos 2 phi in the eigenbasis: E = I_1(t)/I_0(t).
    x = draws([t, -t], none(2), 10_000)
    agrees(x[:, 0] ** 2 - x[:, 1] ** 2, ive(1, t) / ive(0, t))
    angles = (2 * np.arctan2(x[:, 1], x[:, 0]) + np.pi) % (2 * np.pi) - np.pi
    assert stats.kstest(angles, stats.vonmises(t).cdf).pvalue > 1e-7


@pytest.mark.parametrize("diagonal", [(2.0, 0.0, -1.0), (40.0, 38.0, 0.0), (-5.0, -5.0, -5.0)])
def test_on_the_sphere_second_moments_agree_with_quadrature(diagonal):
    d = np.array(diagonal)
    nodes, weights = np.polynomial.legendre.leggauss(400)
    phi = 2 * np.pi * (np.arange(400) + 0.5) / 400
    z, around = nodes[:, None], np.sqrt(1 - nodes**2)[:, None]
    squares = np.stack([(around * np.cos(phi)) ** 2, (around * np.sin(phi)) ** 2, z**2 + 0 * phi])
    density = np.exp(np.tensordot(d - d.max(), squares, 1)) * weights[:, None]
    expected = (squares * density).sum(axis=(1, 2)) / density.sum()
    agrees(draws(d, none(3), 10_000)[:, :2] ** 2, expected[:2])


def test_on_a_complement_the_projected_density_rules():
    fixed = np.array([[1.0], [2.0], [2.0]]) / 3
    d = np.array([3.0, -1.0, 0.5])
    basis = np.linalg.svd(fixed)[0][:, 1:]
    values, turn = np.linalg.eigh(basis.T @ np.diag(d) @ basis)
    x = draws(d, fixed, 10_000)
    np.testing.assert_allclose(x @ fixed, 0.0, atol=1e-12)
    np.testing.assert_allclose((x**2).sum(axis=1), 1.0)
    t = (values[1] - values[0]) / 2
    y = x @ basis @ turn
    agrees(y[:, 1] ** 2 - y[:, 0] ** 2, ive(1, t) / ive(0, t))


def test_a_single_direction_left_comes_with_either_sign():
    x = draws([5.0, 1.0, 2.0], np.eye(3)[:, :2], 4000)
    assert abs(x[:, 2].sum()) < 5.5 * np.sqrt(4000)
    np.testing.assert_array_equal(np.abs(x[:, 2]), 1.0)


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize("variance", [4.0, 50.0])
def test_the_chain_reaches_the_known_posterior(variance):
    """The marginal of U has density ~ exp(t/(4(2 + t)) sum (u_i'Yu_i)^2): weigh uniform frames."""
    d = np.array([2.5, 1.0, -0.5, -2.0])
    rng = np.random.default_rng(0)
    frames = np.linalg.qr(rng.standard_normal((100_000, 4, 2)))[0]
    forms = np.einsum("i,sij->sj", d, frames**2)
    weights = np.exp(variance / (4 * (2 + variance)) * (forms**2).sum(axis=1))
    expected = np.average(forms**2, axis=0, weights=weights).mean()
    u, values, stream = np.eye(4, 2), np.zeros(2), state(9)
    sample = np.empty((40, 500))
    for step in range(20_000):
        eigenmodel_sweeps(d, u, values, variance, 1, stream)
        now = d @ u**2
        sample.flat[step] = (now**2).mean()
    batches = sample.mean(axis=1)
    error = np.hypot(
        batches.std(ddof=1) / np.sqrt(40),
        np.sqrt(np.average(((forms**2).mean(1) - expected) ** 2, weights=weights) / 25_000),
    )
    assert abs(batches.mean() - expected) < 6.5 * error


def test_values_given_vectors_are_normal_as_published():
    # Y = 0: the mean is 0 whatever the vectors are; Kolmogorov-Smirnov at 10^-7.
    d, variance = np.array([0.0, 0.0]), 3.0
    u, values, stream = np.eye(2, 1), np.zeros(1), state(2)
    sample = []
    for _ in range(5000):
        eigenmodel_sweeps(d, u, values, variance, 1, stream)
        sample.append(values[0])
    law = stats.norm(scale=np.sqrt(2 * variance / (2 + variance)))
    assert stats.kstest(sample, law.cdf).pvalue > 1e-7


@pytest.mark.long
def test_scores_are_normal_and_cut_at_zero():
    edges = np.zeros((3, 3), dtype=bool)
    edges[0, 1] = edges[1, 0] = True
    u, values = np.array([[1.0], [2.0], [0.0]]), np.array([-1.5])
    scores, stream = np.empty((3, 3)), state(4)
    items = []
    for _ in range(10_000):
        intercept = draw_scores(edges, u, values, 0.4, scores, stream)
        items.append([scores[0, 1] + intercept, scores[0, 2] + intercept, scores[0, 0]])
    first, second, diagonal = np.array(items).T
    # Mean 0.4 - 3 = -2.6 cut to above 0: far in the tail; mean 0.4 cut to below 0.
    assert stats.kstest(first + 2.6, stats.truncnorm(2.6, np.inf).cdf).pvalue > 1e-7
    assert stats.kstest(second - 0.4, stats.truncnorm(-np.inf, -0.4).cdf).pvalue > 1e-7
    assert stats.kstest(diagonal, stats.norm(-1.5, np.sqrt(2)).cdf).pvalue > 1e-7
    np.testing.assert_array_equal(scores, scores.T)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 50.0, 2000.0])
def test_strong_densities_are_sampled_with_few_tries(scale):
    rng = np.random.default_rng(1)
    d = np.sort(rng.standard_normal(80))[::-1] * scale
    for fixed in (none(80), np.eye(80)[:, :3], np.linalg.qr(rng.standard_normal((80, 4)))[0]):
        stream, tries = state(3), 0
        for _ in range(20):
            x, tried = bingham_vector(d, np.ascontiguousarray(fixed), stream)
            tries += tried
            assert np.abs(fixed.T @ x).max(initial=0.0) < 1e-12
        assert tries < 20 * 25
