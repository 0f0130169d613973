"""Counts as a chart that moves: one bar each, its number above it.

Edges between groups as a chart that moves: a table whose shades are densities.

Degree distributions as a chart that moves: the share of nodes with at least so many edges.

Eigenvalues as a chart that moves: one bar each, its value at its end.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats
from graphdp_core.digits import percent
from graphdp_core.plots.chart.record import Marks, Panel, Word, place_of_count
from graphdp_core.plots.encode import shortened
from graphdp_core.plots.marks import reach
from graphdp_core.plots.numbers import format_number
from graphdp_core.results import Cost, Counts, Degrees, Mixing

WIDE = 0.25  # of a bar to either side of its middle


def count_panels(truth: Counts, *others: Counts) -> tuple[Panel, ...]:
    """A panel for each on one scale; a line in all but the first is the true number.

    A number that is not known has no bar.
    """
    across, ends, room, zero = _ground([side.values for side in (truth, *others)], 0.14)
    ticks = tuple((k + 1.0, name) for k, name in enumerate(truth.names))

    unit, written = ("cost", format_number) if isinstance(truth, Cost) else ("how many", _whole)

    def panel(counts: Counts, ghosts: tuple[Marks, ...]) -> Panel:
        at, values = _known(counts.values)
        corners = np.column_stack((at - WIDE, np.zeros(len(at)), at + WIDE, values))
        bars = Marks.areas(corners, "accent", opacity=0.9)
        words = tuple(
            Word(x, y + (0.2 if y >= 0 else -0.4) * room, written(y), anchor="middle")
            for x, y in zip(at.tolist(), values.tolist(), strict=True)
        )
        return Panel(across, ends, ("", unit), (bars, zero, *ghosts), words, ticks=(ticks, ()))

    at, values = _known(truth.values)
    true = np.column_stack((at - 1.4 * WIDE, values, at + 1.4 * WIDE, values))
    ghost = Marks.lines(true, "text", size=1.5, dash=(4.0, 3.0), word="true number")
    return panel(truth, ()), *(panel(side, (ghost,)) for side in others)


def _ground(
    sides: Sequence[NDArray[np.float64]], share: float
) -> tuple[tuple[float, float], tuple[float, float], float, Marks]:
    """What bars of several sides stand on: both axes, the room for a word, and the line at 0."""
    low, high = reach([0.0], *sides, room=0.0)
    room = share * ((high - low) or 1.0)
    across = (0.4, max(*map(len, sides), 1) + 0.6)
    zero = Marks.lines(np.array([[across[0], 0.0, across[1], 0.0]]), "baseline", size=1.0)
    return across, (low - (room if low < 0 else 0.0), high + room), room, zero


def _known(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    known = np.flatnonzero(np.isfinite(values))
    return known.astype(np.float64) + 1.0, values[known]


def _whole(value: float) -> str:
    """All digits of a number that has few of them."""
    return f"{value:,.0f}".replace("-", "−") if abs(value) < 1e12 else format_number(value)


def listed_counts(counts: Counts) -> str:
    """All numbers with their names, for a screen reader."""
    known = zip(counts.names, counts.values.tolist(), strict=True)
    return ", ".join(f"{_whole(v)} {n}" if np.isfinite(v) else f"no {n}" for n, v in known)


DARKEST = 150  # of 255: numbers on it can still be read
LONGEST = 19
WRITTEN = 8  # groups, up to which every place has its number


def mixing_panels(*several: Mixing) -> tuple[Panel, ...]:
    """Tables on one scale of shades, edges over pairs of nodes; what is not known has no shade."""
    dense = [np.clip(side.table / np.maximum(side.pairs, 1.0), 0.0, 1.0) for side in several]
    top = max((float(np.nanmax(d, initial=0.0)) for d in dense), default=0.0) or 1.0
    return tuple(_panel(side, shades / top) for side, shades in zip(several, dense, strict=True))


def _panel(side: Mixing, shades: Floats) -> Panel:
    k = len(side.groups)
    room = max(k, 2)  # for the names, which stand behind the rows
    cells = np.zeros((k, k + room), dtype=np.uint8)
    cells[:, :k] = np.round(np.nan_to_num(shades) * DARKEST)
    words: list[Word] = []
    for a in range(k if k <= WRITTEN else 0):
        y = k - 0.5 - a
        words.append(Word(k + 0.15, y, shortened(side.groups[a], LONGEST), ink="muted"))
        words += [
            Word(b + 0.5, y, f"{side.table[a, b]:,.0f}".replace("-", "−"), anchor="middle")
            for b in range(k)
            if np.isfinite(side.table[a, b])
        ]
    return Panel((0.0, float(k + room)), (0.0, float(k)), words=tuple(words), cells=cells)


def listed_edges(side: Mixing) -> str:
    """All numbers with their names, for a screen reader."""
    numbers = zip(side.names, side.values.tolist(), strict=True)
    return ", ".join(f"{name} {value:,.0f}" for name, value in numbers if np.isfinite(value))


TICKS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000)
STEPS = 600  # as fine as any screen


def degree_panels(truth: Degrees, *others: Degrees) -> tuple[Panel, ...]:
    """A panel for each; all but the first show the true distribution thin and dotted."""
    seen = np.flatnonzero(truth.counts)
    highest = 2.0 * float(seen.max(initial=1)) + 2.0
    across = (0.0, place_of_count(highest))
    ticks = tuple((place_of_count(d), f"{d:,}") for d in TICKS if place_of_count(d) <= across[1])
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


HALF = 0.31  # of a bar to either side of its middle
TIP = "eigenvalue {x}: {y}"
MOST_WORDS = 12  # bars that have their values written


def eigenvalue_panels(*several: ArrayLike) -> tuple[Panel, ...]:
    """Eigenvalues in their own order as bars on common axes; negative ones in the other colour."""
    sides = [np.asarray(values, dtype=np.float64) for values in several]
    across, ends, room, zero = _ground(sides, 0.12)
    most = max(*map(len, sides), 1)
    step = -(-most // 20)
    ticks = tuple((float(k), str(k)) for k in range(1, most + 1, step))

    def panel(values: NDArray[np.float64]) -> Panel:
        words = _values(values, room) if most <= MOST_WORDS else ()
        axes = ("eigenvalue", "")
        return Panel(across, ends, axes, (*_bars(values), zero), words, ticks=(ticks, ()))

    return tuple(map(panel, sides))


def _bars(values: NDArray[np.float64]) -> list[Marks]:
    at = np.arange(1.0, len(values) + 1)
    corners = np.column_stack((at - HALF, np.zeros(len(values)), at + HALF, values))
    return [
        Marks.areas(corners[part], ink, word=word, tip=TIP, opacity=0.9)
        for part, ink, word in ((values >= 0, "accent", ""), (values < 0, "opposite", "negative"))
    ]


def _values(values: NDArray[np.float64], room: float) -> tuple[Word, ...]:
    return tuple(
        Word(k, value + (0.4 if value >= 0 else -0.4) * room, format_number(value), anchor="middle")
        for k, value in enumerate(values.tolist(), start=1)
    )


def listed(values: ArrayLike) -> str:
    """Eigenvalues within a sentence."""
    return ", ".join(map(format_number, np.asarray(values, dtype=np.float64).tolist())) or "none"
