"""An analysis as a stranger would write it: how many nodes have no edge."""

from dataclasses import dataclass

import numpy as np

from graphdp_core import Analysis
from graphdp_core.analyses.subgraph_counts import OFF_BY_ALL, compared_numbers, number_metrics
from graphdp_core.results import Counts


@dataclass(frozen=True)
class Loners(Analysis[Counts]):
    """Nodes without an edge."""

    id = "loners"
    title = "Loners"
    summary = "How many nodes have no edge."
    source = "The sample package, 2026"
    formula = r"|\{v : d_v = 0\}|"
    returns = Counts
    metrics = number_metrics("count", low=0.0)
    yardsticks = (OFF_BY_ALL,)

    def _run(self, graph, *, rng, progress):
        return Counts(np.array([float((graph.degrees == 0).sum())]), ("loners",))

    def _measure(self, graph, baseline, private):
        return compared_numbers(baseline, private)

    def finding(self, metrics, *, epsilon):
        return f"At ε = {epsilon:.3g} it says {metrics['count_private']:.0f}."
