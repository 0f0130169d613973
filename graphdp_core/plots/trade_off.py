"""A metric against epsilon or size: median, 50% and 90% bands of the draws.

Quantile dots: the draws at one epsilon as twenty dots, each as likely as any other.

What plans for several targets cost: a bar each, its parts the releases of which it consists.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from graphdp_core.plots.encode import encode_array, escape, escaped
from graphdp_core.plots.marks import (
    EPSILON_TITLE,
    Figure,
    axis,
    band,
    bars,
    dots,
    figure,
    line,
    log_ticks,
    named_axis,
    note,
    reach,
    rule,
)
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.theme import Theme, see_through
from graphdp_core.privacy.guarantee import at_most

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["plan_bars", "quantile_dots", "trade_off"]

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


DOTS = 20
COLUMNS = 40  # that the range is cut into; dots of one column are stacked


def quantile_dots(
    table: pd.DataFrame,
    metric: str,
    theme: Theme,
    *,
    label: str = "",
    percent: bool = False,
    titles: Mapping[str, str] | None = None,
    target: float | None = None,
) -> Figure:
    """Twenty quantiles of a metric over the draws, a row for each mechanism.

    Each dot stands for one draw of twenty: count those beyond the target.

    Parameters
    ----------
    table : pandas.DataFrame
        As made by ``sweep``, of one epsilon: columns mechanism, metric, value.
    metric : str
    theme : Theme
    label : str
        Title of the axis; the metric's id if empty.
    percent : bool
    titles : mapping, optional
        Mechanism id to the name shown.
    target : float, optional
        A value of the metric to reach: a line.

    References
    ----------
    Kay M., Kola T., Hullman J. R., Munson S. A. (2016). When (ish) is my bus? CHI 2016.
    """
    rows = table[table["metric"] == metric].dropna(subset="value")
    ids = rows["mechanism"].unique().tolist()
    names = [(titles or {}).get(id, id) for id in ids]
    low, high = reach(rows["value"], room=0.0)
    width = (high - low or 1.0) / COLUMNS
    data = []
    for number, (id, name) in enumerate(zip(ids, names, strict=True)):
        values = rows[rows["mechanism"] == id]["value"].to_numpy(dtype=float)
        columns = np.floor((np.quantile(values, (np.arange(DOTS) + 0.5) / DOTS) - low) / width)
        stacked = np.arange(DOTS) - np.searchsorted(columns, columns)
        data.append(
            dots(
                low + (columns + 0.5) * width, number + 0.07 * stacked,
                theme.categorical[number % len(theme.categorical)], name=name, size=8,
                symbol=theme.symbols[number % len(theme.symbols)], tip="%{x:.3g}",
            )
        )  # fmt: skip
    return figure(
        theme, data, x=axis(theme, label or metric, **({"tickformat": ".0%"} if percent else {})),
        y=named_axis(theme, escaped(names), range=[-0.2, len(ids) - 0.05]),
        rules=[] if target is None else [rule(theme, x=target)], more={"showlegend": False},
        height=130 + 74 * max(len(ids), 1), left=150, top=10, legend=False,
    )  # fmt: skip


BAR = 44  # pixels a plan


class Spending(Protocol):
    """A plan: what each of its releases costs, by the mechanism's title, and all together."""

    @property
    def spent(self) -> Mapping[str, float]:
        """Epsilon by title."""

    @property
    def epsilon(self) -> float:
        """The sum."""


def plan_bars(plans: Sequence[Spending], theme: Theme) -> Figure:
    """Epsilon of every release of each plan, side by side; the plan that costs least on top.

    Parameters
    ----------
    plans : sequence of plan
        As of :meth:`graphdp_core.experiment.advice.Advice.plans`: cheapest first.
    theme : Theme
    """
    names = [
        "One release for all" if len(plan.spent) == 1 else f"{len(plan.spent)} releases"
        for plan in plans
    ]
    titles = list(dict.fromkeys(title for plan in plans for title in plan.spent))
    data = [
        bars(
            range(len(plans)), [plan.spent.get(title, 0.0) for plan in plans],
            theme.categorical[number % len(theme.categorical)], name=title, across=True,
            edge=theme.background, tip="%{text}", words=[_part(title, plan) for plan in plans],
            textposition="inside", insidetextanchor="middle",
            textfont={"color": theme.background, "size": 13},
        )
        for number, title in enumerate(titles)
    ]  # fmt: skip
    sums = [
        note(
            theme, f"ε = {at_most(plan.epsilon)}{', the least' if not place else ''}",
            plan.epsilon, place, xanchor="left", xshift=6,
            font={"size": 13, "color": theme.text if not place else theme.muted},
        )
        for place, plan in enumerate(plans)
    ]  # fmt: skip
    most = max((plan.epsilon for plan in plans), default=1.0)
    return figure(
        theme, data, notes=sums, more={"barmode": "stack", "bargap": 0.25, "showlegend": False},
        x=axis(theme, "ε spent together", range=[0, 1.18 * most]),
        y=named_axis(theme, names, autorange="reversed", range=None),
        height=130 + BAR * len(plans), left=140, top=12, bottom=48, legend=False,
    )  # fmt: skip


def _part(title: str, plan: Spending) -> str:
    return f"{escape(title)} {at_most(plan.spent[title])}" if title in plan.spent else ""
