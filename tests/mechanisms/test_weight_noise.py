"""Laplace and Gaussian noise on weights: moments, calibration, guarantees, refusals."""

import math

import networkx as nx
import numpy as np
import pytest
from scipy.stats import kstest, laplace, norm

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.mechanisms.weight_gaussian import WeightGaussian
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.privacy.accounting import gaussian_delta
from graphdp_core.privacy.samplers import on_a_grid

BOTH = [WeightLaplace, WeightGaussian]
LARGE = Graph.from_networkx(nx.gnm_random_graph(200, 5000, seed=0))
LARGE = Graph.from_edges(200, LARGE.edges, weights=np.arange(5000) % 7)


def _release(mechanism, graph=LARGE, epsilon=1.0, seed=0):
    return mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))


@pytest.mark.parametrize("kind", BOTH)
def test_a_release_has_the_same_public_edges_and_only_other_weights(kind):
    release = _release(kind())
    np.testing.assert_array_equal(release.edges, LARGE.edges)
    assert (release.weights != LARGE.weights).mean() > 0.99
    assert release.noise is None


@pytest.mark.parametrize(("norm_name", "factor"), [("l1", 1), ("linf", 5000)])
def test_laplace_noise_has_its_law(norm_name, factor):
    """Kolmogorov-Smirnov on 5,000 noises, 1e-6; the grid moves them by a thousandth of b."""
    release = _release(WeightLaplace(norm=norm_name, radius=0.5), epsilon=2.0)
    noise = (release.weights - LARGE.weights) / (0.25 * factor)
    assert kstest(noise, laplace.cdf).pvalue > 1e-6


@pytest.mark.parametrize(("norm_name", "factor"), [("l1", 1.0), ("linf", math.sqrt(5000))])
def test_gaussian_noise_has_its_law(norm_name, factor):
    release = _release(WeightGaussian(norm=norm_name, radius=0.5, delta=1e-5))
    noise = (release.weights - LARGE.weights) / (3.7306 * 0.5 * factor)
    assert kstest(noise, norm.cdf).pvalue > 1e-6


@pytest.mark.parametrize("kind", BOTH)
def test_the_noise_of_one_draw_only_shrinks_as_epsilon_grows(kind):
    small, large = (_release(kind(), epsilon=e).weights - LARGE.weights for e in (4.0, 0.5))
    ratio = np.linalg.norm(large) / np.linalg.norm(small)
    np.testing.assert_allclose(large, ratio * small, atol=0.05 * np.abs(large).max())


def test_two_weights_swap_as_often_as_the_formula_says():
    """exp(-epsilon t)(1/2 + epsilon t/4); five standard deviations of 6,000 draws: 6e-7."""
    pair = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[0.0, 1.5])
    swaps = np.mean(
        [
            w[0] > w[1]
            for w in (_release(WeightLaplace(), pair, 1.0, s).weights for s in range(6_000))
        ]
    )
    expected = math.exp(-1.5) * (0.5 + 1.5 / 4)
    assert swaps == pytest.approx(expected, abs=5 * math.sqrt(expected / 6_000))


def test_the_analytic_calibration_meets_delta_and_the_classical_one_fails_at_large_epsilon():
    analytic = WeightGaussian(delta=1e-5)
    classical = WeightGaussian(delta=1e-5, calibration="classical")
    for epsilon in (0.1, 1.0, 10.0):
        assert gaussian_delta(analytic.scale(1, epsilon), epsilon) == pytest.approx(1e-5, rel=1e-3)
    assert classical.guarantee(0.5).delta == 1e-5
    assert classical.guarantee(0.5).caveat == ""
    late = classical.guarantee(10.0)
    assert late.delta == pytest.approx(2.3e-5, rel=0.02)
    assert "proved for ε < 1 only" in late.statement()
    assert analytic.guarantee(10.0).delta == 1e-5


def test_released_numbers_lie_on_a_public_grid():
    """One released double of plain floating-point noise could name its input (Mironov, 2012)."""
    release = _release(WeightLaplace(), epsilon=1.0)
    assert (np.mod(release.weights, 2.0**-10) == 0.0).all()
    assert not np.signbit(on_a_grid(np.array([-1e-9]), 1.0))[0]


@pytest.mark.parametrize("kind", BOTH)
def test_an_unweighted_graph_is_refused_with_what_to_do(kind):
    with pytest.raises(ValueError, match=r"pick a weighted graph, such as Les Misérables"):
        kind().check(Graph.from_edges(2, [(0, 1)]), 1.0)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("norm_name", ["l1", "linf"])
def test_the_error_of_the_tree_stays_below_the_proved_bound(kind, norm_name):
    mechanism = kind(norm=norm_name, radius=0.01)
    best = LARGE.weights[minimum_spanning_forest(LARGE, LARGE.weights)].sum()
    bound = mechanism.tree_error_bound(LARGE, epsilon=1.0, gamma=1e-6)
    for seed in range(20):
        noisy = _release(mechanism, seed=seed).weights
        error = LARGE.weights[minimum_spanning_forest(LARGE, noisy)].sum() - best
        assert 0.0 <= error <= bound


def test_weights_are_never_refused_for_their_private_size() -> None:
    huge = Graph.from_edges(2, [(0, 1)], weights=[1e13])
    for made in (WeightLaplace(), WeightLaplace(clip=True)):
        made.check(huge, 1.0)
    assert WeightLaplace().clipped(huge).tolist() == [1e12]
    assert not any("±" in words for words in WeightLaplace(clip=True).guarantee(1.0).assumptions)
    assert any("±1e+12" in words for words in WeightLaplace().guarantee(1.0).assumptions)
