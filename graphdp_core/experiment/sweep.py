"""A table of one analysis over mechanisms, epsilons and repeats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from graphdp_core.analyses.analysis import Analysis, ResultType
from graphdp_core.experiment.compare import run_baseline, run_repeat
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import check_epsilon
from graphdp_core.progress import Progress, Report

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["sweep"]


def sweep(
    graph: Graph,
    mechanisms: Sequence[Mechanism],
    analysis: Analysis[ResultType],
    *,
    epsilons: Sequence[float],
    repeats: int = 20,
    seed: int = 0,
    baseline: ResultType | None = None,
    progress: Report | None = None,
) -> pd.DataFrame:
    """Measure an analysis over mechanisms, epsilons and repeats.

    Returns
    -------
    pandas.DataFrame
        Tidy: one row per mechanism, epsilon, repeat and metric, with the column value. Repeats
        run outermost, so that a sweep stopped by `progress` has whole repeats.

    Raises
    ------
    Refused
        As :func:`compare`.
    """
    import pandas as pd

    for epsilon in epsilons:
        check_epsilon(epsilon)
    baseline = run_baseline(graph, analysis) if baseline is None else baseline
    whole = Progress.of(progress)
    jobs = [(r, m, e) for r in range(repeats) for m in mechanisms for e in epsilons]
    rows: list[dict[str, Any]] = []
    for done, (repeat, mechanism, epsilon) in enumerate(jobs):
        found = run_repeat(
            graph,
            mechanism,
            analysis,
            epsilon=epsilon,
            seed=seed,
            repeat=repeat,
            baseline=baseline,
            progress=whole.part(done, len(jobs)).named(f"repeat {repeat + 1} of {repeats}"),
        )
        rows += [
            {
                "mechanism": mechanism.id,
                "epsilon": float(epsilon),
                "repeat": repeat,
                "metric": name,
                "value": value,
            }
            for name, value in found.metrics.items()
        ]
    return pd.DataFrame(rows, columns=["mechanism", "epsilon", "repeat", "metric", "value"])
