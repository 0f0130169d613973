"""The slope chart of the top k: who stays, who leaves and who comes in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array, truncate
from graphdp_core.plots.panels import Figure, blank, hidden_axis, note
from graphdp_core.plots.rankings import Ranks
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout

__all__ = ["SLOPES", "slope_chart", "top_slopes"]

ROW = 27  # pixels between two labels


@dataclass(frozen=True)
class Slope:
    """How nodes of one fate are joined: word of the legend, ink of the theme, dash in pixels."""

    word: str
    ink: str
    dash: tuple[float, ...] = ()


SLOPES = {
    "stay": Slope("stay in the top", "accent"),
    "leave": Slope("leave it", "opposite", (8.0, 4.0, 2.0, 4.0)),
    "enter": Slope("come in", "baseline", (12.0, 4.0, 2.0, 4.0)),
}
"""What becomes of the top, in the order of the legend."""


def top_slopes(
    true_rank: Ranks, private_rank: Ranks, top: int
) -> dict[str, tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
    """Nodes and heights at both ends, by what becomes of them; height 1 is the first rank.

    Who leaves the top k or comes into it stands below it outside, by the rank there, a row each.

    Examples
    --------
    >>> found = top_slopes(np.array([1, 2, 3]), np.array([1, 3, 2]), 2)
    >>> {fate: [x.tolist() for x in slopes] for fate, slopes in found.items()}
    {'stay': [[0], [1.0], [1.0]], 'leave': [[1], [2.0], [4.0]], 'enter': [[2], [4.0], [2.0]]}
    """
    left, right = np.asarray(true_rank), np.asarray(private_rank)
    stay = np.flatnonzero((left <= top) & (right <= top))
    leave = np.flatnonzero((left <= top) & (right > top))
    enter = np.flatnonzero((left > top) & (right <= top))
    leave, enter = leave[np.argsort(right[leave])], enter[np.argsort(left[enter])]
    before, after = left.astype(np.float64), right.astype(np.float64)
    below = top + 2.0 + np.arange(len(leave))
    return {
        "stay": (stay, before[stay], after[stay]),
        "leave": (leave, before[leave], below),
        "enter": (enter, below, after[enter]),
    }


def slope_chart(
    names: Sequence[str] | None,
    true_rank: Ranks,
    private_rank: Ranks,
    theme: Theme,
    *,
    sides: Sides,
    top: int = 10,
) -> Figure:
    """The top k of both rankings, joined node by node.

    Who left the top k, or came into it, ends in a zone of its own below the dashed line, sorted
    by the rank there, one row each: labels never overlap.

    Parameters
    ----------
    names : sequence of str or None
        None shows the node numbers.
    true_rank, private_rank : ndarray of int, shape (n,)
        1 is the most central node; no ties.
    """
    top = min(top, len(true_rank))
    data: list[Figure] = [blank()]
    slopes = top_slopes(true_rank, private_rank, top)
    leave = slopes["leave"][0]
    for fate, (nodes, y0, y1) in slopes.items():
        if len(nodes):
            style = SLOPES[fate]
            data.append(
                _slopes(
                    y0, y1, theme, name=f"{style.word} ({len(nodes):,})",
                    colour=getattr(theme, style.ink),
                    dash=",".join(f"{length:g}px" for length in style.dash) or "solid",
                )
            )  # fmt: skip
            for x, y, rank in ((0, y0, true_rank), (1, y1, private_rank)):
                data.append(_labels(names, nodes, theme, side=x, y=y, rank=np.asarray(rank)))
    last = top + (2.6 + len(leave) if len(leave) else 0.6)
    frame = layout(
        theme, height=max(int(ROW * (last + 0.4)) + 92, 220), bottom=4, left=8, right=8, top=48
    )
    frame |= {
        "xaxis": hidden_axis(range=[-0.85, 1.85], fixedrange=True),
        "yaxis": hidden_axis(range=[last, 0.4], fixedrange=True),
        "annotations": _heads(theme, sides),
        "dragmode": False,
    }
    if len(leave):
        frame["annotations"].append(
            note(
                theme,
                f"outside the top {top}",
                -0.85,
                top + 1,
                xanchor="left",
                yanchor="bottom",
                yshift=1,
            )
        )
        frame["shapes"] = [
            {
                "type": "line",
                "x0": -0.85,
                "x1": 1.85,
                "y0": top + 1,
                "y1": top + 1,
                "line": {"color": theme.baseline, "width": 1, "dash": "dot"},
                "layer": "below",
            }
        ]
    return {"data": data, "layout": frame}


def _slopes(
    y0: NDArray[np.floating],
    y1: NDArray[np.floating],
    theme: Theme,
    *,
    name: str,
    colour: str,
    dash: str,
) -> Figure:
    y = np.full((len(y0), 3), np.nan)
    y[:, 0], y[:, 1] = y0, y1
    x = np.tile([0.0, 1.0, np.nan], len(y0))
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": encode_array(x),
        "y": encode_array(y.ravel()),
        "line": {"color": colour, "width": 2, "dash": dash, "simplify": False},
        "marker": {"size": 8, "color": colour, "line": {"width": 1, "color": theme.background}},
        "name": name,
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _labels(
    names: Sequence[str] | None,
    nodes: NDArray[np.intp],
    theme: Theme,
    *,
    side: int,
    y: NDArray[np.floating],
    rank: Ranks,
) -> Figure:
    words = [str(i) if names is None else truncate(names[i], 20) for i in nodes]
    text = (
        [f"{word}  <b>{r:,}</b>" for word, r in zip(words, rank[nodes], strict=True)]
        if side == 0
        else [f"<b>{r:,}</b>  {word}" for word, r in zip(words, rank[nodes], strict=True)]
    )
    return {
        "type": "scatter",
        "mode": "text",
        "x": encode_array(np.full(len(nodes), -0.04 if side == 0 else 1.04)),
        "y": encode_array(y.astype(float)),
        "text": text,
        "textposition": "middle left" if side == 0 else "middle right",
        "textfont": {"size": 13, "color": theme.text},
        "customdata": encode_array(nodes),
        "showlegend": False,
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _heads(theme: Theme, sides: Sides) -> list[Figure]:
    return [
        {
            "text": word,
            "x": side,
            "y": 1,
            "yref": "y domain",
            "xanchor": "right" if side == 0 else "left",
            "yanchor": "bottom",
            "yshift": 8,
            "showarrow": False,
            "font": {"size": 15, "color": colour, "weight": 600},
        }
        for side, (word, colour) in enumerate(
            zip(sides.titles, sides.title_colours(theme), strict=True)
        )
    ]
