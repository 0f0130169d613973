"""Rows of a reproduced table read as curves: ours, and what was published beside them."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "LETTER",
    "PUBLISHED",
    "Curve",
    "Place",
    "Point",
    "Reading",
    "are_words",
    "column_curve",
    "name_of",
    "named_curves",
    "places_of",
    "spots_of",
    "words_below",
]

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
    found, ends = [], reading.interval
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
        found += [ours, theirs] if theirs.points else [ours]
    return found


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
