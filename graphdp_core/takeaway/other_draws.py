"""The same comparison at other stops and with other noise, and the numbers behind its picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphdp_core.captions.numbers import chart_table, metric_numbers, pair_table
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison, compare
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.params import Refused
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.progress import Progress, Report
from graphdp_core.stage import usual_drawing

if TYPE_CHECKING:
    import pandas as pd


def drawn_numbers(c: Comparison, drawn: Pair | Chart | None = None) -> pd.DataFrame:
    """The numbers behind the picture, by default the one that its page draws first; else all."""
    drawn = usual_drawing(c.baseline.kind)(c) if drawn is None else drawn
    if drawn is None:
        return metric_numbers(c)
    return pair_table(drawn) if isinstance(drawn, Pair) else chart_table(drawn)


def at_stops(
    c: Comparison, epsilons: Sequence[float] = EPSILONS, *, progress: Report | None = None
) -> list[Comparison]:
    """The same comparison with the same noise at every stop, its own epsilon among them.

    Stops that the mechanism refuses are left out.
    """
    whole = Progress.of(progress)
    wanted = sorted({*map(float, epsilons), float(c.epsilon)})
    comparisons = []
    for place, epsilon in enumerate(wanted):
        part = whole.part(place, len(wanted))
        part(0.0, f"at {epsilon_label(epsilon)}")
        if epsilon == c.epsilon:
            comparisons.append(c)
            continue
        try:
            comparisons.append(_again(c, epsilon=epsilon, seed=c.seed, progress=part))
        except Refused:
            continue
    return comparisons


def at_other_draws(
    c: Comparison, count: int, *, progress: Report | None = None
) -> list[Comparison]:
    """The same comparison at its epsilon with the noise of the next draws."""
    whole = Progress.of(progress)
    comparisons = []
    for k in range(count):
        part = whole.part(k, count)
        part(0.0, f"noise draw {c.seed + 1 + k}")
        comparisons.append(_again(c, epsilon=c.epsilon, seed=c.seed + 1 + k, progress=part))
    return comparisons


def _again(c: Comparison, *, epsilon: float, seed: int, progress: Report) -> Comparison:
    return compare(
        c.graph, c.mechanism, c.analysis, epsilon=epsilon, seed=seed, baseline=c.baseline,
        progress=progress,
    )  # fmt: skip
