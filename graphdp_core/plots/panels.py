"""The frame of a pair: baseline left, private right, the same axes, a title over each."""

from __future__ import annotations

import math
from typing import Any

from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout

__all__ = [
    "Figure",
    "axis",
    "blank",
    "hidden_axis",
    "log_ticks",
    "note",
    "pair_layout",
    "panel_title",
]

Figure = dict[str, Any]
"""A chart in plotly.js' own form: {"data": [...], "layout": {...}}."""


def axis(theme: Theme, title: str = "", **more: Any) -> Figure:
    """A quiet axis: light grid, no frame, muted numbers, its title beside it."""
    return {
        "title": {"text": title, "font": {"size": 13, "color": theme.muted}, "standoff": 8},
        "showgrid": True,
        "gridcolor": theme.grid,
        "gridwidth": 1,
        "zeroline": False,
        "showline": False,
        "ticks": "",
        "tickfont": {"size": 12, "color": theme.muted},
        "nticks": 6,
        "automargin": False,
        **more,
    }


def hidden_axis(**more: Any) -> Figure:
    """An axis without meaning, as in a network drawing: nothing is drawn."""
    return {
        "visible": False,
        "showgrid": False,
        "zeroline": False,
        "showticklabels": False,
        **more,
    }


def log_ticks(low: float, high: float) -> Figure:
    """Round numbers for the ticks of a log axis: 1, 2, 5 in each decade, fewer on long axes.

    Examples
    --------
    >>> log_ticks(1, 20)["ticktext"]
    ['1', '2', '5', '10', '20']
    """
    if not 0 < low < high:
        return {"tickmode": "auto"}
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1, 2, 5) if len(decades) <= 4 else (1,)
    values = [step * 10.0**k for k in decades for step in steps]
    values = [value for value in values if low * 0.99 <= value <= high * 1.01]
    return {
        "tickmode": "array",
        "tickvals": values,
        "ticktext": [format_number(value) for value in values],
    }


def panel_title(
    theme: Theme, text: str, *, number: int = 1, detail: str = "", colour: str = ""
) -> Figure:
    """A title at the upper left of a panel, with a muted detail after it."""
    if detail:
        text += (
            f'<span style="color:{theme.muted};font-size:13px;font-weight:400">  {detail}</span>'
        )
    suffix = "" if number == 1 else str(number)
    return {
        "text": text,
        "xref": f"x{suffix} domain",
        "yref": f"y{suffix} domain",
        "x": 0,
        "y": 1,
        "xanchor": "left",
        "yanchor": "bottom",
        "yshift": 10,
        "showarrow": False,
        "align": "left",
        "font": {"size": 15, "color": colour or theme.text, "weight": 600},
    }


def pair_layout(
    theme: Theme,
    *,
    sides: Sides,
    x: Figure,
    y: Figure,
    details: tuple[str, str] = ("", ""),
    square: bool = False,
    gap: float = 0.06,
    **more: Any,
) -> Figure:
    """Two panels side by side whose axes move together.

    Parameters
    ----------
    sides : Sides
        What stands over the panels.
    x, y : dict
        The axes of both panels, as made by :func:`axis` or :func:`hidden_axis`.
    details : pair of str
        Muted words after the titles.
    square : bool
        One unit is as long on both axes (drawings and embeddings).
    gap : float
        Share of the width between the panels.
    **more
        Passed on to :func:`graphdp_core.plots.theme.layout`.
    """
    half = (1 - gap) / 2
    base = layout(theme, **more)
    first_y = {"scaleanchor": "x", "scaleratio": 1} if square else {}
    base |= {
        "xaxis": {**x, "domain": [0, half], "anchor": "y"},
        "xaxis2": {**x, "domain": [half + gap, 1], "anchor": "y2", "matches": "x"},
        "yaxis": {**y, "anchor": "x", **first_y},
        "yaxis2": {
            **{k: v for k, v in y.items() if k != "title"},
            "anchor": "x2",
            "matches": "y",
        },
        "annotations": [
            panel_title(theme, text, number=i + 1, detail=detail, colour=colour)
            for i, (text, detail, colour) in enumerate(
                zip(sides.titles, details, sides.title_colours(theme), strict=True)
            )
        ],
    }
    return base


def note(theme: Theme, text: str, x: float, y: float, **more: Any) -> Figure:
    """A small remark inside a panel."""
    return {
        "text": text,
        "x": x,
        "y": y,
        "showarrow": False,
        "font": {"size": 12, "color": theme.muted},
        **more,
    }


def blank(number: int = 1) -> Figure:
    """A trace that draws nothing: keeps an empty panel's axes alive."""
    suffix = "" if number == 1 else str(number)
    return {
        "type": "scatter",
        "x": [None],
        "y": [None],
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "mode": "markers",
        "showlegend": False,
        "hoverinfo": "skip",
    }
