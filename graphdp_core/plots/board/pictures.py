"""What a tile of the board shows of each kind of result: two sketches, without and with privacy."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.metrics.partitions import match_labels
from graphdp_core.plots.board.sketch import Ink, Label, Sketch, class_inks, fitted
from graphdp_core.plots.compared import Compared
from graphdp_core.plots.kinds import Places, pair_of
from graphdp_core.plots.pair.clouds import frame_around
from graphdp_core.plots.pair.edges import Edges, edge_kinds, thin_edges
from graphdp_core.plots.rankings import ranks

__all__ = ["MOST_DOTS", "TILES", "TilePicture", "edge_picture", "layout_dots", "tile_picture"]

MOST_DOTS = 900  # nodes in a tile; of more, a fixed sample is drawn
TRUE_LINES, MOST_LINES = 450, 1300  # edges drawn without privacy, and at most with it
TOP = 10
VALUES = 6
BARS = (5, 9)  # longest bars drawn of components and of loops
LONGEST_NAME = 9
RELEASES = 100


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


def tile_picture(c: Compared, *, places: Places = layout_positions) -> TilePicture:
    """A comparison in small.

    Parameters
    ----------
    c : Comparison
    places : callable
        Graph to node positions, shape (n, 2); called where the picture is on a layout.

    Raises
    ------
    KeyError
        If nothing is drawn of this kind of result.

    Notes
    -----
    *Privacy*: places, colours and what is kept or invented read the true graph.
    """
    return TILES[c.baseline.kind](c, places)


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
        (f"if there: seen {shown}×", f"if not: {RELEASES - shown}×"),
    )


def _network(c: Compared, places: Places) -> TilePicture:
    graph: Graph = c.graph
    drawn = _sample(graph.n)
    dots = _on_layout(graph, places, drawn)
    inks = class_inks(_of(graph.labels, drawn), len(drawn))
    kinds = {k: _among(pairs, drawn, graph.n) for k, pairs in edge_kinds(graph, c.release).items()}
    true, _ = thin_edges({"kept": _among(graph.edges, drawn, graph.n)}, limit=TRUE_LINES)
    growth = c.release.m / max(graph.m, 1)
    limit = int(np.clip(TRUE_LINES * growth, 1, MOST_LINES))
    released, _ = thin_edges({k: kinds[k] for k in ("kept", "invented")}, limit=limit)
    return TilePicture(
        _nodes(dots, inks, true),
        _nodes(dots, inks, released),
        f"{graph.m:,} edges without privacy; with it {c.release.m:,}.",
    )


def _communities(c: Compared, places: Places) -> TilePicture:
    graph: Graph = c.graph
    drawn = _sample(graph.n)
    dots = _on_layout(graph, places, drawn)
    matched = match_labels(c.baseline.labels, c.private.labels)
    true, private = (
        class_inks(labels[drawn], len(drawn)) for labels in (c.baseline.labels, matched)
    )
    found = [len(np.unique(labels)) for labels in (c.baseline.labels, c.private.labels)]
    return TilePicture(
        _nodes(dots, true),
        _nodes(dots, private),
        f"{found[0]:,} communities without privacy, {found[1]:,} with it.",
    )


def _positions(c: Compared, places: Places) -> TilePicture:
    pair = pair_of(c, places=places)
    drawn = _sample(c.graph.n)
    points = [picture.positions[drawn] for picture in pair.pictures]
    frame = np.reshape(pair.frame or frame_around(points[0]), (2, 2))
    inks = class_inks(_of(c.graph.labels, drawn), len(drawn))
    left, right = (_nodes(fitted(side, frame), inks) for side in points)
    return TilePicture(left, right, pair.alt)


def _tree(c: Compared, places: Places) -> TilePicture:
    graph: Graph = c.graph
    drawn = _sample(graph.n)
    dots = _on_layout(graph, places, drawn)
    inks = np.full(len(drawn), Ink.QUIET, dtype=np.uint8)
    kinds = edge_kinds(c.baseline, c.private)
    counts = ", ".join(f"{len(pairs):,} edges {kind}" for kind, pairs in kinds.items())
    true = {"kept": _among(c.baseline.edges, drawn, graph.n)}
    private = {kind: _among(kinds[kind], drawn, graph.n) for kind in ("kept", "invented")}
    return TilePicture(
        _nodes(dots, inks, true, share=0.5),
        _nodes(dots, inks, private, share=0.5),
        f"Spanning tree: {counts}.",
    )


def _ranking(c: Compared, places: Places) -> TilePicture:
    """The true top on the left, the private one on the right, and lines for those in both."""
    left, right = ranks(c.baseline.values), ranks(c.private.values)
    top = min(TOP, len(left))
    true, private = (np.argsort(side)[:top] for side in (left, right))
    stays = np.isin(true, private)
    ends = np.where(stays, right[true], left[true])  # who leaves ends half-way, at its own height
    rows = [
        (0.3, left[true], np.where(stays, Ink.ACCENT, Ink.LOST)),
        (0.7, right[private], np.where(np.isin(private, true), Ink.ACCENT, Ink.INVENTED)),
        (0.44, left[true], np.full(top, Ink.LOST)),
        (0.56, right[private], np.full(top, Ink.INVENTED)),
    ]
    dots = np.concatenate([
        np.column_stack((np.full(top, x), (rank - 0.5) / TOP)) for x, rank, _ in rows
    ]).astype(np.float32)  # fmt: skip
    k = np.arange(top)
    comes = ~np.isin(private, true)
    lines = np.concatenate([
        np.column_stack((k[stays], top + ends[stays] - 1)),
        np.column_stack((k[~stays], 2 * top + k[~stays])),
        np.column_stack((3 * top + k[comes], top + k[comes])),
    ]).astype(np.int32)  # fmt: skip
    strokes = np.repeat(
        [Ink.ACCENT, Ink.LOST, Ink.INVENTED], [stays.sum(), (~stays).sum(), comes.sum()]
    ).astype(np.uint8)
    labels = [*_names(c.graph, true, 0.26, "right"), *_names(c.graph, private, 0.74, "left")]
    used = 2 * top  # the ends half-way carry no dot
    inks = np.concatenate([ink for _, _, ink in rows]).astype(np.uint8)
    inks[used:] = HIDDEN
    sketch = Sketch(dots, inks, 4.0, lines, strokes, labels=tuple(labels))
    return TilePicture(
        None, sketch, f"{int(stays.sum())} of the {top} leading nodes are in both rankings."
    )


def _eigenvalues(c: Compared, places: Places) -> TilePicture:
    values = [np.asarray(side.values, dtype=float)[:VALUES] for side in (c.baseline, c.private)]
    largest = max(float(np.abs(values[0]).max(initial=0)), 1e-12)
    left, right = (_bars_up(np.clip(side / largest, -1.25, 1.25)) for side in values)
    return TilePicture(
        left, right, f"The {len(values[0])} leading eigenvalues, negative ones in another shade."
    )


def _barcode(c: Compared, places: Places) -> TilePicture:
    left, right = (_bars_along(side.pairs) for side in (c.baseline, c.private))
    return TilePicture(
        left, right, "Barcodes of the shape: each bar is a component or a loop, long ones last."
    )


TILES: dict[str, Callable[[Compared, Places], TilePicture]] = {
    "statistics": _network,
    "partition": _communities,
    "embedding": _positions,
    "spanning_tree": _tree,
    "scores": _ranking,
    "spectrum": _eigenvalues,
    "diagram": _barcode,
}
"""Tile pictures by ``result.kind``."""

HIDDEN = 255  # the ink of dots that are only ends of lines


def _sample(n: int) -> NDArray[np.int64]:
    """The nodes drawn: all, or the same few every time."""
    if n <= MOST_DOTS:
        return np.arange(n)
    return np.sort(np.random.default_rng(0).permutation(n)[:MOST_DOTS])


def _of(labels: NDArray[np.integer] | None, drawn: NDArray[np.int64]) -> NDArray[np.integer] | None:
    return None if labels is None else labels[drawn]


def layout_dots(graph: Graph, places: Places = layout_positions) -> NDArray[np.float32]:
    """Where the drawn nodes lie in pictures of the graph, shape (k, 2)."""
    return _on_layout(graph, places, _sample(graph.n))


def _on_layout(graph: Graph, places: Places, drawn: NDArray[np.int64]) -> NDArray[np.float32]:
    every = places(graph)
    if not len(every):
        return np.empty((0, 2), dtype=np.float32)
    frame = np.array([every.min(axis=0), every.max(axis=0)])
    return (0.04 + 0.92 * fitted(every[drawn], frame)).astype(np.float32)


def _among(pairs: Edges, drawn: NDArray[np.int64], n: int) -> Edges:
    """The pairs with both ends drawn, as numbers among the drawn ones."""
    if len(drawn) == n:
        return pairs
    number = np.full(n, -1, dtype=np.int32)
    number[drawn] = np.arange(len(drawn), dtype=np.int32)
    ends = number[pairs]
    found: Edges = ends[(ends >= 0).all(axis=1)]
    return found


def _nodes(
    dots: NDArray[np.float32],
    inks: NDArray[np.uint8],
    edges: dict[str, Edges] | None = None,
    *,
    share: float = 1.0,
) -> Sketch:
    numbers = {"kept": Ink.KEPT, "lost": Ink.LOST, "invented": Ink.INVENTED}
    kinds = edges or {}
    lines = np.concatenate([*kinds.values(), np.empty((0, 2), dtype=np.int32)]).astype(np.int32)
    strokes = np.repeat([numbers[kind] for kind in kinds] or [0], [
        *(len(pairs) for pairs in kinds.values()), *([] if kinds else [0])
    ]).astype(np.uint8)  # fmt: skip
    size = share * float(np.clip(65 / math.sqrt(max(len(dots), 1)), 2.4, 8))
    return Sketch(dots.copy(), inks.copy(), round(size, 2), lines, strokes, keeps_shape=True)


def _names(graph: Graph, nodes: NDArray[np.integer], x: float, anchor: str) -> list[Label]:
    words = [str(graph.name(int(node))) if graph.names else str(int(node)) for node in nodes]
    return [
        Label(x, (row + 0.5) / TOP, word if len(word) <= LONGEST_NAME else word[:8] + "…", anchor)
        for row, word in enumerate(words)
    ]


def _bars_up(shares: NDArray[np.float64]) -> Sketch:
    """Bars from the ground, as high as their size; negative ones in their own ink."""
    count = max(len(shares), 1)
    left = (np.arange(len(shares)) + 0.18) / count
    tops = 1 - np.abs(shares) / 1.25
    boxes = np.column_stack((left, tops, left + 0.64 / count, np.ones(len(shares))))
    fills = np.where(shares < 0, Ink.OPPOSITE, Ink.ACCENT).astype(np.uint8)
    return Sketch(boxes=boxes.astype(np.float32), fills=fills)


def _bars_along(pairs: Sequence[NDArray[np.floating]]) -> Sketch:
    """The longest bars of components and of loops, on the scale of this side's own."""
    chosen = []
    for most, dimension in zip(BARS, pairs, strict=False):
        lengths = dimension[:, 1] - dimension[:, 0]
        chosen.append(dimension[np.argsort(-lengths, kind="stable")[:most]])
    bars = np.concatenate([*chosen, np.empty((0, 2))])
    finite = bars[np.isfinite(bars)]
    end = max(float(finite.max(initial=0.0)), 1e-12)
    row = 1 / max(sum(BARS), 1)
    tops = row * (np.arange(len(bars)) + 0.15)
    boxes = np.column_stack(
        (bars[:, 0] / end, tops, np.minimum(bars[:, 1] / end, 1.0), tops + 0.7 * row)
    )
    fills = np.repeat([Ink.ACCENT, Ink.OPPOSITE], [
        len(chosen[0]) if chosen else 0, len(bars) - (len(chosen[0]) if chosen else 0)
    ]).astype(np.uint8)  # fmt: skip
    return Sketch(boxes=boxes.astype(np.float32), fills=fills)


def _squares(filled: int, ink: int) -> Sketch:
    k = np.arange(RELEASES)
    left, top = (k % 10) / 10, (k // 10) / 10
    boxes = np.column_stack((left, top, left + 0.08, top + 0.08)).astype(np.float32)
    fills = np.where(k < filled, ink, Ink.GRID).astype(np.uint8)
    return Sketch(boxes=boxes, fills=fills, keeps_shape=True)
