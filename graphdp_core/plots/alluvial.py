"""The flow of nodes between two partitions: two stacks of communities and ribbons between."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.digits import percent
from graphdp_core.plots.chart.flow import community, stacked
from graphdp_core.plots.encode import escape
from graphdp_core.plots.marks import Figure, area, figure, hidden_axis, note
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, see_through

__all__ = ["alluvial"]

BAR = 0.018  # of the width
BENDS = 20  # points along a ribbon's edge
SIDE = 148  # pixels for the names
LEAST_NAMED = 0.028  # of the height: smaller communities carry no name
RIBBON = 0.45  # how opaque


def alluvial(
    counts: NDArray[np.integer],
    rows: Sequence[int],
    columns: Sequence[int],
    theme: Theme,
    *,
    sides: Sides,
    height: int = 460,
) -> Figure:
    """Which nodes go where: the thickness of a ribbon is its number of nodes.

    Parameters
    ----------
    counts : ndarray of int, shape (r, c)
        Nodes by community without privacy and private community.
    rows, columns : sequence of int
        The communities' numbers, matched ones alike; -1 stands for all others together. Colour
        and name follow the number.
    theme : Theme
    sides : Sides
    height : int
        In pixels.
    """
    nodes = np.asarray(counts).reshape(len(rows), len(columns))
    total = max(int(nodes.sum()), 1)
    flow = stacked(nodes)
    inks = [*theme.categorical, theme.muted]

    def ink(number: int) -> str:
        return inks[number % len(theme.categorical)] if number >= 0 else inks[-1]

    data = []
    along = np.linspace(0.0, 1.0, BENDS)
    bend = along * along * (3.0 - 2.0 * along)
    x = BAR + (1.0 - 2.0 * BAR) * along
    for i, j in np.argwhere(nodes):
        upper = flow.start[i, j] + (flow.end[i, j] - flow.start[i, j]) * bend
        words = (
            f"{nodes[i, j]:,} nodes ({percent(nodes[i, j] / total)})<br>"
            f"{community(rows[i])} → {community(columns[j])}"
        )
        outline = np.append(x, x[::-1]), np.append(upper, upper[::-1] - flow.thick[i, j])
        data.append(area(*outline, see_through(ink(rows[i]), RIBBON), words=words))
    notes = [
        note(
            theme, escape(text), x, 1.0, yref="paper", yanchor="bottom", yshift=8,
            xanchor=anchor, xshift=shift, font={"size": 15, "color": colour, "weight": 600},
        )
        for x, anchor, shift, text, colour in zip(
            (0, 1), ("left", "right"), (16 - SIDE, SIDE - 16), sides.titles,
            sides.title_colours(theme), strict=True,
        )
    ]  # fmt: skip
    stacks = (
        (0, 0.0, "right", -6, rows, flow.left, nodes.sum(axis=1)),
        (1, 1.0 - BAR, "left", 6, columns, flow.right, nodes.sum(axis=0)),
    )
    for end, x0, anchor, shift, numbers, tops, sums in stacks:
        for number, top, size in zip(numbers, tops, sums.tolist(), strict=True):
            low = top - size * flow.unit
            corners = [x0, x0 + BAR, x0 + BAR, x0], [top, top, low, low]
            words = f"{community(number)}: {size:,} nodes"
            data.append(area(*corners, ink(number), words=words))
            if top - low >= LEAST_NAMED:
                notes.append(
                    note(
                        theme, f"{community(number)}: {size:,}", end, (top + low) / 2,
                        xanchor=anchor, xshift=shift, yanchor="middle",
                        font={"size": 12, "color": theme.text},
                    )
                )  # fmt: skip
    return figure(
        theme, data, notes=notes, x=hidden_axis(range=[0, 1], fixedrange=True),
        y=hidden_axis(range=[-0.01, 1.01], fixedrange=True),
        height=height, left=SIDE, right=SIDE, top=36, bottom=8, legend=False,
    )  # fmt: skip
