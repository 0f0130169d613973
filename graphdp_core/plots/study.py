"""A reproduced table as curves: means with their 95 % intervals, one panel per setting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdp_core.plots.encode import escape, typed
from graphdp_core.plots.panels import Figure, axis, blank, panel_title
from graphdp_core.plots.theme import LIGHT, Theme, layout

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["study_curves", "study_page"]

GAP = 0.03  # share of the width between two panels


def study_curves(
    rows: pd.DataFrame,
    theme: Theme,
    *,
    x: str,
    y: Sequence[str],
    panels: str = "",
    unit: str = "",
    height: int = 420,
) -> Figure:
    """Columns of a table over one of them, on a log axis.

    Parameters
    ----------
    rows : pandas.DataFrame
        Cells of `y` are numbers or texts "mean ± half-width".
    x : str
        The column along the horizontal axis, above 0.
    y : sequence of str
        One curve each.
    panels : str
        A column whose every value has its own panel; empty for one panel.
    unit : str
        What the vertical axis measures.
    """
    values = list(dict.fromkeys(rows[panels])) if panels else [None]
    data: list[Figure] = [blank()]
    frame = layout(theme, height=height, left=68)
    frame["annotations"] = []
    ticks = sorted({float(place) for place in rows[x]})
    width = (1.0 - GAP * (len(values) - 1)) / max(len(values), 1)
    for number, value in enumerate(values, start=1):
        part = rows if value is None else rows[rows[panels] == value]
        suffix = "" if number == 1 else str(number)
        for k, name in enumerate(y):
            data.append(_curve(part, theme, k, x=x, name=name, suffix=suffix))
        start = (number - 1) * (width + GAP)
        frame[f"xaxis{suffix}"] = {
            **axis(theme, escape(x), type="log", tickmode="array", tickvals=ticks,
                   ticktext=[f"{tick:g}" for tick in ticks]),
            "domain": [start, start + width],
            "anchor": f"y{suffix}",
        }  # fmt: skip
        frame[f"yaxis{suffix}"] = {
            **axis(theme, escape(unit) if number == 1 else "", rangemode="tozero"),
            "anchor": f"x{suffix}",
        } | ({} if number == 1 else {"matches": "y", "showticklabels": False})
        if value is not None:
            words = value if isinstance(value, str) else f"{panels} = {value:g}"
            frame["annotations"].append(panel_title(theme, escape(words), number=number))
    return {"data": data, "layout": frame}


def study_page(
    rows: pd.DataFrame, path: str, *, x: str, y: Sequence[str], unit: str, panels: str = ""
) -> None:
    """Write the figure of :func:`study_curves` as a page of its own, which needs no network."""
    from plotly.io import write_html

    figure = study_curves(rows, LIGHT, x=x, y=y, unit=unit, panels=panels)
    write_html(
        figure, path, config={"showSendToCloud": False, "displaylogo": False}, validate=False
    )


def _curve(
    part: pd.DataFrame, theme: Theme, number: int, *, x: str, name: str, suffix: str
) -> Figure:
    cells = [_cell(cell) for cell in part[name]]
    colour = theme.categorical[number % len(theme.categorical)]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": typed(np.asarray(part[x], dtype=float)),
        "y": typed(np.array([mean for mean, _ in cells])),
        "error_y": {
            "type": "data",
            "array": typed(np.array([half for _, half in cells])),
            "thickness": 1.2,
            "width": 3,
            "color": colour,
        },
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "name": escape(name),
        "legendgroup": name,
        "showlegend": suffix == "",
        "line": {"color": colour, "width": 2},
        "marker": {
            "color": colour,
            "size": 8,
            "symbol": theme.symbols[number % len(theme.symbols)],
        },
        "hovertemplate": f"{escape(name)} %{{y:.3g}}<extra></extra>",
    }


def _cell(cell: Any) -> tuple[float, float]:
    """The mean and the half-width of its interval, 0 where there is none."""
    mean, _, half = str(cell).partition(" ± ")
    width = float(half) if half else 0.0
    return float(mean), width if math.isfinite(width) else 0.0
