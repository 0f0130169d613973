"""A comparison as a live widget of a notebook: the slider asks Python, the marks come back."""

from __future__ import annotations

from functools import cache
from typing import Any

from graphdp_core.captions.words import file_name
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.params import Refused
from graphdp_core.stage import Packing, Stage
from graphdp_core.stage.stage import Draw
from graphdp_core.stage.stop import no_such_stop, refused_stop, stop_of
from graphdp_core.takeaway.moving import footnote
from graphdp_core.web.pages import hosted_theme, script, style

SHEETS = ("pair/pair", "chart/chart", "stage/stage", "takeaway/live")
ABSENT = (
    "A live widget needs the package anywidget, which is not here: "
    'run `pip install "graphdp[notebook]"` and start the notebook again.'
)


def live(c: Comparison, *, draw: Draw | None = None) -> Any:
    """A widget that shows a comparison; its slider measures at other epsilons with the same noise.

    Where a notebook has no kernel, a comparison shows itself as a moving picture without it.

    Notes
    -----
    *Privacy*: it shows the true graph and every stop of one draw: for those who may see the graph.
    """
    widget, stage = _kind(), Stage.of(c, draw=draw)
    if stage.drawing(c) is None:
        raise Refused(f"nothing is drawn of {c.analysis.title}: see its metrics instead.")
    return widget(stage, c)


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
        style = traitlets.Unicode().tag(sync=True)
        stops = traitlets.List(traitlets.Float()).tag(sync=True)
        labels = traitlets.List(traitlets.Unicode()).tag(sync=True)
        shared = traitlets.Bytes().tag(sync=True)
        message = traitlets.Bytes().tag(sync=True)
        epsilon = traitlets.Float().tag(sync=True)
        selection = traitlets.List(traitlets.Int()).tag(sync=True)
        file = traitlets.Unicode().tag(sync=True)
        footnote = traitlets.Unicode().tag(sync=True)

        def __init__(self, stage: Stage, c: Comparison) -> None:
            now = stage.stop(c.epsilon)
            self._stage, self._packing = stage, Packing.of(stage, now)
            self.comparison = c
            super().__init__(
                style=hosted_theme() + "".join(map(style, SHEETS)),
                stops=list(stage.epsilons),
                labels=list(map(epsilon_label, stage.epsilons)),
                shared=self._packing.shared,
                message=self._packing.stop(now),
                epsilon=c.epsilon,
                file=file_name(c),
                footnote=footnote(c),
            )
            self.observe(self._move, "epsilon")

        def _move(self, change: Any) -> None:
            stage, epsilon = self._stage, change["new"]
            try:
                c = stage.comparison(epsilon)
            except Refused as refusal:
                self.message = self._packing.stop(refused_stop(epsilon, refusal))
                return
            self.comparison = c
            self.message = self._packing.stop(stop_of(c, stage.drawing(c)))

        @traitlets.validate("epsilon")
        def _is_stop(self, proposal: Any) -> float:
            stage = self._stage
            if proposal["value"] not in stage.epsilons:
                raise no_such_stop(proposal["value"], stage.epsilons)
            return float(proposal["value"])

    return Live
