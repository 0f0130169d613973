"""How much of a result survives: the share of the way from guessing to the true result.

Releases that ignore the data, measured: here, or side by side in worker processes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

import numpy as np

from graphdp_core import vocabulary
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.chance import DataIndependent
from graphdp_core.experiment.compare import Comparison, run_baseline, run_repeat
from graphdp_core.experiment.worker import Job
from graphdp_core.experiment.workers import Pool
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
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


SURVIVES, BLURRED = vocabulary.LEAST.values()
"""From this score on a property survives; below it, and from this one on, it is blurred."""

SAME = 1e-9  # a chance this near to perfect leaves nothing to lose


class Verdict(Enum):
    """What became of a property, in one word."""

    SURVIVES = vocabulary.SURVIVES
    BLURRED = vocabulary.BLURRED
    LOST = vocabulary.LOST
    PUBLIC = "public"
    UNDEFINED = ""

    @property
    def help(self) -> str:
        """One sentence for a tooltip."""
        scale = "the way from guessing (0) to the true result (1)"
        return {
            Verdict.SURVIVES: f"At least {SURVIVES:.0%} of {scale}.",
            Verdict.BLURRED: f"Between {BLURRED:.0%} and {SURVIVES:.0%} of {scale}.",
            Verdict.LOST: f"Less than {BLURRED:.0%} of {scale}.",
            Verdict.PUBLIC: "Public facts alone give the true result: there is nothing to lose.",
            Verdict.UNDEFINED: "The true graph has no such result: there is nothing to compare.",
        }[self]


@dataclass(frozen=True)
class Survival:
    """How much of one result survives, and by what that was judged.

    Parameters
    ----------
    score : float
        Median over the draws of (value - chance)/(perfect - chance), cut to [0, 1]; nan where
        public facts alone give the true result, or the true graph has none.
    verdict : Verdict
    value, chance, perfect : float
        Of the metric, in its own unit: median over the draws, mean on releases that ignore the
        data, and for a result equal to the baseline.
    metric : str
    low, high : float
        Nine of ten draws score between the two, by linear interpolation; the score if there is
        one draw.
    draws : int
    truth : float
        Agreement (ARI) of private communities with the classes that came with the graph; nan
        where there are none or the result is no partition.
    note : str
        A sentence that must stand beside the verdict, or "".
    """

    score: float
    verdict: Verdict
    value: float
    chance: float
    perfect: float
    metric: str
    low: float = math.nan
    high: float = math.nan
    draws: int = 1
    truth: float = math.nan
    note: str = ""

    @property
    def is_stable_and_wrong(self) -> bool:
        """Whether it agrees with its own baseline, and both miss the known classes."""
        return self.verdict is Verdict.SURVIVES and self.truth < BLURRED


@dataclass(frozen=True)
class Level:
    """One yardstick on one graph: where chance lies and where perfection does."""

    metric: str
    chance: float
    perfect: float


def survival(
    comparisons: Comparison | Iterable[Comparison],
) -> dict[str, Survival]:
    """How much survives, by the id of the analysis.

    score = (value - chance)/(perfect - chance), cut to [0, 1]: 0 is what guessing gives, 1 the
    result without privacy, whether the metric is an error or an agreement. Chance is the mean of
    the same analysis on :data:`CHANCE_DRAWS` releases that ignore the data, see
    :class:`graphdp_core.experiment.chance.DataIndependent`; it is measured once for each graph.

    Parameters
    ----------
    comparisons : Comparison or iterable of Comparison
        Each of another analysis.

    Returns
    -------
    dict of str to Survival

    Notes
    -----
    *Privacy*: reads the true graph; not private.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> karate = gdp.load_graph("karate")
    >>> mechanism, louvain = gdp.mechanism("edge_flip"), gdp.analysis("louvain")
    >>> c = gdp.compare(karate, mechanism, louvain, epsilon=8.0)
    >>> survival(c)["louvain"].verdict.value
    'survives'
    """
    every = [comparisons] if isinstance(comparisons, Comparison) else comparisons
    return {
        c.analysis.id: judge(
            c.analysis, c.repeats, chance_level(c.graph, c.mechanism, c.analysis, c.baseline)
        )
        for c in every
    }


def score_of(value: float, level: Level) -> float:
    """Share of the way from chance to perfect, cut to [0, 1]; what is not defined scores 0.

    Examples
    --------
    >>> score_of(0.2, Level("error", chance=1.0, perfect=0.0))
    0.8
    >>> score_of(3.0, Level("top10_kept", chance=4.0, perfect=10.0))
    0.0
    """
    way = level.perfect - level.chance
    if not abs(way) > SAME:
        return math.nan
    share = (value - level.chance) / way
    return 0.0 if math.isnan(share) else min(max(share, 0.0), 1.0)


def verdict_of(score: float) -> Verdict:
    """The word for a score.

    Examples
    --------
    >>> [verdict_of(score).value for score in (0.8, 0.79, 0.39)]
    ['survives', 'blurred', 'lost']
    """
    return Verdict.PUBLIC if math.isnan(score) else Verdict(vocabulary.fate(score))


def judge(
    analysis: Analysis, draws: Sequence[Mapping[str, float]], levels: Sequence[Level]
) -> Survival:
    """The verdict on repeated draws of one release.

    Parameters
    ----------
    draws : sequence of mapping of str to float
        The metrics of each draw, at least one.
    levels : sequence of Level
        As :func:`chance_level` gives them; the first whose metric the release can be measured by
        counts.
    """
    level = _measured_by(draws, levels)
    values = [draw.get(level.metric, math.nan) for draw in draws]
    scores = np.array([score_of(value, level) for value in values])
    low, score, high = np.quantile(scores, [0.05, 0.5, 0.95]).tolist()
    truth = float(np.median([draw.get("ari_labels_private", math.nan) for draw in draws]))
    judged = Survival(
        score=score,
        verdict=Verdict.UNDEFINED if math.isnan(level.perfect) else verdict_of(score),
        value=float(np.median(values)),
        chance=level.chance,
        perfect=level.perfect,
        metric=level.metric,
        low=low,
        high=high,
        draws=len(draws),
        truth=truth,
    )
    return _with_note(judged, analysis)


def chance_level(
    graph: Graph,
    mechanism: Mechanism,
    analysis: Analysis,
    baseline: Result | None = None,
    *,
    draw: Draws = draws_here,
) -> tuple[Level, ...]:
    """Where chance and perfection lie for this graph, kind of release and analysis.

    Measured once for each graph, analysis and :class:`DataIndependent` release, then kept.

    Parameters
    ----------
    mechanism : Mechanism
        Says what is public, and nothing else.
    baseline : Result, optional
        The analysis' result on the true graph, if already known.
    draw : callable
        How chance is drawn; the numbers are the same.
    """
    ignoring = DataIndependent.instead_of(mechanism)

    def measure() -> tuple[Level, ...]:
        true = run_baseline(graph, analysis) if baseline is None else baseline
        rows = draw(graph, ignoring, analysis, true)
        return level_of(analysis, analysis.measure(graph, true, true), rows)

    return _levels.get(graph, repr((ignoring, analysis)), measure)


def level_of(
    analysis: Analysis,
    perfect: Mapping[str, float],
    chance: Sequence[Mapping[str, float]],
) -> tuple[Level, ...]:
    """The levels from metrics alone: of the baseline with itself, and of draws of chance."""
    has_value = [
        yardstick
        for yardstick in analysis.yardsticks
        if not math.isnan(perfect.get(yardstick.metric, math.nan))
    ]
    if not has_value:
        return (Level(analysis.yardsticks[0].metric, math.nan, math.nan),)
    return tuple(
        Level(y.metric, y.chance(_mean([row.get(y.metric, math.nan) for row in chance])), y.perfect)
        for y in has_value
    )


_levels: GraphCache[tuple[Level, ...]] = GraphCache(size=256)


def _measured_by(draws: Sequence[Mapping[str, float]], levels: Sequence[Level]) -> Level:
    """The first level that any draw has a value for; the first of all if none has."""
    for level in levels:
        if any(not math.isnan(draw.get(level.metric, math.nan)) for draw in draws):
            return level
    return levels[0]


def _mean(values: Sequence[float]) -> float:
    defined = [value for value in values if not math.isnan(value)]
    return sum(defined) / len(defined) if defined else math.nan


def _with_note(judged: Survival, analysis: Analysis) -> Survival:
    if not judged.is_stable_and_wrong:
        return judged
    return replace(
        judged,
        note=f"Stable and wrong: {analysis.title} without privacy is found again "
        f"(ARI {judged.value:.2f}), and misses the known classes (ARI {judged.truth:.2f}).",
    )
