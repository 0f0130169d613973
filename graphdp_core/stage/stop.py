"""What stands on the stage at one epsilon: words, figures, promise and picture, or a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from graphdp_core.experiment.compare import Comparison, first_sentence
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.plots.board.tiles import Tiles
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.numbers import epsilon_label, format_number
from graphdp_core.plots.pair.edges import Edges
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.sides import Sides
from graphdp_core.results import SpanningTree
from graphdp_core.stage.words import (
    figures,
    notes,
    posterior_belief,
    rest_of_tie,
    short_statement,
    tie_odds,
)

__all__ = ["Stop", "no_such_stop", "refused_stop", "stop_of"]

MOST_FIGURES = 3
Metrics: TypeAlias = Mapping[str, float]
DRAWS_EDGES = "statistics"
PUBLIC = (
    "The edges are public here: nothing of this view is hidden.",
    "Only the weights of the edges are, which Clusters and Spanning tree read.",
)


@dataclass(frozen=True, eq=False)
class Stop:
    """One epsilon of the slider.

    Parameters
    ----------
    epsilon : float
    drawing : Pair, Chart, Tiles or None
        Both sides; None where nothing is drawn, or the mechanism refuses this epsilon.
    sides : Sides
        What both sides are called.
    answer, detail : str
        The finding and the figures behind it; of a refusal, why, and what to do.
    asked : str
        What stands in place of an answer that many draws will give, until they are there.
    figures : sequence of (label, value)
    statement, odds : str
        What is promised, and what it means in odds; "" where nothing is.
    protects : bool
        Whether the promise is proved and there is something that it holds for.
    hardly : bool
        Whether that something is hardly protected by it, see :attr:`Guarantee.hardly_protects`.
    tie : (low, high) or str
        What may be believed of one tie after the release, see :func:`tie_odds`.
    rest : str
        What these odds leave unsaid, see :func:`rest_of_tie`.
    released : ndarray of int, shape (k, 2), optional
        All edges of a released tree; of a released graph, where the drawing is of them.
    real : ndarray of int, shape (m, 2), optional
        Beside them all true edges, where the truth is known.
    notes : sequence of str
        What was left out or approximated, and what must be said of such a release.
    refused : Refused, optional
        Why there is nothing to show.
    repeats : sequence of Picture
        The private side at other noise draws, to be played or laid over each other.
    flickers : str
        What the repeats are, where they play by themselves, slowly, and over again.
    beside : Pair, optional
        Another release of the same nodes, drawn alone beside the pair.
    beside_sides : Sides, optional
        What it is called.
    name : str
        What the stop is called; by default by its epsilon.
    """

    epsilon: float
    drawing: Pair | Chart | Tiles | None
    sides: Sides
    answer: str
    detail: str = ""
    asked: str = ""
    figures: Sequence[tuple[str, str]] = ()
    statement: str = ""
    odds: str = ""
    protects: bool = False
    hardly: bool = False
    tie: tuple[float, float] | str = ""
    rest: str = ""
    released: Edges | None = None
    real: Edges | None = None
    notes: Sequence[str] = ()
    refused: Refused | None = None
    repeats: Sequence[Picture] = ()
    flickers: str = ""
    beside: Pair | None = None
    beside_sides: Sides | None = None
    name: str = ""

    @property
    def label(self) -> str:
        """The setting in words."""
        return self.name or epsilon_label(self.epsilon)

    @property
    def words(self) -> dict[str, object]:
        """All but the drawing, as plain data."""
        return {
            "epsilon": self.epsilon,
            "label": self.label,
            "answer": self.answer,
            "asked": self.asked,
            "detail": self.detail,
            "figures": [list(row) for row in self.figures],
            "statement": self.statement,
            "odds": self.odds,
            "protects": "hardly" if self.protects and self.hardly else self.protects,
            "notes": list(self.notes),
            "tie": self.tie,
            "rest": self.rest,
        }


def stop_of(
    c: Comparison,
    drawn: Pair | Chart | None,
    repeats: Sequence[tuple[Picture, Metrics]] = (),
    *,
    is_public: bool = False,
) -> Stop:
    """The stop of one comparison, and of its repeats: their pictures, and how their figures vary.

    Where public facts alone give all of it there is no finding, but that.

    Notes
    -----
    *Privacy*: the figures and the drawing read the true graph.
    """
    answer, detail = PUBLIC if is_public else c.answer_and_figures
    g, released = c.guarantee, _edges(c)
    return Stop(
        epsilon=c.epsilon,
        drawing=drawn,
        sides=Sides.of(c),
        answer=answer,
        detail=detail,
        figures=_varied(c, [metrics for _, metrics in repeats]),
        statement=short_statement(g),
        odds=posterior_belief(g) if g.protects else "",
        protects=g.protects,
        hardly=g.hardly_protects,
        tie=tie_odds(g),
        rest=rest_of_tie(g, c.release),
        released=released,
        real=None if released is None else c.graph.edges,
        notes=notes(c),
        repeats=[picture for picture, _ in repeats],
    )


def _varied(c: Comparison, others: Sequence[Metrics]) -> list[tuple[str, str]]:
    """The figures, each with where nine of ten repeats lie, once there are repeats."""
    shown = figures(c, headline=True)[:MOST_FIGURES]
    by_label = {metric.label: metric for metric in c.analysis.metrics}
    rows = []
    for figure in shown:
        value, metric = figure.value, by_label.get(figure.label)
        values = [] if metric is None else [found.get(metric.id, np.nan) for found in others]
        if metric is not None and values and np.isfinite(values).all():
            ends = np.quantile(values, (0.05, 0.95))
            words = dict.fromkeys(format_number(x, percent=metric.percent) for x in ends)
            value += f" ({' to '.join(words)} in 9 of 10 repeats)"
        beside = f" (by chance {figure.chance})" if figure.chance else ""
        rows.append((figure.label + beside, value))
    return rows


def refused_stop(epsilon: float, error: Refused) -> Stop:
    """The stop of an epsilon at which there is nothing to show: it says why."""
    answer, detail = first_sentence(str(error))
    return Stop(
        epsilon=epsilon, drawing=None, sides=Sides(epsilon), answer=answer, detail=detail,
        refused=error,
    )  # fmt: skip


def no_such_stop(epsilon: float, epsilons: Sequence[float]) -> Refused:
    """What is said of an epsilon that a slider has not."""
    allowed = ", ".join(f"{stop:g}" for stop in epsilons)
    return Refused(f"epsilon must be one of {allowed}; got {epsilon:g}.")


def _edges(c: Comparison) -> Edges | None:
    if isinstance(c.release, SpanningTree):
        return c.release.edges
    if c.baseline.kind != DRAWS_EDGES or not isinstance(c.release, Graph):
        return None
    return c.release.edges
