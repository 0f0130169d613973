"""What stands on the stage at one epsilon: words, figures, promise and picture, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphdp_core.experiment.compare import Comparison
from graphdp_core.params import Refused
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.stage.words import figures, posterior_belief, short_statement

__all__ = ["Stop", "refused_stop", "stop_of"]


@dataclass(frozen=True, eq=False)
class Stop:
    """One epsilon of the slider.

    Parameters
    ----------
    epsilon : float
    drawing : Pair, Chart or None
        Both sides; None where nothing is drawn, or the mechanism refuses this epsilon.
    answer, detail : str
        The finding and the figures behind it; of a refusal, why, and what to do.
    figures : sequence of (label, value)
    statement, odds : str
        What is promised, and what it means in odds; "" where nothing is.
    protects : bool
        Whether the promise is proved and there is something that it holds for.
    """

    epsilon: float
    drawing: Pair | Chart | None
    answer: str
    detail: str = ""
    figures: Sequence[tuple[str, str]] = ()
    statement: str = ""
    odds: str = ""
    protects: bool = False

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
        answer=answer,
        detail=detail,
        figures=[(figure.label, figure.value) for figure in figures(c, headline=True)],
        statement=short_statement(g),
        odds=posterior_belief(g) if g.protects else "",
        protects=g.protects,
    )


def refused_stop(epsilon: float, error: Refused) -> Stop:
    """The stop of an epsilon at which there is nothing to show: it says why."""
    return Stop(epsilon=epsilon, drawing=None, answer=str(error))
