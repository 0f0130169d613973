"""Betti curves as a chart that moves: how many features of each kind live at each distance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.chart.record import Chart, Marks, Panel
from graphdp_core.plots.diagrams import HOMOLOGY, Pairs, feature_counts, finite_range
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import dimension_ink

__all__ = ["betti_chart"]

Curves = Sequence[NDArray[np.float64]]
STEPS = 1000  # as fine as any screen
COUNTS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)


def betti_chart(left: Sequence[Pairs], right: Sequence[Pairs], *, sides: Sides) -> Chart:
    """Components, loops and voids alive at each distance, on a scale from 0 to the most there are.

    The right panel shows the curves of the left one thin and dotted.

    Parameters
    ----------
    left, right : sequence of ndarray, shape (k, 2)
        Birth and death by homology dimension; death may be infinite.

    Examples
    --------
    >>> bars = [np.array([[0.0, 1.0], [0.0, np.inf]])]
    >>> betti_chart(bars, bars, sides=Sides(1.0)).panels[0].y
    (0.0, 0.5)
    """
    low, high = finite_range(left, right)
    low, high = min(low, 0.0), high * 1.05
    before = [_curve(pairs, low, high) for pairs in left]
    after = [_curve(pairs, low, high) for pairs in right]
    most = max((float(c[:, [1, 3]].max()) for c in (*before, *after) if len(c)), default=0.0)
    top = max(round(1.05 * most, 1), 0.5)
    ticks = tuple((_height(k), f"{k:,}") for k in COUNTS if _height(k) <= top)

    def panel(curves: Curves, ghosts: Curves) -> Panel:
        thin = [
            Marks.lines(curve, dimension_ink(k), size=1.0, dash=(2.0, 3.0), opacity=0.9,
                        word=f"{_name(k)} without privacy")
            for k, curve in enumerate(ghosts)
        ]  # fmt: skip
        own = [
            Marks.lines(curve, dimension_ink(k), size=2.0, word=_name(k))
            for k, curve in enumerate(curves)
        ]
        axes = ("distance", "features alive")
        return Panel((low, high), (0.0, top), axes, (*thin, *own), ticks=((), ticks))

    counts = feature_counts(left), feature_counts(right)
    alt = f"Betti curves without privacy ({counts[0]}) and {sides.phrase} ({counts[1]})."
    panels = panel(before, ()), panel(after, before)
    return Chart(panels, sides.titles, counts, sides.unproved, alt=alt)


def _height(count: float) -> float:
    """Where a count stands: as on a log scale, but from 0."""
    return float(np.log10(1.0 + count))


def _curve(pairs: Pairs, low: float, high: float) -> NDArray[np.float64]:
    """The steps of the number of features alive as lines, shape (k, 4)."""
    points = np.asarray(pairs, dtype=np.float64).reshape(-1, 2)
    if not len(points):
        return np.empty((0, 4))
    births = np.sort(points[:, 0])
    deaths = np.sort(points[:, 1][np.isfinite(points[:, 1])])
    x = np.unique(np.concatenate(([low], births, deaths, [high])))
    if len(x) > STEPS:
        x = x[np.unique(np.linspace(0, len(x) - 1, STEPS).astype(int))]
    alive = np.searchsorted(births, x, "right") - np.searchsorted(deaths, x, "right")
    y = np.log10(1.0 + alive)
    flat = np.column_stack((x[:-1], y[:-1], x[1:], y[:-1]))
    steep = np.column_stack((x[1:], y[:-1], x[1:], y[1:]))
    return np.vstack((flat, steep[y[:-1] != y[1:]]))


def _name(dimension: int) -> str:
    return HOMOLOGY[dimension] if dimension < len(HOMOLOGY) else f"H{dimension}"
