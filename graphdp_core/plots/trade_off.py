"""A metric against epsilon or size: median, 50% and 90% bands of the draws."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array, escape
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.panels import Figure, axis, blank, log_ticks, note
from graphdp_core.plots.theme import Theme, layout, see_through

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["growth_curve", "trade_off"]

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
STRENGTHS = (0.13, 0.22)  # of the wide band and of the narrow one
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def trade_off(
    table: pd.DataFrame,
    metric: str,
    theme: Theme,
    *,
    epsilon: float | None = None,
    label: str = "",
    low: float | None = None,
    high: float | None = None,
    percent: bool = False,
    titles: Mapping[str, str] | None = None,
    badges: Mapping[str, str] | None = None,
    target: float | None = None,
    better: Literal["higher", "lower", "neither"] = "neither",
    x: str = "epsilon",
    x_title: str = "ε  (more privacy ← → less privacy)",
    x_log: bool = True,
    mark_label: str = "",
    bands: Collection[str] | None = None,
    height: int = 440,
) -> Figure:
    """Utility over epsilon on a log axis, with the spread that repeated draws show.

    Errors without an upper end have a log axis; what is good enough is shaded.

    Parameters
    ----------
    table : pandas.DataFrame
        As made by ``sweep``: columns mechanism, epsilon, repeat, metric, value.
    metric : str
        Which metric of the table.
    epsilon : float, optional
        The current setting, on the scale of the axis: a labelled vertical line.
    label : str
        Title of the vertical axis; the metric's id if empty.
    low, high : float, optional
        Range of the metric, where it has one.
    percent : bool
        Show values as percentages.
    titles : dict, optional
        Mechanism id to the name shown.
    badges : dict, optional
        Mechanism id to "not private" or the like, for those that protect nothing: drawn dotted, in
        the colour of what is not private, with open marks, and named so in the legend.
    target : float, optional
        A value of the metric to reach: a horizontal line.
    better : {"higher", "lower", "neither"}
        On which side of the target is good enough.
    x : str
        Column of the horizontal axis, such as that of
        :func:`graphdp_core.experiment.frontier.on_scale`.
    x_title : str
    x_log : bool
    mark_label : str
        What stands at the vertical line; by default the epsilon.
    bands : collection of str, optional
        Ids of the mechanisms whose bands are seen; by default all. The others are there, clear as
        glass, so that a widget can show them; a curve and its bands share a legend group.
    """
    rows = table[table["metric"] == metric]
    y_log = better == "lower" and high is None and bool((rows["value"] > 0).any())
    if y_log:
        rows = rows[rows["value"] > 0]
    data: list[Figure] = [blank()]
    for number, mechanism in enumerate(rows["mechanism"].unique().tolist()):
        part = rows[rows["mechanism"] == mechanism].dropna(subset="value")
        if len(part):
            grid = part.groupby(x)["value"].quantile(list(QUANTILES)).unstack()
            badge = (badges or {}).get(mechanism, "")
            name = escape((titles or {}).get(mechanism, mechanism))
            places, quantiles = grid.index.to_numpy(dtype=float), grid.to_numpy(dtype=float)
            curve = _curve(places, quantiles, theme, number, f"{name}: {badge}" if badge else name)
            curve = _set_apart(curve, theme) if badge else curve
            if bands is not None and mechanism not in bands:
                curve = [*(band | {"opacity": 0.0} for band in curve[:-1]), curve[-1]]
            data += curve
    across: Figure = {"hoverformat": ".3g"}
    across |= {"type": "log", **log_ticks(*_extent(rows[x]))} if x_log else {}
    plain = ".2~%" if percent else "~g"  # no prefixes such as 100µ
    up = {"type": "log", "tickformat": plain} if y_log else _span(low, high, percent)
    frame = layout(theme, height=height, top=32, left=68)
    frame |= {
        "xaxis": axis(theme, x_title, **across),
        "yaxis": axis(theme, escape(label or metric), **up),
        "hovermode": "x unified",
    }
    frame["hoverlabel"]["namelength"] = -1
    frame["shapes"] = []
    if epsilon is not None and epsilon > 0:
        _mark(frame, theme, epsilon, mark_label or epsilon_label(epsilon), is_log=x_log)
    if target is not None:
        best = low if better == "lower" else high
        seen = rows["value"].agg("min" if better == "lower" else "max") if len(rows) else target
        end = seen if y_log or best is None else best
        frame["shapes"] += [_good(theme, target, float(end), better), _line(theme, "y", target)]
    return {"data": data, "layout": frame}


def growth_curve(
    table: pd.DataFrame,
    metric: str,
    theme: Theme,
    *,
    label: str = "",
    low: float | None = None,
    high: float | None = None,
    percent: bool = False,
    height: int = 380,
) -> Figure:
    """A metric against the number of nodes on a log axis, with the spread of repeated draws.

    Parameters
    ----------
    table : pandas.DataFrame
        Columns n, metric, value; one row per draw.
    metric, label, low, high, percent
        As for :func:`trade_off`.
    """
    rows = table[table["metric"] == metric].dropna(subset="value")
    data: list[Figure] = [blank()]
    if len(rows):
        grid = rows.groupby("n")["value"].quantile(list(QUANTILES)).unstack()
        x, quantiles = grid.index.to_numpy(dtype=float), grid.to_numpy(dtype=float)
        data += [
            trace | {"showlegend": False} for trace in _curve(x, quantiles, theme, 0, "median")
        ]
    sizes = sorted({float(n) for n in rows["n"]})
    ticks = {"tickvals": sizes, "ticktext": [f"{n:,.0f}" for n in sizes]}
    frame = layout(theme, height=height, top=32, left=68)
    frame |= {
        "xaxis": axis(theme, "number of nodes", type="log", tickmode="array", **ticks),
        "yaxis": axis(theme, escape(label or metric), **_span(low, high, percent)),
        "hovermode": "x unified",
    }
    return {"data": data, "layout": frame}


def _curve(
    x: NDArray[np.float64],
    quantiles: NDArray[np.float64],
    theme: Theme,
    number: int,
    name: str,
) -> list[Figure]:
    colour = theme.categorical[number % len(theme.categorical)]
    common: Figure = {"type": "scatter", "legendgroup": name}
    traces = [
        common
        | {
            "mode": "lines",
            "x": encode_array(np.concatenate((x, x[::-1]))),
            "y": encode_array(np.concatenate((quantiles[:, lower], quantiles[::-1, upper]))),
            "fill": "toself",
            "fillcolor": see_through(colour, strength),
            "line": {"width": 0},
            "hoverinfo": "skip",
            "showlegend": False,
            "name": name,
        }
        for (lower, upper), strength in zip(((0, 4), (1, 3)), STRENGTHS, strict=True)
    ]
    traces.append(
        common
        | {
            "mode": "lines+markers",
            "x": encode_array(x),
            "y": encode_array(quantiles[:, 2]),
            "customdata": encode_array(quantiles[:, [0, 4]]),
            "line": {"color": colour, "width": 2.4, "dash": DASHES[number % len(DASHES)]},
            "marker": {
                "symbol": theme.symbols[number % len(theme.symbols)],
                "size": 8,
                "color": colour,
                "line": {"width": 1, "color": theme.background},
            },
            "name": name,
            "hovertemplate": "%{y:.3g}  (90% of draws: %{customdata[0]:.3g} to "
            "%{customdata[1]:.3g})",
        }
    )
    return traces


def _set_apart(traces: list[Figure], theme: Theme) -> list[Figure]:
    """The curve of a mechanism that protects nothing: its own colour, dotted, with open marks."""
    for band, strength in zip(traces[:2], STRENGTHS, strict=True):
        band["fillcolor"] = see_through(theme.unproved, strength)
    line = traces[2]
    line["line"] |= {"color": theme.unproved, "dash": "dot"}
    line["marker"] |= {"color": theme.unproved, "symbol": line["marker"]["symbol"] + "-open"}
    return traces


def _extent(epsilons: pd.Series[float]) -> tuple[float, float]:
    return (float(epsilons.min()), float(epsilons.max())) if len(epsilons) else (0.0, 0.0)


def _span(low: float | None, high: float | None, percent: bool) -> Figure:
    span: Figure = {"tickformat": ".0%"} if percent else {}
    if low is not None and high is not None:
        pad = 0.03 * (high - low)
        span["range"] = [low - pad, high + pad]
    elif low == 0:
        span["rangemode"] = "tozero"
    return span


def _good(theme: Theme, target: float, end: float, better: str) -> Figure:
    """The region that is good enough: from the target to the better end of the axis, if it is."""
    reached = end < target if better == "lower" else end > target and better == "higher"
    return {
        "type": "rect",
        "layer": "below",
        "xref": "x domain",
        "yref": "y",
        "x0": 0,
        "x1": 1,
        "y0": target,
        "y1": end if reached else target,
        "line": {"width": 0},
        "fillcolor": see_through(theme.kept, 0.1),
    }


def _mark(frame: Figure, theme: Theme, epsilon: float, label: str, *, is_log: bool) -> None:
    """The vertical line of the current setting; on a log axis a note stands at log10."""
    frame["shapes"].append(_line(theme, "x", epsilon))
    frame["annotations"] = [
        note(
            theme,
            label,
            float(np.log10(epsilon)) if is_log else epsilon,
            1,
            xref="x",
            yref="y domain",
            yanchor="bottom",
            yshift=3,
            font={"size": 13, "color": theme.text},
        )
    ]


def _line(theme: Theme, along: str, value: float) -> Figure:
    """A line across the whole panel at one value of the axis `along`."""
    across = "y" if along == "x" else "x"
    return {
        "type": "line",
        f"{along}ref": along,
        f"{across}ref": f"{across} domain",
        f"{along}0": value,
        f"{along}1": value,
        f"{across}0": 0,
        f"{across}1": 1,
        "line": {"color": theme.text, "width": 1.4, "dash": "dot" if along == "x" else "dash"},
    }
