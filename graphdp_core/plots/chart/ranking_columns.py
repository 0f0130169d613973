"""Rankings of two private results beside the true one: three columns, joined node by node."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.chart.rankings import GAP, SIDE
from graphdp_core.plots.chart.record import Marks, Panel, Word
from graphdp_core.plots.encode import shortened
from graphdp_core.plots.rankings import SLOPES, Ranks, Slope

TOP = 10
FATES = {"neither": Slope("", "grid"), **SLOPES}
"""What became of a node of the truth; those that are of no interest lie below all else."""


def ranking_columns(
    names: Sequence[str] | None, orders: Sequence[Ranks], *, top: int = TOP
) -> Panel:
    """The top k of several rankings, a column each, joined node by node.

    A node that is on top in one column and not in another stands there below the dotted line. Inks
    say of each place what became of the truth, which is the first column: who stays in its top, who
    leaves it, who comes in.

    Parameters
    ----------
    names : sequence of str or None
    orders : sequence of ndarray of int, shape (n,)
        1 is the most central node; no ties.

    Examples
    --------
    >>> one, other = np.array([1, 2, 3]), np.array([1, 3, 2])
    >>> panel = ranking_columns("abc", [one, other, one], top=2)
    >>> [(word.text, word.strong) for word in panel.words if word.x < 0 and word.strong]
    [('a', '1'), ('b', '2'), ('c', '3')]
    """
    orders = [np.asarray(order) for order in orders]
    nodes = np.flatnonzero(np.min(orders, axis=0) <= top)
    heights = np.array([_heights(order[nodes], top) for order in orders])
    fates = [_fates(orders[0][nodes] <= top, order[nodes] <= top) for order in orders]
    marks: list[Marks] = []
    named = [str(i) if names is None else shortened(names[i], 20) for i in nodes.tolist()]
    beside = min(0.55, 0.1 + 0.024 * max(map(len, named), default=0))  # room for a name
    for kind, style in FATES.items():
        ends = [
            np.array([[k - 1 + (beside if k > 1 else 0.0), heights[k - 1][i], k, heights[k][i]]])
            for k in range(1, len(orders))
            for i in np.flatnonzero(fates[k] == kind)
        ]
        if ends:
            lines = np.concatenate(ends)
            thin = 2.0 if style.word else 1.0
            marks.append(Marks.lines(lines, style.ink, size=thin, dash=style.dash, word=style.word))
        for k, fate in enumerate(fates):
            here = np.flatnonzero(fate == kind)
            marks.append(Marks.dots(np.full(len(here), k), heights[k][here], style.ink, size=8.0))
    last = len(orders) - 1
    words = _words(named, nodes, orders, heights)
    low = float(heights.max())
    if low > top:
        line = np.array([[-SIDE, top + 1, last + SIDE, top + 1]])
        marks.append(Marks.lines(line, "baseline", size=1.0, dash=(2.0, 3.0)))
        words.append(Word(-SIDE, top + 0.58, f"outside the top {top}", ink="muted"))
    return Panel((-SIDE, last + SIDE), (low + 0.6, 0.4), (), tuple(marks), tuple(words))


def _heights(order: Ranks, top: int) -> NDArray[np.float64]:
    """Rows of nodes in one column: by rank on top, below the line one row each."""
    heights = order.astype(np.float64)
    outside = np.flatnonzero(order > top)
    heights[outside[np.argsort(order[outside], kind="stable")]] = (
        top + 2.0 + np.arange(len(outside))
    )
    return heights


def _fates(was: NDArray[np.bool_], now: NDArray[np.bool_]) -> NDArray[np.str_]:
    """What became of each node between the truth and a column."""
    return np.select([was & now, was & ~now, ~was & now], ["stay", "leave", "enter"], "neither")


def _words(
    names: Sequence[str],
    nodes: NDArray[np.intp],
    orders: Sequence[Ranks],
    heights: NDArray[np.float64],
) -> list[Word]:
    """Name and rank of each node in every column."""
    words = []
    for k, order in enumerate(orders):
        x, anchor = (k - GAP, "end") if k == 0 else (k + GAP, "start")
        for name, height, node in zip(names, heights[k].tolist(), nodes, strict=True):
            words.append(Word(x, height, name, f"{int(order[node]):,}", anchor))
    return words
