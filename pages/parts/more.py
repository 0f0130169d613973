"""What else the trade-off page offers, each closed until it is asked for."""

from __future__ import annotations

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics.metric import Metric
from pages.parts import unit_ladder
from pages.parts.vary import vary
from pages.shared import moves

__all__ = ["More"]


class More:
    """Laid out when it is made."""

    def __init__(self) -> None:
        self._units = moves.box(
            unit_ladder.TITLE, ":material/stairs:", key="units", at="notes", help=unit_ladder.HELP
        )
        self._vary = moves.box(
            "Sweep another parameter", ":material/grid_on:", key="vary", at="notes"
        )

    def show(
        self,
        now: Scenario,
        mechanism: Mechanism,
        analysis: Analysis,
        metric: Metric,
        target: float | None,
    ) -> None:
        """Fill what is open."""
        self._units.show(unit_ladder.show, now)
        self._vary.show(vary, now, mechanism, analysis, metric, target)
