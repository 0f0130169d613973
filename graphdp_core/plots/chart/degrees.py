"""Degree distributions as a chart that moves: the share of nodes with at least so many edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.digits import percent
from graphdp_core.plots.chart.record import Chart, Marks, Panel
from graphdp_core.plots.sides import Sides
from graphdp_core.results import Degrees

TICKS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000)
STEPS = 600  # as fine as any screen


def degree_chart(left: Degrees, right: Degrees, *, sides: Sides) -> Chart:
    """Both distributions from the top; the right panel shows the true one thin and dotted.

    Parameters
    ----------
    left, right : Degrees

    Examples
    --------
    >>> one = Degrees(np.array([1.0, 2.0]))
    >>> degree_chart(one, one, sides=Sides(1.0)).panels[0].y
    (0.0, 1.04)
    """
    panels = degree_panels(left, right)
    alt = (
        f"Degree distribution; the mean degree is {left.mean:.3g} without privacy and "
        f"{right.mean:.3g} {sides.phrase}."
    )
    return Chart(panels, sides.titles, unproved=sides.unproved, alt=alt)


def degree_panels(truth: Degrees, *others: Degrees) -> tuple[Panel, ...]:
    """A panel for each; all but the first show the true distribution thin and dotted."""
    seen = np.flatnonzero(truth.counts)
    highest = 2.0 * float(seen.max(initial=1)) + 2.0
    across = (0.0, _place(highest))
    ticks = tuple((_place(d), f"{d:,}") for d in TICKS if _place(d) <= across[1])
    shares = tuple((share / 4.0, percent(share / 4)) for share in range(5))
    axes = ("edges of a node", "nodes with at least so many")

    def panel(side: Degrees, *ghosts: Marks) -> Panel:
        own = Marks.lines(_curve(side, across[1]), "accent", size=2.0)
        return Panel(across, (0.0, 1.04), axes, (own, *ghosts), ticks=(ticks, shares))

    ghost = Marks.lines(
        _curve(truth, across[1]), "text", size=1.0, dash=(2.0, 3.0), opacity=0.9,
        word="without privacy",
    )  # fmt: skip
    return panel(truth), *(panel(side, ghost) for side in others)


def _place(degree: float) -> float:
    """Where a degree stands: as on a log scale, but from 0."""
    return float(np.log10(1.0 + degree))


def _curve(side: Degrees, limit: float) -> NDArray[np.float64]:
    """The steps of the share at or above each degree, shape (k, 4)."""
    if not side.counts.sum() > 0:
        return np.empty((0, 4))
    share = np.minimum(np.cumsum(side.shares[::-1])[::-1], 1.0)
    used = np.flatnonzero(np.log10(1.0 + np.arange(len(share))) <= limit)
    if len(used) > STEPS:
        used = np.unique(np.geomspace(1, len(used), STEPS).astype(int)) - 1
    x, y = np.log10(1.0 + used), share[used]
    flat = np.column_stack((x[:-1], y[1:], x[1:], y[1:]))
    steep = np.column_stack((x[:-1], y[:-1], x[:-1], y[1:]))
    return np.vstack((flat, steep))
