"""Which moving chart leads the page of which kind of result."""

from __future__ import annotations

from collections.abc import Callable

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.point_clouds.feature_nodes import feature_nodes
from graphdp_core.params import Refused
from graphdp_core.plots.chart.counts import count_chart
from graphdp_core.plots.chart.degrees import degree_chart
from graphdp_core.plots.chart.diagrams import Members, diagram_chart
from graphdp_core.plots.chart.mixing import mixing_chart
from graphdp_core.plots.chart.rankings import ranking_chart
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.chart.spectra import eigenvalue_chart
from graphdp_core.plots.compared import Compared
from graphdp_core.plots.rankings import ranks
from graphdp_core.plots.sides import Sides

__all__ = ["CHARTS", "chart_of", "diagram_nodes"]


def chart_of(c: Compared) -> Chart:
    """The chart that leads the page of this kind of result.

    Raises
    ------
    Refused
        If this kind of result has no such chart.
    """
    kind = c.baseline.kind
    if kind not in CHARTS:
        raise Refused(
            f"{c.analysis.title} has no chart that moves: choose an analysis whose result is one "
            f"of {', '.join(CHARTS)}."
        )
    return CHARTS[kind](c)


def _diagram(c: Compared) -> Chart:
    return diagram_chart(
        c.baseline.pairs, c.private.pairs, sides=Sides.of(c), bound=c.metrics["stability_bound"],
        nodes=diagram_nodes(c),
    )  # fmt: skip


def diagram_nodes(c: Compared) -> tuple[Members, Members]:
    """The nodes of each feature of both diagrams."""
    mass = c.analysis.mass if isinstance(c.analysis, Persistence) else 0.0
    return feature_nodes(c.baseline, mass=mass), feature_nodes(c.private, mass=mass)


def _scores(c: Compared) -> Chart:
    left, right = ranks(c.baseline.values), ranks(c.private.values)
    return ranking_chart(c.graph.names, left, right, sides=Sides.of(c))


def _spectrum(c: Compared) -> Chart:
    return eigenvalue_chart(c.baseline.values, c.private.values, sides=Sides.of(c))


def _counts(c: Compared) -> Chart:
    return count_chart(c.baseline, c.private, sides=Sides.of(c))


def _mixing(c: Compared) -> Chart:
    return mixing_chart(c.baseline, c.private, sides=Sides.of(c))


def _degrees(c: Compared) -> Chart:
    return degree_chart(c.baseline, c.private, sides=Sides.of(c))


CHARTS: dict[str, Callable[[Compared], Chart]] = {
    "counts": _counts,
    "degrees": _degrees,
    "diagram": _diagram,
    "mixing": _mixing,
    "scores": _scores,
    "spectrum": _spectrum,
}
"""Charts by ``result.kind``."""
