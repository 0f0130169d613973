"""A chart as an SVG text, for print and for the command line: the same picture, no browser."""

from __future__ import annotations

import base64
import math
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.markup import safe_text
from graphdp_core.plots.chart.record import Chart, Marks, Panel, Word
from graphdp_core.plots.svg import (
    filled,
    lines_path,
    moved,
    stroke,
    svg_page,
    symbol_path,
    words_at,
)
from graphdp_core.plots.theme import Theme

WIDTH, HEIGHT = 944, 420  # pixels of the panels together
MARGIN, GAP, LETTER, LINE = 16, 36, 13, 22
SPACE = "\u2002"
TRUE = "What is drawn without privacy reads the true graph: not private."
COLUMNS = {
    2: ((0.31, "end"), (0.69, "start")),
    3: ((0.23, "end"), (0.5, "middle"), (0.77, "start")),
}
"""Of a panel that shows several sides: where their titles stand, as shares of its width."""
LETTER_WIDTH = 7.2  # pixels of a letter in the legend, about


@dataclass(frozen=True)
class _Frame:
    """Where the marks of a panel lie, in pixels."""

    panel: Panel
    left: float
    top: float
    width: float
    height: float

    def place(self, places: NDArray[np.floating]) -> Floats:
        """Pairs of numbers as pixels, in the same shape."""
        (x0, x1), (y0, y1) = self.panel.x, self.panel.y
        pairs = places.reshape(-1, 2).astype(np.float64)
        x = self.left + (pairs[:, 0] - x0) * self.width / (x1 - x0)
        y = self.top + self.height - (pairs[:, 1] - y0) * self.height / (y1 - y0)
        return np.column_stack((x, y)).reshape(places.shape)


def chart_svg(chart: Chart, theme: Theme, *, size: tuple[int, int] = (WIDTH, HEIGHT)) -> str:
    """Panels side by side with titles, axes, marks, words and a legend, every mark a vector.

    Parameters
    ----------
    size : (int, int)
        Width and height of the panels together in pixels; letters have 13.
    """
    legend = list(_legend(chart, theme, size[0]))
    width, height = size[0] + 2 * MARGIN, size[1] + 2 * MARGIN + LINE * (len(legend) + 1)
    count, out = len(chart.panels), list[str]()
    columns = chart.columns or count
    wide, high = (size[0] - GAP * (columns - 1)) / columns, size[1] / max(1, -(-count // columns))
    for place, panel in enumerate(chart.panels):
        row, column = divmod(place, columns)
        frame = _room(panel, column * (wide + GAP), row * high, wide, high)
        out += _heads(chart, frame, (place,) if count > 1 else range(len(chart.titles)), theme)
        out += _grid(frame, theme)
        if panel.cells is not None:
            out.append(_shades(panel.cells, frame, theme))
        out += [_marks(marks, frame, theme) for marks in panel.marks if len(marks.places)]
        out += [_word(word, frame, theme) for word in panel.words]
    legend.append(words_at(TRUE, 0, 0, theme.muted))
    out += [moved(0, size[1] + LINE * row - 6, [one]) for row, one in enumerate(legend, start=1)]
    return svg_page(
        width, height, [moved(MARGIN, MARGIN, out)], alt=chart.alt, ground=theme.background
    )


def round_numbers(low: float, high: float, wanted: float = 5) -> list[tuple[float, str]]:
    """About `wanted` round values between two ends, with as many decimals as their step needs."""
    span = high - low
    if not span > 0:
        return []
    power = 10.0 ** math.floor(math.log10(span / wanted))
    step = power * next((f for f in (1, 2, 5) if span / (power * f) <= wanted), 10)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    values = [round(k * step, decimals) + 0.0 for k in range(first, last + 1)]
    return [
        (v, (f"{v:.0e}" if decimals > 4 else f"{v:.{decimals}f}").replace("-", "−")) for v in values
    ]


def _room(panel: Panel, left: float, top: float, width: float, height: float) -> _Frame:
    across, up = panel.axes or ("", "")
    beside, below = 4.0 * LETTER if up else 4, 3.1 * LETTER if across else 4
    wide, high = width - beside - 6, height - 2 * LETTER - below
    if panel.cells is not None:
        wide = high = min(wide, high)  # cells are squares
    if panel.even:
        across_units, up_units = panel.x[1] - panel.x[0], panel.y[1] - panel.y[0]
        unit = min(wide / across_units, high / up_units)
        wide, high = unit * across_units, unit * up_units
    return _Frame(panel, left + beside, top + 2 * LETTER, wide, high)


def _heads(chart: Chart, frame: _Frame, sides: Sequence[int], theme: Theme) -> Iterator[str]:
    for side in sides:
        ink = theme.unproved if side in chart.unproved else theme.text
        share, anchor = COLUMNS[len(sides)][side] if len(sides) > 1 else (0.0, "start")
        detail = chart.details[side] if chart.details else ""
        yield words_at(
            chart.titles[side], frame.left + frame.width * share, frame.top - 0.85 * LETTER, ink,
            f'<tspan fill="{theme.muted}" font-size="{LETTER}" font-weight="400" dx="10">'
            f"{safe_text(detail)}</tspan>", font_size=15, font_weight=600, text_anchor=anchor,
        )  # fmt: skip


def _grid(frame: _Frame, theme: Theme) -> Iterator[str]:
    panel, (across, up) = frame.panel, frame.panel.axes or ("", "")
    bottom, lines = frame.top + frame.height, ""

    def write(x: float, y: float, words: str, anchor: str = "middle", **more: str) -> str:
        return words_at(words, x, y, theme.muted, font_size=12, text_anchor=anchor, **more)

    if across:
        for value, words in panel.ticks[0] or round_numbers(*panel.x, max(2, frame.width / 90)):
            x = frame.place(np.array([value, panel.y[0]]))[0]
            lines += f"M{x:.1f},{frame.top}V{bottom:.1f}"
            yield write(x, bottom + 1.3 * LETTER, words)
        yield write(frame.left + frame.width / 2, bottom + 2.6 * LETTER, across)
    if up:
        for value, words in panel.ticks[1] or round_numbers(*panel.y, max(2, frame.height / 75)):
            y = frame.place(np.array([panel.x[0], value]))[1]
            lines += f"M{frame.left:.1f},{y:.1f}H{frame.left + frame.width:.1f}"
            yield write(frame.left - 6, y + 0.35 * LETTER, words, "end")
        x, y = frame.left - 3.1 * LETTER, frame.top + frame.height / 2
        yield write(x, y, up, transform=f"rotate(-90 {x:.1f} {y:.1f})")
    yield stroke(lines, theme.grid)


def _marks(marks: Marks, frame: _Frame, theme: Theme) -> str:
    colour, places = theme.ink(marks.ink), frame.place(marks.places)
    if marks.kind == "lines":
        path = lines_path(places)
        return stroke(path, colour, width=marks.size, opacity=marks.opacity, dash=marks.dash)
    if marks.kind == "areas":
        corners = places.tolist()
        path = "".join(f"M{a:.1f},{b:.1f}H{x:.1f}V{y:.1f}H{a:.1f}Z" for a, b, x, y in corners)
    else:
        spots = places.tolist()
        path = "".join(symbol_path(marks.symbol, x, y, marks.size / 2) for x, y in spots)
    if marks.kind == "rings":
        return stroke(path, colour, opacity=marks.opacity)
    return filled(path, colour, marks.opacity)


def _word(word: Word, frame: _Frame, theme: Theme) -> str:
    rows = {w.y for w in frame.panel.words if w.strong}
    (y0, y1) = frame.panel.y
    letter = max(9.0, min(LETTER, 0.82 * frame.height / abs(y1 - y0))) if rows else LETTER
    x, y = frame.place(np.array([word.x, word.y]))
    bold = f'<tspan font-weight="700">{safe_text(word.strong)}</tspan>' if word.strong else ""
    parts = [bold, safe_text(word.text)] if word.anchor == "start" else [safe_text(word.text), bold]
    return words_at(
        "", x, y + 0.35 * letter, theme.ink(word.ink), SPACE.join(filter(None, parts)),
        font_size=f"{letter:.1f}", text_anchor=word.anchor, stroke=theme.background, stroke_width=3,
        paint_order="stroke",
    )  # fmt: skip


def _shades(cells: NDArray[np.uint8], frame: _Frame, theme: Theme) -> str:
    """Cells as one PNG, one pixel each; an empty cell is the paper."""
    ramp = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in theme.sequential[1:]])
    steps = np.clip((cells.astype(np.float64) - 1) / 254, 0, 1) * (len(ramp) - 1)
    colours = np.stack([np.interp(steps, np.arange(len(ramp)), ramp[:, k]) for k in range(3)], -1)
    pixels = np.dstack((colours.round(), np.where(cells > 0, 255, 0))).astype(np.uint8)
    rows = np.column_stack((np.zeros(len(cells), np.uint8), pixels.reshape(len(cells), -1)))
    head = struct.pack(">IIBBBBB", cells.shape[1], cells.shape[0], 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return (
        f'<image href="data:image/png;base64,{base64.b64encode(png).decode()}" '
        f'x="{frame.left:.1f}" y="{frame.top}" width="{frame.width:.1f}" '
        f'height="{frame.height:.1f}" preserveAspectRatio="none" image-rendering="pixelated"/>'
    )


def _legend(chart: Chart, theme: Theme, room: float) -> Iterator[str]:
    """Rows of entries: each word once, with its mark."""
    shown = (marks for panel in chart.panels for marks in panel.marks if len(marks.places))
    known = {marks.word: marks for marks in shown if marks.word}
    row, x = "", 0.0
    for word, marks in known.items():
        wide = 34 + LETTER_WIDTH * len(word) + 18
        if row and x + wide > room:
            yield row
            row, x = "", 0.0
        row += moved(round(x), 0, [_sample(marks, theme), words_at(word, 34, 0, theme.text)])
        x += wide
    if row:
        yield row


def _sample(marks: Marks, theme: Theme) -> str:
    colour = theme.ink(marks.ink)
    if marks.kind in ("dots", "rings"):
        path = symbol_path(marks.symbol, 18, -4, 4.5)
        return stroke(path, colour) if marks.kind == "rings" else filled(path, colour)
    return stroke("M1,-4h27", colour, width=9 if marks.kind == "areas" else 2, dash=marks.dash)
