"""A pair as an SVG text, for the command line and for print: the same picture, no browser."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.markup import safe_text
from graphdp_core.plots.nodes import LEGEND_ENTRIES, category_style
from graphdp_core.plots.pair.message import corners
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.sides import Sides
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

PANEL = 460  # pixels, both ways
MARGIN, HEAD, LINE = 16, 30, 22  # pixels: around, above the panels, of a line of text
GAP = 24  # pixels between the panels
CATEGORY, KIND = 118, 160  # pixels of an entry of the legend
LETTER = 6.4  # pixels of a letter, about
INSIDE = 10  # pixels that keep nodes off a panel's edge
DRAWING_ORDER = ("lost", "kept", "invented")
DASHES = {"kept": (), "lost": (1.5, 3.0), "invented": (5.0, 3.0)}


def pair_svg(pair: Pair, theme: Theme, *, sides: Sides, panel: int = PANEL, high: int = 0) -> str:
    """Both pictures side by side with titles, legend and captions, every mark a vector.

    Parameters
    ----------
    pair : Pair
        In the plane.
    sides : Sides
        Titles of the two panels.
    panel, high : int
        Width and height of one panel in pixels, 0 for as high as wide; letters have 13.
    """
    high = high or panel
    if pair.baseline.is_solid:
        raise ValueError("an SVG shows two dimensions, got 3: choose two axes, or save as .html.")
    wide = len(pair.drawn) * (panel + GAP) - GAP
    foot = [*_legend(pair, theme, wide), *_captions(pair, theme, wide)]
    width, top = wide + 2 * MARGIN, MARGIN + HEAD
    height = top + high + LINE * (len(foot) + 1)
    out = list[str]()
    ends = corners(pair.pictures) if pair.frame is None else np.reshape(pair.frame, (2, 2))
    colours, box = sides.title_colours(theme), ends if len(ends) else np.array([[0, 0], [1, 1]])
    for place, (side, picture) in enumerate(pair.drawn):
        left = MARGIN + place * (panel + GAP)
        detail = (
            f'<tspan fill="{theme.muted}" font-size="13" font-weight="400" dx="10">'
            f"{safe_text(picture.detail)}</tspan>"
        )
        out += [
            words_at(sides.titles[side], left, top - 10, colours[side], detail, font_size=15,
                     font_weight=600),
            f'<svg x="{left}" y="{top}" width="{panel}" height="{high}">',
            *_panel(pair, picture, box, theme, (panel, high)),
            "</svg>",
        ]  # fmt: skip
        if pair.axes:
            x, y = left + panel / 2, top + high / 2
            turned = {"text_anchor": "middle", "transform": f"rotate(-90 {left - 3:.1f} {y:.1f})"}
            across = words_at(pair.axes[0], x, top + high + 14, theme.muted, text_anchor="middle")
            out += [across, words_at(pair.axes[1], left - 3, y, theme.muted, **turned)]
    out += [
        moved(MARGIN, top + high + LINE * row - 8, [words])
        for row, words in enumerate(foot, start=2)
    ]
    return svg_page(width, height, out, alt=pair.alt, ground=theme.background)


def _panel(
    pair: Pair, picture: Picture, box: AnyFloats, theme: Theme, panel: tuple[int, int]
) -> Iterator[str]:
    """Edges by kind, then nodes, of what lies between the two corners of the box."""
    low, high = box
    size = np.array(panel, dtype=np.float64)
    scale = ((size - 2 * INSIDE) / np.maximum(high - low, 1e-12)).min()
    places = (picture.positions - (low + high) / 2) * scale * [1, -1] + size / 2
    crowd = sum(map(len, picture.edges.values()))
    for kind in DRAWING_ORDER:
        pairs = picture.edges.get(kind)
        if pairs is None or not len(pairs):
            continue
        width = pair.widths.get(kind, 1.2 if crowd < 400 else 0.8)
        faint = 0.8 if pair.widths else float(np.clip(14 / np.sqrt(max(crowd, 1)), 0.25, 0.8))
        yield stroke(
            lines_path(places[pairs].reshape(-1, 4)), theme.ink(kind), width=width,
            opacity=faint, dash=DASHES[kind], more=f' class="{kind}"',
        )  # fmt: skip
    yield "<g>"
    is_plain = picture.categories.max(initial=-1) < 0
    for node, (x, y) in enumerate(places.tolist()):
        category = int(picture.categories[node])
        colour, number = (theme.accent, 0) if is_plain else category_style(theme, category)
        symbol = theme.symbols[number]
        name = str(node) if picture.names is None else picture.names[node]
        yield (
            f'<path class="node" d="{symbol_path(symbol, x, y, float(picture.sizes[node]) / 2)}" '
            f'fill="{colour}"><title>{safe_text(name)}</title></path>'
        )
    yield "</g>"


def _legend(pair: Pair, theme: Theme, wide: float) -> Iterator[str]:
    """Rows for the categories drawn, one for the kinds of edges with all their counts."""
    used = np.unique([picture.categories for picture in pair.pictures])
    names = max((picture.category_names for picture in pair.pictures), key=len)
    shown = [int(k) for k in used if 0 <= k < len(names)][:LEGEND_ENTRIES]
    entries = []
    for category in shown:
        colour, symbol = category_style(theme, category)
        mark = filled(symbol_path(theme.symbols[symbol], 6, -4, 5), colour)
        entries.append(mark + words_at(names[category][:14], 16, 0, theme.text))
    yield from _rows(entries, CATEGORY, wide)
    counts = [(kind, f"{pair.legend[kind]} ({n:,})") for kind, n in pair.private.totals.items()]
    yield from _rows(
        [stroke("M0,-4h27", theme.ink(kind), width=2, dash=DASHES[kind])
         + words_at(words, 34, 0, theme.text) for kind, words in counts], KIND, wide,
    )  # fmt: skip


def _rows(entries: list[str], each: float, wide: float) -> Iterator[str]:
    """Entries of one width in as many rows as they need."""
    columns = max(1, int(wide // each))
    for start in range(0, len(entries), columns):
        row = entries[start : start + columns]
        yield "".join(moved(each * place, 0, [entry]) for place, entry in enumerate(row))


def _captions(pair: Pair, theme: Theme, wide: float) -> Iterator[str]:
    true = (
        "The left side, places, colours and which edges were kept read the true graph: not private."
    )
    for sentence in filter(None, (pair.caption, true)):
        for line in wrap(sentence, int(wide / LETTER)):
            yield words_at(line, 0, 0, theme.muted)
