"""What stands on the stage at one epsilon: words, figures, promise and picture, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.edges import Edges
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.sides import Sides
from graphdp_core.results import SpanningTree
from graphdp_core.stage.words import (
    figures,
    posterior_belief,
    rest_of_tie,
    short_statement,
    tie_odds,
)

__all__ = ["Stop", "refused_stop", "stop_of"]

MOST_FIGURES = 3
DRAWS_EDGES = "statistics"


@dataclass(frozen=True, eq=False)
class Stop:
    """One epsilon of the slider.

    Parameters
    ----------
    epsilon : float
    drawing : Pair, Chart or None
        Both sides; None where nothing is drawn, or the mechanism refuses this epsilon.
    sides : Sides
        What both sides are called.
    answer, detail : str
        The finding and the figures behind it; of a refusal, why, and what to do.
    figures : sequence of (label, value)
    statement, odds : str
        What is promised, and what it means in odds; "" where nothing is.
    protects : bool
        Whether the promise is proved and there is something that it holds for.
    tie : (low, high) or str
        What may be believed of one tie after the release, see :func:`tie_odds`.
    rest : str
        What these odds leave unsaid, see :func:`rest_of_tie`.
    released : ndarray of int, shape (k, 2), optional
        All edges of a released tree; of a released graph, where the drawing is of them.
    """

    epsilon: float
    drawing: Pair | Chart | None
    sides: Sides
    answer: str
    detail: str = ""
    figures: Sequence[tuple[str, str]] = ()
    statement: str = ""
    odds: str = ""
    protects: bool = False
    tie: tuple[float, float] | str = ""
    rest: str = ""
    released: Edges | None = None

    @property
    def label(self) -> str:
        """The setting in words."""
        return epsilon_label(self.epsilon)

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
            "tie": self.tie,
            "rest": self.rest,
        }


def stop_of(c: Comparison, drawn: Pair | Chart | None) -> Stop:
    """The stop of one comparison.

    Notes
    -----
    *Privacy*: the figures and the drawing read the true graph.
    """
    answer, detail = c.answer_and_figures
    g = c.guarantee
    return Stop(
        epsilon=c.epsilon,
        drawing=drawn,
        sides=Sides.of(c),
        answer=answer,
        detail=detail,
        figures=[(f.label, f.value) for f in figures(c, headline=True)[:MOST_FIGURES]],
        statement=short_statement(g),
        odds=posterior_belief(g) if g.protects else "",
        protects=g.protects,
        tie=tie_odds(g),
        rest=rest_of_tie(g, c.release),
        released=_edges(c),
    )


def refused_stop(epsilon: float, error: Refused) -> Stop:
    """The stop of an epsilon at which there is nothing to show: it says why."""
    return Stop(epsilon=epsilon, drawing=None, sides=Sides(epsilon), answer=str(error))


def _edges(c: Comparison) -> Edges | None:
    if isinstance(c.release, SpanningTree):
        return c.release.edges
    if c.baseline.kind != DRAWS_EDGES or not isinstance(c.release, Graph):
        return None
    return c.release.edges
