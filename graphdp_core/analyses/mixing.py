"""Edges within and between public groups: counted, estimated from a noisy graph, or released."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from graphdp_core.analyses.analysis import Analysis, share_off, told
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.surveys import group_edges, public_groups
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.statistics import assortativity, share_within
from graphdp_core.progress import Progress
from graphdp_core.results import Mixing
from graphdp_core.spectra.debiasing import debias_note


@dataclass(frozen=True)
class GroupEdges(Analysis[Mixing]):
    """The number of edges within every public group and between every two.

    On a graph with noise of known rates each number is the unbiased estimate of the true one:
    (seen - q pairs)/(p - q).

    References
    ----------
    M. E. J. Newman, Mixing patterns in networks, Physical Review E 67, 026126, 2003.

    Examples
    --------
    >>> path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)], labels=["a", "a", "b", "b"])
    >>> GroupEdges().run(path, rng=np.random.default_rng(0)).values.tolist()
    [1.0, 1.0, 1.0]
    """

    id: ClassVar[str] = "mixing"
    title: ClassVar[str] = "Edges between groups"
    summary: ClassVar[str] = "How many edges lie within public groups and between them."
    source: ClassVar[str] = "Newman, Mixing patterns in networks, Physical Review E, 2003"
    formula: ClassVar[str] = (
        r"\hat m_{ab} = \frac{m'_{ab} - q\, N_{ab}}{p - q}, \quad "
        r"h = \frac{\sum_a m_{aa}}{\sum_{a \le b} m_{ab}}"
    )
    reads_groups: ClassVar[bool] = True
    metrics: ClassVar[tuple[Metric, ...]] = (
        share_off(
            "mixing_error",
            "Error of the table",
            "All differences together, as a share of the true edges.",
        ),
        share_off(
            "homophily_error",
            "Error of the homophily",
            "How far the share of edges within groups is off.",
        ),
        told(
            "homophily_private",
            "Private homophily",
            "The share of edges within groups, by what is released.",
            percent=True,
        ),
        told(
            "homophily_baseline",
            "True homophily",
            "The share of edges within groups in the true graph.",
            low=0.0,
            percent=True,
        ),
        told(
            "segregation_private",
            "Private segregation",
            "Newman's assortativity coefficient of what is released: 1 if no edge leaves its "
            "group, 0 if edges are blind to groups.",
        ),
        told(
            "segregation_baseline",
            "True segregation",
            "Newman's assortativity coefficient of the true graph.",
        ),
    )
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (
        Yardstick("mixing_error", perfect=0.0, nothing=1.0),
    )

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Mixing:
        groups, names = public_groups(graph)
        k = len(names)
        sizes = tuple(np.bincount(groups, minlength=k).tolist())
        mixing = Mixing.of(group_edges(graph, groups, k).astype(np.float64), names, sizes)
        noise = graph.noise
        if noise is None:
            return mixing
        if noise.contrast == 0.0:
            nothing = np.full((k, k), math.nan)
            return Mixing.of(nothing, names, sizes, debias_note(graph, debias=True))
        table = (mixing.table - noise.false_positive_rate * mixing.pairs) / noise.contrast
        return Mixing.of(table, names, sizes)

    def _measure(self, graph: Graph, baseline: Mixing, private: Mixing) -> dict[str, float]:
        total = float(baseline.values.sum())
        off = float(np.abs(private.values - baseline.values).sum())
        within = share_within(private.table), share_within(baseline.table)
        return {
            "mixing_error": off / total if total > 0.0 else math.nan,
            "homophily_error": abs(within[0] - within[1]),
            "homophily_private": within[0],
            "homophily_baseline": within[1],
            "segregation_private": assortativity(private.table),
            "segregation_baseline": assortativity(baseline.table),
        }

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """How far the table is off, and what that does to homophily."""
        error, private = metrics["mixing_error"], metrics["homophily_private"]
        if not math.isfinite(error):
            return (
                f"At {epsilon_label(epsilon)} this release says nothing about ties between groups."
            )
        off = percent(error)
        text = f"ties between groups are off by {off} of all."
        if not math.isfinite(private):
            return f"At {epsilon_label(epsilon)} the {text}"
        true = percent(metrics["homophily_baseline"], whole=True)
        return (
            f"At {epsilon_label(epsilon)} it says that {percent(private, whole=True)} of the ties "
            f"lie within groups, and {true} do. The {text}"
        )
