"""The flow of nodes between two partitions: two stacks of communities and ribbons between."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.digits import percent
from graphdp_core.plots.encode import encode_array, escape, truncate
from graphdp_core.plots.panels import Figure, hidden_axis
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout, see_through

__all__ = ["alluvial"]


GAP = 0.014  # of the height, between two communities
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
    room = 1.0 - GAP * max(len(rows) - 1, len(columns) - 1, 0)
    left, right = (_tops(nodes.sum(axis=side) / total * room) for side in (1, 0))
    data: list[Figure] = []
    from_left, from_right = left.copy(), right.copy()
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            if nodes[i, j]:
                thick = nodes[i, j] / total * room
                words = (
                    f"{nodes[i, j]:,} nodes ({percent(nodes[i, j] / total)})<br>"
                    f"{_name(row)} → {_name(column)}"
                )
                colour = see_through(_colour(row, theme), RIBBON)
                data.append(_ribbon(from_left[i], from_right[j], thick, words, colour))
                from_left[i] -= thick
                from_right[j] -= thick
    stacks = ((0.0, rows, left, from_left), (1.0 - BAR, columns, right, from_right))
    notes = []
    for (x, numbers, tops, bottoms), sums in zip(
        stacks, (nodes.sum(axis=1), nodes.sum(axis=0)), strict=True
    ):
        for k, number in enumerate(numbers):
            words = f"{_name(number)}: {int(sums[k]):,} nodes"
            data.append(_bar(x, tops[k], bottoms[k], words, _colour(number, theme)))
            if tops[k] - bottoms[k] >= LEAST_NAMED:
                middle = (tops[k] + bottoms[k]) / 2
                notes.append(_label(x, middle, f"{_name(number)}: {sums[k]:,}", theme))
    heads = zip((0.0, 1.0), sides.titles, sides.title_colours(theme), strict=True)
    notes += [_heading(x, text, colour) for x, text, colour in heads]
    frame = layout(theme, height=height, left=SIDE, right=SIDE, top=36, bottom=8, legend=False)
    frame |= {
        "xaxis": hidden_axis(range=[0, 1], fixedrange=True),
        "yaxis": hidden_axis(range=[-0.01, 1.01], fixedrange=True),
        "showlegend": False,
        "annotations": notes,
    }
    nothing = {"type": "scatter", "x": [], "y": []}
    return {"data": data or [nothing], "layout": frame}


def _tops(heights: Floats) -> Floats:
    """Upper ends of the stacked communities, shape (k,); the stack stands in the middle."""
    gaps = GAP * np.arange(len(heights))
    free = 1.0 - float(heights.sum()) - float(gaps.max(initial=0.0))
    return 1.0 - free / 2 - gaps - (np.cumsum(heights) - heights)


def _ribbon(left: float, right: float, thick: float, words: str, colour: str) -> Figure:
    along = np.linspace(0.0, 1.0, BENDS)
    bend = along * along * (3.0 - 2.0 * along)
    upper = left + (right - left) * bend
    x = BAR + (1.0 - 2.0 * BAR) * along
    return _area(
        np.concatenate((x, x[::-1])),
        np.concatenate((upper, upper[::-1] - thick)),
        words,
        colour,
    )


def _bar(x: float, top: float, bottom: float, words: str, colour: str) -> Figure:
    return _area(
        np.array([x, x + BAR, x + BAR, x]),
        np.array([top, top, bottom, bottom]),
        words,
        colour,
    )


def _area(x: Floats, y: Floats, words: str, colour: str) -> Figure:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": encode_array(x),
        "y": encode_array(y),
        "fill": "toself",
        "fillcolor": colour,
        "line": {"width": 0},
        "hoveron": "fills",
        "hoverinfo": "text",
        "text": words,
        "showlegend": False,
    }


def _label(x: float, y: float, text: str, theme: Theme) -> Figure:
    leftmost = x < 0.5
    return {
        "x": 0 if leftmost else 1,
        "xshift": -6 if leftmost else 6,
        "y": y,
        "text": truncate(text, 28),
        "xanchor": "right" if leftmost else "left",
        "yanchor": "middle",
        "showarrow": False,
        "font": {"size": 12, "color": theme.text},
    }


def _heading(x: float, text: str, colour: str) -> Figure:
    return {
        "x": x,
        "y": 1.0,
        "yref": "paper",
        "text": escape(text),
        "xanchor": "left" if x < 0.5 else "right",
        "yanchor": "bottom",
        "xshift": (16 - SIDE) if x < 0.5 else (SIDE - 16),
        "yshift": 8,
        "showarrow": False,
        "font": {"size": 15, "color": colour, "weight": 600},
    }


def _name(number: int) -> str:
    return "others" if number < 0 else f"community {number + 1}"


def _colour(number: int, theme: Theme) -> str:
    return theme.muted if number < 0 else theme.categorical[number % len(theme.categorical)]
