"""Ranks of the leading nodes over repeated private draws."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.compare import run_baseline, run_repeat
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics.rankings import ranking
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import checked_epsilon
from graphdp_core.privacy.far import EXPLORED_EPSILON
from graphdp_core.progress import Progress, Report
from graphdp_core.results import Result, Scores

__all__ = ["private_ranks"]


def private_ranks(
    graph: Graph,
    mechanism: Mechanism,
    analysis: Analysis,
    *,
    epsilon: float,
    seed: int = 0,
    repeats: int = 20,
    top: int = 10,
    progress: Report | None = None,
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Private ranks of the truly highest nodes over repeated draws of a ranking analysis.

    Returns
    -------
    nodes : ndarray of int, shape (top,)
        The highest nodes of the true ranking, at most n.
    ranks : ndarray of int, shape (repeats, top)
        Their ranks in every draw, 1 is the highest.

    Raises
    ------
    Refused
        If the release cannot be drawn or is no ranking, or the two use different measures.

    Notes
    -----
    *Privacy*: reads the true graph; each draw would spend its own epsilon.
    """
    epsilon = checked_epsilon(epsilon, high=EXPLORED_EPSILON)
    mechanism.check(graph, epsilon)
    baseline = run_baseline(graph, analysis)
    nodes = ranking(_values(baseline))[:top]
    ranks = np.empty((repeats, len(nodes)), dtype=np.int64)
    whole = Progress.of(progress)
    for repeat in range(repeats):
        found = run_repeat(
            graph,
            mechanism,
            analysis,
            epsilon=epsilon,
            seed=seed,
            repeat=repeat,
            baseline=baseline,
            progress=whole.part(repeat, repeats).named(f"repeat {repeat + 1} of {repeats}"),
        )
        place = np.empty(graph.n, dtype=np.int64)
        place[ranking(_values(found.private))] = np.arange(1, graph.n + 1)
        ranks[repeat] = place[nodes]
    return nodes, ranks


def _values(result: Result) -> NDArray[np.float64]:
    if not isinstance(result, Scores):
        raise Refused(f"a ranking needs scores, got a {result.kind}: pick a centrality.")
    return result.values
