"""A reproduced table as curves: ours beside what was published, one panel for every setting.

Rows of a reproduced table read as curves: ours, and what was published beside them.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdp_core.plots.chart.record import Chart, Marks, Panel
from graphdp_core.plots.chart.svg import chart_svg, round_numbers
from graphdp_core.plots.theme import LIGHT, Theme

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["study_page", "study_svg"]

PUBLISHED = "published"
LETTER = 7.0  # pixels, the width of a letter

Place = float | str


@dataclass(frozen=True)
class Point:
    """One mean with its interval."""

    x: Place
    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Reading:
    """Which columns hold place, names, interval and published value of a row that is a point."""

    x: str
    curves: Sequence[str]
    interval: Sequence[str]
    published: str


@dataclass
class Curve:
    """Points of one name; those of a publication are hollow and joined by dashes."""

    name: str
    number: int
    is_published: bool = False
    points: list[Point] = field(default_factory=list)


def name_of(columns: Sequence[str], values: Hashable) -> str:
    """Texts by themselves, numbers with the name of their column."""
    cells = values if isinstance(values, tuple) else (values,)
    words = [cell if isinstance(cell, str) else f"{column} = {cell:g}"
             for column, cell in zip(columns, cells, strict=True)]  # fmt: skip
    return ", ".join(filter(None, words))


def column_curve(
    rows: pd.DataFrame, names: dict[str, int], x: str, column: str, half: str
) -> Curve:
    """A curve of its own column, with the column of its half-widths if there is one."""
    base = column.removesuffix(PUBLISHED).rstrip(" _") or column
    curve = Curve(base, names.setdefault(base, len(names)), column != base)
    halves = rows[half] if half else [0.0] * len(rows)
    for place, cell, own in zip(rows[x], rows[column], halves, strict=True):
        mean, _, told = str(cell).partition(" ± ")
        spread = float(told or own)
        _add(curve, place, float(mean), spread, spread)
    return curve


def named_curves(
    rows: pd.DataFrame, names: dict[str, int], column: str, reading: Reading
) -> list[Curve]:
    """Curves whose name stands in the rows, each with what was published for it."""
    curves, ends = [], reading.interval
    for values, part in rows.groupby(list(reading.curves), sort=False):
        name = name_of(reading.curves, values)
        number = names.setdefault(name, len(names))
        ours, theirs = Curve(name, number), Curve(name, number, is_published=True)
        for _, row in part.iterrows():
            mean = float(row[column])
            below = above = float(row[ends[0]]) if len(ends) == 1 else 0.0
            if len(ends) == 2:
                below, above = mean - float(row[ends[0]]), float(row[ends[1]]) - mean
            _add(ours, row[reading.x], mean, below, above)
            if reading.published:
                _add(theirs, row[reading.x], float(row[reading.published]), 0.0, 0.0)
        curves += [ours, theirs] if theirs.points else [ours]
    return curves


def _add(curve: Curve, x: Any, mean: float, below: float, above: float) -> None:
    place = x if isinstance(x, str) else float(x)
    if math.isfinite(mean) and (isinstance(place, str) or math.isfinite(place)):
        low, high = (s if math.isfinite(s) else 0.0 for s in (below, above))
        curve.points.append(Point(place, mean, mean - low, mean + high))


def places_of(curves: list[Curve]) -> list[Place]:
    """Where points stand: words in the order of the table, numbers in their own."""
    places = list(dict.fromkeys(point.x for curve in curves for point in curve.points))
    return places if are_words(places) else sorted(places, key=float)


def are_words(places: list[Place]) -> bool:
    """Whether they have an order, but no distances."""
    return any(isinstance(place, str) for place in places)


def spots_of(places: list[Place]) -> dict[Place, float]:
    """Where places lie between 0 and 1: numbers by their logarithm, words one after the other."""
    if are_words(places):
        return {place: (k + 0.5) / len(places) for k, place in enumerate(places)}
    if places and min(map(float, places)) > 0:
        logs = [math.log(float(place)) for place in places]
        span = (max(logs) - min(logs)) or 1.0
        return {p: (at - min(logs)) / span for p, at in zip(places, logs, strict=True)}
    return {place: k / max(len(places) - 1, 1) for k, place in enumerate(places)}


def words_below(curves: list[Curve], wide: float) -> dict[Place, list[str]]:
    """What stands below a field, in rows: all words, and numbers that do not run into others."""
    places = places_of(curves)
    if are_words(places):
        letters = max(8, int(0.88 * wide / len(places) / LETTER))
        return {place: textwrap.wrap(_written(place), letters) for place in places}
    shown: dict[Place, list[str]] = {}
    end, spots = -1e9, spots_of(places)
    for place in places:
        at, half = spots[place] * 0.88 * wide, 0.5 * LETTER * len(_written(place))
        if at - half > end:
            shown[place] = [_written(place)]
            end = at + half + 6
    return shown


def _written(place: Place) -> str:
    if isinstance(place, str):
        return place
    return f"{place:,.0f}" if place.is_integer() else f"{place:.3g}"


WIDTH, HIGH = 920, 285  # pixels of the whole, and of a row of panels
ASIDE = 9  # pixels between the dots of two curves at one word
MOST_BESIDE = 4  # panels in a row; of five and six, three
ROOM = 0.5  # of the range of the means that their intervals may add on either side
WIDE_RANGE = 100  # from which on an axis of values is logarithmic


def study_svg(
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
    alt: str = "",
) -> str:
    """Columns of a table over one of them, as SVG.

    Parameters
    ----------
    rows : pandas.DataFrame
        Cells of `y` are numbers or texts "mean ± half-width".
    theme : Theme
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
    alt : str
        What it shows, for a screen reader.
    """
    rows = rows[~rows[x].isin(list(without))]
    names: dict[str, int] = {}
    drawn: list[tuple[str, list[Curve]]] = []
    for title, part in _parts(rows, panels):
        if curves:
            for column in y:
                words = ", ".join(filter(None, (title, column if len(y) > 1 else "")))
                reading = Reading(x, curves, interval if column == y[0] else (), published)
                drawn.append((words, named_curves(part, names, column, reading)))
        else:
            halves = interval or [""] * len(y)
            lines = [column_curve(part, names, x, *both) for both in zip(y, halves, strict=True)]
            drawn.append((title, lines))
    drawn = [(title, lines) for title, lines in drawn if any(curve.points for curve in lines)]
    beside = 3 if len(drawn) in (5, 6) else max(1, min(len(drawn), MOST_BESIDE))
    has_print = any(curve.is_published for _, lines in drawn for curve in lines)
    is_named = len(names) + has_print > 1
    fields = tuple(
        _panel(lines, theme, (x, unit), WIDTH / beside - 60, is_named=is_named)
        for _, lines in drawn
    )
    chart = Chart(fields, tuple(title for title, _ in drawn), columns=beside, alt=alt)
    return chart_svg(chart, theme, size=(WIDTH, HIGH * -(-len(drawn) // beside)), foot="")


def study_page(rows: pd.DataFrame, path: str, **chart: Any) -> None:
    """Write the figure of :func:`study_svg` as a page of its own, which needs no network."""
    picture = study_svg(rows, LIGHT, **chart)
    Path(path).write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>GraphDP</title>{picture}\n',
        encoding="utf-8",
    )


def _parts(rows: pd.DataFrame, panels: Sequence[str]) -> Iterator[tuple[str, pd.DataFrame]]:
    """A title for every combination of values, in the order of the table, and its rows."""
    if not panels:
        yield "", rows
        return
    for values, part in rows.groupby(list(panels), sort=False):
        yield name_of(panels, values), part


def _panel(
    curves: list[Curve], theme: Theme, axes: tuple[str, str], wide: float, *, is_named: bool
) -> Panel:
    """One field: ours filled and joined, what was published hollow and joined by dashes."""
    places = places_of(curves)
    spots, is_joined = spots_of(places), not are_words(places)
    points = [point for curve in curves for point in curve.points]
    low, high, is_log = _range(points, room=ROOM if is_joined else math.inf)
    abreast = sorted({curve.number for curve in curves})
    aside = ASIDE / wide if not is_joined else 0.0
    marks = []
    for curve in curves:
        shift = aside * (abreast.index(curve.number) - (len(abreast) - 1) / 2)
        along = sorted(curve.points, key=lambda point: spots[point.x])
        x = np.array([spots[point.x] + shift for point in along])
        ends = np.array([(point.low, point.mean, point.high) for point in along]).reshape(-1, 3)
        bottom, y, top = np.clip(
            np.log10(np.maximum(ends, 1e-300)) if is_log else ends, low, high
        ).T
        if is_joined:
            joined = np.column_stack((x[:-1], y[:-1], x[1:], y[1:]))
            dash = (3.0, 4.0) if curve.is_published else ()
            marks.append(Marks.lines(joined, curve.number, size=1.8, dash=dash))
        has_arm = top > bottom
        arms = np.column_stack((x, bottom, x, top))[has_arm]
        marks.append(Marks.lines(arms, curve.number, size=1.2))
        count = len(theme.categorical)  # where the colours begin anew the symbols do not
        symbol = theme.symbols[(curve.number + curve.number // count) % len(theme.symbols)]
        kind, word, size = (
            ("rings", PUBLISHED, 11.0) if curve.is_published else ("dots", curve.name, 8.0)
        )
        at = np.column_stack((x, y)).astype(np.float32)
        marks.append(Marks(kind, at, curve.number, size, symbol, word=word if is_named else ""))
    below = words_below(curves, wide)
    across = tuple((spots[place], "\n".join(lines)) for place, lines in below.items())
    step = max(1, round((high - low) / 4))
    decades = [(float(k), f"{10.0**k:g}") for k in range(math.ceil(low), int(high) + 1, step)]
    up = tuple(decades if is_log else round_numbers(low, high))
    return Panel(
        (-0.07, 1.07), (low, high), (axes[0], axes[1] or " "), tuple(marks),
        ticks=(across, up),
    )  # fmt: skip


def _range(points: list[Point], *, room: float) -> tuple[float, float, bool]:
    """Both ends of what is shown, and whether they are powers of 10."""
    means = [point.mean for point in points]
    low, high = (min(means), max(means)) if means else (0.0, 1.0)
    if 0 < WIDE_RANGE * low < high:
        low, high = math.log10(low), math.log10(high)
        return low - 0.05 * (high - low), high + 0.05 * (high - low), True
    room *= (high - low) or 1.0
    reach = max(low - room, min((p.low for p in points), default=low))
    top = min(high + room, max((p.high for p in points), default=high))
    if 0 < reach < 0.5 * top:
        return 0.0, 1.04 * top, False
    edge = 0.04 * (top - reach) or 0.5
    return reach - edge, top + edge, False
