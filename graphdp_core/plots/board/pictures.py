"""The picture in a tile of the board: two sketches, without and with privacy, and their parts.

What a tile shows of a graph that is too large to draw: curves in place of nodes on a layout.

A small drawing as a neutral record: dots, lines, boxes and words in a unit square.

A board at one epsilon as a neutral record: a tile for every property, or why there is none.

Tiles of the board for the browser: what all stops share, and what each tile shows at one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.pair.message import Header, Store
from graphdp_core.plots.pair.picture import Edges

CLASSES = 8
"""Inks below this number are the classes of the theme, in their order."""


class Ink:
    """Numbers of the theme's other colours, as dots, lines and boxes name them."""

    QUIET = 8
    KEPT = 9
    LOST = 10
    INVENTED = 11
    ACCENT = 12
    GRID = 13
    OPPOSITE = 14


@dataclass(frozen=True)
class Label:
    """A word at a place of the square.

    Parameters
    ----------
    anchor : str
        "left", "centre" or "right": which part of the word stands at x.
    """

    x: float
    y: float
    text: str
    anchor: str = "left"


@dataclass(frozen=True, eq=False)
class Sketch:
    """One small drawing; x grows to the right and y downwards, both from 0 to 1.

    What lies outside the square is cut off at its border.

    Parameters
    ----------
    dots : ndarray of float32, shape (k, 2)
    inks : ndarray of uint8, shape (k,)
        Ink of each dot; a class has its symbol as well as its colour.
    size : float
        Diameter of a dot in pixels.
    lines : ndarray of int32, shape (l, 2)
        Ends, as numbers of dots.
    strokes : ndarray of uint8, shape (l,)
        Ink of each line; lost ones are dotted and invented ones dashed.
    boxes : ndarray of float32, shape (b, 4)
        Left, top, right and bottom of filled boxes.
    fills : ndarray of uint8, shape (b,)
        Ink of each box.
    keeps_shape : bool
        One unit is as long in x as in y.
    """

    dots: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 2), dtype=np.float32))
    inks: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, dtype=np.uint8))
    size: float = 4.0
    lines: NDArray[np.int32] = field(default_factory=lambda: np.empty((0, 2), dtype=np.int32))
    strokes: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, dtype=np.uint8))
    boxes: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 4), dtype=np.float32))
    fills: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, dtype=np.uint8))
    labels: tuple[Label, ...] = ()
    keeps_shape: bool = False

    def __post_init__(self) -> None:
        marks = ((self.dots, self.inks), (self.lines, self.strokes), (self.boxes, self.fills))
        for places, inks in marks:
            if len(places) != len(inks):
                raise ValueError(f"{len(places)} marks need as many inks, got {len(inks)}.")
            places.flags.writeable = inks.flags.writeable = False
        if len(self.lines) and not 0 <= self.lines.min() <= self.lines.max() < len(self.dots):
            raise ValueError(f"lines must end at one of {len(self.dots)} dots.")


def class_inks(labels: NDArray[np.integer] | None, drawn: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Inks of the drawn nodes by class; the quiet one without a class, or from the ninth on."""
    own = np.full(len(drawn), -1) if labels is None else labels[drawn]
    return np.where((own >= 0) & (own < CLASSES), own, Ink.QUIET).astype(np.uint8)


def fitted(points: ArrayLike, frame: ArrayLike | None = None) -> NDArray[np.float32]:
    """Points in the unit square, with y downwards; one unit stays as long in x as in y.

    Parameters
    ----------
    points : array_like, shape (k, 2)
    frame : array_like, shape (2, 2), optional
        Low and high corner of what fills the square, as large as it fits: the points by default.
    """
    every = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    if frame is None:
        frame = [end(every, axis=0) for end in (np.min, np.max)] if len(every) else np.zeros((2, 2))
    low, high = np.asarray(frame, dtype=np.float64)
    centred = (every - (low + high) / 2) / max(float((high - low).max()), 1e-12)
    return np.asarray(centred * [1, -1] + 0.5, dtype=np.float32)


MOST_DOTS = 900  # nodes in a tile; of more, a fixed sample is drawn
HIDDEN = 255  # the ink of dots that are only ends of lines
RELEASES = 100

Places = Callable[[Graph], NDArray[np.float32]]
"""Where the nodes of a graph are drawn, shape (n, 2)."""


@dataclass(frozen=True, eq=False)
class TilePicture:
    """The two sides of a tile; a missing left one leaves its room to the right one.

    Parameters
    ----------
    baseline : Sketch or None
        The same at every epsilon.
    alt : str
        What the picture shows, for a screen reader.
    captions : tuple of str
        What stands over the two sides.
    """

    baseline: Sketch | None
    private: Sketch
    alt: str
    captions: tuple[str, str] = ("true", "released")


def edge_picture(epsilon: float) -> TilePicture:
    """A hundred releases of one pair of nodes, by randomised response: who shows an edge?

    Parameters
    ----------
    epsilon : float
        The exact one of the pair.
    """
    shown = round(RELEASES / (1 + math.exp(-epsilon)))
    return TilePicture(
        _squares(shown, Ink.ACCENT),
        _squares(RELEASES - shown, Ink.INVENTED),
        f"Of {RELEASES} releases, {shown} show an edge that is there and {RELEASES - shown} show "
        "one that is not.",
        (f"there: {shown}×", f"not: {RELEASES - shown}×")
        if shown < RELEASES
        else (f"there: over {RELEASES - 1}×", "not: under 1×"),
    )


def sampled(n: int) -> NDArray[np.int64]:
    """The nodes drawn: all, or the same few every time."""
    if n <= MOST_DOTS:
        return np.arange(n)
    return np.sort(np.random.default_rng(0).permutation(n)[:MOST_DOTS])


def layout_dots(graph: Graph, places: Places) -> NDArray[np.float32]:
    """Where the drawn nodes lie in pictures of the graph, within the unit square, shape (k, 2)."""
    square = fitted(places(graph))[sampled(graph.n)]
    return (0.04 + 0.92 * square).astype(np.float32)


def among(pairs: Edges, drawn: NDArray[np.int64], n: int) -> Edges:
    """The pairs with both ends drawn, as numbers among the drawn ones."""
    if len(drawn) == n:
        return pairs
    number = np.full(n, -1, dtype=np.int32)
    number[drawn] = np.arange(len(drawn), dtype=np.int32)
    ends = number[pairs]
    return np.asarray(ends[(ends >= 0).all(axis=1)])


def node_sketch(
    dots: NDArray[np.float32],
    inks: NDArray[np.uint8],
    edges: dict[str, Edges] | None = None,
    *,
    share: float = 1.0,
) -> Sketch:
    """Dots in their inks, and edges by kind; `share` makes dots smaller."""
    numbers = {"kept": Ink.KEPT, "lost": Ink.LOST, "invented": Ink.INVENTED}
    kinds = {"kept": np.empty((0, 2), dtype=np.int32)} | (edges or {})
    lines = np.concatenate(list(kinds.values())).astype(np.int32)
    inks_of_kinds = np.array([numbers[kind] for kind in kinds], dtype=np.uint8)
    strokes = np.repeat(inks_of_kinds, [len(pairs) for pairs in kinds.values()])
    size = share * float(np.clip(65 / math.sqrt(max(len(dots), 1)), 2.4, 8))
    return Sketch(dots.copy(), inks.copy(), round(size, 2), lines, strokes, keeps_shape=True)


def _squares(filled: int, ink: int) -> Sketch:
    k = np.arange(RELEASES)
    left, top = (k % 10) / 10, (k // 10) / 10
    boxes = np.column_stack((left, top, left + 0.08, top + 0.08)).astype(np.float32)
    fills = np.where(k < filled, ink, Ink.GRID).astype(np.uint8)
    return Sketch(boxes=boxes, fills=fills, keeps_shape=True)


POINTS = 80
WIDE = 0.96


def rank_curves(true: NDArray[np.number], private: NDArray[np.number]) -> tuple[Sketch, Sketch]:
    """Values above 0 by rank on logarithmic axes, both sides on the same."""
    sides = [np.sort(side[side > 0])[::-1].astype(np.float64) for side in (true, private)]
    ranks = np.log(max(2.0, *map(len, sides)))
    top = np.log(max(2.0, *(side.max(initial=0.0) for side in sides)))
    left, right = (_curve(side, ranks, top) for side in sides)
    return left, right


def _curve(values: NDArray[np.float64], ranks: float, top: float) -> Sketch:
    places = np.unique(np.geomspace(1, max(len(values), 1), POINTS).astype(np.int64))[: len(values)]
    dots = np.column_stack((np.log(places) / ranks, 1 - np.log(values[places - 1]) / top))
    ends = np.arange(len(dots))
    lines = np.column_stack((ends[:-1], ends[1:])).astype(np.int32)
    return Sketch(
        ((1 - WIDE) / 2 + WIDE * dots).astype(np.float32),
        np.full(len(dots), HIDDEN, dtype=np.uint8),
        lines=lines,
        strokes=np.full(len(lines), Ink.ACCENT, dtype=np.uint8),
    )


@dataclass(frozen=True, eq=False)
class DrawnTile:
    """One property at one epsilon.

    Parameters
    ----------
    id, title, gloss : str
        `gloss` is what it is, in everyday words.
    picture : TilePicture or None
        The exact result at this epsilon, never an interpolation; None where there is none.
    figure, words : str
        The one number, and what it is of.
    verdict, help : str
        One word, and what it rests on.
    note : str
        A sentence that must stand beside the verdict.
    reason : str
        Why there is no picture.
    waits : bool
        Whether there may be one: it is being measured or, with a reason, could be.
    score : float or None
        Where the figure lies on the curve of many draws.
    """

    id: str
    title: str
    gloss: str
    picture: TilePicture | None = None
    figure: str = ""
    words: str = ""
    verdict: str = ""
    help: str = ""
    note: str = ""
    reason: str = ""
    waits: bool = False
    score: float | None = None


@dataclass(frozen=True, eq=False)
class Tiles:
    """All tiles of a board, in its order.

    Parameters
    ----------
    ground : ndarray of float32, shape (k, 2), optional
        Where the drawn nodes lie in pictures of the graph: the same at every epsilon.
    """

    tiles: tuple[DrawnTile, ...]
    ground: NDArray[np.float32] | None = None


LOW, SPAN = -1.0, 3.0
"""Places from -1 to 2 are sent: what a drag brings in from outside the square."""


def put_ground(board: Tiles, shared: Store) -> None:
    """Put the nodes' places where all stops find them."""
    if board.ground is not None:
        shared.add(_steps(board.ground))


def tiles_header(board: Tiles, own: Store, shared: Store) -> list[Header]:
    """A row for every tile; arrays that the shared part has are not sent again.

    Places are rounded to 65,535 steps, far below a pixel of a tile.
    """
    return [_tile(tile, own, shared) for tile in board.tiles]


def _tile(tile: DrawnTile, own: Store, shared: Store) -> Header:
    header = vars(tile).copy()
    picture: TilePicture | None = header.pop("picture")
    if picture is None:
        return {**header, "alt": "", "captions": [], "sides": None}
    sides = [side and _sketch(side, own, shared) for side in (picture.baseline, picture.private)]
    return {**header, "alt": picture.alt, "captions": picture.captions, "sides": sides}


def _sketch(sketch: Sketch, store: Store, unless: Store | None) -> Header:
    arrays: dict[str, NDArray[Any]] = {
        "dots": _steps(sketch.dots),
        "inks": sketch.inks.astype("|u1"),
        "lines": sketch.lines.astype("<u2").ravel(),
        "strokes": sketch.strokes.astype("|u1"),
        "boxes": _steps(sketch.boxes),
        "fills": sketch.fills.astype("|u1"),
    }
    return {
        **{kind: store.add(array, unless=unless) for kind, array in arrays.items()},
        "size": sketch.size,
        "square": sketch.keeps_shape,
        "labels": [[label.x, label.y, label.text, label.anchor] for label in sketch.labels],
    }


def _steps(places: NDArray[np.float32]) -> NDArray[np.uint16]:
    share = np.clip((places.astype(np.float64) - LOW) / SPAN, 0, 1)
    return np.round(65535 * share).astype("<u2").ravel()
