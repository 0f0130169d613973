"""One analysis at every stop of the slider: what is drawn there, and what is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from graphdp_core.experiment.compare import Comparison, compare
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.params import Refused
from graphdp_core.plots.chart.kinds import CHARTS, chart_of
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.kinds import PICTURES, Places, pair_of
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.progress import Progress, Report
from graphdp_core.takeaway.numbers import chart_table, metric_numbers, pair_table
from graphdp_core.takeaway.words import figures, posterior_belief, short_statement

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Draw",
    "Frame",
    "at_other_draws",
    "at_stops",
    "drawn_numbers",
    "frame",
    "usual_drawing",
]

Draw = Callable[[Comparison], Pair | Chart | None]
"""How a comparison is drawn; to None where nothing is drawn of its kind of result."""


@dataclass(frozen=True, eq=False)
class Frame:
    """What stands at one epsilon.

    Parameters
    ----------
    epsilon : float
    drawing : Picture or Chart or None
        The private picture of nodes; the whole chart; nothing.
    label, answer, detail, statement, odds : str
        The setting, the finding and the figures behind it, the promise and its odds.
    figures : sequence of (label, value)
    protects : bool
        Whether the promise is proved and there is something that it holds for.
    """

    epsilon: float
    drawing: Picture | Chart | None
    label: str
    answer: str
    detail: str
    figures: Sequence[tuple[str, str]]
    statement: str
    odds: str
    protects: bool

    @property
    def words(self) -> dict[str, object]:
        """All but the drawing, as plain data."""
        return {
            "epsilon": self.epsilon,
            "label": self.label,
            "answer": self.answer,
            "detail": self.detail,
            "figures": [list(row) for row in self.figures],
            "statement": self.statement,
            "odds": self.odds,
            "protects": self.protects,
        }


def frame(c: Comparison, drawn: Pair | Chart | None) -> Frame:
    """The frame of one comparison."""
    answer, detail = c.answer_and_figures
    g = c.guarantee
    return Frame(
        epsilon=c.epsilon,
        drawing=drawn.private if isinstance(drawn, Pair) else drawn,
        label=epsilon_label(c.epsilon),
        answer=answer,
        detail=detail,
        figures=[(figure.label, figure.value) for figure in figures(c, headline=True)],
        statement=short_statement(g),
        odds=posterior_belief(g) if g.protects else "",
        protects=g.protects,
    )


def usual_drawing(c: Comparison, *, places: Places | None = None) -> Draw:
    """How comparisons of this kind are drawn where nothing else is asked.

    Nodes stand where `places` says; by default their layout is found once.
    """
    kind = c.baseline.kind
    if kind not in PICTURES:
        return chart_of if kind in CHARTS else _nothing
    return partial(pair_of, places=places or cache(layout_positions))


def _nothing(c: Comparison) -> None:
    """No picture: this kind of result is told in numbers alone."""


def drawn_numbers(c: Comparison, drawn: Pair | Chart | None = None) -> pd.DataFrame:
    """The numbers behind the picture, by default the one that its page draws first; else all."""
    drawn = usual_drawing(c)(c) if drawn is None else drawn
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
    found = []
    for place, epsilon in enumerate(wanted):
        part = whole.part(place, len(wanted))
        part(0.0, f"at {epsilon_label(epsilon)}")
        if epsilon == c.epsilon:
            found.append(c)
            continue
        try:
            found.append(_again(c, epsilon=epsilon, seed=c.seed, progress=part))
        except Refused:
            continue
    return found


def at_other_draws(
    c: Comparison, count: int, *, progress: Report | None = None
) -> list[Comparison]:
    """The same comparison at its epsilon with the noise of the next draws."""
    whole = Progress.of(progress)
    found = []
    for k in range(count):
        part = whole.part(k, count)
        part(0.0, f"noise draw {c.seed + 1 + k}")
        found.append(_again(c, epsilon=c.epsilon, seed=c.seed + 1 + k, progress=part))
    return found


def _again(c: Comparison, *, epsilon: float, seed: int, progress: Report) -> Comparison:
    return compare(
        c.graph, c.mechanism, c.analysis, epsilon=epsilon, seed=seed, baseline=c.baseline,
        progress=progress,
    )  # fmt: skip
