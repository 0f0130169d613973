"""The board's tiles as an SVG text: what stands until a browser draws them, or where none can.

One rung of the ladder of units in small: the graph that is released for it.

What a release tells about one edge, as two squares of a hundred releases each.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.graph import Graph
from graphdp_core.markup import safe_text
from graphdp_core.plots.board.pictures import (
    CLASSES,
    HIDDEN,
    DrawnTile,
    Ink,
    Sketch,
    TilePicture,
    Tiles,
    edge_picture,
    fitted,
    node_sketch,
)
from graphdp_core.plots.encode import shortened
from graphdp_core.plots.pair.picture import edge_kinds, thin_edges
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

COLUMNS = 4
WIDE, HIGH, GAP = 224, 212, 8  # pixels of a tile, and between two
SIDE, HEAD, FOOT = 11, 44, 26  # pixels beside, above and below its pictures
BETWEEN = 8  # pixels between the two sides
MARGIN = 3  # pixels that keep marks off a picture's edge
FEW_LINES = 60  # up to here every line is drawn in full strength, dashes and all
DASHES = {Ink.LOST: (1.5, 3.0), Ink.INVENTED: (5.0, 3.0)}
TURNING = {"survives", "blurred", "lost"}  # what more draws may turn is not said of one
LETTERS = 34  # of a line of words


def tiles_svg(board: Tiles, theme: Theme) -> str:
    """All tiles with their titles, verdicts and numbers, every mark a vector."""
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
    yield words_at(tile.title, SIDE, 18, font_size=13, font_weight=600)
    yield words_at(tile.gloss, SIDE, 34, theme.muted, font_size=11)
    picture = tile.picture
    if picture is None:
        yield words_at(shortened(tile.reason, LETTERS), SIDE, 60, font_size=12)
        return
    verdict = "1 draw" if tile.verdict in TURNING else tile.verdict
    yield words_at(verdict, WIDE - SIDE, 18, theme.muted, text_anchor="end", font_size=12,
                   font_weight=600)  # fmt: skip
    yield f"<title>{safe_text(picture.alt)}</title>"
    yield _sides(picture, theme, (SIDE, HEAD, WIDE - 2 * SIDE, HIGH - HEAD - FOOT))
    yield words_at(tile.figure, SIDE, HIGH - 10, font_weight=600)


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


WIDTH, HEIGHT = 176, 160  # pixels
MOST_NODES = 600
TRUE_LINES, MOST_LINES = 400, 1200


def unit_picture(
    graph: Graph, released: Graph | None, positions: AnyFloats, theme: Theme, *, alt: str
) -> str:
    """A released graph on the places of the true one, as SVG; the true one if nothing is released.

    Edges are thinned in proportion to their number: a release with ten times the edges looks full.

    Parameters
    ----------
    positions : ndarray, shape (n, 2)
    alt : str
        What it shows, for a screen reader.

    Notes
    -----
    *Privacy*: places, and what is kept or invented, read the true graph.
    """
    shown = graph if released is None else released
    kinds = edge_kinds(graph, shown)
    limit = int(np.clip(TRUE_LINES * shown.m / max(graph.m, 1), 1, MOST_LINES))
    lines, _ = thin_edges({kind: kinds[kind] for kind in ("kept", "invented")}, limit=limit)
    is_drawn = np.arange(graph.n) % max(1, -(-graph.n // MOST_NODES)) == 0
    inks = np.where(is_drawn, Ink.QUIET, HIDDEN).astype(np.uint8)
    sketch = node_sketch(fitted(positions), inks, lines, share=0.5)
    return picture_svg(TilePicture(None, sketch, alt), theme, size=(WIDTH, HEIGHT))


ODDS, CAPTION = (620, 220), 30  # pixels


def posterior_icons(epsilon: float, theme: Theme) -> str:
    """Randomised response on one pair of nodes, as an SVG: filled squares show the edge.

    With an edge, e^epsilon / (1 + e^epsilon) of all releases show it; without one, the rest.
    """
    if not epsilon >= 0:
        raise ValueError(f"epsilon must be at least 0, got {epsilon}.")
    shown = 1 / (1 + math.exp(-epsilon))
    yes = round(100 * shown)
    words = (f"{_words(yes, shown)} of 100", f"{_words(100 - yes, 1 - shown)} of 100")
    captions = f"If the edge exists: in {words[0]}", f"If it does not: in {words[1]}"
    alt = (
        f"At {epsilon_label(epsilon)}, an edge that exists is shown in {words[0]} releases, "
        f"one that does not exist in {words[1]}."
    )
    picture = replace(edge_picture(epsilon), captions=captions, alt=alt)
    return picture_svg(picture, theme, size=ODDS, head=CAPTION)


def _words(count: int, share: float) -> str:
    if count == 100 and share < 1:
        return "over 99"
    return "under 1" if count == 0 and share > 0 else str(count)
