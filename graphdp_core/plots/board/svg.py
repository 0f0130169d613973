"""The board's tiles as an SVG text: what stands until a browser draws them, or where none can."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphdp_core.markup import safe_text
from graphdp_core.plots.board.pictures import CLASSES, DrawnTile, Ink, Sketch, TilePicture, Tiles
from graphdp_core.plots.encode import shortened
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

__all__ = ["picture_svg", "tiles_svg"]

COLUMNS = 4
WIDE, HIGH, GAP = 224, 212, 8  # pixels of a tile, and between two
SIDE, HEAD, FOOT = 11, 32, 60  # pixels beside, above and below its pictures
BETWEEN = 8  # pixels between the two sides
MARGIN = 3  # pixels that keep marks off a picture's edge
FEW_LINES = 60  # up to here every line is drawn in full strength, dashes and all
DASHES = {Ink.LOST: (1.5, 3.0), Ink.INVENTED: (5.0, 3.0)}
LETTERS = 34  # of a line of words


def tiles_svg(board: Tiles, theme: Theme) -> str:
    """All tiles with their titles, verdicts and numbers, every mark a vector.

    Parameters
    ----------
    board : Tiles
    theme : Theme

    Examples
    --------
    >>> from graphdp_core.plots.theme import LIGHT
    >>> tiles_svg(Tiles((DrawnTile("a", "A", "a", reason="nothing < here"),)), LIGHT).count("<text")
    2
    """
    rows = -(-len(board.tiles) // COLUMNS)
    width, height = COLUMNS * (WIDE + GAP) - GAP, rows * (HIGH + GAP) - GAP
    out = [
        moved(place % COLUMNS * (WIDE + GAP), place // COLUMNS * (HIGH + GAP), _tile(tile, theme))
        for place, tile in enumerate(board.tiles)
    ]
    return svg_page(
        width, height, out, family="Source Sans, Helvetica, Arial, sans-serif", size=14,
        more=f' fill="{theme.text}"',
    )  # fmt: skip


def _tile(tile: DrawnTile, theme: Theme) -> Iterator[str]:
    yield (
        f'<rect x=".5" y=".5" width="{WIDE - 1}" height="{HIGH - 1}" rx="10" fill="none" '
        f'stroke="{theme.grid}"/>'
    )
    yield words_at(tile.title, SIDE, 20, font_size=13, font_weight=600)
    picture = tile.picture
    if picture is None:
        yield words_at(shortened(tile.reason, LETTERS), SIDE, 44, font_size=12)
        return
    yield words_at(tile.verdict, WIDE - SIDE, 20, theme.muted, text_anchor="end", font_size=12,
                   font_weight=600)  # fmt: skip
    yield f"<title>{safe_text(picture.alt)}</title>"
    yield _sides(picture, theme, (SIDE, HEAD, WIDE - 2 * SIDE, HIGH - HEAD - FOOT))
    yield words_at(tile.figure, SIDE, HIGH - FOOT + 20, font_weight=600)


def picture_svg(picture: TilePicture, theme: Theme, *, size: tuple[int, int], head: int = 0) -> str:
    """A picture by itself, as large as it fits; its captions stand in the `head`, in pixels."""
    width, height = size
    sides = _sides(picture, theme, (0, head, width, height - head))
    words = [
        words_at(words, (0, (width + BETWEEN) / 2)[k], 0.6 * head, theme.text, font_size=15,
                 font_weight=600)
        for k, words in enumerate(picture.captions if head else ())
    ]  # fmt: skip
    return svg_page(width, height, [sides, *words], alt=picture.alt, more=' role="img"')


def _sides(picture: TilePicture, theme: Theme, box: tuple[float, float, float, float]) -> str:
    """The sides of a picture beside each other; the box is left, top, width and height."""
    left, top, width, height = box
    sides = [side for side in (picture.baseline, picture.private) if side is not None]
    wide = (width - BETWEEN * (len(sides) - 1)) / len(sides)
    return "".join(
        f'<svg x="{left + k * (wide + BETWEEN):g}" y="{top}" width="{wide:g}" height="{height}">'
        f"{''.join(_sketch(side, wide, height, theme))}</svg>"
        for k, side in enumerate(sides)
    )


def _sketch(sketch: Sketch, width: float, height: float, theme: Theme) -> Iterator[str]:
    """Lines, boxes, dots and words of one side, in this order, as the browser paints them."""
    square = min(width, height) - 2 * MARGIN
    size = np.array(
        [square] * 2 if sketch.keeps_shape else [width - 2 * MARGIN, height - 2 * MARGIN]
    )
    corner = (np.array([width, height]) - size) / 2
    inks = _inks(theme)
    dots = sketch.dots * size + corner
    few = len(sketch.lines) <= FEW_LINES
    faint = 1.0 if few else float(np.clip(9 / np.sqrt(len(sketch.lines)), 0.16, 0.8))
    for ink in dict.fromkeys(sketch.strokes.tolist()):
        ends = dots[sketch.lines[sketch.strokes == ink]].reshape(-1, 4)
        dash = DASHES.get(ink, ()) if few else ()
        yield stroke(lines_path(ends), inks[ink], width=0.8 + 0.7 * few, opacity=faint, dash=dash)
    for (x0, y0, x1, y1), ink in zip(sketch.boxes.tolist(), sketch.fills.tolist(), strict=True):
        (a, b), (c, d) = np.array([[x0, y0], [x1, y1]]) * size + corner
        yield (
            f'<rect x="{a:.1f}" y="{b:.1f}" width="{max(1.0, c - a):.1f}" '
            f'height="{max(1.0, d - b):.1f}" fill="{inks[ink]}"/>'
        )
    for ink in dict.fromkeys(sketch.inks.tolist()):
        if ink >= len(inks):
            continue  # only the end of a line
        symbol = theme.symbols[ink % len(theme.symbols)] if ink < CLASSES else "circle"
        places = dots[sketch.inks == ink].tolist()
        path = "".join(symbol_path(symbol, x, y, sketch.size / 2) for x, y in places)
        yield filled(path, inks[ink])
    for label in sketch.labels:
        x, y = np.array([label.x, label.y]) * size + corner
        anchor = {"left": "start", "right": "end"}.get(label.anchor, "middle")
        yield words_at(label.text, x, y + 3.5, theme.muted, text_anchor=anchor, font_size=10)


def _inks(theme: Theme) -> list[str]:
    """Colours by ink, as in the browser."""
    return [
        *theme.categorical[:CLASSES], theme.accent, theme.kept, theme.lost, theme.invented,
        theme.accent, theme.grid, theme.opposite,
    ]  # fmt: skip
