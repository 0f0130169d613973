"""Covariances of what flips leave: exactly, by all releases of tiny graphs."""

import itertools

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates import flipped_graph as module
from graphdp_core.estimates import flipped_structure
from graphdp_core.estimates.flipped_graph import flip_moments
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused

KITE = [(0, 1), (0, 2), (1, 2), (2, 3)]
BULL = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4)]


def all_releases(n, edges, p, q):
    """Every graph on n nodes with its chance to be the release."""
    pairs = list(itertools.combinations(range(n), 2))
    true = [pair in edges for pair in pairs]
    for bits in itertools.product((False, True), repeat=len(pairs)):
        rates = (p if a else q for a in true)
        chance = np.prod([r if b else 1 - r for r, b in zip(rates, bits, strict=True)])
        kept = np.array([pair for pair, b in zip(pairs, bits, strict=True) if b], dtype=np.int32)
        yield Graph(n, kept.reshape(-1, 2), noise=EdgeNoise(p, q)), chance


@pytest.mark.parametrize(
    ("n", "edges", "p", "q"),
    [(4, KITE, 0.75, 0.25), (4, KITE, 0.8, 0.3), (4, [], 0.6, 0.1), (5, BULL, 0.7, 0.15)],
)
def test_values_and_covariances_are_unbiased_over_all_releases(n, edges, p, q):
    items = [(flip_moments(g, bounded=False), chance) for g, chance in all_releases(n, edges, p, q)]
    weights = np.array([chance for _, chance in items])
    values = np.array([one.values for one, _ in items])
    mean = weights @ values
    true = gdp.Graph.from_edges(n, edges)
    degrees = true.degrees
    wedges = (degrees * (degrees - 1) // 2).sum()
    np.testing.assert_allclose(mean, [true.m, wedges, 1.0 if edges else 0.0], atol=1e-9)
    away = values - mean
    np.testing.assert_allclose(
        np.einsum("r,ri,rj->ij", weights, away, away),
        np.einsum("r,rij->ij", weights, np.array([one.covariance for one, _ in items])),
        atol=1e-9,
    )


def test_the_structure_gives_the_covariance_at_any_symmetric_noise():
    """The sums over the true graph itself, read where nothing is flipped."""
    true = Graph(5, np.array(BULL, dtype=np.int32), noise=EdgeNoise(1.0, 0.0))
    structure = flip_moments(true).structure
    noise = EdgeNoise(0.7, 0.3)
    outcome = list(all_releases(5, BULL, 0.7, 0.3))
    weights = np.array([chance for _, chance in outcome])
    values = np.array([flip_moments(g).values for g, _ in outcome])
    away = values - weights @ values
    v = module.cell_variance(noise)[0]
    np.testing.assert_allclose(
        np.einsum("r,ri,rj->ij", weights, away, away), structure.covariance(v), atol=1e-9
    )


@pytest.mark.parametrize("epsilon", [2.0, 4.0])
def test_three_ways_to_sum_squared_common_neighbours_agree(monkeypatch, epsilon):
    """The probes are drawn by a public seed: on these graphs they are within 5 %."""
    true = gdp.generate("sbm", n=400, seed=3)
    noisy = gdp.mechanism("edge_flip").release(true, epsilon=epsilon, rng=np.random.default_rng(0))
    full = flip_moments(noisy, bounded=False).structure
    monkeypatch.setattr(module, "DENSE_N", 0)
    sparse = flip_moments(noisy, bounded=False).structure
    assert sparse.cc == pytest.approx(full.cc, rel=1e-6)
    monkeypatch.setattr(module, "SPARSE_STEPS", 0)
    assert flip_moments(noisy, bounded=False).structure.cc == pytest.approx(full.cc, rel=0.05)


def test_sums_that_no_graph_can_have_are_moved_into_bounds():
    noisy = Graph(6, np.empty((0, 2), dtype=np.int32), noise=EdgeNoise(0.7, 0.3))
    free, bounded = (flip_moments(noisy, bounded=b) for b in (False, True))
    assert free.structure.edges < 0.0 == bounded.structure.edges
    assert np.all(np.diag(bounded.covariance) > 0.0)


@pytest.mark.parametrize("noise", [None, EdgeNoise(0.5, 0.5)])
def test_a_graph_whose_rates_say_nothing_is_refused(noise):
    with pytest.raises(Refused, match="public rates"):
        flip_moments(Graph(3, np.array([[0, 1]], dtype=np.int32), noise=noise))


def test_a_sum_that_could_change_nothing_is_not_made(monkeypatch):
    """Where the noise of triples alone hides triangles and transitivity."""

    def fail(_):
        raise AssertionError

    monkeypatch.setattr(module, "_squared_common", fail)
    sparse = gdp.generate("sbm", n=300, seed=1, within=0.05, between=0.01)
    noisy = gdp.mechanism("edge_flip").release(sparse, epsilon=0.5, rng=np.random.default_rng(0))
    estimates = gdp.estimate(noisy, statistics=["triangles", "transitivity"])
    assert not any(row.is_known for row in estimates)


def test_eigenvalues_within_the_noise_may_be_rough_and_others_are_not(monkeypatch):
    hubs = gdp.generate("sbm", n=400, seed=1, within=0.5, between=0.2)
    noisy = gdp.mechanism("edge_flip").release(hubs, epsilon=2.0, rng=np.random.default_rng(0))
    before = gdp.estimate(noisy, statistics=["eigenvalues"])
    monkeypatch.setattr(flipped_structure, "LARGE", 0)
    for row, other in zip(before, gdp.estimate(noisy, statistics=["eigenvalues"]), strict=True):
        assert row.is_known == other.is_known
        assert not row.is_known or other.value == pytest.approx(row.value, rel=0.01)
    assert before["eigenvalues no. 1"].is_known
