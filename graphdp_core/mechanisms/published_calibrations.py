"""Noise on centralities as the paper has it: for study, none of it is private."""

from __future__ import annotations

import math

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.calibration import Asked, Calibration, Notes
from graphdp_core.params import Refused
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.smooth_sensitivity import standard_smooth_noise
from graphdp_core.progress import SILENT, Progress

__all__ = ["PublishedBound", "PublishedLocal", "PublishedSmooth", "published_beta"]


class _Published(Calibration):
    """Laplace noise whose scale is read off this very graph."""

    proof = "None: the paper itself says that this noise guarantees no privacy."
    sampler = "floating-point noise"

    def noisy(
        self, graph: Graph, values: Floats, asked: Asked, *,
        epsilon: Budget, draws: Draws, progress: Progress,
    ) -> tuple[Floats, Notes]:  # fmt: skip
        """The scores plus floating-point Laplace noise."""
        scale, notes = self.scale(graph, asked, progress=progress)
        return values + scale * standard_smooth_noise(
            "laplace", graph.n, rng=draws.unlawful()
        ), notes


class PublishedLocal(_Published):
    """The exact local sensitivity over epsilon; weights may rise without limit."""

    id = "published_local"
    label = "Published: local sensitivity"
    not_private = (
        "The size of the noise is the sensitivity of this very graph: it differs "
        "between neighbours and tells them apart."
    )

    def scale(
        self, graph: Graph, asked: Asked, *, progress: Progress = SILENT
    ) -> tuple[float, Notes]:
        """L / epsilon."""
        neighbours = asked.neighbours.as_published
        found = asked.measure.local_sensitivity(graph, neighbours, progress=progress)
        return found.value / asked.epsilon, (found.note,) if found.note else ()


class PublishedBound(_Published):
    """The paper's bound of the local sensitivity over epsilon."""

    id = "published_bound"
    label = "Published: its bound"
    may_fail = True
    not_private = (
        "The size of the noise is computed from this very graph and differs "
        "between neighbours; for Laplacian and closeness centrality the bound is false as well."
    )

    def scale(
        self, graph: Graph, asked: Asked, *, progress: Progress = SILENT
    ) -> tuple[float, Notes]:
        """B / epsilon."""
        bound = asked.measure.published_bound(graph, asked.neighbours.theta)
        return _usable(bound) / asked.epsilon, ()


class PublishedSmooth(_Published):
    """The paper's "smooth" bound, its beta taken from the paper's delta."""

    id = "published_smooth"
    label = "Published: smooth bound"
    may_fail = True
    scores = ("laplacian", "closeness")
    not_private = (
        "The bound is not smooth, its theorem rests on a false one, and the "
        "claimed δ does not follow."
    )

    def needs_delta(self, noise: str) -> bool:
        """Beta follows from it."""
        return True

    def scale(
        self, graph: Graph, asked: Asked, *, progress: Progress = SILENT
    ) -> tuple[float, Notes]:
        """2 S / epsilon."""
        bound = asked.measure.published_smooth
        if bound is None:
            raise Refused(
                f"the paper gives no smooth bound for {asked.score} centrality: set calibration "
                "to 'sound_smooth', or to one of the other published ones."
            )
        beta = published_beta(asked.epsilon, asked.delta, graph.n)
        return 2 * _usable(bound(graph, asked.neighbours.theta, beta)) / asked.epsilon, ()


def published_beta(epsilon: float, delta: float, n: int) -> float:
    """The beta at which the paper's delta = exp(-epsilon / (sqrt(n) beta)) has this value.

    Examples
    --------
    >>> round(published_beta(2.0, 1e-6, 100), 4)
    0.0145
    """
    return epsilon / (math.sqrt(max(n, 1)) * math.log(1 / delta))


def _usable(bound: float) -> float:
    """The bound, if noise can be scaled by it."""
    if math.isfinite(bound) and bound >= 0:
        return bound
    said = "undefined" if math.isnan(bound) else f"{bound:.4g}"
    raise Refused(
        f"the published bound is {said} on this graph, which is no size for noise: choose another "
        "calibration or another graph."
    )
