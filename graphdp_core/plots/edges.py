"""Traces of edges: one broken line a kind, told apart by colour and dash."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array, segments
from graphdp_core.plots.pair.edges import Edges
from graphdp_core.plots.panels import Figure
from graphdp_core.plots.theme import Theme

__all__ = ["DASHES", "DRAWING_ORDER", "edge_legend", "edge_trace"]

DRAWING_ORDER = ("lost", "kept", "invented")
DASHES = {"kept": "solid", "lost": "dot", "invented": "dash"}


def edge_trace(
    positions: NDArray[np.floating],
    pairs: Edges,
    theme: Theme,
    *,
    kind: str,
    panel: int = 1,
    crowd: int = 0,
    width: float | None = None,
) -> Figure:
    """All edges of one kind as one polyline broken by NaN.

    Parameters
    ----------
    kind : {"kept", "lost", "invented"}
    crowd : int
        Number of edges in the panel: the more, the fainter.
    """
    line = segments(positions, pairs)
    suffix = "" if panel == 1 else str(panel)
    faint = float(np.clip(14 / np.sqrt(max(crowd, 1)), 0.25, 1.0))
    return {
        "type": "scatter",
        "mode": "lines",
        "x": encode_array(line[:, 0]) if len(pairs) else [None],
        "y": encode_array(line[:, 1]) if len(pairs) else [None],
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "line": {
            "color": getattr(theme, kind),
            "dash": DASHES[kind],
            "width": width or (1.2 if crowd < 400 else 0.8),
            "simplify": False,
        },
        "opacity": faint * (0.95 if kind == "invented" else 0.8),
        "hoverinfo": "skip",
        "legendgroup": kind,
        "showlegend": False,
    }


def edge_legend(theme: Theme, kind: str, name: str) -> Figure:
    """The legend's entry of a kind of edges, in full strength however faint the edges are."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [None],
        "y": [None],
        "line": {"color": getattr(theme, kind), "dash": DASHES[kind], "width": 2},
        "name": name,
        "legendgroup": kind,
        "legendrank": {"kept": 1, "lost": 2, "invented": 3}[kind],
        "hoverinfo": "skip",
    }
