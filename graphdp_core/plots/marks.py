"""The marks of still figures: each gives a trace of plotly.js, and `figure` puts a frame around.

Places and names come as they are: marks pack the numbers and make the names harmless. A mark
without a name is not in the legend; one without a tip says nothing under the pointer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.encode import encode_array, escape, escaped, truncate
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout, see_through

Figure = dict[str, Any]
"""A chart in plotly.js' own form: {"data": [...], "layout": {...}}; or a part of one."""

EPSILON_TITLE = "ε  (more privacy ← → less privacy)"


def panel_of(panel: int) -> Figure:
    """The axes of a panel, the first of which has no number."""
    suffix = "" if panel == 1 else str(panel)
    return {"xaxis": f"x{suffix}", "yaxis": f"y{suffix}"}


def line(
    x: ArrayLike, y: ArrayLike, ink: str, *, name: str = "", tip: str = "", width: float = 2.0,
    dash: str = "solid", shape: str = "linear", symbol: str = "", size: float = 8.0,
    panel: int = 1, **more: Any,
) -> Figure:  # fmt: skip
    """A line through places, or steps where `shape` says so; with a symbol, marks on it."""
    return {
        **_trace(x, y, name, tip, panel),
        "mode": "lines+markers" if symbol else "lines",
        "line": {"color": ink, "width": width, "dash": dash, "shape": shape},
        **({"marker": {"color": ink, "size": size, "symbol": symbol}} if symbol else {}),
        **more,
    }


def dots(
    x: ArrayLike, y: ArrayLike, ink: str | Sequence[str], *, name: str = "", tip: str = "",
    symbol: str = "circle", size: float = 9.0, opacity: float = 1.0, panel: int = 1, **more: Any,
) -> Figure:  # fmt: skip
    """Marks at places."""
    made = {
        **_trace(x, y, name, tip, panel),
        "mode": "markers",
        "marker": {
            "color": ink, "size": size, "symbol": symbol, "opacity": opacity,
            "line": {"width": 2 if "open" in symbol else 0, "color": ink},
        },
        **more,
    }  # fmt: skip
    return made | ({"cliponaxis": False} if made["type"] == "scatter" else {})


def bars(
    places: ArrayLike | Sequence[str], lengths: ArrayLike, ink: str | Sequence[str], *,
    name: str = "", tip: str = "", across: bool = False, base: ArrayLike | None = None,
    width: float | None = None, words: Sequence[str] = (), text_ink: str = "", edge: str = "",
    panel: int = 1, **more: Any,
) -> Figure:  # fmt: skip
    """Bars that stand, or lie if `across`; words stand at their ends."""
    x, y = (lengths, places) if across else (places, lengths)
    written = {
        "text": list(words), "textposition": "outside", "cliponaxis": False,
        "textfont": {"size": 13, "color": text_ink},
    }  # fmt: skip
    return {
        **_trace(x, y, name, tip, panel),
        "type": "bar",
        "orientation": "h" if across else "v",
        "marker": {
            "color": ink, "cornerradius": 0 if across else 3,
            "line": {"width": 1 if edge else 0, "color": edge or ink},
        },
        **({"base": np.asarray(base).tolist()} if base is not None else {}),
        **({"width": width} if width else {}),
        **(written if words else {}),
        **more,
    }  # fmt: skip


def area(
    x: ArrayLike, y: ArrayLike, ink: str, *, name: str = "", panel: int = 1, **more: Any
) -> Figure:
    """A filled outline."""
    return {
        **_trace(x, y, name, "", panel), "mode": "lines", "fill": "toself", "fillcolor": ink,
        "line": {"width": 0, "color": ink}, **more,
    }  # fmt: skip


def band(
    x: ArrayLike, low: ArrayLike, high: ArrayLike, ink: str, *, share: float = 0.2, **more: Any
) -> Figure:
    """What lies between two lines, thinly laid on."""
    x, low, high = (np.asarray(values, dtype=np.float64) for values in (x, low, high))
    outline = np.concatenate((x, x[::-1])), np.concatenate((low, high[::-1]))
    return area(*outline, see_through(ink, share), **more)


def cells(
    z: AnyFloats, theme: Theme, *, tip: str, title: str, low: float | None = 0.0,
    high: float | None = 1.0, tickformat: str = ".0%", bar: Figure | None = None, gap: int = 0,
    **more: Any,
) -> Figure:  # fmt: skip
    """A table of shades in the theme's own scale, with its bar.

    Parameters
    ----------
    z : ndarray, shape (r, c)
        nan for cells that stay empty.
    low, high : float or None
        What the first and the last shade stand for; None for the least and the greatest.
    bar : dict, optional
        More of the bar, such as its ticks.
    """
    steps = len(theme.sequential) - 1
    return {
        "type": "heatmap", "z": encode_array(np.asarray(z, dtype=np.float32)) if z.size else [[]],
        "zmin": low, "zmax": high, "xgap": gap, "ygap": gap, "hoverongaps": False,
        "colorscale": [[i / steps, colour] for i, colour in enumerate(theme.sequential)],
        "colorbar": {
            "title": {"text": escape(title), "side": "right", "font": {"color": theme.muted}},
            "tickformat": tickformat, "thickness": 10, "outlinewidth": 0, "nticks": 5,
            "tickfont": {"size": 12, "color": theme.muted}, **(bar or {}),
        },
        "hovertemplate": f"{tip}<extra></extra>",
        **more,
    }  # fmt: skip


def spread(low: AnyFloats, middle: AnyFloats, high: AnyFloats, ink: str, width: int = 0) -> Figure:
    """From low to high through the middle, as an arm of a mark: for ``error_x`` or ``error_y``."""
    return {
        "type": "data", "symmetric": False, "array": encode_array(np.asarray(high - middle)),
        "arrayminus": encode_array(np.asarray(middle - low)), "color": ink, "thickness": 1.5,
        "width": width,
    }  # fmt: skip


def rule(
    theme: Theme, *, x: float | None = None, y: float | None = None, words: str = "",
    dash: str = "dash", ink: str = "", panel: int = 1, at: float = 1.0, log: bool = False,
    over: bool = False, **more: Any,
) -> Figure:  # fmt: skip
    """A line across a panel at one x or one y, with words at its end: for `rules` of a figure.

    Parameters
    ----------
    at : float
        Where the words stand, as a share of the line.
    log : bool
        Whether the axis is logarithmic: words stand at the logarithm, the line does not.
    over : bool
        Whether it lies over the marks.
    **more
        Of the words: where they are anchored and shifted.
    """
    along, value, across = ("x", x, "y") if x is not None else ("y", y, "x")
    ends = panel_of(panel)
    here, there = ends[f"{along}axis"], f"{ends[f'{across}axis']} domain"
    drawn = {
        "type": "line", f"{along}ref": here, f"{across}ref": there, f"{along}0": value,
        f"{along}1": value, f"{across}0": 0, f"{across}1": 1,
        "line": {"color": ink or theme.text, "width": 1.4, "dash": dash},
        "layer": "above" if over else "below",
    }  # fmt: skip
    if not words or value is None:
        return {"shapes": [drawn]}
    place = {
        f"{along}ref": here, f"{across}ref": there, along: math.log10(value) if log else value,
        across: at, "yanchor": "bottom", "text": words, "font": {"size": 13, "color": theme.text},
    }  # fmt: skip
    return {"shapes": [drawn], "annotations": [{**note(theme, words, 0, 0), **place, **more}]}


def note(theme: Theme, text: str, x: float, y: float, **more: Any) -> Figure:
    """A small remark inside a panel."""
    return {
        "text": text, "x": x, "y": y, "showarrow": False, "font": {"size": 12, "color": theme.muted}
    } | more  # fmt: skip


def axis(theme: Theme, title: str = "", **more: Any) -> Figure:
    """A quiet axis: light grid, no frame, muted numbers, its title beside it."""
    spacing = {} if "tickvals" in more or "dtick" in more else {"nticks": 6}
    return {
        "title": {
            "text": "<br>".join(escaped(title.split("\n"))), "standoff": 8,
            "font": {"size": 13, "color": theme.muted},
        },
        "showgrid": True, "gridcolor": theme.grid, "gridwidth": 1, "zeroline": False,
        "showline": False, "ticks": "", "tickfont": {"size": 12, "color": theme.muted},
        "automargin": False, **spacing, **more,
    }  # fmt: skip


def share_axis(theme: Theme, title: str = "", *, room: float = 0.04, **more: Any) -> Figure:
    """An axis from nothing to all, in percent."""
    return axis(theme, title, range=[-room, 1.0 + room], tickformat=".0%", **more)


def log_axis(
    theme: Theme, title: str, low: float, high: float, *, room: float = 0.0, **more: Any
) -> Figure:
    """A logarithmic axis between two numbers above 0, with round ticks and so many decades room."""
    ends = [math.log10(low) - room, math.log10(high) + room] if 0 < low < high else None
    return axis(theme, title, type="log", range=ends, **{**log_ticks(low, high), **more})


def named_axis(theme: Theme, names: Sequence[str], title: str = "", **more: Any) -> Figure:
    """An axis with a name at each whole number from 0 on; the names may hold our own markup."""
    span = [-0.5, max(len(names), 1) - 0.5]
    places = {"tickmode": "array", "tickvals": list(range(len(names))), "ticktext": list(names)}
    return axis(theme, title, **{"showgrid": False, "range": span, **places, **more})


def hidden_axis(**more: Any) -> Figure:
    """An axis without meaning, as in a network drawing: nothing is drawn."""
    return {"visible": False, "showgrid": False, "zeroline": False, "showticklabels": False} | more


def log_ticks(low: float, high: float) -> Figure:
    """Round numbers for the ticks of a log axis: 1, 2, 5 in each decade, fewer on long axes."""
    if not 0 < low < high:
        return {"tickmode": "auto"}
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1, 2, 5) if len(decades) <= 4 else (1,)
    values = [step * 10.0**k for k in decades for step in steps]
    values = [value for value in values if low * 0.99 <= value <= high * 1.01]
    words = [format_number(value) for value in values]
    return {"tickmode": "array", "tickvals": values, "ticktext": words}


def reach(*several: ArrayLike, room: float = 0.05) -> tuple[float, float]:
    """The least and the greatest number with some room; 0 and 1 where there is none."""
    values = np.concatenate([np.ravel(np.asarray(part, dtype=np.float64)) for part in several])
    values = values[np.isfinite(values)]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    pad = room * ((high - low) or 1.0)
    return low - pad, high + pad


def figure(
    theme: Theme, data: Sequence[Figure], *, x: Figure, y: Figure, rules: Sequence[Figure] = (),
    notes: Sequence[Figure] = (), more: Figure | None = None, **frame: Any,
) -> Figure:  # fmt: skip
    """Traces in one panel with its axes.

    Parameters
    ----------
    x, y : dict
        As made by :func:`axis` and its kin.
    rules, notes : sequences
        As made by :func:`rule` and :func:`note`.
    more : dict, optional
        Of the layout.
    **frame
        Passed on to :func:`graphdp_core.plots.theme.layout`.
    """
    made = layout(theme, **frame) | {"xaxis": x, "yaxis": y} | (more or {})
    return {"data": list(data) or [_blank(1)], "layout": _ruled(made, rules, notes)}


def unified(theme: Theme, data: Sequence[Figure], **more: Any) -> Figure:
    """A figure with one box under the pointer for all its lines, with their whole names."""
    made = figure(theme, data, **more)
    made["layout"]["hovermode"] = "x unified"
    made["layout"]["hoverlabel"]["namelength"] = -1
    return made


def two_panels(
    theme: Theme, data: Sequence[Figure], *, sides: Sides, x: Figure, y: Figure,
    details: tuple[str, str] = ("", ""), rules: Sequence[Figure] = (),
    notes: Sequence[Figure] = (), square: bool = False, gap: float = 0.06, **frame: Any,
) -> Figure:  # fmt: skip
    """Two panels side by side whose axes move together: without privacy left, with it right.

    Parameters
    ----------
    data : sequence of traces
        Of panel 1 or 2.
    details : pair of str
        Muted words after the titles.
    square : bool
        One unit is as long on both axes (drawings and embeddings).
    gap : float
        Share of the width between the panels.
    """
    right = {k: v for k, v in y.items() if k != "title"} | {"matches": "y"}
    scaled = {"scaleanchor": "x", "scaleratio": 1} if square else {}
    titles = [
        panel_title(theme, text, panel=panel, detail=detail, colour=colour)
        for panel, text, detail, colour in zip(
            (1, 2), sides.titles, details, sides.title_colours(theme), strict=True
        )
    ]
    return grid(
        theme, data, [(x, {**y, **scaled}), ({**x, "matches": "x"}, right)], gap=(gap, 0.0),
        titles=titles, rules=rules, notes=notes, **frame,
    )  # fmt: skip


def grid(
    theme: Theme, data: Sequence[Figure], axes: Sequence[tuple[Figure, Figure]], *,
    titles: Sequence[Figure | str] = (), columns: int = 0, gap: tuple[float, float] = (0.04, 0.0),
    rules: Sequence[Figure] = (), notes: Sequence[Figure] = (), **frame: Any,
) -> Figure:  # fmt: skip
    """Panels in rows, from the top, each with its own axes.

    Parameters
    ----------
    axes : sequence of pairs
        x and y of each panel.
    titles : sequence of str or notes
        Of each panel; notes as made by :func:`panel_title`.
    columns : int
        Panels in a row; 0 for all.
    gap : pair of float
        Share of the width and of the height between panels.
    """
    columns = columns or max(len(axes), 1)
    rows = max(-(-len(axes) // columns), 1)
    wide, high = (
        (1 - between * (count - 1)) / count
        for between, count in zip(gap, (columns, rows), strict=True)
    )
    made = layout(theme, **frame)
    for panel, (x, y) in enumerate(axes, start=1):
        row, column = divmod(panel - 1, columns)
        left, low = column * (wide + gap[0]), 1 - high - row * (high + gap[1])
        along, up = panel_of(panel).values()
        suffix = along[1:]
        spans = [left, min(left + wide, 1.0)], [max(low, 0.0), min(low + high, 1.0)]
        made[f"xaxis{suffix}"] = {**x, "domain": spans[0], "anchor": up}
        made[f"yaxis{suffix}"] = {**y, "domain": spans[1], "anchor": along}
    heads = [
        panel_title(theme, title, panel=panel) if isinstance(title, str) else title
        for panel, title in enumerate(titles, start=1)
    ]
    used = {trace.get("xaxis") for trace in data}
    empty = [_blank(k) for k in range(1, len(axes) + 1) if panel_of(k)["xaxis"] not in used]
    return {
        "data": [*empty, *data] or [_blank(1)],
        "layout": _ruled(made | {"annotations": heads}, rules, notes),
    }


def panel_title(
    theme: Theme, text: str, *, panel: int = 1, detail: str = "", colour: str = "", **more: Any
) -> Figure:
    """A title at the upper left of a panel, with a muted detail after it."""
    quiet = f"color:{theme.muted};font-size:13px;font-weight:400"
    text += f'<span style="{quiet}">  {detail}</span>' if detail else ""
    ends = panel_of(panel)
    return {
        "text": text, "xref": f"{ends['xaxis']} domain", "yref": f"{ends['yaxis']} domain",
        "x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom", "yshift": 10, "showarrow": False,
        "align": "left", "font": {"size": 15, "color": colour or theme.text, "weight": 600}, **more,
    }  # fmt: skip


def _ruled(frame: Figure, rules: Sequence[Figure], notes: Sequence[Figure]) -> Figure:
    shapes = [shape for one in rules for shape in one["shapes"]]
    words = [word for one in rules for word in one.get("annotations", ())]
    return frame | {
        "shapes": [*frame.get("shapes", ()), *shapes],
        "annotations": [*frame.get("annotations", ()), *words, *notes],
    }


def _trace(x: Any, y: Any, name: str, tip: str, panel: int) -> Figure:
    said = {"hovertemplate": f"{tip}<extra></extra>"} if tip else {"hoverinfo": "skip"}
    return {
        "type": "scatter", "x": _packed(x), "y": _packed(y), **panel_of(panel),
        "name": escape(name), "showlegend": bool(name), **said,
    }  # fmt: skip


def _packed(values: Any) -> Any:
    """Numbers as a typed array; names stay, shortened and harmless."""
    if len(values) and isinstance(values[0], str):
        return [truncate(name, 28) for name in values]
    array = np.asarray(values)
    return encode_array(array) if array.size else [None]


def _blank(panel: int) -> Figure:
    """A trace that draws nothing: keeps an empty panel's axes alive."""
    return _trace([], [], "", "", panel) | {"mode": "markers"}
