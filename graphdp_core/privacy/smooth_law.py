"""The law of noise whose scale may differ between neighbours."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.privacy.draws import Law, Loss
from graphdp_core.privacy.smooth_sensitivity import dilation_epsilon, standard_smooth_noise

__all__ = ["SmoothNoise"]

REACH = np.sinh(np.linspace(-25.0, 25.0, 4001))
"""Where losses of noise with heavy tails are looked at, in units of its scale."""


@dataclass(frozen=True, eq=False)
class SmoothNoise(Law):
    """Real numbers with Laplace, Cauchy or Student noise of a scale that neighbours need not share.

    Parameters
    ----------
    values : ndarray of float64, shape (k,)
    noise : {"laplace", "cauchy", "student"}
    width : float
        The scale of the noise; as private as the graph.
    """

    values: Floats
    noise: str = "laplace"
    width: float = 1.0

    def drawn(self, rng: np.random.Generator) -> Floats:
        """In floating point."""
        standard = standard_smooth_noise(self.noise, len(self.values), rng=rng)
        noisy: Floats = self.values + self.width * standard
        return noisy

    def loss(self, other: SmoothNoise, outcome: Floats) -> Loss:
        """Laplace noise is shifted, then stretched at delta; of the others the largest is found."""
        if len(self.values) != len(other.values) or not min(self.width, other.width) > 0.0:
            return Loss(math.inf, math.inf, math.inf)
        shift = np.abs(self.values - other.values)
        moved = float(shift.sum())
        apart = self._log_density(outcome) - other._log_density(outcome)
        if self.noise == "laplace":
            stretched = abs(math.log(self.width / other.width))
            spent = moved / max(self.width, other.width)
            spent += dilation_epsilon(stretched, self.delta, len(shift))
            return Loss(float(apart.sum()), spent, moved)
        reach = self.values + self.width * REACH[:, None]
        largest = np.abs(self._log_density(reach) - other._log_density(reach)).max(axis=0)
        return Loss(float(apart.sum()), float(largest.sum()), moved)

    def _log_density(self, at: Floats) -> Floats:
        """But for a constant."""
        away = np.abs(at - self.values) / self.width
        match self.noise:
            case "laplace":
                logs = -away
            case "cauchy":
                logs = -np.log1p(away**2)
            case _:
                logs = -2.0 * np.log1p(away**2 / 3.0)
        found: Floats = logs - math.log(self.width)
        return found
