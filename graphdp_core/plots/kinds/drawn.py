"""A comparison as it is drawn: as a pair, a chart, a chart of two, and a tile.

Nodes that a reader has marked: their edges by kind, and in words what became of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.params import Refused
from graphdp_core.plots.board.pictures import Places, TilePicture
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.kinds import KINDS, Nodes, kind_named
from graphdp_core.plots.pair.picture import Edges, Pair, edge_kinds
from graphdp_core.plots.sides import Compared, Sides
from graphdp_core.results import SpanningTree


def pair_of(c: Compared, *, places: Places = layout_positions, **choices: Any) -> Pair:
    """The neutral picture of a comparison, made once for every way of drawing it.

    Parameters
    ----------
    places : callable
        Graph to node positions, shape (n, 2); called where the picture is on a layout.
    **choices
        Of the kind of picture: ``axes`` of embeddings, ``overlaid`` of trees.

    Notes
    -----
    *Privacy*: places, sizes, colours and what is kept or lost read the true graph.
    """
    picture = kind_named(c.baseline.kind).picture
    if picture is None:
        drawn = ", ".join(id for id, kind in KINDS.items() if kind.picture)
        raise Refused(
            f"{c.analysis.title} has no picture of its nodes: choose an analysis whose result is "
            f"one of {drawn}."
        )
    return picture(c, places, **choices)


def chart_of(c: Compared, **choices: Any) -> Chart:
    """The chart that leads the page of this kind of result.

    Parameters
    ----------
    **choices
        Of the kind of chart: ``top`` of rankings.
    """
    chart = kind_named(c.baseline.kind).chart
    return chart(c) if chart else _of_columns((c,), Sides.of(c), **choices)


def chart_beside(a: Compared, b: Compared, *, sides: tuple[Sides, Sides]) -> Chart:
    """The truth, A and B, on common axes.

    Parameters
    ----------
    a, b : Comparison
        Of one graph by analyses of one kind; the truth is that of `a`.
    sides : pair of Sides
        How A and B are called.
    """
    return _of_columns((a, b), *sides)


def _of_columns(cs: tuple[Compared, ...], *sides: Sides, **choices: Any) -> Chart:
    """The truth and each result on common axes."""
    first = cs[0]
    columns = kind_named(first.baseline.kind).columns
    if columns is None:
        charts = ", ".join(sorted(id for id, kind in KINDS.items() if kind.columns))
        raise Refused(
            f"{first.analysis.title} has no chart that moves: choose an analysis whose result is "
            f"one of {charts}."
        )
    drawn = columns((first.baseline, *(c.private for c in cs)), first.graph, **choices)
    titles = (sides[0].baseline, *(side.private for side in sides))
    unproved = tuple(k for k, side in enumerate(sides, start=1) if not side.is_private)
    said = "; ".join(f"{t}: {words}" for t, words in zip(titles, drawn.said, strict=True) if words)
    alt = f"{first.analysis.title}. {said}."
    return Chart(drawn.panels, titles, drawn.details, unproved, alone=drawn.alone, alt=alt)


def tile_picture(
    c: Compared, *, places: Places = layout_positions, is_large: bool = False
) -> TilePicture:
    """A comparison in small.

    Parameters
    ----------
    places : callable
        Graph to node positions, shape (n, 2); called where the picture is on a layout.
    is_large : bool
        Whether the graph is too large to draw: curves stand in place of nodes on a layout.

    Notes
    -----
    *Privacy*: places, colours and what is kept or invented read the true graph.
    """
    kind = kind_named(c.baseline.kind)
    if is_large and kind.large is not None:
        return kind.large(c)
    if kind.tile is None:
        raise Refused(f"{c.analysis.title} has no tile.")
    return kind.tile(c, places)


def marked_edges(c: Compared, nodes: Sequence[int]) -> dict[str, Edges]:
    """The edges with a marked end, by what the release did to them; each edge once.

    Of the two trees where spanning trees are compared, else of the two graphs. A release that is
    no graph says nothing of edges: there are none then.

    Parameters
    ----------
    nodes : sequence of int
        Node numbers, 0 <= node < n.

    Returns
    -------
    dict of "kept", "lost", "invented" to ndarray of int, shape (k, 2)

    Notes
    -----
    *Privacy*: reads the true graph; not private. Time is linear in the number of edges.
    """
    is_tree = isinstance(c.baseline, SpanningTree)
    true, released = (c.baseline, c.private) if is_tree else (c.graph, c.release)
    if not (is_tree or isinstance(released, Graph)):
        return {}
    is_marked = np.zeros(c.graph.n, dtype=np.bool_)
    is_marked[np.asarray(nodes, dtype=np.int64)] = True
    kinds = edge_kinds(true, released)
    return {kind: pairs[is_marked[pairs].any(axis=1)] for kind, pairs in kinds.items()}


def marked_words(c: Compared, nodes: Sequence[int]) -> str:
    """What became of the marked nodes, in one to three short sentences; "" without nodes.

    Their edges by kind, and what the page is about: who changed community, ranks before and after,
    edges of the tree, how far they moved.

    Parameters
    ----------
    nodes : sequence of int
        Node numbers, 0 <= node < n.

    Notes
    -----
    *Privacy*: reads the true graph; not private.
    """
    if not len(nodes):
        return ""
    chosen = np.unique(np.asarray(nodes, dtype=np.int64))
    tell = kind_named(c.baseline.kind).tell
    return " ".join(filter(None, (_edge_words(c, chosen), tell(c, chosen) if tell else "")))


def _edge_words(c: Compared, nodes: Nodes) -> str:
    kinds = marked_edges(c, nodes.tolist())
    if not kinds:
        return ""
    kept, lost, invented = (len(kinds[kind]) for kind in ("kept", "lost", "invented"))
    true, whose = kept + lost, "Its" if len(nodes) == 1 else "Their"
    what = "tree edge" if isinstance(c.baseline, SpanningTree) else "edge"
    edges = f"{true:,} {what}{'' if true == 1 else 's'}"
    return f"{whose} {edges}: {kept:,} kept, {invented:,} invented, {lost:,} lost."
