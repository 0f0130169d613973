"""A metric over two varied numbers, such as epsilon and theta, as shades with their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.cell_words import cell_words
from graphdp_core.plots.encode import encode_array, escape
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.panels import Figure, axis
from graphdp_core.plots.theme import Theme, layout

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["heat_map"]

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
    height: int = 440,
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
    steps = len(theme.sequential) - 1
    by_logarithm = better == "lower" and high is None and bool((z > 0).any())
    shades = _logarithms(z) if by_logarithm else z
    named = escape(x_title) or _name(x), escape(y_title) or _name(y)
    words = [[_value(value, percent, high) for value in row] for row in z]
    cells: Figure = {
        "type": "heatmap",
        "z": encode_array(shades.astype(np.float32)) if z.size else [[]],
        "zmin": None if by_logarithm else low,
        "zmax": None if by_logarithm else high,
        "colorscale": [[i / steps, colour] for i, colour in enumerate(theme.sequential)],
        "colorbar": _bar(label or metric, theme, percent)
        | (_decades(shades, percent) if by_logarithm else {}),
        "x": list(range(len(across))),
        "y": list(range(len(up))),
        "xgap": 1,
        "ygap": 1,
        "hoverongaps": False,
        "text": words,
        "customdata": [[f"{named[0]} {a}, {named[1]} {b}" for a in across] for b in up],
        "hovertemplate": "%{customdata}: %{text}<extra></extra>",
    }
    frame = layout(theme, height=height, left=84, top=16, bottom=52, legend=False)
    frame |= {
        "xaxis": axis(theme, named[0], **_ticks(across)),
        "yaxis": axis(theme, named[1], **_ticks(up)),
        "shapes": [] if target is None else _border(z, target, better, theme),
    }
    data = [cells]
    if 0 < z.size <= MOST_VALUES:
        ends = (None, None) if by_logarithm else (low, high)
        data.append(cell_words(shades, words, theme, low=ends[0], high=ends[1]))
    return {"data": data, "layout": frame}


def _logarithms(z: NDArray[np.float64]) -> NDArray[np.float64]:
    """Decimal logarithms; what is 0 has the shade of the least that is not."""
    return np.log10(np.maximum(z, z[z > 0].min()))


def _decades(shades: NDArray[np.float64], percent: bool) -> Figure:
    """Ticks at powers of ten, at most five of them; at both ends where there are none between."""
    low, high = float(np.nanmin(shades)), float(np.nanmax(shades))
    between = np.arange(np.ceil(low), np.floor(high) + 1.0)
    places = between[:: max(1, -(-len(between) // 5))] if len(between) > 1 else [low, high]
    words = [format_number(10.0 ** float(place), percent=percent) for place in places]
    return {"tickmode": "array", "tickvals": [float(p) for p in places], "ticktext": words}


def _border(z: NDArray[np.float64], target: float, better: str, theme: Theme) -> list[Figure]:
    """Lines between measured cells that reach the target and those that do not."""
    met = np.where(np.isnan(z), np.nan, z <= target if better == "lower" else z >= target)
    line = {"color": theme.text, "width": 2.5}
    lines = []
    for i, j in np.argwhere(np.abs(met[:, 1:] - met[:, :-1]) == 1):
        lines.append({"x0": j + 0.5, "x1": j + 0.5, "y0": i - 0.5, "y1": i + 0.5})
    for i, j in np.argwhere(np.abs(met[1:] - met[:-1]) == 1):
        lines.append({"x0": j - 0.5, "x1": j + 0.5, "y0": i + 0.5, "y1": i + 0.5})
    return [
        {"type": "line", "line": line} | {end: float(at) for end, at in one.items()}
        for one in lines
    ]


def _bar(label: str, theme: Theme, percent: bool) -> Figure:
    return {
        "title": {"text": escape(label), "side": "right", "font": {"color": theme.muted}},
        "tickformat": ".0%" if percent else "",
        "thickness": 10,
        "outlinewidth": 0,
        "nticks": 5,
        "tickfont": {"size": 12, "color": theme.muted},
    }


def _ticks(names: list[str]) -> Figure:
    every = max(1, len(names) // 16)
    places = list(range(0, len(names), every))
    return {
        "tickmode": "array",
        "tickvals": places,
        "ticktext": [names[place] for place in places],
        "range": [-0.5, max(len(names), 1) - 0.5],
        "showgrid": False,
    }


def _value(value: float, percent: bool, high: float | None) -> str:
    """Two decimals where the metric ends at 1; nothing for what has no value."""
    if np.isnan(value):
        return ""
    is_share = high == 1 and not percent
    return f"{value:.2f}" if is_share else format_number(value, percent=percent)


def _written(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else escape(str(value))


def _name(column: str) -> str:
    return "ε" if column == "epsilon" else escape(column.replace("_", " "))
