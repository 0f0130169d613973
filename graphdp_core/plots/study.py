"""A reproduced table as curves: means with their 95 % intervals, one panel per setting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdp_core.plots.encode import encode_array, escape
from graphdp_core.plots.panels import Figure, axis, blank, panel_title
from graphdp_core.plots.theme import LIGHT, Theme, layout

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["study_curves", "study_page", "study_panels"]

NAME = "name of the curve"
GAP = 0.03  # share of the width between two panels
WIDE_GAP = 0.07  # with numbers between them
WIDE_RANGE = 100
LEGEND_ROW = 24  # pixels, for about four curves


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
    width = (1.0 - GAP * (len(values) - 1)) / max(len(values), 1)
    for number, value in enumerate(values, start=1):
        part = rows if value is None else rows[rows[panels] == value]
        suffix = "" if number == 1 else str(number)
        for k, name in enumerate(y):
            data.append(_curve(part, theme, k, x=x, name=name, suffix=suffix))
        start = (number - 1) * (width + GAP)
        domain = (start, start + width)
        frame[f"xaxis{suffix}"] = _along(theme, rows, x, suffix, domain=domain, digits="g")
        frame[f"yaxis{suffix}"] = {
            **axis(theme, escape(unit) if number == 1 else "", rangemode="tozero"),
            "anchor": f"x{suffix}",
        } | ({} if number == 1 else {"matches": "y", "showticklabels": False})
        if value is not None:
            words = value if isinstance(value, str) else f"{panels} = {value:g}"
            frame["annotations"].append(panel_title(theme, escape(words), number=number))
    return {"data": data, "layout": frame}


def study_page(
    rows: pd.DataFrame,
    path: str,
    *,
    x: str,
    y: Sequence[str],
    unit: str,
    panels: str = "",
    curves: Sequence[str] = (),
    interval: str = "",
) -> None:
    """Write the figure as a page of its own, which needs no network.

    It is that of :func:`study_panels` where columns name the curves, else of :func:`study_curves`.
    """
    from plotly.io import write_html

    if curves:
        figure = study_panels(
            rows, LIGHT, x=x, y=y, unit=unit, panels=panels, curves=curves, interval=interval
        )
    else:
        figure = study_curves(rows, LIGHT, x=x, y=y, unit=unit, panels=panels)
    write_html(
        figure, path, config={"showSendToCloud": False, "displaylogo": False}, validate=False
    )


def study_panels(
    rows: pd.DataFrame,
    theme: Theme,
    *,
    x: str,
    y: Sequence[str],
    curves: Sequence[str],
    panels: str = "",
    interval: str = "",
    unit: str = "",
    height: int = 420,
) -> Figure:
    """A table with one point a row, as curves; every column of `y` has panels of its own.

    Parameters
    ----------
    rows : pandas.DataFrame
    x : str
        The column along the horizontal axis, above 0.
    y : sequence of str
        Columns of numbers.
    curves : sequence of str
        The columns whose values together name a curve.
    panels : str
        A column whose every value has its own panel; empty for one panel a column of `y`.
    interval : str
        A column of half-widths of the first of `y`, if any.
    unit : str
        What the vertical axis of the first panel measures.
    """
    named = rows.assign(**{NAME: [_name(curves, row) for row in rows[list(curves)].to_numpy()]})
    numbers = {name: k for k, name in enumerate(dict.fromkeys(named[NAME]))}
    values = list(dict.fromkeys(rows[panels])) if panels else [None]
    places = [(value, column) for value in values for column in y]
    data: list[Figure] = [blank()]
    frame = layout(theme, height=height, left=68, bottom=44)
    frame["margin"]["b"] += LEGEND_ROW * (len(numbers) // 4)
    frame["height"] += LEGEND_ROW * (len(numbers) // 4)
    frame["annotations"] = []
    width = (1.0 - WIDE_GAP * (len(places) - 1)) / max(len(places), 1)
    shown: set[str] = set()
    for number, (value, column) in enumerate(places, start=1):
        part = named if value is None else named[named[panels] == value]
        suffix = "" if number == 1 else str(number)
        for name, points in part.groupby(NAME, sort=False):
            cells = points[column].map(str)
            if interval and column == y[0]:
                cells += " ± " + points[interval].map(str)
            line = points.assign(**{str(name): cells})
            trace = _curve(line, theme, numbers[str(name)], x=x, name=str(name), suffix=suffix)
            data.append(trace | {"showlegend": name not in shown})
            shown.add(str(name))
        start = (number - 1) * (width + WIDE_GAP)
        domain = (start, start + width)
        frame[f"xaxis{suffix}"] = _along(theme, part, x, suffix, domain=domain, digits=".3g")
        frame[f"yaxis{suffix}"] = {
            **axis(theme, escape(unit) if number == 1 else ""),
            "anchor": f"x{suffix}",
            **_scale(part[column]),
        }
        words = ", ".join(map(str, filter(None, (value, column))))
        frame["annotations"].append(panel_title(theme, escape(words), number=number))
    return {"data": data, "layout": frame}


def _along(
    theme: Theme,
    rows: pd.DataFrame,
    x: str,
    suffix: str,
    *,
    domain: tuple[float, float],
    digits: str,
) -> Figure:
    """The horizontal log axis of one panel, with a tick at every value there is."""
    ticks = sorted({float(place) for place in rows[x]})
    words = [format(tick, digits) for tick in ticks]
    return {
        **axis(theme, escape(x), type="log", tickmode="array", tickvals=ticks, ticktext=words),
        "domain": list(domain),
        "anchor": f"y{suffix}",
    }


def _scale(values: pd.Series[Any]) -> Figure:
    """A log axis where the largest value is more than a hundred times the smallest."""
    low, high = values.min(), values.max()
    return {"type": "log", "nticks": 5} if 0 < WIDE_RANGE * low < high else {}


def _name(columns: Sequence[str], row: Sequence[Any]) -> str:
    """Texts by themselves, numbers with the name of their column."""
    parts = [cell if isinstance(cell, str) else f"{column} = {cell:g}"
             for column, cell in zip(columns, row, strict=True)]  # fmt: skip
    return ", ".join(filter(None, parts))


def _curve(
    part: pd.DataFrame, theme: Theme, number: int, *, x: str, name: str, suffix: str
) -> Figure:
    cells = [_cell(cell) for cell in part[name]]
    colour = theme.categorical[number % len(theme.categorical)]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": encode_array(np.asarray(part[x], dtype=float)),
        "y": encode_array(np.array([mean for mean, _ in cells])),
        "error_y": {
            "type": "data",
            "array": encode_array(np.array([half for _, half in cells])),
            "thickness": 1.2,
            "width": 3,
            "color": colour,
        },
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "name": escape(name),
        "legendgroup": escape(name),
        "showlegend": suffix == "",
        "line": {"color": colour, "width": 2},
        "marker": {
            "color": colour,
            "size": 8,
            "symbol": theme.symbols[
                (number + number // len(theme.categorical)) % len(theme.symbols)
            ],
        },
        "hovertemplate": f"{escape(name)} %{{y:.3g}}<extra></extra>",
    }


def _cell(cell: Any) -> tuple[float, float]:
    """The mean and the half-width of its interval, 0 where there is none."""
    mean, _, half = str(cell).partition(" ± ")
    width = float(half) if half else 0.0
    return float(mean), width if math.isfinite(width) else 0.0
