"""A metric over two varied numbers, such as epsilon and theta, as shades with their values.

Words on the cells of a heat map, in the ink that can be read on each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.encode import escape
from graphdp_core.plots.marks import Figure, cells, figure, named_axis
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.theme import Theme

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["heat_map"]

INKS = ("#000000", "#FFFFFF")
"""One of them has a contrast of at least 4.58 with any colour."""
EQUALLY_READ = 0.179  # luminance of a colour that has the same contrast with both


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
    shares = (np.array([values[cell] for cell in cells]) - least) / ((most - least) or 1.0)
    return {
        "type": "scatter", "mode": "text", "hoverinfo": "skip", "showlegend": False,
        "x": [j for _, j in cells], "y": [i for i, _ in cells],
        "text": [words[i][j] for i, j in cells],
        "textfont": {"size": 12, "color": _inks(np.clip(shares, 0.0, 1.0), theme)},
    }  # fmt: skip


def _inks(shares: NDArray[np.float64], theme: Theme) -> list[str]:
    """The ink that can be read on each share of the sequential scale, by WCAG's luminance."""
    stops = np.array([[int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)] for c in theme.sequential])
    places = np.linspace(0.0, 1.0, len(stops))
    shades = np.column_stack([np.interp(shares, places, part) for part in stops.T])
    linear = np.where(shades <= 0.04045, shades / 12.92, ((shades + 0.055) / 1.055) ** 2.4)
    is_light = linear @ (0.2126, 0.7152, 0.0722) > EQUALLY_READ
    return [INKS[0] if light else INKS[1] for light in is_light]


MOST_VALUES = 200
"""Cells of a map whose values are written into them."""


def heat_map(
    table: pd.DataFrame,
    metric: str,
    theme: Theme,
    *,
    x: str = "epsilon",
    y: str,
    label: str = "",
    low: float | None = None,
    high: float | None = None,
    percent: bool = False,
    better: Literal["higher", "lower", "neither"] = "higher",
    target: float | None = None,
    x_title: str = "",
    y_title: str = "",
) -> Figure:
    """Medians over the draws, a cell for each pair of values; a line parts what is good enough.

    Rows and columns stand at equal distances, in rising order. A pair that was not measured, or
    whose metric has no value, stays empty. Shades of an error without an upper end follow its
    logarithm: one hopeless cell would leave all others white.

    Parameters
    ----------
    table : pandas.DataFrame
        As made by ``sweep`` with ``vary``: columns `x`, `y`, metric, value; of one mechanism.
    metric : str
        Which metric of the table.
    x, y : str
        Columns of the horizontal and the vertical axis.
    label : str
        Title of the colour bar; the metric's id if empty.
    low, high : float, optional
        Range of the metric, where it has one: both ends of the shades.
    percent : bool
        Show values as percentages.
    better : {"higher", "lower", "neither"}
        On which side of the target is good enough.
    target : float, optional
        A value of the metric to reach.
    x_title, y_title : str
        Of the axes; by default their columns.
    """
    rows = table[table["metric"] == metric].dropna(subset=[x, y])
    grid = rows.pivot_table("value", y, x, aggfunc="median", dropna=False)
    z = grid.to_numpy(dtype=float)
    across, up = ([_written(value) for value in each] for each in (grid.columns, grid.index))
    by_logarithm = better == "lower" and high is None and bool((z > 0).any())
    shades = np.log10(np.maximum(z, z[z > 0].min())) if by_logarithm else z
    ends = (None, None) if by_logarithm else (low, high)
    titles = x_title or _name(x), y_title or _name(y)
    words = [[_value(value, percent, high) for value in row] for row in z]
    over, beside = map(escape, titles)
    data = [
        cells(
            shades, theme, title=label or metric, low=ends[0], high=ends[1], gap=1,
            tickformat=".0%" if percent else "", text=words, tip="%{customdata}: %{text}",
            bar=_decades(shades, percent) if by_logarithm else None,
            x=list(range(len(across))), y=list(range(len(up))),
            customdata=[[f"{over} {a}, {beside} {b}" for a in across] for b in up],
        )
    ]  # fmt: skip
    if 0 < z.size <= MOST_VALUES:
        data.append(cell_words(shades, words, theme, low=ends[0], high=ends[1]))
    border = [] if target is None else [_border(z, target, better, theme)]
    return figure(
        theme, data, x=_axis(theme, across, titles[0]), y=_axis(theme, up, titles[1]),
        rules=border, height=440, left=84, top=16, bottom=52, legend=False,
    )  # fmt: skip


def _decades(shades: NDArray[np.float64], percent: bool) -> Figure:
    """Ticks at powers of ten, at most five of them; at both ends where there are none between."""
    low, high = float(np.nanmin(shades)), float(np.nanmax(shades))
    between = np.arange(np.ceil(low), np.floor(high) + 1.0)
    places = between[:: max(1, -(-len(between) // 5))] if len(between) > 1 else [low, high]
    words = [format_number(10.0 ** float(place), percent=percent) for place in places]
    return {"tickmode": "array", "tickvals": [float(p) for p in places], "ticktext": words}


def _border(z: NDArray[np.float64], target: float, better: str, theme: Theme) -> Figure:
    """Lines between measured cells that reach the target and those that do not."""
    met = np.where(np.isnan(z), np.nan, z <= target if better == "lower" else z >= target)
    lines = [
        *((j + 0.5, j + 0.5, i - 0.5, i + 0.5)
          for i, j in np.argwhere(np.abs(met[:, 1:] - met[:, :-1]) == 1).tolist()),
        *((j - 0.5, j + 0.5, i + 0.5, i + 0.5)
          for i, j in np.argwhere(np.abs(met[1:] - met[:-1]) == 1).tolist()),
    ]  # fmt: skip
    look = {"type": "line", "line": {"color": theme.text, "width": 2.5}}
    return {
        "shapes": [dict(zip(("x0", "x1", "y0", "y1"), ends, strict=True)) | look for ends in lines]
    }


def _axis(theme: Theme, names: list[str], title: str) -> Figure:
    """At most sixteen of the names."""
    every = max(1, len(names) // 16)
    shown = {"tickvals": list(range(0, len(names), every)), "ticktext": names[::every]}
    return named_axis(theme, names, title, **shown)


def _value(value: float, percent: bool, high: float | None) -> str:
    """Two decimals where the metric ends at 1; nothing for what has no value."""
    if np.isnan(value):
        return ""
    is_share = high == 1 and not percent
    return f"{value:.2f}" if is_share else format_number(value, percent=percent)


def _written(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else escape(str(value))


def _name(column: str) -> str:
    return "ε" if column == "epsilon" else column.replace("_", " ")
