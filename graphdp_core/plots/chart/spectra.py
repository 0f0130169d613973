"""Eigenvalues as a chart that moves: one bar each, its value at its end."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.plots.chart.record import Marks, Panel, Word
from graphdp_core.plots.numbers import format_number

WIDE = 0.31  # of a bar to either side of its middle
TIP = "eigenvalue {x}: {y}"
MOST_WORDS = 12  # bars that have their values written


def eigenvalue_panels(*several: ArrayLike) -> tuple[Panel, ...]:
    """Eigenvalues in their own order as bars on common axes; negative ones in the other colour.

    Examples
    --------
    >>> [word.text for word in eigenvalue_panels([5.0, -1.0], [4.0])[0].words]
    ['5', '−1']
    """
    sides = [np.asarray(values, dtype=np.float64) for values in several]
    every = np.concatenate([*sides, [0.0]])
    low, high = float(every.min()), float(every.max())
    room = 0.12 * ((high - low) or 1.0)
    ends = (low - (room if low < 0 else 0.0), high + room)
    most = max(*map(len, sides), 1)
    step = -(-most // 20)
    ticks = tuple((float(k), str(k)) for k in range(1, most + 1, step))
    across = (0.4, most + 0.6)
    zero = Marks.lines(np.array([[across[0], 0.0, across[1], 0.0]]), "baseline", size=1.0)

    def panel(values: NDArray[np.float64]) -> Panel:
        words = _words(values, room) if most <= MOST_WORDS else ()
        axes = ("eigenvalue", "")
        return Panel(across, ends, axes, (*_bars(values), zero), words, ticks=(ticks, ()))

    return tuple(map(panel, sides))


def _bars(values: NDArray[np.float64]) -> list[Marks]:
    at = np.arange(1.0, len(values) + 1)
    corners = np.column_stack((at - WIDE, np.zeros(len(values)), at + WIDE, values))
    return [
        Marks.areas(corners[part], ink, word=word, tip=TIP, opacity=0.9)
        for part, ink, word in (
            (values >= 0, "accent", ""),
            (values < 0, "opposite", "negative"),
        )
    ]


def _words(values: NDArray[np.float64], room: float) -> tuple[Word, ...]:
    return tuple(
        Word(k, value + (0.4 if value >= 0 else -0.4) * room, format_number(value), anchor="middle")
        for k, value in enumerate(values.tolist(), start=1)
    )


def listed(values: ArrayLike) -> str:
    """Eigenvalues within a sentence."""
    return ", ".join(map(format_number, np.asarray(values, dtype=np.float64).tolist())) or "none"
