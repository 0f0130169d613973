"""The top of two rankings as a chart that moves: slopes that cross are changed ranks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.chart.record import Chart, Marks, Panel, Word
from graphdp_core.plots.encode import shortened
from graphdp_core.plots.rankings import SLOPES, Ranks, top_slopes
from graphdp_core.plots.sides import Sides

__all__ = ["ranking_chart"]

SIDE = 0.85  # room for names beside the slopes, whose own width is 1
GAP = 0.04


def ranking_chart(
    names: Sequence[str] | None,
    true_rank: Ranks,
    private_rank: Ranks,
    *,
    sides: Sides,
    top: int = 10,
) -> Chart:
    """The top k of both rankings, joined node by node.

    Who left the top k, or came into it, ends below the dotted line, sorted by the rank there, one
    row each: labels never overlap.

    Parameters
    ----------
    names : sequence of str or None
        None shows the node numbers.
    true_rank, private_rank : ndarray of int, shape (n,)
        1 is the most central node; no ties.

    Examples
    --------
    >>> chart = ranking_chart("ab", np.array([1, 2]), np.array([2, 1]), sides=Sides(1.0), top=1)
    >>> [word.text for word in chart.panels[0].words[:4]]
    ['a', 'a', 'b', 'b']
    """
    top = min(top, len(true_rank))
    marks: list[Marks] = []
    words: list[Word] = []
    slopes = top_slopes(true_rank, private_rank, top)
    for kind, (nodes, y0, y1) in slopes.items():
        style = SLOPES[kind]
        ends = np.column_stack((np.zeros(len(nodes)), y0, np.ones(len(nodes)), y1))
        word = f"{style.word} ({len(nodes):,})" if len(nodes) else ""
        of = [(node,) for node in nodes.tolist()]
        marks.append(Marks.lines(ends, style.ink, dash=style.dash, word=word, members=of))
        for side, (x, y) in enumerate((ends[:, :2].T, ends[:, 2:].T)):
            marks.append(Marks.dots(x, y, style.ink, size=8.0, members=of, side=side))
        words += _words(names, nodes, (y0, y1), (true_rank, private_rank))
    outside = len(slopes["leave"][0])
    last = top + (2.6 + outside if outside else 0.6)
    if outside:
        line = np.array([[-SIDE, top + 1, 1 + SIDE, top + 1]])
        marks.append(Marks.lines(line, "baseline", size=1.0, dash=(2.0, 3.0)))
        words.append(Word(-SIDE, top + 0.58, f"outside the top {top}", ink="muted"))
    stay, leave = len(slopes["stay"][0]), outside
    return Chart(
        (Panel((-SIDE, 1 + SIDE), (last, 0.4), (), tuple(marks), tuple(words)),),
        sides.titles,
        unproved=sides.unproved,
        alone=true_top(names, true_rank, top),
        alt=f"Of the {top} most central nodes without privacy {stay} stay on top {sides.phrase}, "
        f"{leave} leave.",
    )


def true_top(names: Sequence[str] | None, rank: Ranks, top: int) -> Panel:
    """The true top by itself, which says nothing of the release."""
    first = np.argsort(rank, kind="stable")[:top]
    at = np.arange(1.0, len(first) + 1)
    words = _words(names, first, (at, at), (rank, rank))[::2]  # of each node, the left end
    of = [(node,) for node in first.tolist()]
    dots = Marks.dots(np.zeros(len(first)), at, "baseline", size=8.0, members=of, side=0)
    return Panel((-SIDE, 0.3), (top + 0.6, 0.4), (), (dots,), tuple(words))


def _words(
    names: Sequence[str] | None,
    nodes: NDArray[np.intp],
    heights: tuple[NDArray[np.floating], NDArray[np.floating]],
    ranks: tuple[Ranks, Ranks],
) -> list[Word]:
    """Name and rank of each node at both ends of its slope."""
    words = []
    for place, node in enumerate(nodes.tolist()):
        name = str(node) if names is None else shortened(names[node], 20)
        for side, (x, anchor) in enumerate(((-GAP, "end"), (1 + GAP, "start"))):
            rank = f"{int(ranks[side][node]):,}"
            words.append(Word(x, float(heights[side][place]), name, rank, anchor))
    return words
