"""What is asked of the slider, epsilon apart; each of its stops is a pure function of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial

from graphdp_core.experiment.code_version import code_version
from graphdp_core.experiment.compare import Comparison, compare
from graphdp_core.experiment.scenario import EPSILONS, key_of
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.params import Refused
from graphdp_core.plots.chart.kinds import CHARTS, chart_of
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.kinds import PICTURES, Places, pair_of
from graphdp_core.plots.pair.message import digest
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.progress import Report
from graphdp_core.stage.stop import Stop, refused_stop, stop_of

__all__ = ["Draw", "Stage", "usual_drawing"]

Draw = Callable[[Comparison], Pair | Chart | None]
"""How a comparison is drawn; to None where nothing is drawn of its kind of result."""


@dataclass(frozen=True, eq=False)
class Stage:
    """One analysis of one graph by one mechanism and one noise draw, at every epsilon.

    Parameters
    ----------
    first : Comparison
        At the epsilon where the slider stands first; its baseline serves every stop.
    draw : callable
        Comparison to pair or chart, the same way at every stop.
    epsilons : tuple of float
        The stops, rising; that of `first` is one of them.
    view : str
        Names what the drawing's choices are, for the key.

    Notes
    -----
    *Privacy*: one draw at many epsilons, beside the true graph: for teaching, never a release.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> c = gdp.compare(
    ...     gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis("louvain"),
    ...     epsilon=3.0,
    ... )
    >>> stage = Stage.of(c, epsilons=(1.0, 8.0))
    >>> stage.epsilons, stage.own, stage.stop(3.0).answer == c.answer_and_figures[0]
    ((1.0, 3.0, 8.0), 1, True)
    """

    first: Comparison
    draw: Draw = field(repr=False)
    epsilons: tuple[float, ...]
    view: str = ""

    @classmethod
    def of(
        cls,
        c: Comparison,
        *,
        draw: Draw | None = None,
        epsilons: Sequence[float] = EPSILONS,
        view: str = "",
    ) -> Stage:
        """The stage of a comparison; by default drawn as its page draws it first.

        Raises
        ------
        Refused
            If the comparison's epsilon is 0, which has no place on the slider.
        """
        if c.epsilon <= 0:
            raise Refused(f"epsilon must be above 0 to stand on a slider, got {c.epsilon:g}.")
        stops = sorted({*map(float, epsilons), float(c.epsilon)})
        return cls(c, draw or usual_drawing(c), tuple(stops), view)

    @property
    def own(self) -> int:
        """Which of the stops is the comparison's own."""
        return self.epsilons.index(float(self.first.epsilon))

    @cached_property
    def key(self) -> str:
        """Two stages with one key have the same stops to the byte, by the same code."""
        c = self.first
        return digest(key_of(c.graph, c.mechanism, c.analysis, seed=c.seed, part=self.view),
                      code_version())  # fmt: skip

    @cached_property
    def drawn(self) -> Pair | Chart | None:
        """The drawing of the first comparison."""
        return self.draw(self.first)

    def comparison(self, epsilon: float, *, progress: Report | None = None) -> Comparison:
        """The same comparison with the same noise at another stop.

        Raises
        ------
        Refused
            If the mechanism refuses this epsilon.
        """
        c = self.first
        if epsilon == c.epsilon:
            return c
        return compare(
            c.graph, c.mechanism, c.analysis, epsilon=epsilon, seed=c.seed, baseline=c.baseline,
            progress=progress,
        )  # fmt: skip

    def stop(self, epsilon: float, *, progress: Report | None = None) -> Stop:
        """What stands at one epsilon; a refusal is a stop that says so.

        Raises
        ------
        Refused
            If the slider has no such stop.
        """
        if epsilon not in self.epsilons:
            raise self.no_such_stop(epsilon)
        try:
            c = self.comparison(epsilon, progress=progress)
        except Refused as error:
            return refused_stop(epsilon, error)
        return stop_of(c, self.drawn if c is self.first else self.draw(c))

    def no_such_stop(self, epsilon: float) -> Refused:
        """What is said of an epsilon that the slider has not."""
        allowed = ", ".join(f"{stop:g}" for stop in self.epsilons)
        return Refused(f"epsilon must be one of {allowed}; got {epsilon:g}.")


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
