"""The board's tiles as an SVG text: what stands until a browser draws them, or where none can."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphdp_core.markup import safe_text
from graphdp_core.plots.board.pictures import CLASSES, DrawnTile, Ink, Sketch, Tiles
from graphdp_core.plots.symbols import symbol_path
from graphdp_core.plots.theme import Theme

__all__ = ["tiles_svg"]

COLUMNS = 4
WIDE, HIGH, GAP = 224, 212, 8  # pixels of a tile, and between two
SIDE, HEAD, FOOT = 11, 32, 60  # pixels beside, above and below its pictures
BETWEEN = 8  # pixels between the two sides
MARGIN = 3  # pixels that keep marks off a picture's edge
FEW_LINES = 60  # up to here every line is drawn in full strength, dashes and all
DASHES = {Ink.LOST: "1.5 3", Ink.INVENTED: "5 3"}
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
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="Source Sans, Helvetica, Arial, sans-serif" '
        f'font-size="14" fill="{theme.text}">'
    ]
    for place, tile in enumerate(board.tiles):
        row, column = divmod(place, COLUMNS)
        out.append(f'<g transform="translate({column * (WIDE + GAP)} {row * (HIGH + GAP)})">')
        out += _tile(tile, theme)
        out.append("</g>")
    return "\n".join([*out, "</svg>", ""])


def _tile(tile: DrawnTile, theme: Theme) -> Iterator[str]:
    yield (
        f'<rect x=".5" y=".5" width="{WIDE - 1}" height="{HIGH - 1}" rx="10" fill="none" '
        f'stroke="{theme.grid}"/>'
    )
    yield f'<text x="{SIDE}" y="20" font-size="13" font-weight="600">{safe_text(tile.title)}</text>'
    picture = tile.picture
    if picture is None:
        words = tile.reason if len(tile.reason) <= LETTERS else tile.reason[: LETTERS - 1] + "…"
        yield f'<text x="{SIDE}" y="44" font-size="12">{safe_text(words)}</text>'
        return
    yield (
        f'<text x="{WIDE - SIDE}" y="20" text-anchor="end" font-size="12" font-weight="600" '
        f'fill="{theme.muted}">{safe_text(tile.verdict)}</text>'
    )
    yield f"<title>{safe_text(picture.alt)}</title>"
    sides = [side for side in (picture.baseline, picture.private) if side is not None]
    wide = (WIDE - 2 * SIDE - BETWEEN * (len(sides) - 1)) / len(sides)
    for number, side in enumerate(sides):
        left = SIDE + number * (wide + BETWEEN)
        yield f'<svg x="{left}" y="{HEAD}" width="{wide}" height="{HIGH - HEAD - FOOT}">'
        yield from _sketch(side, wide, HIGH - HEAD - FOOT, theme)
        yield "</svg>"
    y = HIGH - FOOT + 20
    yield f'<text x="{SIDE}" y="{y}" font-weight="600">{safe_text(tile.figure)}</text>'


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
        ends = dots[sketch.lines[sketch.strokes == ink]].reshape(-1, 4).tolist()
        path = "".join(f"M{a:.1f},{b:.1f}L{c:.1f},{d:.1f}" for a, b, c, d in ends)
        dash = f' stroke-dasharray="{DASHES[ink]}"' if few and ink in DASHES else ""
        yield (
            f'<path d="{path}" fill="none" stroke="{inks[ink]}" stroke-width="{0.8 + 0.7 * few:g}" '
            f'stroke-opacity="{faint:.2f}"{dash}/>'
        )
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
        yield f'<path d="{path}" fill="{inks[ink]}"/>'
    for label in sketch.labels:
        x, y = np.array([label.x, label.y]) * size + corner
        anchor = {"left": "start", "right": "end"}.get(label.anchor, "middle")
        yield (
            f'<text x="{x:.1f}" y="{y + 3.5:.1f}" text-anchor="{anchor}" font-size="10" '
            f'fill="{theme.muted}">{safe_text(label.text)}</text>'
        )


def _inks(theme: Theme) -> list[str]:
    """Colours by ink, as in the browser."""
    return [
        *theme.categorical[:CLASSES], theme.accent, theme.kept, theme.lost, theme.invented,
        theme.accent, theme.grid, theme.opposite,
    ]  # fmt: skip
