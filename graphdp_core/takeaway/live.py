"""A comparison as a live widget of a notebook: the slider asks Python, the marks come back."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from graphdp_core.experiment.compare import Comparison, compare
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.params import Refused
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.takeaway.frames import Draw, frame, usual_drawing
from graphdp_core.takeaway.moving import chart_parts, pair_parts
from graphdp_core.takeaway.pages import hosted_theme
from graphdp_core.takeaway.scripts import script, style

__all__ = ["live"]

ABSENT = (
    "A live widget needs the package anywidget, which is not here: "
    'run `pip install "graphdp[notebook]"` and start the notebook again.'
)


def live(c: Comparison, *, draw: Draw | None = None) -> Any:
    """A widget that shows a comparison; its slider measures at other epsilons with the same noise.

    Where a notebook has no kernel, a comparison shows itself as a moving picture without it.

    Parameters
    ----------
    c : Comparison
    draw : callable, optional
        Comparison to pair or chart; by default as its page draws it first.

    Returns
    -------
    anywidget.AnyWidget
        `epsilon` is the slider's stop and can be set; `comparison` is what is shown; `selection`
        are the numbers of the nodes that are marked in the picture.

    Raises
    ------
    Refused
        If anywidget is not installed, the comparison's epsilon is 0, or nothing is drawn of its
        kind of result.

    Notes
    -----
    *Privacy*: it shows the true graph and every stop of one draw: for those who may see the graph.
    """
    if c.epsilon <= 0:
        raise Refused(f"epsilon must be above 0 for a live widget, got {c.epsilon:g}.")
    widget, draw = _kind(), draw or usual_drawing(c)
    if draw(c) is None:
        raise Refused(f"nothing is drawn of {c.analysis.title}: see its metrics instead.")
    return widget(c, draw)


@cache
def _kind() -> Any:
    """The widget's class, once anywidget is asked for."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise Refused(ABSENT) from None

    class Live(anywidget.AnyWidget):  # type: ignore[misc]
        _esm = script("takeaway/live")
        kind = traitlets.Unicode().tag(sync=True)
        style = traitlets.Unicode().tag(sync=True)
        stops = traitlets.List(traitlets.Float()).tag(sync=True)
        words = traitlets.Dict().tag(sync=True)
        shared = traitlets.Bytes().tag(sync=True)
        message = traitlets.Bytes().tag(sync=True)
        epsilon = traitlets.Float().tag(sync=True)
        selection = traitlets.List(traitlets.Int()).tag(sync=True)

        def __init__(self, c: Comparison, draw: Draw) -> None:
            self._draw, self._first = draw, c
            stops = sorted({*EPSILONS, float(c.epsilon)})
            kind = "pair" if isinstance(draw(c), Pair) else "chart"
            sheet = hosted_theme() + style(f"{kind}/{kind}") + style("takeaway/live")
            super().__init__(
                stops=stops, kind=kind, style=sheet, epsilon=c.epsilon, **self._shown(c)
            )
            self.comparison = c
            self.observe(self._move, "epsilon")

        def _shown(self, c: Comparison) -> dict[str, Any]:
            """The traits that show a comparison; the message, which tells the page, comes last."""
            drawn = self._draw(c)
            now = frame(c, drawn)
            shared, message = (
                pair_parts(c, drawn, [now])
                if isinstance(drawn, Pair)
                else chart_parts(c, cast("Chart", drawn), [now])
            )
            return {"words": now.words, "shared": shared, "message": message}

        def _move(self, change: Any) -> None:
            first = self._first
            if change["new"] == self.words["epsilon"]:
                return
            try:
                c = first if change["new"] == first.epsilon else compare(
                    first.graph, first.mechanism, first.analysis, epsilon=change["new"],
                    seed=first.seed, baseline=first.baseline,
                )  # fmt: skip
            except Refused as refusal:
                kept = dict(self.words)
                self.words = kept | {"answer": str(refusal), "detail": ""}
                self.epsilon = kept["epsilon"]
                return
            self.comparison = c
            with self.hold_sync():
                for name, value in self._shown(c).items():
                    setattr(self, name, value)

        @traitlets.validate("epsilon")
        def _is_stop(self, proposal: Any) -> float:
            if proposal["value"] not in self.stops and self.stops:
                allowed = ", ".join(f"{stop:g}" for stop in self.stops)
                raise Refused(f"epsilon must be one of {allowed}; got {proposal['value']:g}.")
            return float(proposal["value"])

    return Live
