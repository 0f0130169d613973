"""The flow of nodes between two partitions as a chart that moves, for graphs too large to draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.plots.chart.record import Chart, Marks, Panel, Word
from graphdp_core.plots.sides import Sides

__all__ = ["community", "flow_chart"]

THREADS = 200  # lines for all nodes together
GAP = 0.014  # of the height, between two communities
BAR = 0.03  # of the width
SIDE = 0.55  # room for names beside the flow, whose own width is 1
LEAST_NAMED = 0.028  # of the height: smaller communities carry no name
OTHERS = "muted"


class Flow(NamedTuple):
    """Two stacks of communities from the top of the unit square down, and what joins them.

    `start`, `end` and `thick`, shape (r, c), are the upper ends of what flows and its thickness;
    `left` and `right` the tops of the communities; `unit` is the thickness of one node.
    """

    start: Floats
    end: Floats
    thick: Floats
    left: Floats
    right: Floats
    unit: float


def stacked(nodes: NDArray[np.integer]) -> Flow:
    """Where the flow of so many nodes, shape (r, c), begins and ends; both stacks are centred."""
    unit = (1.0 - GAP * max(*nodes.shape, 1) + GAP) / max(int(nodes.sum()), 1)
    thick = nodes * unit
    left, right = (_tops(thick.sum(axis=side)) for side in (1, 0))
    start = left[:, None] - np.cumsum(thick, axis=1) + thick
    end = right[None, :] - np.cumsum(thick, axis=0) + thick
    return Flow(start, end, thick, left, right, unit)


def _tops(shares: Floats) -> Floats:
    """Where each block of a stack begins, from the top down."""
    gaps = GAP * np.arange(len(shares))
    free = 1.0 - float(shares.sum()) - float(gaps.max(initial=0.0))
    return np.asarray(1.0 - free / 2 - np.cumsum(shares) + shares - gaps)


def flow_chart(
    counts: NDArray[np.integer], rows: Sequence[int], columns: Sequence[int], *, sides: Sides
) -> Chart:
    """Which nodes go where: stacks of communities, and between them a line for each 200th part.

    Parameters
    ----------
    counts : ndarray of int, shape (r, c)
        Nodes by community without privacy and private community, see
        :func:`graphdp_core.metrics.partitions.confusion_matrix`.
    rows, columns : sequence of int
        The communities' numbers, matched ones alike; -1 stands for all others together.
    sides : Sides

    Examples
    --------
    >>> chart = flow_chart(np.array([[3, 1], [0, 4]]), (0, 1), (0, 1), sides=Sides(1.0))
    >>> [word.text for word in chart.panels[0].words]
    ['community 1: 4', 'community 2: 4', 'community 1: 3', 'community 2: 5']
    """
    nodes = np.asarray(counts).reshape(len(rows), len(columns))
    total, flow = int(nodes.sum()), stacked(nodes)
    marks = [
        Marks.lines(_threads(*each), _ink(row), size=2.0, opacity=0.45)
        for row, *each in zip(rows, flow.start, flow.end, flow.thick, strict=True)
    ]
    words: list[Word] = []
    stacks = (
        (0.0, -BAR, "end", rows, flow.left, nodes.sum(axis=1)),
        (1.0, 1.0 + BAR, "start", columns, flow.right, nodes.sum(axis=0)),
    )
    for inner, outer, anchor, numbers, tops, sums in stacks:
        for number, top, size in zip(numbers, tops.tolist(), sums.tolist(), strict=True):
            low = top - size * flow.unit
            name = f"{community(number)}: {size:,}"
            corners = np.array([[inner, low, outer, top]])
            marks.append(Marks.areas(corners, _ink(number), tip=name))
            if top - low >= LEAST_NAMED:
                beside = outer + (BAR if inner else -BAR) / 2
                words.append(Word(beside, (top + low) / 2, name, anchor=anchor))
    stay = sum(
        int(nodes[i, list(columns).index(row)])
        for i, row in enumerate(rows)
        if row >= 0 and row in columns
    )
    return Chart(
        (Panel((-SIDE, 1 + SIDE), (-0.02, 1.02), (), tuple(marks), tuple(words)),),
        sides.titles,
        unproved=sides.unproved,
        alt=f"Of {total:,} nodes {stay:,} are in the matching one of the largest communities "
        f"{sides.phrase}.",
    )


def _threads(start: Floats, end: Floats, thick: Floats) -> Floats:
    """The lines of one community to all others, evenly within each band; none for no nodes."""
    counts = np.where(thick > 0, np.maximum(np.round(THREADS * thick), 1), 0).astype(int)
    band = np.repeat(np.arange(len(thick)), counts)
    within = np.concatenate([(np.arange(k) + 0.5) / k for k in counts if k] or [np.empty(0)])
    down = within * thick[band]
    x = np.zeros(len(band))
    return np.column_stack((x, start[band] - down, x + 1.0, end[band] - down))


def _ink(number: int) -> str | int:
    return number if number >= 0 else OTHERS


def community(number: int) -> str:
    """What a community is called; -1 are all others together."""
    return f"community {number + 1}" if number >= 0 else "others"
