"""Spanning trees: side by side, or one over the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.network import DRAWING_ORDER, edge_legend, edge_trace
from graphdp_core.plots.nodes import node_traces
from graphdp_core.plots.pair.picture import Edges
from graphdp_core.plots.panels import Figure, hidden_axis, pair_layout, panel_title
from graphdp_core.plots.theme import Theme, layout

__all__ = ["tree_overlay", "tree_pair"]

WORDS = {"kept": "Kept", "lost": "Lost", "invented": "New"}
WIDTHS = {"kept": 2.6, "lost": 1.4, "invented": 1.6}


def tree_pair(
    positions: NDArray[np.floating],
    kinds: Mapping[str, Edges],
    theme: Theme,
    *,
    epsilon: float,
    sizes: NDArray[np.floating] | float = 6.0,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
    height: int = 460,
) -> Figure:
    """The baseline's tree left (kept and lost edges), the private tree right (kept and new).

    Parameters
    ----------
    positions : ndarray, shape (n, 2)
    kinds : dict of "kept", "lost", "invented" to ndarray of int, shape (k, 2)
        From :func:`graphdp_core.plots.pair.picture.edge_kinds` of the two trees.
    """
    data: list[Figure] = []
    for panel, hidden in ((1, "invented"), (2, "lost")):
        drawn = {kind: pairs for kind, pairs in kinds.items() if kind != hidden}
        data += _tree(positions, drawn, theme, panel)
        data += node_traces(
            positions, theme, panel=panel, sizes=sizes, names=names, selected=selected
        )
    data += _legend(kinds, theme)
    frame = pair_layout(
        theme,
        epsilon=epsilon,
        x=hidden_axis(),
        y=hidden_axis(),
        square=True,
        gap=0.04,
        height=height,
        bottom=8,
        left=8,
        right=8,
    )
    return {"data": data, "layout": frame | {"dragmode": "pan" if selected is None else "lasso"}}


def tree_overlay(
    positions: NDArray[np.floating],
    kinds: Mapping[str, Edges],
    theme: Theme,
    *,
    title: str = "",
    sizes: NDArray[np.floating] | float = 6.0,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
    height: int = 520,
) -> Figure:
    """Both trees in one panel: kept edges thick, lost ones dotted, new ones dashed."""
    data = _tree(positions, kinds, theme, 1)
    data += node_traces(positions, theme, sizes=sizes, names=names, selected=selected)
    data += _legend(kinds, theme)
    frame = layout(theme, height=height, bottom=8, left=8, right=8)
    frame |= {
        "xaxis": hidden_axis(anchor="y"),
        "yaxis": hidden_axis(anchor="x", scaleanchor="x", scaleratio=1),
        "annotations": [panel_title(theme, title)] if title else [],
        "dragmode": "pan" if selected is None else "lasso",
    }
    return {"data": data, "layout": frame}


def _tree(
    positions: NDArray[np.floating], kinds: Mapping[str, Edges], theme: Theme, panel: int
) -> list[Figure]:
    thin = 1 if len(positions) < 1500 else 2
    return [
        edge_trace(positions, kinds[kind], theme, kind=kind, panel=panel, width=WIDTHS[kind] / thin)
        for kind in DRAWING_ORDER
        if kind in kinds
    ]


def _legend(kinds: Mapping[str, Edges], theme: Theme) -> list[Figure]:
    return [
        edge_legend(theme, kind, f"{WORDS[kind]} ({len(pairs):,})") for kind, pairs in kinds.items()
    ]
