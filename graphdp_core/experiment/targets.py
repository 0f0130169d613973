"""What a person wants to keep: an analysis, one of its metrics, and how good is good enough."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from graphdp_core.analyses import ANALYSES, Analysis
from graphdp_core.digits import percent
from graphdp_core.estimates.interval_widths import IntervalWidths
from graphdp_core.metrics.metric import Metric
from graphdp_core.params import Refused, by_id, make

__all__ = ["AIMED", "Target", "check_target", "read_target", "targets_from"]

AIMED: tuple[type[Analysis], ...] = (*ANALYSES, IntervalWidths)
"""Of which a target can be asked: every analysis, and the widths of intervals."""

_WRITTEN = re.compile(r"\s*(\w+)\.(\w+)\s*(>=|<=|=)\s*(\S+)\s*")


@dataclass(frozen=True)
class Target:
    """A metric of an analysis and the value that it must reach.

    Parameters
    ----------
    analysis : Analysis
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

    Raises
    ------
    Refused
        If there is none, an analysis or a metric is unknown, neither direction of the metric is
        better, or no result could reach the value.

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

    Raises
    ------
    Refused
        If it is not written so, or the sign looks the wrong way.

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
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Refused(f"{name} needs a finite number to reach, got {value!r}.")
    target = Target(analysis, metric, float(value))
    check_target(target)
    return target


def check_target(target: Target) -> None:
    """Refuse a value that no result can reach.

    Raises
    ------
    Refused
    """
    metric = target.metric
    best = metric.high if metric.better == "higher" else metric.low
    sign = 1.0 if metric.better == "higher" else -1.0
    if best is not None and sign * target.value > sign * best:
        limit = "at most" if sign > 0 else "at least"
        raise Refused(
            f"{target.name} is {limit} {best:g}, so that {target.value:g} can never be reached."
        )
