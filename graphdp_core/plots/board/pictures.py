"""The picture in a tile of the board: two sketches, without and with privacy, and their parts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.plots.board.sketch import Ink, Sketch, fitted
from graphdp_core.plots.pair.edges import Edges

__all__ = [
    "HIDDEN",
    "MOST_DOTS",
    "Places",
    "TilePicture",
    "among",
    "edge_picture",
    "layout_dots",
    "node_sketch",
    "of_sample",
    "on_layout",
    "sampled",
]

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
    private : Sketch
    alt : str
        What the picture shows, for a screen reader.
    captions : tuple of str
        What stands over the two sides.
    """

    baseline: Sketch | None
    private: Sketch
    alt: str
    captions: tuple[str, str] = ("true graph", "released")


def edge_picture(epsilon: float) -> TilePicture:
    """A hundred releases of one pair of nodes, by randomised response: who shows an edge?

    Parameters
    ----------
    epsilon : float
        The exact one of the pair.

    Examples
    --------
    >>> picture = edge_picture(0.0)
    >>> int((picture.private.fills == Ink.INVENTED).sum())
    50
    """
    shown = round(RELEASES / (1 + math.exp(-epsilon)))
    return TilePicture(
        _squares(shown, Ink.ACCENT),
        _squares(RELEASES - shown, Ink.INVENTED),
        f"Of {RELEASES} releases, {shown} show an edge that is there and {RELEASES - shown} show "
        "one that is not.",
        (f"if there: seen {shown}×", f"if not: {RELEASES - shown}×")
        if shown < RELEASES
        else (f"if there: over {RELEASES - 1}×", "if not: under 1×"),
    )


def sampled(n: int) -> NDArray[np.int64]:
    """The nodes drawn: all, or the same few every time."""
    if n <= MOST_DOTS:
        return np.arange(n)
    return np.sort(np.random.default_rng(0).permutation(n)[:MOST_DOTS])


def of_sample(
    labels: NDArray[np.integer] | None, drawn: NDArray[np.int64]
) -> NDArray[np.integer] | None:
    """The labels of the drawn nodes, if there are any."""
    return None if labels is None else labels[drawn]


def layout_dots(graph: Graph, places: Places = layout_positions) -> NDArray[np.float32]:
    """Where the drawn nodes lie in pictures of the graph, shape (k, 2)."""
    return on_layout(graph, places, sampled(graph.n))


def on_layout(graph: Graph, places: Places, drawn: NDArray[np.int64]) -> NDArray[np.float32]:
    """Where the drawn nodes lie, within the unit square, shape (k, 2)."""
    every = places(graph)
    if not len(every):
        return np.empty((0, 2), dtype=np.float32)
    frame = np.array([every.min(axis=0), every.max(axis=0)])
    return (0.04 + 0.92 * fitted(every[drawn], frame)).astype(np.float32)


def among(pairs: Edges, drawn: NDArray[np.int64], n: int) -> Edges:
    """The pairs with both ends drawn, as numbers among the drawn ones."""
    if len(drawn) == n:
        return pairs
    number = np.full(n, -1, dtype=np.int32)
    number[drawn] = np.arange(len(drawn), dtype=np.int32)
    ends = number[pairs]
    found: Edges = ends[(ends >= 0).all(axis=1)]
    return found


def node_sketch(
    dots: NDArray[np.float32],
    inks: NDArray[np.uint8],
    edges: dict[str, Edges] | None = None,
    *,
    share: float = 1.0,
) -> Sketch:
    """Dots in their inks, and edges by kind; `share` makes dots smaller."""
    numbers = {"kept": Ink.KEPT, "lost": Ink.LOST, "invented": Ink.INVENTED}
    kinds = edges or {}
    lines = np.concatenate([*kinds.values(), np.empty((0, 2), dtype=np.int32)]).astype(np.int32)
    strokes = np.repeat([numbers[kind] for kind in kinds] or [0], [
        *(len(pairs) for pairs in kinds.values()), *([] if kinds else [0])
    ]).astype(np.uint8)  # fmt: skip
    size = share * float(np.clip(65 / math.sqrt(max(len(dots), 1)), 2.4, 8))
    return Sketch(dots.copy(), inks.copy(), round(size, 2), lines, strokes, keeps_shape=True)


def _squares(filled: int, ink: int) -> Sketch:
    k = np.arange(RELEASES)
    left, top = (k % 10) / 10, (k // 10) / 10
    boxes = np.column_stack((left, top, left + 0.08, top + 0.08)).astype(np.float32)
    fills = np.where(k < filled, ink, Ink.GRID).astype(np.uint8)
    return Sketch(boxes=boxes, fills=fills, keeps_shape=True)
