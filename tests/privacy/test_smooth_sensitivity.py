"""Smooth noise: the laws of the samplers, and the admissible constants, checked numerically."""

import itertools
import math

import numpy as np
import pytest
from scipy import integrate, stats

from graphdp_core.privacy import smooth_sensitivity as noise


@pytest.mark.parametrize(
    ("law", "reference"),
    [("laplace", stats.laplace()), ("cauchy", stats.cauchy()), ("student", stats.t(3))],
)
def test_samplers_have_their_law(law: str, reference: stats.rv_continuous) -> None:
    """Kolmogorov-Smirnov with 20,000 draws: fails with probability 1e-6."""
    draws = noise.standard_smooth_noise(law, 20_000, rng=np.random.default_rng(1))
    assert stats.kstest(draws, reference.cdf).pvalue > 1e-6


def test_unknown_laws_are_refused() -> None:
    with pytest.raises(ValueError, match="laplace, cauchy, student"):
        noise.standard_smooth_noise("normal", 3, rng=np.random.default_rng(0))
    with pytest.raises(ValueError, match="laplace, cauchy, student"):
        noise.smooth_constants("normal", 1.0, 1e-6, 3)


@pytest.mark.parametrize(
    ("n", "beta"), [(1, 0.0916), (10, 0.0507), (100, 0.0207), (1000, 0.00716), (10_000, 0.00233)]
)
def test_beta_of_laplace_noise_at_epsilon_2(n: int, beta: float) -> None:
    outcome = noise.smooth_constants("laplace", 2.0, 1e-6, n)
    assert outcome.beta == pytest.approx(beta, rel=5e-3)
    assert noise.smooth_dilation_delta(1.0, outcome.beta, n) == pytest.approx(1e-6, rel=1e-4)


@pytest.mark.sample
@pytest.mark.parametrize("n", [1, 3, 40])
@pytest.mark.parametrize("epsilon", [0.2, 1.0])
def test_the_cost_of_scaling_is_the_integral_of_what_sticks_out(n: int, epsilon: float) -> None:
    """Hockey-stick divergence of Gamma(n) and its multiples, by quadrature."""
    for beta in (0.01, 0.1, 0.5):
        sizes = []
        for factor in (math.exp(beta), math.exp(-beta)):
            one, other = stats.gamma(n), stats.gamma(n, scale=factor)

            def excess(r: float, one=one, other=other) -> float:
                return max(one.pdf(r) - math.exp(epsilon) * other.pdf(r), 0.0)

            edge = (epsilon - n * math.log(factor)) / (1 / factor - 1)
            grid = sorted({0.0, *(min(max(edge + s, 0.0), 60.0 + 6 * n) for s in (-1e-9, 0.0))})
            parts = [*grid, 60.0 + 6 * n]
            sizes.append(
                sum(
                    integrate.quad(excess, a, b, limit=500)[0]
                    for a, b in itertools.pairwise(parts)
                    if b > a
                )
            )
        outcome = noise.smooth_dilation_delta(epsilon, beta, n)
        assert outcome == pytest.approx(max(sizes), abs=2e-8)


def test_the_whole_laplace_mechanism_keeps_its_guarantee_in_one_dimension() -> None:
    """Shift by S and scale by e^(+-beta): exact delta by quadrature, at most the nominal one."""
    epsilon, delta = 1.0, 1e-3
    alpha, beta, _ = noise.smooth_constants("laplace", epsilon, delta, 1)
    for sign in (1, -1):
        here = stats.laplace(0, 1 / alpha)
        there = stats.laplace(1.0 if sign > 0 else math.exp(-beta), math.exp(sign * beta) / alpha)
        for one, other in ((here, there), (there, here)):
            z = np.linspace(-80, 80, 400_001)
            excess = np.maximum(one.pdf(z) - math.exp(epsilon) * other.pdf(z), 0.0)
            assert np.trapezoid(excess, z) <= delta * (1 + 1e-3)


@pytest.mark.sample
@pytest.mark.parametrize(("law", "density"), [("cauchy", stats.cauchy()), ("student", stats.t(3))])
@pytest.mark.parametrize("n", [1, 5, 50])
def test_pure_constants_are_admissible(law: str, density: stats.rv_continuous, n: int) -> None:
    """Worst log ratio of shift and scaling on a grid, and that the worst cases sum to epsilon."""
    epsilon = 1.5
    alpha, beta, delta = noise.smooth_constants(law, epsilon, 0.5, n)
    assert delta == 0.0
    z = np.linspace(-60, 60, 240_001)
    # A shift of total size alpha costs most if spent on one coordinate where the slope is largest.
    slope = np.abs(np.gradient(density.logpdf(z), z)).max()
    shift = np.abs(density.logpdf(z + alpha) - density.logpdf(z)).max()
    assert shift <= slope * alpha + 1e-9
    scaling = 0.0
    wide = np.concatenate((z, np.geomspace(60, 1e9, 1000)))
    for sign in (1, -1):
        ratio = density.logpdf(wide) - density.logpdf(wide * math.exp(sign * beta)) - sign * beta
        scaling = max(scaling, float(np.abs(ratio).max()))
    assert slope * alpha + n * scaling <= epsilon * (1 + 1e-6)
    assert slope * alpha + n * scaling >= 0.95 * epsilon


@pytest.mark.parametrize(("epsilon", "delta"), [(-1.0, 1e-6), (1.0, 0.0), (1.0, 1.0)])
def test_impossible_budgets_are_refused(epsilon: float, delta: float) -> None:
    with pytest.raises(ValueError, match=r"epsilon|delta"):
        noise.smooth_constants("laplace", epsilon, delta, 4)
