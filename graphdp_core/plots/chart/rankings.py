"""The top of several rankings as a chart that moves: slopes that cross are changed ranks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.chart.record import Marks, Panel, Word
from graphdp_core.plots.encode import shortened
from graphdp_core.plots.rankings import Ranks

SIDE = 0.85  # room for names beside the slopes, whose own width is 1
ALONE = 0.3  # room to the right of a column by itself
GAP = 0.04


FATES: dict[str, tuple[str, str, tuple[float, ...]]] = {
    "alone": ("", "baseline", ()),
    "neither": ("", "grid", ()),
    "stay": ("stay", "accent", ()),
    "leave": ("leave", "opposite", (8.0, 4.0, 2.0, 4.0)),
    "enter": ("come in", "baseline", (12.0, 4.0, 2.0, 4.0)),
}
"""What became of a node of the truth, and how it is joined: word of the legend, ink of the theme,
dash in pixels. Those that are of no interest lie below all else."""


def ranking_panel(names: Sequence[str] | None, orders: Sequence[Ranks], *, top: int) -> Panel:
    """The top k of one to three rankings, a column each, joined node by node.

    A node that is on top in one column and not in another stands there below the dotted line, one
    row each, with its rank alone: labels never overlap. Inks say of each place what became of the
    truth, which is the first column: who stays in its top, who leaves it, who comes in. Marks of
    two columns stand for their nodes.

    Parameters
    ----------
    names : sequence of str or None
        None shows the node numbers.
    orders : sequence of ndarray of int, shape (n,)
        1 is the most central node; no ties.
    """
    orders = [np.asarray(order) for order in orders]
    nodes, last = np.flatnonzero(np.min(orders, axis=0) <= top), len(orders) - 1
    heights = np.array([_heights(order[nodes], top) for order in orders])
    fates = [_fates(orders[0][nodes] <= top, order[nodes] <= top) for order in orders]
    if last < 2:
        fates = fates[1:] * 2 or [np.full(len(nodes), "alone")]
    named = [str(i) if names is None else shortened(names[i], 20) for i in nodes.tolist()]
    beside = min(0.55, 0.1 + 0.024 * max(map(len, named), default=0))  # room for a name
    marks: list[Marks] = []
    for kind, (word, ink, dash) in FATES.items():
        here = [np.flatnonzero(fate == kind) for fate in fates]
        of = [[(node,) for node in nodes[rows].tolist()] if last < 2 else () for rows in here]
        ends = [
            np.column_stack((
                np.full(len(rows), k - 1 + (beside if k > 1 else 0.0)), heights[k - 1][rows],
                np.full(len(rows), k), heights[k][rows],
            ))
            for k, rows in enumerate(here) if k
        ]  # fmt: skip
        if sum(map(len, ends)):
            count = f" ({len(ends[0]):,})" if last == 1 else ""
            marks.append(Marks.lines(
                np.concatenate(ends), ink, size=2.0 if word else 1.0, dash=dash,
                word=word and word + count, members=of[1],
            ))  # fmt: skip
        marks += [
            Marks.dots(
                np.full(len(rows), k), heights[k][rows], ink, size=8.0, members=of[k], side=k
            )
            for k, rows in enumerate(here)
        ]
    words = [
        Word(k + GAP if k else -GAP, height, name if order[node] <= top else "",
             f"{int(order[node]):,}", "start" if k else "end")
        for k, order in enumerate(orders)
        for name, height, node in zip(named, heights[k].tolist(), nodes, strict=True)
    ]  # fmt: skip
    low, right = float(heights.max(initial=top)), last + SIDE if last else ALONE
    if low > top:
        line = np.array([[-SIDE, top + 1, right, top + 1]])
        marks.append(Marks.lines(line, "baseline", size=1.0, dash=(2.0, 3.0)))
        words.append(Word(-SIDE, top + 0.58, f"outside the top {top}", ink="muted"))
    return Panel((-SIDE, right), (low + 0.6, 0.4), (), tuple(marks), tuple(words))


def _heights(order: Ranks, top: int) -> NDArray[np.float64]:
    """Rows of nodes in one column: by rank on top, below the line one row each."""
    heights = order.astype(np.float64)
    outside = np.flatnonzero(order > top)
    below = top + 2.0 + np.arange(len(outside))
    heights[outside[np.argsort(order[outside], kind="stable")]] = below
    return heights


def _fates(was: NDArray[np.bool_], now: NDArray[np.bool_]) -> NDArray[np.str_]:
    """What became of each node between the truth and a column."""
    return np.select([was & now, was & ~now, ~was & now], ["stay", "leave", "enter"], "neither")
