"""How often a small subgraph occurs: counted, estimated from a noisy graph, or released itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.one_number import OFF_BY_ALL, compared_numbers, number_metrics
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import (
    check_count,
    count_name,
    count_param,
    size_param,
    subgraph_count,
)
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.params import Refused
from graphdp_core.progress import Progress
from graphdp_core.results import Counts, Result
from graphdp_core.spectra.debiasing import debias_note, unbiased_counts, unbiased_stars

__all__ = ["SubgraphCounts", "as_counted"]


@dataclass(frozen=True)
class SubgraphCounts(Analysis[Counts]):
    """The number of edges, triangles, stars, triangles on one edge, or cliques of four.

    On a graph with noise of a known distribution it is the unbiased estimate of the true number,
    for edges, triangles and stars; for the other two nothing is said.

    References
    ----------
    V. Karwa, S. Raskhodnikova, A. Smith, G. Yaroslavtsev, Private analysis of graph structure,
    VLDB 2011 (which counts). V. Karwa, A. Slavković, Inference using noisy degrees, Annals of
    Statistics, 2016 (estimation from released graphs).

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    >>> SubgraphCounts("stars", k=3).run(kite, rng=np.random.default_rng(0)).values
    array([1.])
    """

    id: ClassVar[str] = "subgraph_counts"
    title: ClassVar[str] = "Counts"
    summary: ClassVar[str] = "How many edges, triangles, stars or cliques there are."
    source: ClassVar[str] = (
        "Karwa, Raskhodnikova, Smith and Yaroslavtsev, Private Analysis of Graph Structure, VLDB "
        "2011"
    )
    formula: ClassVar[str] = (
        r"f_\triangle = \tfrac16\,\mathrm{tr}\,A^3, \quad f_{k\star} = \sum_v \binom{d_v}{k}, "
        r"\quad f_{k\triangle} = \sum_{ij \in E} \binom{a_{ij}}{k}"
    )
    returns: ClassVar[type[Result]] = Counts
    metrics: ClassVar[tuple[Metric, ...]] = number_metrics("count", low=0.0)
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (OFF_BY_ALL,)

    count: str = count_param()
    k: int = size_param()

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Counts:
        check_count(graph.n, self.count, self.k)
        value, notes = self._value(graph)
        return Counts(np.array([value]), (count_name(self.count, self.k),), notes)

    def _value(self, graph: Graph) -> tuple[float, tuple[str, ...]]:
        noise = graph.noise
        if noise is None:
            return float(subgraph_count(graph, self.count, self.k)), ()
        if noise.contrast == 0.0:
            return math.nan, debias_note(graph, debias=True)
        match self.count:
            case "stars":
                return unbiased_stars(graph.n, graph.degrees, self.k, noise), ()
            case "edges" | "triangles":
                seen = subgraph_count(graph, "triangles") if self.count == "triangles" else 0
                estimates = unbiased_counts(graph.n, graph.degrees, seen, noise)
                return estimates[self.count], ()
        name = count_name(self.count, self.k)
        return math.nan, (
            f"A graph with noise on every pair tells next to nothing about {name}: release the "
            "count itself.",
        )

    def _measure(self, graph: Graph, baseline: Counts, private: Counts) -> dict[str, float]:
        if baseline.names != private.names:
            raise Refused(
                f"the analysis counts {baseline.names[0]} and the mechanism releases "
                f"{private.names[0]}: set count and k of both alike."
            )
        return compared_numbers(baseline, private)

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """How far the count is off."""
        name = count_name(self.count, self.k)
        error, private = metrics["relative_error"], metrics["count_private"]
        if not math.isfinite(private):
            return f"At {epsilon_label(epsilon)} this release says nothing about the {name}."
        if not math.isfinite(error):
            return f"At {epsilon_label(epsilon)} it says {private:,.0f}, and there are no {name}."
        true = metrics["count_baseline"]
        text = f"At {epsilon_label(epsilon)} the number of {name} is off by {_percent(error)}."
        return f"{text} It says {private:,.0f}, and there are {true:,.0f}."


def as_counted(analysis: SubgraphCounts, mechanism: Mechanism) -> SubgraphCounts:
    """The analysis that counts what a mechanism releases; the same one for a released graph.

    Examples
    --------
    >>> from graphdp_core.mechanisms.private_count import PrivateCount
    >>> as_counted(SubgraphCounts(), PrivateCount("stars", k=3)).count
    'stars'
    """
    if mechanism.returns is not Counts:
        return analysis
    return replace(
        analysis,
        count=getattr(mechanism, "count", analysis.count),
        k=getattr(mechanism, "k", analysis.k),
    )


def _percent(error: float) -> str:
    if error >= 10.0:
        return f"{error:,.0f} times its size"
    if 0 < error < 1e-4:
        return "less than 0.01%"
    return percent(error, whole=error >= 0.1)
