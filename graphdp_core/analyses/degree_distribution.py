"""How many nodes have how many edges: counted, corrected for noise, or released itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from graphdp_core.analyses.analysis import Analysis, error, rating, share_off
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.statistics import relative_error
from graphdp_core.progress import Progress
from graphdp_core.results import Degrees
from graphdp_core.spectra.debiasing import debias_note, estimated_degrees


@dataclass(frozen=True)
class DegreeDistribution(Analysis[Degrees]):
    """The degree distribution; whose degree is which does not matter.

    On a graph with noise of a known distribution, the corrected degrees are rounded and cut to
    0 to n - 1.

    References
    ----------
    M. Hay, C. Li, G. Miklau, D. Jensen, Accurate estimation of the degree distribution of private
    networks, ICDM 2009.

    Examples
    --------
    >>> star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    >>> DegreeDistribution().run(star, rng=np.random.default_rng(0)).counts.tolist()
    [0.0, 3.0, 0.0, 1.0]
    """

    id: ClassVar[str] = "degree_distribution"
    title: ClassVar[str] = "Degree distribution"
    summary: ClassVar[str] = "How many nodes have how many edges."
    source: ClassVar[str] = (
        "Hay, Li, Miklau and Jensen, Accurate Estimation of the Degree Distribution of Private "
        "Networks, ICDM 2009"
    )
    formula: ClassVar[str] = r"\|p - \tilde p\|_1 = \sum_d |p_d - \tilde p_d|"
    metrics: ClassVar[tuple[Metric, ...]] = (
        error(
            "l1",
            "Distance of the distributions",
            "Sum over all degrees of the gap between the shares of nodes. 0 the same, 2 disjoint.",
            high=2.0,
        ),
        rating(
            "largest_gap",
            "Largest gap",
            "Largest difference of the shares of nodes with at most so many edges (Kolmogorov-"
            "Smirnov). 0 the same, 1 disjoint.",
            better="lower",
        ),
        share_off(
            "mean_error",
            "Mean degree error",
            "How far the mean degree is off, as a share of the true one.",
        ),
    )
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (
        Yardstick("l1", perfect=0.0, nothing=2.0),
        Yardstick("largest_gap", perfect=0.0, nothing=0.5),
    )

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Degrees:
        if graph.noise is None:
            return Degrees(_counted(graph.degrees, graph.n))
        if graph.noise.contrast == 0.0:
            return Degrees(np.zeros(graph.n), debias_note(graph, debias=True))
        fair = np.clip(np.round(estimated_degrees(graph)), 0, max(graph.n - 1, 0))
        return Degrees(_counted(fair.astype(np.int64), graph.n))

    def _measure(self, graph: Graph, baseline: Degrees, private: Degrees) -> dict[str, float]:
        length = max(len(baseline.counts), len(private.counts))
        if not length:
            return {"l1": math.nan, "largest_gap": math.nan, "mean_error": math.nan}
        one, two = (
            np.pad(side.shares, (0, length - len(side.shares))) for side in (baseline, private)
        )
        return {
            "l1": float(np.abs(one - two).sum()),
            "largest_gap": float(np.abs(np.cumsum(one - two)).max()),
            "mean_error": relative_error(private.mean, baseline.mean),
        }

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """How much of the distribution is misplaced."""
        distance = metrics["l1"]
        if not math.isfinite(distance):
            return f"At {epsilon_label(epsilon)} this release says nothing about the degrees."
        return (
            f"At {epsilon_label(epsilon)} the degrees of {percent(distance / 2.0, whole=True)} "
            "of the nodes would have to "
            f"change to make the distributions alike."
        )


def _counted(degrees: np.ndarray, n: int) -> np.ndarray:
    return np.bincount(degrees, minlength=n).astype(np.float64)
