"""Pairs the non-private baseline with private results and measures the difference."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Generic, cast

import numpy as np

from graphdp_core.analyses.analysis import Analysis, ResultType
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, checked_seed, refuse_strangers
from graphdp_core.privacy.amounts import checked_epsilon
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.progress import Progress, Report
from graphdp_core.results import Result, Statistics

ANALYSIS_SEED = 20_260_101


@dataclass(frozen=True, eq=False)
class Repeat(Generic[ResultType]):
    """One release, what the analysis makes of it, and how far that is from the baseline."""

    release: Graph | Result
    private: ResultType
    metrics: Mapping[str, float]


@dataclass(frozen=True, eq=False)
class Comparison(Generic[ResultType]):
    """One analysis without and with privacy, and how far apart the two are.

    `metrics` is the median over the repeats; `repeats` holds each repeat's own values; `release`
    and `private` belong to the first repeat.
    """

    graph: Graph
    mechanism: Mechanism
    analysis: Analysis[ResultType]
    epsilon: float
    seed: int
    release: Graph | Result
    baseline: ResultType
    private: ResultType
    metrics: Mapping[str, float]
    repeats: tuple[Mapping[str, float], ...]
    guarantee: Guarantee
    seconds: float

    @property
    def finding(self) -> str:
        """What the metrics mean: one sentence that answers, then perhaps the figures behind it."""
        said = self.analysis.finding(self.metrics, epsilon=self.epsilon)
        return as_read(said, self.epsilon, self.mechanism)

    @property
    def answer_and_figures(self) -> tuple[str, str]:
        """The finding in two: its first sentence, and the rest, which may be empty."""
        return first_sentence(self.finding)


def as_read(text: str, epsilon: float, mechanism: Mechanism) -> str:
    """A sentence on a release, without its epsilon where the mechanism reads none.

    Examples
    --------
    >>> from graphdp_core.mechanisms.names_off import NamesOff
    >>> as_read("At ε = 3 the map holds.", 3.0, NamesOff())
    'The map holds.'
    >>> as_read("At ε = 3, 8 of 8 conclusions stay.", 3.0, NamesOff())
    '8 of 8 conclusions stay.'
    """
    rest = text.removeprefix(f"At {epsilon_label(epsilon)}").removeprefix(",").removeprefix(" ")
    return text if mechanism.reads_epsilon else f"{rest[:1].upper()}{rest[1:]}"


def first_sentence(text: str) -> tuple[str, str]:
    """The first sentence, and the rest, which may be empty."""
    first, *rest = re.split(r"(?<=\.) (?=[A-Z0-9])", text, maxsplit=1)
    return first, "".join(rest)


def compatible(mechanism: Mechanism | type[Mechanism], analysis: Analysis | type[Analysis]) -> bool:
    """Whether a release fits an analysis: it can be read by it, or is already its own result.

    This one line is the post-processing theorem as the pages use it.
    """
    return mechanism.returns in (*analysis.accepts, analysis.returns)


def check_fits(mechanism: Mechanism, analysis: Analysis) -> None:
    """Raise Refused, saying what would fit, if an analysis cannot read a mechanism's releases."""
    if not compatible(mechanism, analysis):
        raise Refused(
            f"{mechanism.id} releases {mechanism.releases()}, which {analysis.id} cannot read: "
            f"{_wanted(analysis)}."
        )


def noise_stream(seed: int, repeat: int = 0) -> np.random.Generator:
    """The noise stream of one repeat.

    It depends on (seed, repeat) and deliberately not on epsilon: moving the slider keeps the
    noise and changes only its size (common random numbers). That is for teaching: one seed shown
    at two epsilons reveals the data.
    """
    return np.random.default_rng(np.random.SeedSequence((checked_seed(seed), repeat)))


def run_baseline(
    graph: Graph, analysis: Analysis[ResultType], *, progress: Report | None = None
) -> ResultType:
    """The analysis on the true graph, always with the same stream for its own randomness.

    Of a graph that is itself a release the truth is not known: its estimates, corrected for its
    noise, take that place.
    """
    result = analysis.run(graph, rng=np.random.default_rng(ANALYSIS_SEED), progress=progress)
    if graph.noise is not None and isinstance(result, Statistics):
        degrees = result.degrees if result.degree_estimates is None else result.degree_estimates
        known = {**result.values, **result.estimates}
        return cast("ResultType", replace(result, values=known, degrees=np.round(degrees)))
    return result


def run_private(
    release: Graph | Result, analysis: Analysis[ResultType], *, progress: Report | None = None,
    truth: Graph | None = None,
) -> ResultType:  # fmt: skip
    """The analysis as post-processing of a release; a release of its own kind passes through.

    `truth` is for attacks, which need to know the true graph and are not private.
    """
    if isinstance(release, analysis.returns):
        return cast("ResultType", release)
    if not isinstance(release, analysis.accepts):
        raise Refused(
            f"A release of type {type(release).__name__} does not fit the analysis "
            f"{analysis.id!r}: {_wanted(analysis)}."
        )
    # The analysis reads what it accepts; its own randomness has the baseline's stream.
    stream = np.random.default_rng(ANALYSIS_SEED)
    return analysis.run(cast("Graph", release), rng=stream, progress=progress, truth=truth)


def run_repeat(
    graph: Graph,
    mechanism: Mechanism,
    analysis: Analysis[ResultType],
    *,
    epsilon: float,
    seed: int,
    repeat: int = 0,
    baseline: ResultType,
    release: Graph | Result | None = None,
    progress: Report | None = None,
) -> Repeat[ResultType]:
    """Release, analyse, measure: one repeat, the one way in which everything is compared.

    Parameters
    ----------
    seed, repeat : int
        Name the noise stream, see :func:`noise_stream`.
    baseline : Result
        The analysis' result on the true graph.
    release : Graph or Result, optional
        This repeat's release, if already known.
    progress : callable, optional
        ``progress(fraction, text)``; may raise to stop.

    Notes
    -----
    *Privacy*: the metrics read the true graph and are not private.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> karate, degrees = gdp.load_graph("karate"), gdp.analysis("centrality", score="degree")
    >>> repeat = run_repeat(
    ...     karate, gdp.mechanism("noisy_degrees"), degrees, epsilon=20.0, seed=0,
    ...     baseline=run_baseline(karate, degrees),
    ... )
    >>> repeat.metrics["top10_kept"] >= 8
    True
    """
    whole = Progress.of(progress)
    if release is None:
        release = mechanism.release(
            graph, epsilon=epsilon, rng=noise_stream(seed, repeat), progress=whole.between(0, 0.4)
        )
    private = run_private(
        with_groups(release, graph, analysis), analysis, progress=whole.between(0.4, 0.8),
        truth=graph,
    )  # fmt: skip
    measuring = whole.between(0.8, 1.0)
    measuring(0.0, "comparing")
    metrics = analysis.measure(graph, baseline, private, progress=measuring)
    return Repeat(release, private, metrics)


def with_groups(
    release: Graph | Result, graph: Graph, analysis: Analysis[ResultType]
) -> Graph | Result:
    """The release, with the groups that are public where the analysis reads them."""
    if analysis.reads_groups and isinstance(release, Graph):
        return replace(release, labels=graph.labels, label_names=graph.label_names)
    return release


def compare(
    graph: Graph,
    mechanism: Mechanism,
    analysis: Analysis[ResultType],
    *,
    epsilon: float,
    seed: int = 0,
    repeats: int = 1,
    baseline: ResultType | None = None,
    release: Graph | Result | None = None,
    progress: Report | None = None,
) -> Comparison[ResultType]:
    """Run an analysis without and with privacy and measure the difference.

    Parameters
    ----------
    graph : Graph
    mechanism : Mechanism
    analysis : Analysis
    epsilon : float
        Nominal privacy loss, 0 to 5,000; above 20 it is no privacy.
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
    refuse_strangers(graph=graph, mechanism=mechanism, analysis=analysis)
    epsilon, seed = checked_epsilon(epsilon), checked_seed(seed)
    if repeats < 1:
        raise Refused(f"repeats must be at least 1, got {repeats}.")
    check_fits(mechanism, analysis)
    start, whole = time.perf_counter(), Progress.of(progress)
    mechanism.check(graph, epsilon)
    if baseline is None:
        baseline = run_baseline(graph, analysis, progress=whole)
    runs = [
        run_repeat(
            graph,
            mechanism,
            analysis,
            epsilon=epsilon,
            seed=seed,
            repeat=repeat,
            baseline=baseline,
            release=release if repeat == 0 else None,
            progress=whole.part(repeat, repeats),
        )
        for repeat in range(repeats)
    ]
    rows = tuple(run.metrics for run in runs)
    return Comparison(
        graph=graph,
        mechanism=mechanism,
        analysis=analysis,
        epsilon=epsilon,
        seed=seed,
        release=runs[0].release,
        baseline=baseline,
        private=runs[0].private,
        metrics={name: float(np.median([row[name] for row in rows])) for name in rows[0]},
        repeats=rows,
        guarantee=mechanism.guarantee(epsilon),
        seconds=time.perf_counter() - start,
    )


def _wanted(analysis: Analysis) -> str:
    kinds = [k for k in (*analysis.accepts, analysis.returns) if getattr(k, "in_zip", "a graph")]
    names = dict.fromkeys(getattr(kind, "called", "a graph") for kind in kinds)
    return f"pick a mechanism that releases {' or '.join(names)}"
