"""Words on the cells of a heat map, in the ink that can be read on each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.marks import Figure
from graphdp_core.plots.theme import Theme

__all__ = ["INKS", "cell_words", "contrast"]

INKS = ("#000000", "#FFFFFF")
"""One of them has a contrast of at least 4.58 with any colour."""


def cell_words(
    shades: AnyFloats,
    words: Sequence[Sequence[str]],
    theme: Theme,
    *,
    low: float | None = None,
    high: float | None = None,
) -> Figure:
    """A trace that writes into the cells of a heat map in the theme's sequential colours.

    Plotly's own words on cells are white on light blue.

    Parameters
    ----------
    shades : ndarray, shape (r, c)
    words : sequence of sequence of str
        By row; "" for none.
    low, high : float, optional
        Shades of the first and the last colour; by default the least and the greatest.
    """
    values = np.asarray(shades, dtype=float)
    known = values[np.isfinite(values)]
    least = float(known.min(initial=np.inf)) if low is None else low
    most = float(known.max(initial=-np.inf)) if high is None else high
    cells = [(i, j) for i, row in enumerate(words) for j, word in enumerate(row) if word]
    reach = (most - least) or 1.0
    shares = [min(max((values[cell] - least) / reach, 0.0), 1.0) for cell in cells]
    return {
        "type": "scatter",
        "mode": "text",
        "x": [j for _, j in cells],
        "y": [i for i, _ in cells],
        "text": [words[i][j] for i, j in cells],
        "textfont": {"size": 12, "color": [_ink(_shade(share, theme)) for share in shares]},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _ink(colour: NDArray[np.float64]) -> str:
    return max(INKS, key=lambda ink: _ratio(_luminance(_parts(ink)), _luminance(colour)))


def _shade(share: float, theme: Theme) -> NDArray[np.float64]:
    """The colour at a share of the sequential scale, as three parts from 0 to 1."""
    stops = np.array([_parts(colour) for colour in theme.sequential])
    places = np.linspace(0.0, 1.0, len(stops))
    return np.array([np.interp(share, places, part) for part in stops.T])


def contrast(one: str, other: str) -> float:
    """Contrast of two colours ``#rrggbb`` by WCAG 2.2, from 1 to 21.

    Examples
    --------
    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    return _ratio(*(_luminance(_parts(colour)) for colour in (one, other)))


def _ratio(one: float, other: float) -> float:
    low, high = sorted((one, other))
    return (high + 0.05) / (low + 0.05)


def _parts(colour: str) -> NDArray[np.float64]:
    return np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def _luminance(parts: NDArray[np.float64]) -> float:
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))
