"""A reproduced table as curves: ours beside what was published, one panel for every setting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdp_core.plots.encode import escape, escaped
from graphdp_core.plots.marks import Figure, axis, grid, line, named_axis, spread
from graphdp_core.plots.theme import LIGHT, Theme

if TYPE_CHECKING:
    import pandas as pd


PUBLISHED = "published"
HIGH, LINE = 285, 20  # pixels of a row of panels, and of a line of the legend
HEIGHT, LEGEND, ENTRY = 34, 110, 8  # letters beside a panel, of a line of the legend, of its mark
ASIDE = 0.07  # between the dots of two curves at one word, whose distance is 1
MOST_BESIDE = 4  # panels in a row; of five and six, three
MOST_TICKS = 6
LETTERS = 110  # of the words below a row of panels, in each of their lines
ROOM = 0.5  # of the range of the means that their intervals may add on either side
WIDE_RANGE = 100  # from which on an axis of values is logarithmic


def study_figure(
    rows: pd.DataFrame,
    theme: Theme,
    *,
    x: str,
    y: Sequence[str],
    unit: str = "",
    panels: Sequence[str] = (),
    curves: Sequence[str] = (),
    interval: Sequence[str] = (),
    published: str = "",
    without: Sequence[str] = (),
    only: Sequence[str] = (),
    is_share: bool = False,
) -> Figure:
    """Columns of a table over one of them.

    Parameters
    ----------
    rows : pandas.DataFrame
        Cells of `y` are numbers or texts "mean ± half-width".
    x : str
        The column along the horizontal axis: numbers above 0 on a log axis, joined by lines, or
        words, side by side and not joined.
    y : sequence of str
        Without `curves` one curve each, and a column whose name ends in "published" is what was
        published for the one before the word. With `curves` one panel each.
    unit : str
        What the vertical axis measures.
    panels : sequence of str
        Columns whose every pair of values has a panel.
    curves : sequence of str
        Columns whose values together name a curve.
    interval : sequence of str
        Without `curves` a column of half-widths for each of `y`, "" for none. With `curves`, of the
        first of `y`: a column of half-widths, or those of both ends.
    published : str
        With `curves`: the column of the published values, drawn hollow.
    without : sequence of str
        Values of `x` that are left out: they have another unit.
    only : sequence of str
        A column and the value of the rows that are drawn.
    is_share : bool
        Whether `x` and `y` hold shares, on linear axes.
    """
    if only:
        rows = rows[rows[only[0]] == only[1]]
    rows = rows[~rows[x].isin(list(without))]
    has_words = any(isinstance(place, str) for place in rows[x])
    rows = rows if has_words else rows.sort_values(x, kind="stable")  # lines join neighbours
    points = _points(
        rows.assign(place=rows[x]), y, panels=panels, curves=curves, interval=interval,
        published=published,
    )  # fmt: skip
    names, parts = points["curve"].unique().tolist(), list(points.groupby("panel", sort=False))
    beside = 3 if len(parts) in (5, 6) else max(1, min(len(parts), MOST_BESIDE))
    data: list[Figure] = []
    axes, told = [], set[str]()
    is_told = len(names) + bool(points["is_published"].any()) > 1
    for panel, (_, part) in enumerate(parts, start=1):
        places = part["place"].unique().tolist()
        across, at = _across(places, theme, x, LETTERS // beside, is_share)
        title = "" if (panel - 1) % beside else "\n".join(wrap(unit, HEIGHT))
        room = math.inf if has_words else ROOM
        shares = axis(theme, title, range=[-0.04, 1.04], tickformat=".0%", automargin=True)
        axes.append((across, shares if is_share else _up(part, theme, title, room=room)))
        own = part["curve"].unique().tolist()
        for (name, is_hollow), curve in part.groupby(["curve", "is_published"], sort=False):
            number, count = names.index(name), len(theme.categorical)
            ink = theme.ink(number)
            # Where the colours begin anew the symbols do not.
            symbol = theme.symbols[(number + number // count) % len(theme.symbols)]
            aside = ASIDE * (own.index(name) - (len(own) - 1) / 2) if has_words else 0.0
            group, mean = escape(PUBLISHED if is_hollow else name), curve["mean"].to_numpy()
            drawn = line(
                np.array([at[place] for place in curve["place"]]) + aside, mean, ink, width=1.8,
                dash="dash" if is_hollow else "solid", size=11 if is_hollow else 8, panel=panel,
                symbol=symbol + "-open" * is_hollow,
                text=escaped([_written(place) for place in curve["place"]]),
                tip=f"{escape(name)}{f', {PUBLISHED}' * is_hollow} at %{{text}}: %{{y:.4~g}}",
                error_y=None if is_hollow
                else spread(mean - curve["below"], mean, mean + curve["above"], ink),
            )  # fmt: skip
            drawn |= {"name": group, "legendgroup": group}
            drawn["showlegend"] = is_told and group not in told
            data.append(drawn | ({"mode": "markers"} if has_words else {}))
            told.add(group)
    high = max(1, -(-len(parts) // beside))
    made = grid(
        theme, data, axes, titles=[escape(title) for title, _ in parts], columns=beside,
        gap=(0.09, 0.32 / high), top=30, height=HIGH * high + 50,
    )  # fmt: skip
    letters = sum(len(name) + ENTRY for name in told) if is_told else 0
    room = LINE * (letters // LEGEND)  # for the further lines of the legend
    made["layout"]["height"] += room
    made["layout"]["margin"]["b"] += room
    return made


def study_page(rows: pd.DataFrame, path: str, **chart: Any) -> None:
    """Write the figure of :func:`study_figure` as a page of its own, which needs no network."""
    import plotly.io

    plotly.io.write_html(study_figure(rows, LIGHT, **chart), path, validate=False)


def _points(
    rows: pd.DataFrame, y: Sequence[str], *, panels: Sequence[str], curves: Sequence[str],
    interval: Sequence[str], published: str,
) -> pd.DataFrame:  # fmt: skip
    """A row for each mark: panel, curve, place, mean and how far its interval reaches."""
    import pandas as pd

    parts = []
    for number, column in enumerate(y):
        base = column if curves else column.removesuffix(PUBLISHED).rstrip(" _") or column
        cells = rows[column].astype(str).str.partition(" ± ").reindex(columns=range(3))
        mean = cells[0].astype(float)
        ends = (
            interval if curves and not number else () if curves else interval[number : number + 1]
        )
        reach = [rows[end].astype(float) for end in ends if end]
        reach = reach or [pd.to_numeric(cells[2], errors="coerce")]
        below, above = (mean - reach[0], reach[1] - mean) if len(reach) == 2 else (reach[0],) * 2
        part = rows[["place"]].assign(
            setting=rows.groupby(list(panels), sort=False).ngroup() if panels else 0,
            panel=_names(rows, panels, column if curves and len(y) > 1 else ""),
            curve=_names(rows, curves, "" if curves else base), is_published=base != column,
            mean=mean, below=below, above=above,
        )  # fmt: skip
        parts.append(part)
        if published:
            print = rows[published].astype(float)
            parts.append(part.assign(is_published=True, mean=print, below=0.0, above=0.0))
    points = pd.concat(parts)
    points = points[np.isfinite(points["mean"]) & points["place"].notna()].sort_values(
        "setting", kind="stable"
    )
    reaches = points[["below", "above"]]
    return points.assign(**reaches.where(np.isfinite(reaches), 0.0))


def _names(rows: pd.DataFrame, columns: Sequence[str], last: str) -> list[str]:
    """Of each row: texts by themselves, numbers with the name of their column."""
    return [
        ", ".join(filter(None, (
            *(cell if isinstance(cell, str) else f"{column} = {cell:g}"
              for column, cell in zip(columns, cells, strict=True)), last,
        )))
        for cells in zip(*(rows[column] for column in columns), strict=True)
    ] if columns else [last] * len(rows)  # fmt: skip


def _across(
    places: list[Any], theme: Theme, title: str, letters: int, is_share: bool
) -> tuple[Figure, dict[Any, float]]:
    """The axis of places and where each stands: numbers above 0 on a log axis, others in turn."""
    if is_share:
        edge = 0.05 * (max(places) - min(places)) or 0.05
        ends = [min(places) - edge, max(places) + edge]
        return axis(theme, title, range=ends, tickformat=".0%"), {k: float(k) for k in places}
    if any(isinstance(place, str) for place in places) or min(places) <= 0:
        width = max(8, letters // len(places))
        words = ["<br>".join(escaped(wrap(_written(place), width))) for place in places]
        return named_axis(theme, words, title), {place: k for k, place in enumerate(places)}
    low, high = math.log10(min(places)), math.log10(max(places))
    room, shown = 0.07 * (high - low) or 0.1, places[:: -(-len(places) // MOST_TICKS)]
    ticks = {"tickvals": shown, "ticktext": list(map(_written, shown))}
    across = axis(theme, title, type="log", range=[low - room, high + room], **ticks)
    return across, {place: float(place) for place in places}


def _written(place: Any) -> str:
    if isinstance(place, str):
        return place
    return f"{place:,.0f}" if float(place).is_integer() else f"{place:.3g}"


def _up(points: pd.DataFrame, theme: Theme, title: str, *, room: float) -> Figure:
    """The axis of values: logarithmic where they range widely, from 0 where that is near."""
    means = points["mean"]
    low, high = float(means.min()), float(means.max())
    if 0 < WIDE_RANGE * low < high:
        low, high = math.log10(low), math.log10(high)
        edge = 0.05 * (high - low)
        return axis(theme, title, type="log", range=[low - edge, high + edge], dtick=1,
                    exponentformat="power", automargin=True)  # fmt: skip
    room *= (high - low) or 1.0
    bottom = max(low - room, float((means - points["below"]).min()))
    top = min(high + room, float((means + points["above"]).max()))
    edge = 0.04 * (top - bottom) or 0.5
    ends = [0.0, 1.04 * top] if 0 < bottom < 0.5 * top else [bottom - edge, top + edge]
    return axis(theme, title, range=ends, tickformat="~g", automargin=True)
