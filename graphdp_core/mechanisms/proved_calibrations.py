"""Noise on centralities that is proved private: by a smooth bound, or by a global one."""

from __future__ import annotations

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.calibration import Asked, Calibration, Notes
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.grids import DISCRETE_SAMPLER, IDEAL_SAMPLER, on_a_grid
from graphdp_core.privacy.laws import GridNoise
from graphdp_core.privacy.smooth_law import SmoothNoise
from graphdp_core.privacy.smooth_sensitivity import smooth_constants
from graphdp_core.progress import SILENT, Progress
from graphdp_core.sensitivities.neighbours import SUPPORTS

__all__ = ["GlobalNoise", "SoundSmooth"]

FINE = 2.0**-20  # of the largest score: the public grid is a thousandth of it


class SoundSmooth(Calibration):
    """Noise of scale S/alpha on a proved beta-smooth bound S."""

    id = "sound_smooth"
    label = "Smooth sensitivity, proved"
    proof = "Smooth sensitivity with the exact cost of scaling the noise, then of shifting it."
    sampler = IDEAL_SAMPLER
    searches = True

    def needs_delta(self, noise: str) -> bool:
        """Cauchy's and Student's noise do without."""
        return noise == "laplace"

    def supports(self, score: str) -> tuple[str, ...]:
        """Closeness has a proved smooth bound only where edges are public."""
        return ("fixed",) if score == "closeness" else SUPPORTS

    def scale(
        self, graph: Graph, asked: Asked, *, progress: Progress = SILENT
    ) -> tuple[float, Notes]:
        """S / alpha."""
        constants = smooth_constants(asked.noise, asked.epsilon, asked.delta, graph.n)
        bound = asked.measure.smooth_bound(graph, asked.neighbours, constants.beta)
        return bound / constants.alpha, ()

    def noisy(
        self, graph: Graph, values: Floats, asked: Asked, *,
        epsilon: Budget, draws: Draws, progress: Progress,
    ) -> tuple[Floats, Notes]:  # fmt: skip
        """The scores with smooth noise, on a public grid."""
        scale, notes = self.scale(graph, asked, progress=progress)
        delta = asked.delta if self.needs_delta(asked.noise) else 0.0
        law = SmoothNoise("scores", epsilon, values, asked.noise, scale, delta=delta)
        return on_a_grid(draws.draw(law), FINE * asked.largest(graph.n)), notes


class GlobalNoise(Calibration):
    """Laplace noise on the global l1 sensitivity."""

    id = "global"
    label = "Global sensitivity"
    proof = "Laplace mechanism on the global l1 sensitivity."
    sampler = f"scores, computed to half a step, rounded to a public grid; {DISCRETE_SAMPLER}"

    def scale(
        self, graph: Graph, asked: Asked, *, progress: Progress = SILENT
    ) -> tuple[float, Notes]:
        """(Global sensitivity) / epsilon."""
        return asked.measure.global_bound(graph.n, asked.neighbours) / asked.epsilon, ()

    def noisy(
        self, graph: Graph, values: Floats, asked: Asked, *,
        epsilon: Budget, draws: Draws, progress: Progress,
    ) -> tuple[Floats, Notes]:  # fmt: skip
        """The scores with noise on a public grid; as they are where no step moves any."""
        sensitivity = asked.measure.global_bound(graph.n, asked.neighbours)
        if sensitivity <= 0.0:
            return values, ()
        return draws.draw(GridNoise("scores", epsilon, values, sensitivity, is_inexact=True)), ()
