"""A network drawn twice on one layout, with kept, lost and invented edges told apart."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import segments, typed
from graphdp_core.plots.nodes import node_traces
from graphdp_core.plots.numbers import tidy
from graphdp_core.plots.pair.picture import Edges, Picture
from graphdp_core.plots.panels import Figure, hidden_axis, pair_layout
from graphdp_core.plots.theme import Theme

__all__ = ["edge_legend", "edge_trace", "network_pair"]

DRAWING_ORDER = ("lost", "kept", "invented")
DASHES = {"kept": "solid", "lost": "dot", "invented": "dash"}
WORDS = {"kept": "Kept", "lost": "Lost", "invented": "Invented"}


def network_pair(
    baseline: Picture,
    private: Picture,
    theme: Theme,
    *,
    epsilon: float,
    selected: NDArray[np.integer] | None = None,
    height: int = 460,
    words: Mapping[str, str] | None = None,
) -> Figure:
    """The true graph left, the released one right, node for node in the same place.

    Kept edges are solid, invented ones dashed in a warning colour, lost ones dotted and faint;
    the legend counts all of them, drawn or not.

    Parameters
    ----------
    baseline, private : Picture
        Two-dimensional, as made by :func:`graphdp_core.plots.pair.picture.picture_pair`.
    selected : ndarray of int, optional
        Node numbers to light up in both panels.
    words : dict by "kept", "lost", "invented", optional
        What the legend calls them.

    Raises
    ------
    ValueError
        If a picture is not two-dimensional.
    """
    data: list[Figure] = []
    legend: set[int] = set()
    called = {**WORDS, **(words or {})}
    for panel, picture in ((1, baseline), (2, private)):
        if picture.positions.shape[1] != 2:
            raise ValueError(
                f"A network is drawn on positions of shape (n, 2), got {picture.positions.shape}: "
                "use layout_positions(graph)."
            )
        crowd = sum(map(len, picture.edges.values()))
        for kind in DRAWING_ORDER:
            if kind in picture.edges:
                pairs = picture.edges[kind]
                data.append(
                    edge_trace(picture.positions, pairs, theme, kind=kind, panel=panel, crowd=crowd)
                )
        data += node_traces(
            picture.positions,
            theme,
            panel=panel,
            categories=picture.categories if picture.categories.max(initial=-1) >= 0 else None,
            category_names=picture.category_names,
            symbols=picture.symbols,
            sizes=picture.sizes,
            names=picture.names,
            selected=selected,
            in_legend=legend,
        )
    data += [
        edge_legend(theme, kind, f"{called[kind]} ({count:,})")
        for kind, count in private.totals.items()
    ]
    layout = pair_layout(
        theme,
        epsilon=epsilon,
        x=hidden_axis(),
        y=hidden_axis(),
        details=(_count(baseline), _count(private)),
        square=True,
        gap=0.04,
        height=height,
        bottom=8,
        left=8,
        right=8,
    )
    layout["dragmode"] = "pan" if selected is None else "lasso"
    return {"data": data, "layout": layout}


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
        "x": typed(line[:, 0]) if len(pairs) else [None],
        "y": typed(line[:, 1]) if len(pairs) else [None],
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


def _count(picture: Picture) -> str:
    edges = sum(count for kind, count in picture.totals.items() if kind != "lost")
    return f"{tidy(edges)} {'edge' if edges == 1 else 'edges'}"
