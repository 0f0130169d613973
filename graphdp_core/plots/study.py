"""A reproduced table as curves: ours beside what was published, one panel for every setting."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphdp_core.markup import safe_text
from graphdp_core.plots.chart.svg import round_numbers
from graphdp_core.plots.study_curves import (
    LETTER,
    PUBLISHED,
    Curve,
    Place,
    Point,
    Reading,
    are_words,
    column_curve,
    name_of,
    named_curves,
    places_of,
    spots_of,
    words_below,
)
from graphdp_core.plots.symbols import symbol_path
from graphdp_core.plots.theme import LIGHT, Theme

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["study_page", "study_svg"]

WIDTH, HIGH = 920, 210  # pixels of the whole, and of a panel's field
LEFT, GAP, TOP, BOTTOM = 58, 46, 26, 40  # around a field
LINE = 14  # height of a row of words below it
ASIDE = 9  # pixels between the dots of two curves at one word
ROW = 21  # height of a row of the legend
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
            found = [column_curve(part, names, x, *both) for both in zip(y, halves, strict=True)]
            drawn.append((title, found))
    drawn = [(title, found) for title, found in drawn if any(curve.points for curve in found)]
    beside = 3 if len(drawn) in (5, 6) else max(1, min(len(drawn), MOST_BESIDE))
    wide = (WIDTH - beside * (LEFT + GAP / 4)) / beside
    below = (words_below(panel, wide) for _, panel in drawn)
    lines = max((len(rows) for words in below for rows in words.values()), default=1)
    deep = TOP + HIGH + BOTTOM + LINE * (lines - 1)
    out: list[str] = []
    for number, (title, panel) in enumerate(drawn):
        left = LEFT + (number % beside) * (wide + LEFT + GAP / 4)
        top = TOP + (number // beside) * deep
        around = (title, x, unit if left == LEFT else "")
        out += _panel(panel, theme, around, (left, top, wide))
    legend, height = _legend(drawn, names, theme, -(-len(drawn) // beside) * deep)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="{safe_text(alt)}" width="{WIDTH}" height="{height:.0f}" font-size="12" '
        f'font-family="Helvetica, Arial, sans-serif">{"".join([*out, *legend])}</svg>'
    )


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
    curves: list[Curve],
    theme: Theme,
    words: tuple[str, str, str],
    frame: tuple[float, float, float],
) -> Iterator[str]:
    """One field with its title, its axes and curves."""
    (title, across, unit), (left, top, wide) = words, frame
    places = places_of(curves)
    spots, is_joined = spots_of(places), not are_words(places)
    points = [point for curve in curves for point in curve.points]
    low, high, is_log = _range(points, room=ROOM if is_joined else math.inf)
    abreast = sorted({curve.number for curve in curves})

    def right(place: Place) -> float:
        return left + (0.06 + 0.88 * spots[place]) * wide

    def aside(curve: Curve) -> float:
        rank = abreast.index(curve.number) - (len(abreast) - 1) / 2
        return 0.0 if is_joined else ASIDE * rank

    def up(value: float) -> float:
        at = math.log10(max(value, 1e-300)) if is_log else value
        return top + HIGH - HIGH * (min(max(at, low), high) - low) / (high - low)

    if is_log:
        step = max(1, round((high - low) / 4))
        ticks = [(10.0**k, f"{10.0**k:g}") for k in range(math.ceil(low), int(high) + 1, step)]
    else:
        ticks = round_numbers(low, high)
    for value, number in ticks:
        y = up(value)
        yield (
            f'<path d="M{left:.1f},{y:.1f}h{wide:.1f}" stroke="{theme.grid}"/>'
            f'<text x="{left - 6:.1f}" y="{y + 4:.1f}" fill="{theme.muted}" text-anchor="end">'
            f"{safe_text(number)}</text>"
        )
    below = words_below(curves, wide)
    for place, lines in below.items():
        for row, words_of_it in enumerate(lines):
            yield (
                f'<text x="{right(place):.1f}" y="{top + HIGH + 16 + LINE * row}" '
                f'fill="{theme.muted}" text-anchor="middle">{safe_text(words_of_it)}</text>'
            )
    deepest = max(map(len, below.values()), default=1)
    yield (
        f'<text x="{left + wide / 2:.1f}" y="{top + HIGH + 33 + LINE * (deepest - 1)}" '
        f'fill="{theme.text}" '
        f'text-anchor="middle">{safe_text(across)}</text>'
        f'<text x="{left:.1f}" y="{top - 9}" fill="{theme.text}" font-weight="600">'
        f"{safe_text(title)}</text>"
    )
    if unit:
        yield (
            f'<text transform="translate(14 {top + HIGH / 2:.0f}) rotate(-90)" '
            f'fill="{theme.text}" text-anchor="middle">{safe_text(unit)}</text>'
        )
    for curve in curves:
        along = sorted(curve.points, key=lambda point: spots[point.x])
        marks = [
            (right(p.x) + aside(curve), up(p.mean), up(p.low), up(p.high)) for p in along
        ]  # fmt: skip
        yield from _drawn(curve, theme, marks, is_joined=is_joined)


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


def _drawn(
    curve: Curve,
    theme: Theme,
    places: list[tuple[float, float, float, float]],
    *,
    is_joined: bool,
) -> Iterator[str]:
    if not places:
        return
    ink, symbol = _look(curve.number, theme)
    if is_joined:
        path = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y, _, _ in places)
        dash = ' stroke-dasharray="3 4" stroke-opacity="0.7"' if curve.is_published else ""
        yield f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="1.8"{dash}/>'
    for x, y, low, high in places:
        if abs(high - low) > 1:
            yield f'<path d="M{x:.1f},{low:.1f}V{high:.1f}" stroke="{ink}" stroke-width="1.2"/>'
        size = 5.5 if curve.is_published else 4.0
        fill = "none" if curve.is_published else ink
        mark = symbol_path(symbol, x, y, size)
        yield f'<path d="{mark}" fill="{fill}" stroke="{ink}" stroke-width="1.4"/>'


def _look(number: int, theme: Theme) -> tuple[str, str]:
    """Colour and symbol of a curve; where the colours begin anew the symbols do not."""
    count = len(theme.categorical)
    turned = (number + number // count) % len(theme.symbols)
    return theme.categorical[number % count], theme.symbols[turned]


def _legend(
    drawn: list[tuple[str, list[Curve]]], names: dict[str, int], theme: Theme, top: float
) -> tuple[list[str], float]:
    """A row of names below the panels, and where it ends."""
    entries = [(name, Curve(name, number)) for name, number in names.items()] if names else []
    if any(curve.is_published for _, curves in drawn for curve in curves):
        entries.append((PUBLISHED, Curve(PUBLISHED, -1, is_published=True)))
    if len(entries) < 2:
        return [], top
    out, x, y = [], float(LEFT), top + 12
    for words, curve in entries:
        wide = 26 + LETTER * len(words)
        if x + wide > WIDTH:
            x, y = float(LEFT), y + ROW
        ink, symbol = _look(curve.number, theme) if curve.number >= 0 else (theme.text, "circle")
        fill = "none" if curve.is_published else ink
        out.append(
            f'<path d="{symbol_path(symbol, x + 6, y - 4, 5)}" fill="{fill}" stroke="{ink}" '
            f'stroke-width="1.4"/><text x="{x + 17:.1f}" y="{y:.1f}" fill="{theme.text}">'
            f"{safe_text(words)}</text>"
        )
        x += wide
    return out, y + 10
