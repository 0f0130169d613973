"""An attack: the bound as a line, what was counted beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.plots.encode import encode_array, escape
from graphdp_core.plots.panels import Figure, axis, log_ticks
from graphdp_core.plots.theme import Theme, layout

__all__ = ["attack_figure"]

FEW = 14  # points that are drawn as marks


def attack_figure(
    lines: Sequence[tuple[str, str, Floats, Floats]],
    theme: Theme,
    *,
    x_title: str,
    y_title: str,
    log_x: bool = False,
    percent_x: bool = False,
    mark: float | None = None,
    height: int = 430,
) -> Figure:
    """Lines by their role: a bound is dashed, theory thin, what was counted has marks.

    What no guarantee limits has the colour of what is not private.

    Parameters
    ----------
    lines : sequence of (role, name, x, y)
        Role is "bound", "exact", "measured", "beyond", "chance" or "one"; y is a share.
    x_title, y_title : str
    log_x, percent_x : bool
    mark : float, optional
        The present setting: a vertical line.
    """
    seen: dict[str, int] = {}
    data = []
    for line in lines:
        number = seen[line[0]] = seen.get(line[0], -1) + 1
        data.append(_line(line, number, theme))
    places = np.concatenate([x for _, _, x, _ in lines])
    low, high = float(places.min()), float(places.max())
    across: Figure = {"tickformat": ".0%", "range": [-0.01, 1.01]} if percent_x else {}
    if log_x:
        pad = 0.02 * math.log10(high / low)
        across = {
            "type": "log", "range": [math.log10(low) - pad, math.log10(high) + pad],
            **log_ticks(low, high),
        }  # fmt: skip
    frame = layout(theme, height=height, top=16, left=64, bottom=56)
    frame |= {
        "xaxis": axis(theme, escape(x_title), **across),
        "yaxis": axis(theme, escape(y_title), tickformat=".0%", range=[-0.02, 1.03]),
    }
    if mark is not None:
        frame["shapes"] = [{
            "type": "line", "xref": "x", "yref": "y domain", "x0": mark, "x1": mark, "y0": 0,
            "y1": 1, "line": {"color": theme.text, "width": 1.2, "dash": "dot"}, "layer": "below",
        }]  # fmt: skip
    return {"data": data, "layout": frame}


def _line(line: tuple[str, str, Floats, Floats], number: int, theme: Theme) -> Figure:
    """One trace; of two lines of one role the second looks a little different."""
    role, name, x, y = line
    colour = {
        "bound": theme.text, "exact": theme.accent, "measured": theme.accent,
        "beyond": theme.unproved, "chance": theme.muted, "one": theme.opposite,
    }[role]  # fmt: skip
    marks = role == "one" or (role in ("measured", "beyond") and len(x) <= FEW * 2)
    drawn = role != "one" and not (role == "measured" and marks)
    dash = {"bound": "dash", "chance": "dot"}.get(role, "solid" if number == 0 else "dashdot")
    symbols = {"beyond": ("square", "square-open"), "one": ("diamond", "diamond-open")}
    symbol = symbols.get(role, ("circle", "circle-open"))[number % 2]
    return {
        "type": "scatter",
        "mode": "+".join(filter(None, ("lines" * drawn, "markers" * marks))),
        "x": encode_array(x),
        "y": encode_array(y),
        "name": escape(name),
        "line": {"color": colour, "width": 1.6 if role in ("exact", "chance") else 2.4,
                 "dash": dash},
        "marker": {"color": colour, "size": 12 if role == "one" else 8, "symbol": symbol,
                   "line": {"width": 1.5, "color": colour}},
        "hovertemplate": f"{escape(name)}: %{{y:.1%}}<extra></extra>",
    }  # fmt: skip
