"""How wide the intervals are that a release leaves: what a person may ask of an epsilon."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.estimates.asked import Asked, Given, groups_of
from graphdp_core.estimates.estimate import GRAPH
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.estimates.statistics import STATISTICS
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.params import Refused
from graphdp_core.progress import Progress
from graphdp_core.results import Result

WIDTHS = (
    "edges", "mean_degree", "degree_deviation", "wedges", "triangles", "transitivity", "within",
    "homophily", "modularity",
)  # fmt: skip
"""Statistics whose interval can be asked for, by id; the last three by the graph's own groups."""
USUAL = 0.1


@dataclass(frozen=True, eq=False)
class ReleasedGraph(Result):
    """A graph as it was released, with its rates."""

    kind: ClassVar[str] = "released graph"
    graph: Graph


@dataclass(frozen=True)
class IntervalWidths(Analysis[ReleasedGraph]):
    """Half the interval of a number over the number, as whoever receives the release has it.

    The intervals are those of :func:`graphdp_core.trust.estimated.estimate` at 95 %, of this
    graph. A number that cannot be known from the release has no width.

    Examples
    --------
    >>> from graphdp_core.data import generate
    >>> from graphdp_core.experiment.compare import compare
    >>> from graphdp_core.mechanisms.edge_flip import EdgeFlip
    >>> blocks, widths = generate("sbm", n=300, seed=1), IntervalWidths()
    >>> widths_at_4 = compare(blocks, EdgeFlip(), widths, epsilon=4.0).metrics
    >>> 0.01 < widths_at_4["homophily"] < 0.05
    True
    """

    id: ClassVar[str] = "intervals"
    title: ClassVar[str] = "Width of an interval"
    summary: ClassVar[str] = "How near to a number the release alone leads."
    source: ClassVar[str] = (
        "Karwa, Krivitsky and Slavković, Sharing social network data, arXiv:1511.02930"
    )
    formula: ClassVar[str] = r"(\hat\theta_{high} - \hat\theta_{low}) / (2 |\hat\theta|)"
    returns: ClassVar[type[Result]] = ReleasedGraph
    metrics: ClassVar[tuple[Metric, ...]] = tuple(
        Metric(
            id, f"± {STATISTICS[id].title.lower()}",
            f"{STATISTICS[id].meaning} Half of its 95% interval over the value, from the release "
            "alone; nothing where it cannot be known.",
            better="lower", low=0.0, percent=True, enough=USUAL,
        )
        for id in WIDTHS
    )  # fmt: skip
    yardsticks: ClassVar[tuple[Yardstick, ...]] = ()

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> ReleasedGraph:
        return ReleasedGraph(graph)

    def _measure(
        self, graph: Graph, baseline: ReleasedGraph, private: ReleasedGraph
    ) -> dict[str, float]:
        """The widths; 0 for the graph itself, and none for a release without public rates."""
        wanted = [id for id in WIDTHS if not STATISTICS[id].needs or graph.labels is not None]
        widths = dict.fromkeys(WIDTHS, math.nan)
        released = private.graph
        if released.noise is None:
            return widths | dict.fromkeys(wanted, 0.0) if released == baseline.graph else widths
        groups = None
        if graph.labels is not None:
            names = graph.all_names()
            groups = groups_of(graph.labels.tolist(), names)
        try:
            rows = estimates_from(Given(released), Asked(groups=groups, partition=groups), wanted)
        except Refused:
            return widths
        for row in rows:
            if row.of == GRAPH and row.is_known and row.value:
                widths[row.statistic] = (row.high - row.low) / 2.0 / abs(row.value)
        return widths

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """Which numbers can be known, and how well."""
        known = {STATISTICS[id].title: w for id, w in metrics.items() if not math.isnan(w)}
        if not known:
            return f"At ε = {epsilon:g} none of these numbers can be known from the release."
        words = ", ".join(f"{title} ±{width:.0%}" for title, width in known.items())
        return f"At ε = {epsilon:g} the release tells {words}."
