"""Propose, test, release for eigenvector centrality: noise from a private bound of the gap."""

from __future__ import annotations

import math

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.grids import on_a_grid, released_step
from graphdp_core.privacy.laws import GaussianNoise
from graphdp_core.privacy.smooth_law import SmoothNoise
from graphdp_core.sensitivities.eigenvector import spectral_gap

__all__ = ["with_tested_noise"]


def with_tested_noise(
    graph: Graph,
    values: Floats,
    *,
    theta: float,
    epsilon: Budget,
    delta: float,
    draws: Draws,
) -> tuple[Floats, str]:
    """The leading eigenvector with noise, on a public grid, and how the test went.

    The gap moves by at most 2 theta between neighbours. Half of epsilon buys a value that is
    below the true gap but for delta/2. If it is above 2 theta, the l2 sensitivity is at most
    2 sqrt 2 theta / gap, else sqrt 2; the other half pays for Gaussian noise on it.

    Parameters
    ----------
    graph : Graph
    values : ndarray of float64, shape (n,)
    theta : float
        Size of a step between neighbours.
    epsilon, delta : float
        For test and release together.
    draws : Draws

    Notes
    -----
    *Privacy*: (epsilon, delta); proved by composition.

    References
    ----------
    Dwork & Lei (2009), STOC; Yu, Wang & Samworth (2015), Biometrika, Corollary 1.

    Examples
    --------
    >>> from graphdp_core.privacy.draws import SeededDraws
    >>> star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    >>> noisy, note = with_tested_noise(
    ...     star, np.zeros(4), theta=1.0, epsilon=1.0, delta=1e-6,
    ...     draws=SeededDraws(np.random.default_rng(0)),
    ... )
    >>> noisy.shape, note
    ((4,), 'The propose-test-release test failed: the noise is that of the worst case.')
    """
    half, scale = epsilon / 2, 2 * theta / (float(epsilon) / 2)
    seen = draws.draw(SmoothNoise("gap", half, np.array([spectral_gap(graph)]), "laplace", scale))
    at_least = _sure(float(on_a_grid(seen, scale)[0]), scale, delta)
    sensitivity = math.sqrt(2)
    note = "The propose-test-release test failed: the noise is that of the worst case."
    if at_least > 2 * theta:
        sensitivity *= 2 * theta / at_least
        note = f"The propose-test-release test passed: the gap is at least {at_least:.4g}."
    deviation = sensitivity * gaussian_scale(float(half), delta / 2)
    law = GaussianNoise("scores", half, values, sensitivity, deviation, delta=delta / 2)
    return on_a_grid(draws.draw(law), deviation), note


def _sure(gap: float, scale: float, delta: float) -> float:
    """A value above the true gap with probability at most delta/2, though the gap was rounded."""
    return gap - released_step(scale) / 2.0 - scale * math.log(1.0 / delta)
