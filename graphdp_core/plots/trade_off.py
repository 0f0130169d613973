"""A metric against epsilon or size: median, 50% and 90% bands of the draws.

Quantile dots: the draws at one epsilon as twenty dots, each as likely as any other.

What plans for several targets cost: a bar each, its parts the releases of which it consists.

A metric over two varied numbers, such as epsilon and theta, as shades with their values.

Words on the cells of a heat map, in the ink that can be read on each.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.digits import epsilon_label
from graphdp_core.metrics import Metric
from graphdp_core.plots.encode import encode_array, escape, escaped
from graphdp_core.plots.marks import (
    EPSILON_TITLE,
    Figure,
    axis,
    band,
    bars,
    cells,
    dots,
    figure,
    line,
    log_ticks,
    named_axis,
    note,
    reach,
    rule,
    unified,
)
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.theme import Theme, see_through
from graphdp_core.privacy.guarantee import at_most

if TYPE_CHECKING:
    import pandas as pd


DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


EMPTY = (0.1, 10.0)
"""Ends of the axis while nothing is measured."""


def trade_off(
    table: pd.DataFrame,
    metric: Metric,
    theme: Theme,
    *,
    epsilon: float | None = None,
    titles: Mapping[str, str] | None = None,
    badges: Mapping[str, str] | None = None,
    target: float | None = None,
    x: str = "epsilon",
    x_title: str = EPSILON_TITLE,
    x_log: bool = True,
    mark_label: str = "",
    bands: Collection[str] | None = None,
    height: int = 440,
    stops: Sequence[float] = (),
) -> Figure:
    """Utility over epsilon on a log axis, with the spread that repeated draws show.

    Errors without an upper end have a log axis; what is good enough is shaded.

    Parameters
    ----------
    table : pandas.DataFrame
        As made by ``sweep``: columns mechanism, epsilon, repeat, metric, value.
    metric : Metric
        Which of the table.
    epsilon : float, optional
        The current setting, on the scale of the axis: a labelled vertical line.
    titles : dict, optional
        Mechanism id to the name shown.
    badges : dict, optional
        Mechanism id to "not private" or the like, for those that protect nothing: drawn dotted, in
        the colour of what is not private, with open marks, and named so in the legend.
    target : float, optional
        A value of the metric to reach: a horizontal line.
    x : str
        Column of the horizontal axis, such as that of
        :func:`graphdp_core.experiment.frontier.on_scale`.
    mark_label : str
        What stands at the vertical line; by default the epsilon.
    bands : collection of str, optional
        Ids of the mechanisms whose bands are seen; by default all. The others are there, clear as
        glass, so that a widget can show them; a curve and its bands share a legend group.
    stops : sequence of float, optional
        Of a slider above the figure: x is spaced as they are, and ends where they end.
    """
    if stops:
        table, x = table.assign(x=_among(stops, table[x]), at=table[x]), "x"
    rows = table[table["metric"] == metric.id].dropna(subset="value")
    y_log = has_no_end(metric) and bool((rows["value"] > 0).any())
    if y_log:
        rows = rows[rows["value"] > 0]
    data: list[Figure] = []
    for number, mechanism in enumerate(rows["mechanism"].unique().tolist()):
        data += _curve(
            rows[rows["mechanism"] == mechanism], x, theme, number,
            (titles or {}).get(mechanism, mechanism), badge=(badges or {}).get(mechanism, ""),
            is_banded=bands is None or mechanism in bands,
        )  # fmt: skip
    plain = ".2~%" if metric.percent else "~g"  # no prefixes such as 100µ
    up = {"type": "log", "tickformat": plain} if y_log else _span(metric, is_empty=rows.empty)
    ends = (float(rows[x].min()), float(rows[x].max())) if len(rows) else EMPTY
    ticks: Figure = {"type": "log", **log_ticks(*ends)} if x_log else {}
    if stops:
        ticks = log_ticks(stops[0], stops[-1])
        ticks |= {"tickvals": _among(stops, ticks["tickvals"]).tolist()}
        ticks |= {"range": [0, len(stops) - 1], "unifiedhovertitle": {"text": "Median of draws"}}
    rules = []
    if epsilon is not None and epsilon > 0:
        words = mark_label or epsilon_label(epsilon)
        at = float(_among(stops, epsilon)) if stops else epsilon
        is_log = x_log and not stops
        rules.append(rule(theme, x=at, words=words, dash="dot", log=is_log, yshift=3))
    if target is not None:
        rules += [_good(rows["value"], metric, target, theme, y_log=y_log), rule(theme, y=target)]
    return unified(
        theme, data, x=axis(theme, x_title, hoverformat=".3g", **ticks), rules=rules,
        y=axis(theme, metric.label, **up), height=height, top=32, left=68,
        more={"dragmode": False},  # a finger moves the page
    )  # fmt: skip


def _among(stops: Sequence[float], values: Any) -> NDArray[np.float64]:
    """Where values stand among the stops of a slider, by their number; beyond both ends, too."""
    far = np.log(stops[0] / 1e3), np.log(stops[-1] * 1e3)
    known = np.array([far[0], *np.log(stops), far[1]])
    places = np.array([-len(stops), *range(len(stops)), 2 * len(stops)])
    return np.asarray(np.interp(np.log(values), known, places), dtype=float)


def _curve(
    rows: pd.DataFrame, x: str, theme: Theme, number: int, name: str, *, badge: str = "",
    is_banded: bool = True,
) -> list[Figure]:  # fmt: skip
    """Both bands and the median; what protects nothing is dotted, with open marks, in red."""
    has_stops = "at" in rows
    grid = rows.groupby([x, "at"] if has_stops else x)["value"].quantile(list(QUANTILES)).unstack()
    said = grid.index.get_level_values("at" if has_stops else x).to_numpy(dtype=float)
    places, values = grid.index.get_level_values(x).to_numpy(dtype=float), grid.to_numpy(float).T
    ink = theme.unproved if badge else theme.ink(number)
    group: dict[str, Any] = {"name": f"{name}: {badge}" if badge else name}
    group["legendgroup"] = escape(group["name"])
    seen: dict[str, Any] = {} if is_banded else {"opacity": 0.0}
    return [
        *(band(places, values[low], values[high], ink, share=share, showlegend=False, **group,
               **seen)
          for low, high, share in ((0, 4, 0.13), (1, 3, 0.22))),
        line(
            places, values[2], ink, width=2.4,
            customdata=encode_array(np.vstack((values[[0, 4]], said)).T),
            dash="dot" if badge else DASHES[number % len(DASHES)],
            symbol=theme.symbols[number % len(theme.symbols)] + "-open" * bool(badge),
            tip="%{y:.3g}  (90% of draws: %{customdata[0]:.3g} to %{customdata[1]:.3g})"
            + " at ε = %{customdata[2]:.3~g}" * has_stops, **group,
        ),
    ]  # fmt: skip


def has_no_end(metric: Metric) -> bool:
    """Whether it is an error without an upper end, which a log scale shows."""
    return metric.better == "lower" and metric.high is None


def _span(metric: Metric, *, is_empty: bool) -> Figure:
    span: Figure = {"tickformat": ".0%"} if metric.percent else {}
    low, high = metric.low, metric.high
    if is_empty and low is None and high is not None:
        low = min(0.0, high)  # an empty frame, as most curves fill it
    if low is not None and high is not None:
        pad = 0.03 * (high - low)
        span["range"] = [low - pad, high + pad]
    elif low == 0:
        span["rangemode"] = "tozero"
    return span


def _good(
    values: pd.Series[float], metric: Metric, target: float, theme: Theme, *, y_log: bool
) -> Figure:
    """The region that is good enough: from the target to the better end of the axis, if it is."""
    is_low = metric.better == "lower"
    best, seen = (metric.low, values.min()) if is_low else (metric.high, values.max())
    end = float(seen if y_log or best is None else best)
    is_reached = end < target if is_low else end > target and metric.better == "higher"
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
    metric: Metric,
    theme: Theme,
    *,
    titles: Mapping[str, str] | None = None,
    target: float | None = None,
) -> Figure:
    """Twenty quantiles of a metric over the draws, a row for each mechanism.

    Each dot stands for one draw of twenty: count those beyond the target.

    Parameters
    ----------
    table : pandas.DataFrame
        As made by ``sweep``, of one epsilon: columns mechanism, metric, value.
    titles : mapping, optional
        Mechanism id to the name shown.
    target : float, optional
        A value of the metric to reach: a line.

    References
    ----------
    Kay M., Kola T., Hullman J. R., Munson S. A. (2016). When (ish) is my bus? CHI 2016.
    """
    rows = table[table["metric"] == metric.id].dropna(subset="value")
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
                theme.ink(number), name=name, size=8,
                symbol=theme.symbols[number % len(theme.symbols)], tip="%{x:.3g}",
            )
        )  # fmt: skip
    return figure(
        theme, data,
        x=axis(theme, metric.label, **({"tickformat": ".0%"} if metric.percent else {})),
        y=named_axis(theme, escaped(names), range=[-0.2, len(ids) - 0.05]),
        rules=[] if target is None else [rule(theme, x=target)], more={"showlegend": False},
        height=130 + 74 * max(len(ids), 1), left=150, top=10, legend=False,
    )  # fmt: skip


BAR = 44  # pixels a plan


Spending = Mapping[str, float]
"""Epsilon of each release of a plan, by the mechanism's title."""


def plan_bars(plans: Sequence[Spending], theme: Theme) -> Figure:
    """Epsilon of every release of each plan, side by side; the plan that costs least on top.

    Parameters
    ----------
    plans : sequence of mapping
        What is spent, as of :meth:`graphdp_core.experiment.advice.Advice.plans`: cheapest first.
    """
    names = ["One release for all" if len(p) == 1 else f"{len(p)} releases" for p in plans]
    titles = list(dict.fromkeys(title for plan in plans for title in plan))
    data = [
        bars(
            range(len(plans)), [plan.get(title, 0.0) for plan in plans],
            theme.ink(number), name=title, across=True,
            edge=theme.background, tip="%{text}", words=[_part(title, plan) for plan in plans],
            textposition="inside", insidetextanchor="middle",
            textfont={"color": theme.background, "size": 13},
        )
        for number, title in enumerate(titles)
    ]  # fmt: skip
    sums = [sum(plan.values()) for plan in plans]
    told = [
        note(
            theme, f"ε = {at_most(spent)}{', the least' if not place else ''}", spent, place,
            xanchor="left", xshift=6,
            font={"size": 13, "color": theme.text if not place else theme.muted},
        )
        for place, spent in enumerate(sums)
    ]  # fmt: skip
    return figure(
        theme, data, notes=told, more={"barmode": "stack", "bargap": 0.25, "showlegend": False},
        x=axis(theme, "ε spent together", range=[0, 1.18 * max(sums, default=1.0)]),
        y=named_axis(theme, names, autorange="reversed", range=None),
        height=130 + BAR * len(plans), left=140, top=12, bottom=48, legend=False,
    )  # fmt: skip


def _part(title: str, plan: Spending) -> str:
    return f"{escape(title)} {at_most(plan[title])}" if title in plan else ""


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
    metric: Metric,
    theme: Theme,
    *,
    x: str = "epsilon",
    y: str,
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
    metric : Metric
        Which of the table.
    x, y : str
        Columns of the horizontal and the vertical axis.
    target : float, optional
        A value of the metric to reach.
    x_title, y_title : str
        Of the axes; by default their columns.
    """
    rows = table[table["metric"] == metric.id].dropna(subset=[x, y])
    grid = rows.pivot_table("value", y, x, aggfunc="median", dropna=False)
    z = grid.to_numpy(dtype=float)
    across, up = ([_written(value) for value in each] for each in (grid.columns, grid.index))
    by_logarithm = has_no_end(metric) and bool((z > 0).any())
    shades = np.log10(np.maximum(z, z[z > 0].min())) if by_logarithm else z
    low, high = (None, None) if by_logarithm else (metric.low, metric.high)
    titles = x_title or x, y_title or y
    words = [[_value(value, metric) for value in row] for row in z]
    over, beside = map(escape, titles)
    data = [
        cells(
            shades, theme, title=metric.label, low=low, high=high, gap=1,
            tickformat=".0%" if metric.percent else "", text=words, tip="%{customdata}: %{text}",
            bar=_decades(shades, metric.percent) if by_logarithm else None,
            x=list(range(len(across))), y=list(range(len(up))),
            customdata=[[f"{over} {a}, {beside} {b}" for a in across] for b in up],
        )
    ]  # fmt: skip
    if 0 < z.size <= MOST_VALUES:
        data.append(cell_words(shades, words, theme, low=low, high=high))
    border = [] if target is None else [_border(z, target, metric.better, theme)]
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


def _value(value: float, metric: Metric) -> str:
    """Two decimals where the metric ends at 1; nothing for what has no value."""
    if np.isnan(value):
        return ""
    is_share = metric.high == 1 and not metric.percent
    return f"{value:.2f}" if is_share else format_number(value, percent=metric.percent)


def _written(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else escape(str(value))
