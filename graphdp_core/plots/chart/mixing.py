"""Edges between groups as a chart that moves: a table whose shades are densities."""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.plots.chart.record import Chart, Panel, Word
from graphdp_core.plots.sides import Sides
from graphdp_core.results import Mixing

DARKEST = 150  # of 255: numbers on it can still be read
LONGEST = 18
WRITTEN = 8  # groups, up to which every place has its number


def mixing_chart(left: Mixing, right: Mixing, *, sides: Sides) -> Chart:
    """Both tables on one scale of shades: edges over pairs of nodes.

    Parameters
    ----------
    left, right : Mixing
        Of the same groups; a number that is not known has no shade.

    Examples
    --------
    >>> one = Mixing.of(np.array([[4.0, 1.0], [1.0, 2.0]]), ("a", "b"), (5, 3))
    >>> chart = mixing_chart(one, one, sides=Sides(1.0))
    >>> [word.text for word in chart.panels[1].words], chart.panels[0].cells.tolist()
    (['a', '4', '1', 'b', '1', '2'], [[90, 15, 0, 0], [15, 150, 0, 0]])
    """
    dense = [np.clip(side.table / np.maximum(side.pairs, 1.0), 0.0, 1.0) for side in (left, right)]
    top = max((float(np.nanmax(d, initial=0.0)) for d in dense), default=0.0) or 1.0
    panels = tuple(
        _panel(side, densities / top) for side, densities in zip((left, right), dense, strict=True)
    )
    alt = (
        f"Edges between groups. {sides.baseline} {_listed(left)}; {sides.phrase} {_listed(right)}."
    )
    return Chart(panels, sides.titles, unproved=sides.unproved, alt=alt)


def _panel(side: Mixing, shades: Floats) -> Panel:
    k = len(side.groups)
    room = max(k, 2)  # for the names, which stand behind the rows
    cells = np.zeros((k, k + room), dtype=np.uint8)
    cells[:, :k] = np.round(np.nan_to_num(shades) * DARKEST)
    words: list[Word] = []
    for a in range(k if k <= WRITTEN else 0):
        y = k - 0.5 - a
        words.append(Word(k + 0.15, y, _shortened(side.groups[a]), ink="muted"))
        words += [
            Word(b + 0.5, y, f"{side.table[a, b]:,.0f}".replace("-", "−"), anchor="middle")
            for b in range(k)
            if np.isfinite(side.table[a, b])
        ]
    return Panel((0.0, float(k + room)), (0.0, float(k)), words=tuple(words), cells=cells)


def _shortened(name: str) -> str:
    """A group's name where little room is.

    Examples
    --------
    >>> _shortened("a name that is far too long to stand")
    'a name that is far…'
    """
    return name if len(name) <= LONGEST else f"{name[:LONGEST]}…"


def _listed(side: Mixing) -> str:
    numbers = zip(side.names, side.values.tolist(), strict=True)
    return ", ".join(f"{name} {value:,.0f}" for name, value in numbers if np.isfinite(value))
