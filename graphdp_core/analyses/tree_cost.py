"""What the cheapest spanning tree costs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.one_number import OFF_BY_ALL, compared_numbers, number_metrics
from graphdp_core.digits import digits, epsilon_label, percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.progress import Progress
from graphdp_core.results import Cost, Result

__all__ = ["TreeCost"]


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
    returns: ClassVar[type[Result]] = Cost
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
