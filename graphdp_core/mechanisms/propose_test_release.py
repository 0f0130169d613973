"""Propose, test, release for eigenvector centrality: noise from a private bound of the gap."""

from __future__ import annotations

import math

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.calibration import Asked, Calibration, Notes
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.grids import IDEAL_SAMPLER, on_a_grid, released_step
from graphdp_core.privacy.laws import GaussianNoise
from graphdp_core.privacy.smooth_law import SmoothNoise
from graphdp_core.progress import SILENT, Progress
from graphdp_core.sensitivities.eigenvector import spectral_gap

__all__ = ["ProposeTestRelease"]


class ProposeTestRelease(Calibration):
    """Half of the budget buys a lower bound of the gap, the other half pays for the noise.

    The gap moves by at most 2 theta between neighbours. Half of epsilon buys a value that is
    below the true gap but for delta/2. If it is above 2 theta, the l2 sensitivity is at most
    2 sqrt 2 theta / gap, else sqrt 2; the other half pays for Gaussian noise on it.

    Notes
    -----
    *Privacy*: (epsilon, delta); proved by composition.

    References
    ----------
    Dwork & Lei (2009), STOC; Yu, Wang & Samworth (2015), Biometrika, Corollary 1.
    """

    id = "propose_test_release"
    label = "Propose-test-release"
    scores = ("eigenvector",)
    proof = (
        "A private lower bound of the gap (it moves by at most 2θ), then the "
        "Gaussian mechanism on the sensitivity that follows from it."
    )
    sampler = IDEAL_SAMPLER
    searches = True

    def needs_delta(self, noise: str) -> bool:
        """Test and release share it."""
        return True

    def scale(
        self, graph: Graph, asked: Asked, *, progress: Progress = SILENT
    ) -> tuple[float, Notes]:
        """The standard deviation that the true gap would give."""
        theta = asked.neighbours.theta
        sensitivity = 2 * math.sqrt(2) * theta / max(spectral_gap(graph), 2 * theta)
        return sensitivity * gaussian_scale(asked.epsilon / 2, asked.delta / 2), ()

    def noisy(
        self, graph: Graph, values: Floats, asked: Asked, *,
        epsilon: Budget, draws: Draws, progress: Progress,
    ) -> tuple[Floats, Notes]:  # fmt: skip
        """The leading eigenvector with noise, on a public grid, and how the test went."""
        theta, delta = asked.neighbours.theta, asked.delta
        half, scale = epsilon / 2, 2 * theta / (float(epsilon) / 2)
        seen = draws.draw(
            SmoothNoise("gap", half, np.array([spectral_gap(graph)]), "laplace", scale)
        )
        at_least = _sure(float(on_a_grid(seen, scale)[0]), scale, delta)
        sensitivity = math.sqrt(2)
        note = "The propose-test-release test failed: the noise is that of the worst case."
        if at_least > 2 * theta:
            sensitivity *= 2 * theta / at_least
            note = f"The propose-test-release test passed: the gap is at least {at_least:.4g}."
        deviation = sensitivity * gaussian_scale(float(half), delta / 2)
        law = GaussianNoise("scores", half, values, sensitivity, deviation, delta=delta / 2)
        return on_a_grid(draws.draw(law), deviation), (note,)


def _sure(gap: float, scale: float, delta: float) -> float:
    """A value above the true gap with probability at most delta/2, though the gap was rounded."""
    return gap - released_step(scale) / 2.0 - scale * math.log(1.0 / delta)
