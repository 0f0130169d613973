"""Metrics of eigenpairs agree with their definitions on dense matrices.

Autocorrelation and effective draws, against chains whose law is known.
"""

import math

import numpy as np
import pytest
from scipy.linalg import subspace_angles

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.spectra import (
    absolute_cosines,
    autocorrelation,
    effective_draws,
    eigenvalue_error,
    eigenvector_error,
    gamma_error,
    potential_scale_reduction,
    principal_angles,
    rebuilt_edges,
    reconstruction_error,
    subspace_overlap,
)
from graphdp_core.params import Refused


def frame(rng, n, k):
    return np.linalg.qr(rng.standard_normal((n, k)))[0]


def test_angles_agree_with_an_independent_routine(rng):
    u, v = frame(rng, 20, 4), frame(rng, 20, 4)
    expected = np.sort(np.degrees(subspace_angles(u, v)))
    np.testing.assert_allclose(principal_angles(u, v), expected, atol=1e-9)
    overlap = np.mean(np.cos(np.radians(expected)) ** 2)
    assert subspace_overlap(u, v) == pytest.approx(overlap)


def test_small_angles_keep_their_digits():
    u = np.array([[1.0], [0.0]])
    v = np.array([[math.cos(1e-9)], [math.sin(1e-9)]])
    assert principal_angles(u, v)[0] == pytest.approx(math.degrees(1e-9), rel=1e-6)


def test_turning_inside_a_space_costs_no_overlap_but_cosines(rng):
    u = frame(rng, 30, 3)
    turned = u @ frame(rng, 3, 3)
    assert subspace_overlap(u, turned) == pytest.approx(1.0)
    np.testing.assert_allclose(principal_angles(u, turned), 0.0, atol=1e-6)
    assert absolute_cosines(u, turned).min() < 0.99


def test_a_sign_costs_the_published_error_but_no_cosine(rng):
    u = frame(rng, 12, 2)
    assert eigenvector_error(u, u) == 0.0
    assert eigenvector_error(u, -u) == pytest.approx(2 * np.abs(u).sum(axis=0).max())
    np.testing.assert_allclose(absolute_cosines(u, -u), 1.0)


def test_only_common_pairs_are_compared(rng):
    u = frame(rng, 12, 4)
    assert eigenvalue_error(np.array([5.0, 3.0, 2.0]), np.array([4.0, 3.5])) == 1.5
    assert len(absolute_cosines(u, u[:, :2])) == 2
    assert math.isnan(subspace_overlap(u, np.empty((12, 0))))
    assert math.isnan(eigenvector_error(u, np.empty((12, 0))))
    assert len(principal_angles(u, np.empty((12, 0)))) == 0


def test_reconstruction_agrees_with_the_dense_definition(rng):
    g = gdp.load_graph("karate")
    dense = g.adjacency().toarray()
    values, vectors = rng.standard_normal(3) * 4, rng.standard_normal((g.n, 3)) / 5
    rebuilt = vectors @ np.diag(values) @ vectors.T
    expected = np.linalg.norm(dense - rebuilt) / np.linalg.norm(dense)
    assert reconstruction_error(g, values, vectors) == pytest.approx(expected)
    values, vectors = np.linalg.eigh(dense)
    assert reconstruction_error(g, values, vectors) == pytest.approx(0.0, abs=1e-6)


def test_gamma_agrees_with_the_dense_definition(rng):
    g = gdp.load_graph("karate")
    dense = g.adjacency().toarray()
    values, vectors = np.linalg.eigh(dense)
    values, vectors = values[-4:], vectors[:, -4:]
    scores = vectors @ np.diag(values) @ vectors.T
    upper = np.triu_indices(g.n, 1)
    limit = np.sort(scores[upper])[-g.m]
    rebuilt = np.zeros_like(dense)
    rebuilt[upper] = scores[upper] >= limit
    expected = np.linalg.norm(dense - rebuilt - rebuilt.T)
    assert gamma_error(g, values, vectors, count=g.m) == pytest.approx(expected)
    everything = np.linalg.eigh(dense)
    assert gamma_error(g, *everything, count=g.m) == 0.0


def test_a_rebuilt_graph_has_as_many_edges_as_asked_for(rng):
    v = frame(rng, 9, 2)
    values = np.array([3.0, 1.0])
    assert len(rebuilt_edges(values, v, 7)) == 7
    assert len(rebuilt_edges(values, v, -2)) == 0
    assert len(rebuilt_edges(values, v, 1000)) == 36
    with pytest.raises(ValueError, match="n must be at most 4,000"):
        rebuilt_edges(values, np.zeros((4001, 2)), 3)
    assert math.isnan(gamma_error(Graph.from_edges(9, []), values, np.empty((9, 0)), count=3))


def autoregressive(rho: float, n: int, seed: int) -> np.ndarray:
    """x_t = rho x_{t-1} + noise, from its stationary law; its autocorrelation at lag l is rho^l."""
    rng = np.random.default_rng(seed)
    x, out = rng.normal() / np.sqrt(1 - rho**2), np.empty(n)
    for t, step in enumerate(rng.normal(size=n)):
        x = rho * x + step
        out[t] = x
    return out


def test_the_autocorrelation_is_the_sum_that_defines_it() -> None:
    trace = np.random.default_rng(1).normal(size=40)
    centred = trace - trace.mean()
    direct = [centred[lag:] @ centred[: 40 - lag] for lag in range(40)]
    np.testing.assert_allclose(autocorrelation(trace), np.array(direct) / direct[0], atol=1e-12)


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_an_autoregressive_chain_is_worth_what_theory_says(rho: float) -> None:
    # The variance of the mean is (1 + rho) / (1 - rho) times that of independent draws. Of 60
    # other seeds every estimate was within 25%; its deviation is about 9%: 40% are 4 of them.
    n = 20_000
    trace = autoregressive(rho, n, seed=3)
    assert effective_draws(trace) == pytest.approx(n * (1 - rho) / (1 + rho), rel=0.4)
    # Bartlett: the deviation at lag 3 is at most sqrt((1 + rho^2) / (1 - rho^2) / n) = 0.022.
    assert autocorrelation(trace)[3] == pytest.approx(rho**3, abs=6 * 0.022)


def test_chains_that_agree_have_one_scale_and_others_do_not() -> None:
    chains = np.array([autoregressive(0.5, 4_000, seed) for seed in range(4)])
    assert 1.0 - 1e-3 < potential_scale_reduction(chains) < 1.02
    assert potential_scale_reduction(chains + 3.0 * np.arange(4)[:, None]) > 1.5


def test_what_never_moves_has_no_number_and_what_is_short_is_refused() -> None:
    assert np.isnan(effective_draws(np.ones(10)))
    assert np.isnan(potential_scale_reduction(np.ones((2, 10))))
    for bad in ([1.0, 2.0], [1.0, 2.0, 3.0, np.nan], [[1.0] * 4] * 2):
        with pytest.raises(Refused, match="at least 4 finite numbers"):
            autocorrelation(bad)
    with pytest.raises(Refused, match="at least 2 chains"):
        potential_scale_reduction(np.ones((1, 10)))
