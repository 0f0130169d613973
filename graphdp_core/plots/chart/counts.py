"""Counts as a chart that moves: one bar each, its number above it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.chart.record import Chart, Marks, Panel, Word
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.results import Cost, Counts

WIDE = 0.25  # of a bar to either side of its middle


def count_chart(left: Counts, right: Counts, *, sides: Sides) -> Chart:
    """The counts of both sides on one scale; a line on the private side is the true number.

    Parameters
    ----------
    left, right : Counts
        A number that is not known has no bar.

    Examples
    --------
    >>> chart = count_chart(Counts(np.array([4.0]), ("edges",)),
    ...                     Counts(np.array([-1.0]), ("edges",)), sides=Sides(1.0))
    >>> [word.text for word in chart.panels[1].words]
    ['−1']
    """
    panels = count_panels(left, right)
    alt = f"{sides.baseline} {listed_counts(left)}; {sides.phrase} {listed_counts(right)}."
    return Chart(panels, sides.titles, unproved=sides.unproved, alt=alt)


def count_panels(truth: Counts, *others: Counts) -> tuple[Panel, ...]:
    """A panel for each on one scale; a line in all but the first is the true number."""
    every = np.concatenate([[0.0], truth.values, *(side.values for side in others)])
    every = every[np.isfinite(every)]
    low, high = float(every.min()), float(every.max())
    room = 0.14 * ((high - low) or 1.0)
    ends = (low - (room if low < 0 else 0.0), high + room)
    across = (0.4, len(truth.values) + 0.6)
    ticks = tuple((k + 1.0, name) for k, name in enumerate(truth.names))

    unit, written = ("cost", format_number) if isinstance(truth, Cost) else ("how many", _whole)

    def panel(counts: Counts, ghosts: tuple[Marks, ...]) -> Panel:
        at, values = _known(counts.values)
        corners = np.column_stack((at - WIDE, np.zeros(len(at)), at + WIDE, values))
        bars = Marks.areas(corners, "accent", opacity=0.9)
        zero = Marks.lines(np.array([[across[0], 0.0, across[1], 0.0]]), "baseline", size=1.0)
        words = tuple(
            Word(x, y + (0.2 if y >= 0 else -0.4) * room, written(y), anchor="middle")
            for x, y in zip(at.tolist(), values.tolist(), strict=True)
        )
        return Panel(across, ends, ("", unit), (bars, zero, *ghosts), words, ticks=(ticks, ()))

    at, values = _known(truth.values)
    true = np.column_stack((at - 1.4 * WIDE, values, at + 1.4 * WIDE, values))
    ghost = Marks.lines(true, "text", size=1.5, dash=(4.0, 3.0), word="true number")
    return panel(truth, ()), *(panel(side, (ghost,)) for side in others)


def _known(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    known = np.flatnonzero(np.isfinite(values))
    return known.astype(np.float64) + 1.0, values[known]


def _whole(value: float) -> str:
    """All digits of a number that has few of them.

    Examples
    --------
    >>> _whole(-1612010.0), _whole(1e15)
    ('−1,612,010', '1 × 10¹⁵')
    """
    return f"{value:,.0f}".replace("-", "−") if abs(value) < 1e12 else format_number(value)


def listed_counts(counts: Counts) -> str:
    """All numbers with their names, for a screen reader."""
    known = zip(counts.names, counts.values.tolist(), strict=True)
    return ", ".join(f"{_whole(v)} {n}" if np.isfinite(v) else f"no {n}" for n, v in known)
