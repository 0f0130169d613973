"""Vishwanath & Hehir on convergence: in which sense private diagrams approach the true ones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.arrays import Floats
from graphdp_core.datasets import generate
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.experiment.fitted_power import fitted_power
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.metrics.diagrams import bottleneck
from graphdp_core.metrics.shifted_diagrams import log_diagram, shift_invariant_bottleneck
from graphdp_core.params import param
from graphdp_core.progress import Progress
from graphdp_core.reproduce.intervals import mean_with_interval
from graphdp_core.reproduce.reproduction import Chart, Reproduction, Table
from graphdp_core.reproduce.shape_tables import (
    INTERVAL,
    MASS,
    POSTER,
    embedded,
    mean_of,
    means_by_name,
    own_size,
    shape_table,
    weighted_bars,
    with_progress,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ShapeConvergence"]

READINGS = (
    "plain W", "W, additive shift", "W, log shift", "W, log shift, DTM", "W, own size",
    "W, adjusted",
)  # fmt: skip
SIZES = (100, 200, 400, 800, 1600, 3200)
RIPS_NODES = 300  # of every graph at most: the weighted Rips complex takes the cube of them


@dataclass(frozen=True)
class ShapeConvergence(Reproduction):
    """The private diagram approaches the true one as the graph grows: by six readings.

    Which one is meant decides. On a log scale a bar counts by its ratio of death to birth, and
    the births of loops, like all bars of sampling noise, shrink with the noise itself: ratios of
    noise do not vanish. Where births stay away from 0 (distance to measure), the logarithm is
    Lipschitz and the distance falls with the error of the embedding, as it does without logarithm
    once both shapes have one size.
    """

    id = "shape-convergence"
    title = "Convergence of private diagrams, up to size"
    claim = (
        "The private graph preserves the shape: the shift-invariant bottleneck distance between "
        "the diagrams of the embedding and of the private embedding vanishes as n grows."
    )
    source = POSTER
    chart = Chart("n", READINGS, "distance of the loops (H1)")

    epsilon: float = param(2.0, "Privacy loss", low=0.5, high=20.0)
    shape: str = param("circle", "Latent shape", choices=("circle", "figure_eight"))
    repeats: int = param(10, "Graphs and repeats per size", low=2, high=100)
    largest: int = param(1600, "Largest number of nodes", low=100, high=3200)
    seed: int = param(0, "Seed of graphs and noise", low=0, high=999)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """The reading up to size whose births stay away from 0 falls at every doubling but one."""
        means = rows.sort_values("n")["W, log shift, DTM"].map(mean_of).tolist()
        falls = [after < before for before, after in pairwise(means)]
        return sum(falls) >= len(falls) - 1 and means[-1] < means[0]

    def _table(self, progress: Progress) -> Table:
        sizes = [n for n in SIZES if n <= self.largest]
        found: dict[int, dict[str, list[float]]] = {n: {} for n in sizes}
        jobs = [(n, repeat) for n in sizes for repeat in range(self.repeats)]
        for n, repeat in with_progress(jobs, progress):
            graph = generate("rdpg", n=n, shape=self.shape, seed=self.seed + repeat)
            rng = noise_stream(self.seed, repeat)
            release = EdgeFlip().release(graph, epsilon=self.epsilon, rng=rng)
            for name, value in _distances(graph, release).items():
                found[n].setdefault(name, []).append(value)
        return shape_table(
            [{"n": n} | means_by_name(values) for n, values in found.items()],
            {
                "plain W": f"bottleneck distance of the loops (H1), {INTERVAL}",
                "W, additive shift": "the shift-invariant distance as printed, on births and "
                "deaths themselves",
                "W, log shift": "the same on logarithms of births and deaths: up to size",
                "W, log shift, DTM": "the same with Rips weighted by the distance to measure "
                f"(mass {MASS:g}), on the same {RIPS_NODES} nodes of both graphs at most",
                "W, own size": "bottleneck distance of loops after both clouds are centred and "
                "scaled to root mean square radius 1 (epsilon need not be known)",
                "W, adjusted": "bottleneck distance of loops to the privacy-adjusted embedding "
                "(epsilon is known)",
                "best size": "exp of the best log shift with DTM; theory for large n: the root of "
                f"1 - 2 pi = {math.sqrt(math.tanh(self.epsilon / 2)):.3f}",
            },
            f"Latent {self.shape.replace('_', ' ')} off the origin; raw embeddings of both graphs "
            "in 3 dimensions unless adjusted; alpha complex (radii) unless DTM. "
            "The authors' public code scales each embedding to its own size, or adjusts it.",
            _rates(found),
            _verdict(found),
            "In theory: the plain and the additive reading undo no scaling, so that their distance "
            "has a floor. On the log scale of all bars births and short bars are sampling noise on "
            "both sides, and their ratios do not vanish as n grows (for deaths over births: "
            "Bobrowski, Kahle & Skraba, Annals of Applied Probability, 2017).",
        )


def _distances(graph: Graph, release: Graph) -> dict[str, float]:
    """All readings for one graph and one release of it."""
    true, raw = _points(graph, "raw"), _points(release, "raw")
    left, right = _loops(true), _loops(raw)
    best = shift_invariant_bottleneck(*(weighted_bars(x, 1, RIPS_NODES) for x in (true, raw)))
    return {
        "plain W": bottleneck(left, right).distance,
        "W, additive shift": shift_invariant_bottleneck(left, right).distance,
        "W, log shift": shift_invariant_bottleneck(log_diagram(left), log_diagram(right)).distance,
        "W, log shift, DTM": best.distance,
        "W, own size": bottleneck(*(_loops(own_size(x)) for x in (true, raw))).distance,
        "W, adjusted": bottleneck(left, _loops(_points(release, "adjusted"))).distance,
        "best size": math.exp(best.shift),
    }


def _points(graph: Graph, correction: str) -> Floats:
    return embedded(graph, SpectralEmbedding(dimension=3, correction=correction))


def _loops(points: Floats) -> Floats:
    return Persistence(complex="alpha", max_points=5000).diagram(points).pairs[1]


def _verdict(found: dict[int, dict[str, list[float]]]) -> str:
    """Which readings fall from the smallest size to the largest, beyond both intervals."""
    first, last = found[min(found)], found[max(found)]
    if first is last:
        return "One size tells nothing about whether a distance vanishes."
    falls: list[str] = []
    stays: list[str] = []
    for name in first:
        if name != "best size":
            (before, wide), (after, narrow) = (mean_with_interval(f[name]) for f in (first, last))
            (falls if before - after > wide + narrow else stays).append(name)
    return (
        f"From n = {min(found)} to {max(found)}, beyond both intervals, these fall: "
        f"{', '.join(falls) or 'none'}; these do not: {', '.join(stays) or 'none'}."
    )


def _rates(found: dict[int, dict[str, list[float]]]) -> str:
    """Exponents of n, fitted to the means."""
    slopes = []
    for name in next(iter(found.values())):
        means = [float(np.mean(values[name])) for values in found.values()]
        power = fitted_power(list(found), means)
        if name != "best size" and power is not None:
            slopes.append(f"{name} {power:.2f}")
    return (
        "Fitted powers of n, where the error of the embedded points has about -0.5 in theory: "
        f"{'; '.join(slopes) or 'none from one size'}."
    )
