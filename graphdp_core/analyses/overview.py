"""Whole-graph statistics: as counted, and corrected for the public noise where that is exact."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis, error, rating, share_off
from graphdp_core.analyses.subgraph_counts import off_by
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.graphs.statistics import (
    clustering_statistics,
    connectivity_statistics,
    degree_assortativity,
    node_triangles,
    size_statistics,
)
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.statistics import absolute_error, kolmogorov_distance, relative_error
from graphdp_core.progress import Progress
from graphdp_core.results import Statistics
from graphdp_core.spectra.debiasing import (
    debias_note,
    estimated_degrees,
    helpful_corrections,
    unbiased_counts,
)

STATISTIC_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "edges": "Edges",
        "density": "Density",
        "mean_degree": "Mean degree",
        "max_degree": "Largest degree",
        "wedges": "Paths of length 2",
        "triangles": "Triangles",
        "transitivity": "Transitivity",
        "average_clustering": "Average clustering",
        "assortativity": "Degree assortativity",
        "components": "Components",
        "largest_component": "Share in the largest component",
        "average_path_length": "Average path length",
    }
)


@dataclass(frozen=True)
class Overview(Analysis[Statistics]):
    """Edges, degrees, triangles, clustering, components and path lengths of a graph.

    `values` are counted on the graph as it is. `estimates` are for the numbers of the true
    graph: unbiased for edges, density, mean degree, wedges and triangles, since the
    public noise hits every pair independently; transitivity is the ratio of the last two.

    References
    ----------
    V. Karwa, A. Slavković, Inference using noisy degrees, Annals of Statistics, 2016 (estimation
    from released graphs); M. Latapy, Main-memory triangle computations for very large sparse
    graphs, TCS, 2008.

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    >>> values = Overview().run(kite, rng=np.random.default_rng(0)).values
    >>> values["triangles"], values["wedges"], values["transitivity"]
    (1.0, 5.0, 0.6)
    """

    id: ClassVar[str] = "overview"
    title: ClassVar[str] = "Overview"
    summary: ClassVar[str] = "Counts, degrees, clustering, components and path lengths."
    source: ClassVar[str] = "Latapy, Main-memory triangle computations, TCS, 2008"
    formula: ClassVar[str] = (
        r"\hat m = \frac{m' - \binom n2 q}{p - q},\quad \hat T = \tfrac16\,\mathrm{tr}\,\hat A^3"
    )
    metrics: ClassVar[tuple[Metric, ...]] = (
        share_off(
            "edges_error",
            "Tie count error, corrected",
            "Relative error of the number of ties, corrected for the noise where that helps.",
        ),
        share_off(
            "edges_error_raw",
            "Tie count error",
            "Relative error of the number of ties as counted in the release.",
        ),
        share_off(
            "triangles_error",
            "Triangle count error, corrected",
            "Relative error of the number of triangles, corrected for the noise where that helps.",
        ),
        share_off(
            "triangles_error_raw",
            "Triangle count error",
            "Relative error of the number of triangles as counted in the release.",
        ),
        error(
            "transitivity_error",
            "Transitivity error",
            "Difference of the share of closed paths of length 2, corrected for the noise.",
        ),
        rating(
            "degree_distance",
            "Degree distribution distance",
            "Largest gap between the two cumulative degree distributions (Kolmogorov-Smirnov), "
            "degrees corrected for the noise and rounded, from 0 to n - 1. 0 the same, 1 disjoint.",
            better="lower",
        ),
        rating(
            "degree_distance_raw",
            "Degree distribution distance, uncorrected",
            "The same with the degrees of the release as they are.",
            better="lower",
        ),
    )
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (
        Yardstick("degree_distance", perfect=0.0, nothing=0.5),
    )
    # Half of the degrees said to be 0 and half n - 1: never farther than 1/2 from the truth.

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Statistics:
        """Count everything; what a very dense graph does not allow is nan, with a note."""
        progress(0.0, "triangles")
        triangles, triangle_notes = node_triangles(graph, progress=progress.between(0.0, 0.8))
        progress(0.8, "components and paths")
        connectivity, path_notes = connectivity_statistics(graph)
        statistics = {
            **size_statistics(graph),
            **clustering_statistics(graph, triangles),
            **connectivity,
            "assortativity": degree_assortativity(graph),
        }
        values = {name: statistics[name] for name in STATISTIC_LABELS}
        return Statistics(
            values=values,
            degrees=graph.degrees.astype(np.float64),
            estimates=_estimates(graph, values),
            notes=triangle_notes
            + path_notes
            + debias_note(graph, debias=True)
            + _notes(graph, values["triangles"]),
            degree_estimates=_degree_estimates(graph),
        )

    def _measure(self, graph: Graph, baseline: Statistics, private: Statistics) -> dict[str, float]:
        """Relative errors of counts and distances between degree distributions."""
        true, raw, fair = baseline.values, private.values, private.estimates
        degrees = private.degree_estimates
        return {
            "edges_error": relative_error(fair.get("edges", math.nan), true["edges"]),
            "edges_error_raw": relative_error(raw["edges"], true["edges"]),
            "triangles_error": relative_error(fair.get("triangles", math.nan), true["triangles"]),
            "triangles_error_raw": relative_error(raw["triangles"], true["triangles"]),
            "transitivity_error": absolute_error(
                fair.get("transitivity", math.nan), true["transitivity"]
            ),
            "degree_distance": math.nan
            if degrees is None
            else kolmogorov_distance(baseline.degrees, np.round(degrees)),
            "degree_distance_raw": kolmogorov_distance(baseline.degrees, private.degrees),
        }

    def headline(self, graph: Graph) -> tuple[str, ...]:
        """Ids of the metrics shown first, in their order."""
        return ("edges_error_raw", "edges_error", "triangles_error", "degree_distance")

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """How wrong the degrees and the counts are, before and after the correction."""
        raw, fair = metrics["edges_error_raw"], metrics["edges_error"]
        spread, triangles = metrics["degree_distance"], metrics["triangles_error"]
        if not math.isfinite(raw):
            return f"At {epsilon_label(epsilon)} there are no true ties to compare with."
        what = "the number of ties is off"
        if math.isfinite(spread):  # first, as on its tile
            what = f"the spread of ties is off by {off_by(spread)}, their number"
        text = f"At {epsilon_label(epsilon)} {what} by {off_by(raw)}"
        if not math.isfinite(fair):
            return f"{text}. Nothing can correct it: the release is pure noise."
        told = [f"triangles by {off_by(triangles)}"] if math.isfinite(triangles) else []
        if fair != raw:  # else the release has no distribution of noise to correct for
            told.insert(0, f"their number is off by {off_by(fair)}")
        also = "Corrected for known noise " if fair != raw else "Also off: "
        return f"{text}. {also}{', '.join(told)}." if told else f"{text}."


def _estimates(graph: Graph, values: Mapping[str, float]) -> dict[str, float]:
    if graph.noise is None:
        return dict(values)
    if graph.noise.contrast == 0.0:
        return {}
    counts = unbiased_counts(graph.n, graph.degrees, values["triangles"], graph.noise)
    helped = _helped(graph, values["triangles"])
    counts = {
        name: count if ("triangles" if name == "triangles" else "edges") in helped else values[name]
        for name, count in counts.items()
    }
    edges, wedges = counts["edges"], counts["wedges"]
    return counts | {
        "density": edges / pair_count(graph.n) if graph.n > 1 else math.nan,
        "mean_degree": 2.0 * edges / graph.n if graph.n else math.nan,
        "transitivity": 3.0 * counts["triangles"] / wedges if wedges > 0 else math.nan,
    }


def _degree_estimates(graph: Graph) -> NDArray[np.float64] | None:
    if graph.noise is not None and graph.noise.contrast == 0.0:
        return None
    if graph.noise is not None and "degrees" not in _helped(graph, math.nan):
        return graph.degrees.astype(np.float64)
    return np.clip(estimated_degrees(graph), 0.0, max(graph.n - 1, 0))


def _helped(graph: Graph, triangles: float) -> frozenset[str]:
    """The counts that a correction brings nearer to the truth; all others stay as released."""
    if graph.noise is None:
        return frozenset()
    return helpful_corrections(graph.n, graph.degrees, triangles, graph.noise)


def _notes(graph: Graph, triangles: float) -> tuple[str, ...]:
    """What is not corrected, although the noise has a distribution, and why."""
    if graph.noise is None or graph.noise.contrast == 0.0:
        return ()
    left = [
        name for name in ("edges", "degrees", "triangles") if name not in _helped(graph, triangles)
    ]
    if not left:
        return ()
    return (
        f"As released, not corrected for the noise: {', '.join(left)}. A correction would vary by "
        "more than the noise shifts them.",
    )
