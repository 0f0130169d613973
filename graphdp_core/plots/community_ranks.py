"""Sizes of all communities by rank, on log axes: what a drawing of a large graph cannot show."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.panels import Figure, axis, log_ticks
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout

__all__ = ["community_ranks"]


def community_ranks(
    left: NDArray[np.integer],
    right: NDArray[np.integer],
    theme: Theme,
    *,
    sides: Sides,
    height: int = 320,
) -> Figure:
    """Nodes in the r-th largest community against r, with and without privacy.

    Parameters
    ----------
    left, right : ndarray of int, shape (k,)
        Sizes of the communities, in any order.
    """
    data = []
    longest, largest = 1, 1
    for sizes, name, private in zip((left, right), sides.titles, (False, True), strict=True):
        ranked = np.sort(sizes[sizes > 0])[::-1]
        longest, largest = max(longest, len(ranked)), max(largest, int(ranked.max(initial=1)))
        ranks = _corners(ranked)
        colour = sides.colours(theme)[private]
        data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "x": encode_array(ranks + 1),
                "y": encode_array(ranked[ranks]),
                "name": name,
                "line": {"color": colour, "width": 2, "dash": "solid" if private else "dash"},
                "marker": {
                    "color": colour,
                    "size": 5,
                    "symbol": "circle" if private else "diamond",
                },
                "hovertemplate": "community of rank %{x:,}: %{y:,} nodes<extra></extra>",
            }
        )
    frame = layout(theme, height=height, top=16)
    frame |= {
        "xaxis": axis(theme, "rank by size", type="log", **log_ticks(1, max(longest, 2))),
        "yaxis": axis(theme, "nodes", type="log", **log_ticks(1, max(largest, 2))),
    }
    for name in ("xaxis", "yaxis"):
        frame[name].pop("nticks")
    return {"data": data, "layout": frame}


def _corners(ranked: NDArray[np.integer]) -> NDArray[np.int64]:
    """The ranks that draw the curve: first and last of every size."""
    if not len(ranked):
        return np.empty(0, dtype=np.int64)
    steps = np.flatnonzero(np.diff(ranked))
    return np.unique(np.concatenate(([0], steps, steps + 1, [len(ranked) - 1])))
