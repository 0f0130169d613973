"""What a person wants to keep: an analysis, one of its metrics, and how good is good enough.

Targets that are met without any epsilon: by guessing, or by the number of edges alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

from graphdp_core.analyses import ANALYSES
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.subgraph_counts import SubgraphCounts
from graphdp_core.digits import percent
from graphdp_core.estimates.interval_widths import IntervalWidths
from graphdp_core.experiment.chance import DataIndependent, SameSize
from graphdp_core.experiment.survival import CHANCE_DRAWS, CHANCE_SEED
from graphdp_core.experiment.worker import Job
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics.metric import Metric
from graphdp_core.params import Refused, by_id, make

AIMED: tuple[type[Analysis], ...] = (*ANALYSES, IntervalWidths)
"""Of which a target can be asked: every analysis, and the widths of intervals."""

_WRITTEN = re.compile(r"\s*(\w+)\.(\w+)\s*(>=|<=|=)\s*(\S+)\s*")


@dataclass(frozen=True)
class Target:
    """A metric of an analysis and the value that it must reach.

    Parameters
    ----------
    metric : Metric
        One with a better direction.
    value : float
        In the metric's own unit.
    """

    analysis: Analysis
    metric: Metric
    value: float

    @property
    def name(self) -> str:
        """Analysis and metric by id: "louvain.ari"."""
        return f"{self.analysis.id}.{self.metric.id}"

    def __str__(self) -> str:
        sign = "≥" if self.metric.better == "higher" else "≤"
        return f"{self.name} {sign} {self.value:g}"

    @property
    def in_words(self) -> str:
        """Titles in place of ids: "Louvain communities: agreement (ARI) at least 0.8"."""
        return f"{self.analysis.title}: {self.bound}"

    @property
    def bound(self) -> str:
        """The same without the analysis: "agreement (ARI) at least 0.8"."""
        sign = "at least" if self.metric.better == "higher" else "at most"
        if self.metric.is_limit:
            return f"{sign} {100 * self.value:.3g} of 100 {self.metric.label_within}"
        return f"{self.metric.label_within} {sign} {self.written(self.value)}"

    @property
    def title(self) -> str:
        """Of the analysis and its metric: "Louvain communities: agreement (ARI)"."""
        return f"{self.analysis.title}: {self.metric.label_within}"

    def written(self, value: float) -> str:
        """A value of the metric for a sentence, with three digits."""
        return percent(value) if self.metric.percent else f"{value:.3g}"

    def is_met(self, metrics: Mapping[str, float]) -> bool:
        """Whether a draw's metrics reach the value; one without a value does not."""
        value = metrics.get(self.metric.id, math.nan)
        return value >= self.value if self.metric.better == "higher" else value <= self.value


def targets_from(values: Mapping[str, float]) -> tuple[Target, ...]:
    """Targets by name, such as {"louvain.ari": 0.8}, for analyses with their usual parameters.

    Examples
    --------
    >>> print(*targets_from({"louvain.ari": 0.8, "overview.degree_distance": 0.2}), sep=", ")
    louvain.ari ≥ 0.8, overview.degree_distance ≤ 0.2
    """
    if not values:
        raise Refused('targets must hold at least one, such as {"louvain.ari": 0.8}, got none.')
    return tuple(_target(name, value) for name, value in values.items())


def read_target(text: str) -> tuple[str, float]:
    """The name and the value of a target as it is typed.

    Examples
    --------
    >>> read_target("louvain.ari>=0.8"), read_target("intervals.homophily<=0.05")
    (('louvain.ari', 0.8), ('intervals.homophily', 0.05))
    """
    match = _WRITTEN.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        analysis, metric, sign, value = match.groups()
        number = float(value)
    except ValueError:
        raise Refused(f"a target is written ANALYSIS.METRIC>=VALUE, got {text!r}.") from None
    (target,) = targets_from({f"{analysis}.{metric}": number})
    wanted = ">=" if target.metric.better == "higher" else "<="
    if sign not in (wanted, "="):
        raise Refused(f"{target.name} is better when {target.metric.better}: write {wanted}.")
    return target.name, number


def _target(name: str, value: float) -> Target:
    id, dot, metric_id = name.partition(".")
    if not dot:
        raise Refused(f"a target is named ANALYSIS.METRIC, such as louvain.ari, got {name!r}.")
    analysis: Analysis = make("analysis", AIMED, id, {})
    metric: Metric = by_id(f"metric of {id}", analysis.metrics, metric_id)
    if metric.better == "neither":
        raise Refused(f"{name} has no better direction: take another metric of {id}.")
    if metric.is_limit:
        raise Refused(
            f"{name} is a limit from above: it falls with ε, so that no least ε meets it. Read it "
            "off a sweep, or on the page Which epsilon?."
        )
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Refused(f"{name} needs a finite number to reach, got {value!r}.")
    target = Target(analysis, metric, float(value))
    check_target(target)
    return target


def check_target(target: Target) -> None:
    """Refuse a value that no result can reach."""
    metric = target.metric
    best = metric.high if metric.better == "higher" else metric.low
    sign = 1.0 if metric.better == "higher" else -1.0
    if best is not None and sign * target.value > sign * best:
        limit = "at most" if sign > 0 else "at least"
        raise Refused(
            f"{target.name} is {limit} {best:g}, so that {target.value:g} can never be reached."
        )


NAME = "chance"

Measure: TypeAlias = Callable[[Sequence[Job]], Sequence[Mapping[str, Mapping[str, float] | str]]]
"""Gives the metrics of each job by the names of its analyses, or the sentence of a refusal."""


@dataclass(frozen=True)
class Free:
    """What meets a target although it says nothing of the graph, or hardly anything.

    Parameters
    ----------
    by_chance : bool
        Whether releases that ignore the data meet it; else those that keep the number of edges.
    value : float
        Median of the metric over the draws, all of which meet the target.
    """

    target: Target
    by_chance: bool
    value: float

    @property
    def in_words(self) -> str:
        """Two sentences: what meets the target, and what to do."""
        what = (
            "Releases that ignore the data reach"
            if self.by_chance
            else "A random graph with as many ties reaches"
        )
        value = self.target.written(self.value)
        tells = "nothing" if self.by_chance else "no more than the number of ties"
        more = "less" if self.target.metric.better == "lower" else "more"
        return (
            f"{what} {value}: this target asks for {tells}. Ask for {more} than {value}, or take "
            "another metric."
        )


def free_of(
    target: Target,
    mechanism: Mechanism,
    analysis: Analysis,
    measure: Measure,
    *,
    try_chance: bool = True,
) -> Free | None:
    """What meets the target without epsilon, if anything does.

    Parameters
    ----------
    mechanism : Mechanism
        Says what is public and which weights are protected.
    analysis : Analysis
        With the settings that suit the mechanism.
    try_chance : bool
        Whether guessing is tried too, which draws dense graphs. It need not be where the mechanism
        misses the target at its lowest epsilon, which is little more than guessing.

    Notes
    -----
    *Privacy*: reads the true graph; not private.
    """
    ignoring = DataIndependent.instead_of(mechanism)
    tried: list[tuple[bool, Mechanism, float]] = [(True, ignoring, 0.0)] if try_chance else []
    asks_size = isinstance(analysis, SubgraphCounts) and analysis.count == "edges"
    if not (ignoring.public_topology or ignoring.weight_range or asks_size):
        tried.append((False, SameSize(), 1.0))
    for by_chance, drawn_by, epsilon in tried:
        jobs = [
            Job(drawn_by, {NAME: analysis}, epsilon, CHANCE_SEED, repeat)
            for repeat in range(CHANCE_DRAWS)
        ]
        results = [cells.get(NAME) for cells in measure(jobs)]
        metrics = [cell for cell in results if isinstance(cell, Mapping) and target.is_met(cell)]
        if len(metrics) == CHANCE_DRAWS:
            return Free(target, by_chance, median(m[target.metric.id] for m in metrics))
    return None
