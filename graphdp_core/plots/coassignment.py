"""How often two nodes share a private community, over repeated draws, as a matrix of shades."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array, escaped
from graphdp_core.plots.panels import Figure, hidden_axis
from graphdp_core.plots.theme import Theme, layout

__all__ = ["coassignment"]


def coassignment(
    share: NDArray[np.floating],
    communities: NDArray[np.integer],
    theme: Theme,
    *,
    names: Sequence[str],
    draws: int,
    height: int = 460,
) -> Figure:
    """A square of nodes by nodes; lines part the communities found without privacy.

    Parameters
    ----------
    share : ndarray, shape (k, k)
        Share of the draws in which two nodes share a community.
    communities : ndarray of int, shape (k,)
        Each node's community without privacy; nodes of one community stand together.
    theme : Theme
    names : sequence of str, length k
    draws : int
        Number of draws behind the shares.
    """
    k = len(communities)
    steps = len(theme.sequential) - 1
    words = escaped(names)
    cells: Figure = {
        "type": "heatmap",
        "z": encode_array(np.asarray(share, dtype=np.float32)) if k else [[]],
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[i / steps, colour] for i, colour in enumerate(theme.sequential)],
        "colorbar": {
            "title": {
                "text": f"share of {draws} draws",
                "side": "right",
                "font": {"color": theme.muted},
            },
            "tickformat": ".0%",
            "thickness": 10,
            "outlinewidth": 0,
            "nticks": 5,
            "tickfont": {"size": 12, "color": theme.muted},
        },
        "x": list(range(k)),
        "y": list(range(k)),
        "text": [[f"{a} and {b}" for b in words] for a in words],
        "hovertemplate": "%{text}: together in %{z:.0%} of the draws<extra></extra>",
    }
    bounds = np.flatnonzero(np.diff(communities)) + 0.5
    starts = np.concatenate(([-0.5], bounds))
    ends = np.concatenate((bounds, [k - 0.5]))
    frame = layout(theme, height=height, left=110, top=16, bottom=8, legend=False)
    span = [-0.5, max(k, 1) - 0.5]
    frame |= {
        "xaxis": hidden_axis(range=span, constrain="domain"),
        "yaxis": hidden_axis(range=span[::-1], scaleanchor="x", constrain="domain"),
        "shapes": [line for at in bounds for line in _cross(float(at), span, theme)],
        "annotations": [
            {
                "x": 0,
                "xref": "x domain",
                "xanchor": "right",
                "xshift": -6,
                "y": float((low + high) / 2),
                "text": f"community {int(communities[int(low + 0.5)]) + 1}",
                "showarrow": False,
                "font": {"size": 12, "color": theme.muted},
            }
            for low, high in zip(starts, ends, strict=True)
            if k and high - low >= 0.04 * k
        ],
    }
    return {"data": [cells], "layout": frame}


def _cross(at: float, span: list[float], theme: Theme) -> list[Figure]:
    line = {"color": theme.muted, "width": 1}
    across = {"type": "line", "x0": span[0], "x1": span[1], "y0": at, "y1": at, "line": line}
    down = {"type": "line", "x0": at, "x1": at, "y0": span[0], "y1": span[1], "line": line}
    return [across, down]
