"""Propose, test, release for eigenvector centrality: noise from a private bound of the gap."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.privacy.grids import laplace_noise, on_a_grid, released_step, signed_tails
from graphdp_core.sensitivities.eigenvector import spectral_gap

__all__ = ["propose_test_release_noise"]


def propose_test_release_noise(
    graph: Graph, *, theta: float, epsilon: float, delta: float, rng: np.random.Generator
) -> tuple[NDArray[np.float64], float, str]:
    """Noise for the leading eigenvector, shape (n,), its deviation, and how the test went.

    The gap moves by at most 2 theta between neighbours. Half of epsilon buys a value that is
    below the true gap but for delta/2. If it is above 2 theta, the l2 sensitivity is at most
    2 sqrt 2 theta / gap, else sqrt 2; the other half pays for Gaussian noise on it.

    Parameters
    ----------
    graph : Graph
    theta : float
        Size of a step between neighbours.
    epsilon, delta : float
        For test and release together.
    rng : numpy.random.Generator

    Notes
    -----
    *Privacy*: (epsilon, delta) for scores plus this noise, its deviation and the note; proved by
    composition.

    References
    ----------
    Dwork & Lei (2009), STOC; Yu, Wang & Samworth (2015), Biometrika, Corollary 1.

    Examples
    --------
    >>> star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    >>> noise, deviation, note = propose_test_release_noise(
    ...     star, theta=1.0, epsilon=1.0, delta=1e-6, rng=np.random.default_rng(0)
    ... )
    >>> noise.shape, note
    ((4,), 'The propose-test-release test failed: the noise is that of the worst case.')
    """
    test_noise = float(laplace_noise(signed_tails(rng, 1))[0])
    standard = rng.standard_normal(graph.n)
    half, scale = epsilon / 2, 2 * theta / (epsilon / 2)
    gap = float(on_a_grid(np.array([spectral_gap(graph) + scale * test_noise]), scale)[0])
    at_least = _sure(gap, scale, delta)
    sensitivity = math.sqrt(2)
    note = "The propose-test-release test failed: the noise is that of the worst case."
    if at_least > 2 * theta:
        sensitivity *= 2 * theta / at_least
        note = f"The propose-test-release test passed: the gap is at least {at_least:.4g}."
    deviation = sensitivity * gaussian_scale(half, delta / 2)
    return deviation * standard, deviation, note


def _sure(gap: float, scale: float, delta: float) -> float:
    """A value above the true gap with probability at most delta/2, though the gap was rounded."""
    return gap - released_step(scale) / 2.0 - scale * math.log(1.0 / delta)
