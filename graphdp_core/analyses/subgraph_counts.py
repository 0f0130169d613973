"""How often a small subgraph occurs: counted, estimated from a noisy graph, or released itself.

What analyses of a single number share: how it is compared, and what counts as kept.

What the cheapest spanning tree costs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from graphdp_core.analyses.analysis import Analysis, share_off, told
from graphdp_core.digits import brief_percent, digits, epsilon_label, percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.graphs.statistics import (
    check_count,
    count_name,
    count_param,
    size_param,
    subgraph_count,
)
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.statistics import relative_error
from graphdp_core.params import Refused
from graphdp_core.progress import Progress
from graphdp_core.results import Cost, Counts
from graphdp_core.spectra.debiasing import debias_note, unbiased_counts, unbiased_stars

OFF_BY_ALL = Yardstick("relative_error", perfect=0.0, nothing=1.0)
"""Who says 0 is never farther off than the whole number."""


def number_metrics(word: str, *, low: float | None = None) -> tuple[Metric, ...]:
    """The metrics of one number: how far it is off, the private one and the true one.

    Parameters
    ----------
    word : str
        What it is called: "count" or "cost".
    low : float, optional
        The least that the true one can be.

    Examples
    --------
    >>> [metric.label for metric in number_metrics("cost")]
    ['Error of the cost', 'Private cost', 'True cost']
    """
    return (
        share_off(
            "relative_error",
            f"Error of the {word}",
            f"How far the private {word} is off, as a share of the true one.",
        ),
        told(
            "count_private",
            f"Private {word}",
            f"The {word} that is released, or what a released graph says about it.",
        ),
        told("count_baseline", f"True {word}", "That of the true graph.", low=low),
    )


def compared_numbers(baseline: Counts, private: Counts) -> dict[str, float]:
    """The values of these metrics.

    Examples
    --------
    >>> import numpy as np
    >>> one, other = (Counts(np.array([value]), ("edges",)) for value in (4.0, 5.0))
    >>> compared_numbers(one, other)
    {'relative_error': 0.25, 'count_private': 5.0, 'count_baseline': 4.0}
    """
    true, released = float(baseline.values[0]), float(private.values[0])
    return {
        "relative_error": relative_error(released, true),
        "count_private": released,
        "count_baseline": true,
    }


def off_by(error: float) -> str:
    """How far a number is off, in words.

    Examples
    --------
    >>> off_by(0.00003), off_by(0.0152), off_by(0.25), off_by(12.3)
    ('less than 0.1%', '1.5%', '25%', '12 times its size')
    """
    if error >= 10.0:
        return f"{error:,.0f} times its size"
    return brief_percent(error)


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
        text = f"At {epsilon_label(epsilon)} the number of {name} is off by {off_by(error)}."
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


@dataclass(frozen=True)
class TreeCost(Analysis[Cost]):
    """The sum of the weights of the minimum spanning tree; of a forest, of all its trees.

    Weights are the graph's own, and 1 where it has none. On a graph with noisy weights it is
    post-processing, and too low: the tree takes the edges whose noise is low.

    References
    ----------
    Nissim, Raskhodnikova & Smith (2007), STOC, section 3.2 (as a number to release).

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)], weights=[1.0, 2.0, 3.0, 4.0])
    >>> TreeCost().run(kite, rng=np.random.default_rng(0)).values
    array([7.])
    """

    id: ClassVar[str] = "tree_cost"
    title: ClassVar[str] = "Cost of the spanning tree"
    summary: ClassVar[str] = "What it costs to join everything together, and nothing of how."
    source: ClassVar[str] = (
        "Nissim, Raskhodnikova and Smith, Smooth Sensitivity and Sampling in Private Data "
        "Analysis, STOC 2007"
    )
    formula: ClassVar[str] = r"c = \min_{T} \sum_{e \in T} w_e"
    metrics: ClassVar[tuple[Metric, ...]] = number_metrics("cost")
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (OFF_BY_ALL,)

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Cost:
        lengths = np.ones(graph.m) if graph.weights is None else graph.weights
        taken = minimum_spanning_forest(graph, lengths)
        return Cost(np.array([math.fsum(lengths[taken])]), (Cost.title,))

    def _measure(self, graph: Graph, baseline: Cost, private: Cost) -> dict[str, float]:
        return compared_numbers(baseline, private)

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """How far the cost is off."""
        private, true = metrics["count_private"], metrics["count_baseline"]
        if not math.isfinite(metrics["relative_error"]):
            said = digits(private)
            return f"At {epsilon_label(epsilon)} it says {said}, and the tree costs nothing."
        share = percent(metrics["relative_error"])
        return (
            f"At {epsilon_label(epsilon)} the cost of the spanning tree is off by {share}. It says "
            f"{digits(private)}, and the tree costs {digits(true)}."
        )
