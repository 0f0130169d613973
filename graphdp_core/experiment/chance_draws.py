"""Releases that ignore the data, measured: here, or side by side in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import wait
from typing import TypeAlias

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.chance import DataIndependent
from graphdp_core.experiment.compare import run_repeat
from graphdp_core.experiment.worker import Job
from graphdp_core.experiment.workers import Pool
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.progress import Report
from graphdp_core.results import Result

CHANCE_DRAWS = 5
CHANCE_SEED = 20_260_102  # no person's seed reaches it: those end at 999
LOOK_S = 0.5  # how often it is asked whether anybody still waits
NAME = "chance"

Draws: TypeAlias = Callable[
    [Graph, DataIndependent, Analysis, Result], Sequence[Mapping[str, float]]
]
"""Gives the metrics of `CHANCE_DRAWS` releases; none where the analysis refuses one."""


def draws_here(
    graph: Graph, ignoring: DataIndependent, analysis: Analysis, baseline: Result
) -> list[Mapping[str, float]]:
    """The metrics of every draw, one after the other in this thread."""

    def metrics(repeat: int) -> Mapping[str, float]:
        try:
            return run_repeat(
                graph, ignoring, analysis,
                epsilon=0.0, seed=CHANCE_SEED, repeat=repeat, baseline=baseline,
            ).metrics  # fmt: skip
        except Refused:
            return {}

    return [metrics(repeat) for repeat in range(CHANCE_DRAWS)]


def draws_by_workers(
    graph: Graph,
    ignoring: DataIndependent,
    analysis: Analysis,
    baseline: Result,
    *,
    pool: Pool,
    progress: Report,
) -> list[Mapping[str, float]]:
    """The same numbers from the workers of a pool, which compute the baseline for themselves.

    Parameters
    ----------
    graph, ignoring, analysis, baseline
        As for :func:`draws_here`.
    progress : callable
        Asked twice a second; may raise to stop, and draws under way are then lost.
    """
    futures = [
        pool.submit(graph, Job(ignoring, {NAME: analysis}, 0.0, CHANCE_SEED, repeat))
        for repeat in range(CHANCE_DRAWS)
    ]
    while wait(futures, timeout=LOOK_S).not_done:
        progress(sum(future.done() for future in futures) / CHANCE_DRAWS, NAME)
    return [future.result()[NAME].metrics for future in futures]
