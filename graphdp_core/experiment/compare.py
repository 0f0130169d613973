"""Pairs the non-private baseline with private results and measures the difference."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, check_epsilon
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.progress import Progress, Report
from graphdp_core.results import Result

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Comparison",
    "compare",
    "compatible",
    "noise_stream",
    "run_baseline",
    "run_private",
    "sweep",
]

ANALYSIS_SEED = 20_260_101


@dataclass(frozen=True, eq=False)
class Comparison:
    """One analysis without and with privacy, and how far apart the two are.

    `metrics` is the median over the repeats; `repeats` holds each repeat's own values; `release`
    and `private` belong to the first repeat.
    """

    graph: Graph
    mechanism: Mechanism
    analysis: Analysis
    epsilon: float
    seed: int
    release: Graph | Result
    baseline: Result
    private: Result
    metrics: Mapping[str, float]
    repeats: tuple[Mapping[str, float], ...]
    guarantee: Guarantee
    seconds: float

    @property
    def finding(self) -> str:
        """One plain sentence that says what the metrics mean."""
        return self.analysis.finding(self.metrics, epsilon=self.epsilon)


def compatible(mechanism: Mechanism | type[Mechanism], analysis: Analysis | type[Analysis]) -> bool:
    """Whether a release fits an analysis: it can be read by it, or is already its own result.

    This one line is the post-processing theorem as the pages use it.
    """
    return mechanism.returns in (*analysis.accepts, analysis.returns)


def noise_stream(seed: int, repeat: int = 0) -> np.random.Generator:
    """The noise stream of one repeat.

    It depends on (seed, repeat) and deliberately not on epsilon: moving the slider keeps the
    noise and changes only its size (common random numbers). That is for teaching: one seed shown
    at two epsilons reveals the data.
    """
    return np.random.default_rng(np.random.SeedSequence((seed, repeat)))


def run_baseline(graph: Graph, analysis: Analysis, *, progress: Report | None = None) -> Result:
    """The analysis on the true graph, always with the same stream for its own randomness."""
    return analysis.run(graph, rng=np.random.default_rng(ANALYSIS_SEED), progress=progress)


def run_private(
    release: Graph | Result, analysis: Analysis, *, progress: Report | None = None
) -> Result:
    """The analysis as post-processing of a release; a release of its own kind passes through."""
    if isinstance(release, analysis.returns):
        return release
    if not isinstance(release, analysis.accepts):
        raise Refused(
            f"A release of type {type(release).__name__} does not fit the analysis "
            f"{analysis.id!r}: {_wanted(analysis)}."
        )
    # The analysis reads what it accepts; its own randomness has the baseline's stream.
    stream = np.random.default_rng(ANALYSIS_SEED)
    return analysis.run(release, rng=stream, progress=progress)  # type: ignore[arg-type]


def compare(
    graph: Graph,
    mechanism: Mechanism,
    analysis: Analysis,
    *,
    epsilon: float,
    seed: int = 0,
    repeats: int = 1,
    baseline: Result | None = None,
    release: Graph | Result | None = None,
    progress: Report | None = None,
) -> Comparison:
    """Run an analysis without and with privacy and measure the difference.

    Parameters
    ----------
    graph : Graph
    mechanism : Mechanism
    analysis : Analysis
    epsilon : float
        Nominal privacy loss, 0 to 20.
    seed : int
        Noise draw; the same seed gives the same noise at every epsilon.
    repeats : int
        Independent draws, at least 1.
    baseline : Result, optional
        The analysis' result on the true graph, if already known.
    release : Graph or Result, optional
        The first draw's release, if already known.
    progress : callable, optional
        ``progress(fraction, text)``.

    Returns
    -------
    Comparison

    Raises
    ------
    Refused
        If the mechanism does not fit the analysis or a number is out of range.

    Notes
    -----
    *Privacy*: the comparison reads the true graph; only ``private`` is covered by the guarantee.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> karate = gdp.load_graph("karate")
    >>> c = gdp.compare(karate, gdp.mechanism("edge_flip"), gdp.analysis("spectral"), epsilon=4.0)
    >>> c.private.points.shape[0] == karate.n
    True
    """
    check_epsilon(epsilon)
    if repeats < 1:
        raise Refused(f"repeats must be at least 1, got {repeats}.")
    if not compatible(mechanism, analysis):
        raise Refused(
            f"{mechanism.id} releases a {mechanism.returns.__name__}, which {analysis.id} cannot "
            f"read: {_wanted(analysis)}."
        )
    start, whole = time.perf_counter(), Progress.of(progress)
    mechanism.check(graph, epsilon)
    if baseline is None:
        baseline = run_baseline(graph, analysis, progress=whole)
    known = [] if release is None else [release]
    draws = []
    for repeat in range(repeats):
        part = whole.part(repeat, repeats)
        output = (
            known.pop()
            if known
            else mechanism.release(
                graph, epsilon=epsilon, rng=noise_stream(seed, repeat), progress=part
            )
        )
        private = run_private(output, analysis, progress=part)
        part(1.0, "comparing")
        draws.append((output, private, analysis.measure(graph, baseline, private)))
    rows = tuple(metrics for _, _, metrics in draws)
    return Comparison(
        graph=graph,
        mechanism=mechanism,
        analysis=analysis,
        epsilon=epsilon,
        seed=seed,
        release=draws[0][0],
        baseline=baseline,
        private=draws[0][1],
        metrics=_median(rows),
        repeats=rows,
        guarantee=mechanism.guarantee(epsilon),
        seconds=time.perf_counter() - start,
    )


def sweep(
    graph: Graph,
    mechanisms: Sequence[Mechanism],
    analysis: Analysis,
    *,
    epsilons: Sequence[float],
    repeats: int = 20,
    seed: int = 0,
    baseline: Result | None = None,
    progress: Report | None = None,
) -> pd.DataFrame:
    """Measure an analysis over mechanisms, epsilons and repeated draws.

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

    baseline = run_baseline(graph, analysis) if baseline is None else baseline
    whole = Progress.of(progress)
    jobs = [(r, m, e) for r in range(repeats) for m in mechanisms for e in epsilons]
    rows: list[dict[str, Any]] = []
    for done, (repeat, mechanism, epsilon) in enumerate(jobs):
        whole(done / len(jobs), f"draw {repeat + 1} of {repeats}")
        metrics = measure_once(
            graph,
            mechanism,
            analysis,
            epsilon=epsilon,
            seed=seed,
            repeat=repeat,
            baseline=baseline,
        )
        rows += [
            {
                "mechanism": mechanism.id,
                "epsilon": float(epsilon),
                "repeat": repeat,
                "metric": name,
                "value": value,
            }
            for name, value in metrics.items()
        ]
    return pd.DataFrame(rows, columns=["mechanism", "epsilon", "repeat", "metric", "value"])


def measure_once(
    graph: Graph,
    mechanism: Mechanism,
    analysis: Analysis,
    *,
    epsilon: float,
    seed: int,
    repeat: int,
    baseline: Result,
    progress: Report | None = None,
) -> dict[str, float]:
    """The metrics of one draw of a sweep."""
    check_epsilon(epsilon)
    mechanism.check(graph, epsilon)
    whole = Progress.of(progress)
    first, second = whole.part(0, 2), whole.part(1, 2)
    release = mechanism.release(
        graph, epsilon=epsilon, rng=noise_stream(seed, repeat), progress=first
    )
    return analysis.measure(graph, baseline, run_private(release, analysis, progress=second))


def _wanted(analysis: Analysis) -> str:
    names = dict.fromkeys(kind.__name__ for kind in (*analysis.accepts, analysis.returns))
    return f"pick a mechanism that releases one of {', '.join(names)}"


def _median(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: float(np.median([row[name] for row in rows])) for name in rows[0]}
