"""A metric against epsilon or size: median, 50% and 90% bands of the draws."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Literal

from graphdp_core.plots.encode import encode_array, escape
from graphdp_core.plots.marks import (
    EPSILON_TITLE,
    Figure,
    axis,
    band,
    figure,
    line,
    log_ticks,
    rule,
)
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.theme import Theme, see_through

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["growth_curve", "trade_off"]

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
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
    x_title: str = EPSILON_TITLE,
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
    rows = table[table["metric"] == metric].dropna(subset="value")
    y_log = better == "lower" and high is None and bool((rows["value"] > 0).any())
    if y_log:
        rows = rows[rows["value"] > 0]
    data: list[Figure] = []
    for number, mechanism in enumerate(rows["mechanism"].unique().tolist()):
        data += _curve(
            rows[rows["mechanism"] == mechanism], x, theme, number,
            (titles or {}).get(mechanism, mechanism), badge=(badges or {}).get(mechanism, ""),
            is_banded=bands is None or mechanism in bands,
        )  # fmt: skip
    plain = ".2~%" if percent else "~g"  # no prefixes such as 100µ
    up = {"type": "log", "tickformat": plain} if y_log else _span(low, high, percent)
    ticks = {"type": "log", **log_ticks(*_extent(rows[x]))} if x_log else {}
    rules = []
    if epsilon is not None and epsilon > 0:
        words = mark_label or epsilon_label(epsilon)
        rules.append(rule(theme, x=epsilon, words=words, dash="dot", log=x_log, yshift=3))
    if target is not None:
        best = low if better == "lower" else high
        seen = rows["value"].agg("min" if better == "lower" else "max") if len(rows) else target
        end = float(seen if y_log or best is None else best)
        rules += [_good(theme, target, end, better), rule(theme, y=target)]
    made = figure(
        theme, data, x=axis(theme, x_title, hoverformat=".3g", **ticks), rules=rules,
        y=axis(theme, label or metric, **up), more={"hovermode": "x unified"}, height=height,
        top=32, left=68,
    )  # fmt: skip
    made["layout"]["hoverlabel"]["namelength"] = -1
    return made


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
    data = _curve(rows, "n", theme, 0, "median") if len(rows) else []
    for trace in data:
        trace["showlegend"] = False
    sizes = sorted({float(n) for n in rows["n"]})
    ticks = {"tickvals": sizes, "ticktext": [f"{n:,.0f}" for n in sizes]}
    return figure(
        theme, data, x=axis(theme, "number of nodes", type="log", **ticks),
        y=axis(theme, label or metric, **_span(low, high, percent)),
        more={"hovermode": "x unified"}, height=height, top=32, left=68,
    )  # fmt: skip


def _curve(
    rows: pd.DataFrame, x: str, theme: Theme, number: int, name: str, *, badge: str = "",
    is_banded: bool = True,
) -> list[Figure]:  # fmt: skip
    """Both bands and the median; what protects nothing is dotted, with open marks, in red."""
    grid = rows.groupby(x)["value"].quantile(list(QUANTILES)).unstack()
    places, values = grid.index.to_numpy(dtype=float), grid.to_numpy(dtype=float).T
    ink = theme.unproved if badge else theme.categorical[number % len(theme.categorical)]
    group: dict[str, Any] = {"name": f"{name}: {badge}" if badge else name}
    group["legendgroup"] = escape(group["name"])
    seen: dict[str, Any] = {} if is_banded else {"opacity": 0.0}
    return [
        *(band(places, values[low], values[high], ink, share=share, showlegend=False, **group,
               **seen)
          for low, high, share in ((0, 4, 0.13), (1, 3, 0.22))),
        line(
            places, values[2], ink, width=2.4, customdata=encode_array(values[[0, 4]].T),
            dash="dot" if badge else DASHES[number % len(DASHES)],
            symbol=theme.symbols[number % len(theme.symbols)] + "-open" * bool(badge),
            tip="%{y:.3g}  (90% of draws: %{customdata[0]:.3g} to %{customdata[1]:.3g})", **group,
        ),
    ]  # fmt: skip


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
    is_reached = end < target if better == "lower" else end > target and better == "higher"
    region = {
        "type": "rect", "layer": "below", "xref": "x domain", "yref": "y", "x0": 0, "x1": 1,
        "y0": target, "y1": end if is_reached else target, "line": {"width": 0},
        "fillcolor": see_through(theme.kept, 0.1),
    }  # fmt: skip
    return {"shapes": [region]}
