"""Embeddings: the two clouds of points, in two or three dimensions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.nodes import node_traces
from graphdp_core.plots.panels import Figure, axis, pair_layout, panel_title, titles
from graphdp_core.plots.theme import Theme, layout

__all__ = ["scatter_pair", "widest_view"]

Floats = NDArray[np.floating]


def scatter_pair(
    left: Floats,
    right: Floats,
    theme: Theme,
    *,
    epsilon: float,
    dimensions: Sequence[int] = (0, 1),
    axis_word: str = "dimension",
    categories: NDArray[np.integer] | None = None,
    category_names: Sequence[str] = (),
    symbols: NDArray[np.integer] | None = None,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
    height: int = 440,
) -> Figure:
    """Two embeddings of the same nodes on the same axes, in two or three dimensions.

    Points carry their node number as customdata, so that a selection in one panel can light up
    the same nodes in both.

    Parameters
    ----------
    left, right : ndarray, shape (n, d)
        The right one already aligned to the left one. Missing dimensions count as 0.
    dimensions : two or three int
        Which coordinates to show; three make turnable 3-D panels.
    axis_word : str
        What an axis is called, before its number.
    categories, symbols : ndarray of int, shape (n,), optional
    selected : ndarray of int, optional
        Node numbers to light up in both panels (3-D panels show only these in colour).

    Raises
    ------
    ValueError
        If `dimensions` does not name two or three.
    """
    if len(dimensions) not in (2, 3):
        raise ValueError(f"dimensions must name 2 or 3 coordinates, got {list(dimensions)}.")
    solid = len(dimensions) == 3
    size = float(np.clip(110 / np.sqrt(max(len(left), 1)), 3, 8)) * (0.6 if solid else 1)
    legend: set[int] = set()
    data: list[Figure] = []
    clouds = [_columns(points, dimensions) for points in (left, right)]
    for panel, points in enumerate(clouds, start=1):
        data += node_traces(
            points,
            theme,
            panel=panel,
            categories=_faded(categories, selected, len(points)) if solid else categories,
            category_names=category_names,
            symbols=symbols,
            sizes=size,
            names=names,
            selected=None if solid else selected,
            in_legend=legend,
        )
    words = [f"{axis_word} {k + 1}" for k in dimensions]
    if solid:
        return {"data": data, "layout": _solid_layout(theme, clouds, words, epsilon, height)}
    frame = pair_layout(
        theme,
        epsilon=epsilon,
        x=axis(theme, words[0]),
        y=axis(theme, words[1]),
        square=True,
        height=height,
    )
    return {"data": data, "layout": frame | {"dragmode": "lasso"}}


def widest_view(baseline: Floats, private: Floats) -> tuple[Floats, Floats]:
    """Turn both clouds alike so that the first two axes show where the baseline spreads most.

    The principal axes of the centred baseline; both sides get the same rotation, so distances and
    the alignment stay what they were.

    Parameters
    ----------
    baseline, private : ndarray, shape (n, d1) and (n, d2)
        The narrower one is filled with zeros.

    Examples
    --------
    >>> flat = np.array([[0.0, 0.0, 5.0], [0.0, 1.0, -5.0], [0.0, 2.0, 5.0]])
    >>> turned, _ = widest_view(flat, flat)
    >>> np.ptp(turned, axis=0).round(2).tolist()
    [10.0, 2.0, 0.0]
    """
    d = max(baseline.shape[1], private.shape[1])
    wide = [np.pad(x, ((0, 0), (0, d - x.shape[1]))) for x in (baseline, private)]
    axes = np.linalg.svd(wide[0] - wide[0].mean(axis=0), full_matrices=False)[2]
    axes *= np.where(axes.sum(axis=1, keepdims=True) < 0, -1, 1)
    return wide[0] @ axes.T, wide[1] @ axes.T


def _columns(points: Floats, dimensions: Sequence[int]) -> Floats:
    points = np.asarray(points, dtype=np.float32)
    wide = np.zeros((len(points), max(max(dimensions) + 1, points.shape[1])), dtype=np.float32)
    wide[:, : points.shape[1]] = points
    return wide[:, list(dimensions)]


def _faded(
    categories: NDArray[np.integer] | None, selected: NDArray[np.integer] | None, n: int
) -> NDArray[np.integer] | None:
    """3-D traces know no selection: everything else loses its colour instead."""
    if selected is None:
        return categories
    base = np.zeros(n, dtype=np.int64) if categories is None else categories
    return np.where(np.isin(np.arange(n), selected), base, 99)


def _solid_layout(
    theme: Theme, clouds: list[Floats], words: list[str], epsilon: float, height: int
) -> Figure:
    frame = layout(theme, height=height, bottom=4, left=4, right=4)
    both = np.concatenate(clouds)
    low = both.min(axis=0) if len(both) else np.zeros(3)
    high = both.max(axis=0) if len(both) else np.ones(3)
    pad = 0.05 * np.maximum(high - low, 1e-6)
    for panel, domain in ((1, [0, 0.49]), (2, [0.51, 1])):
        scene: Figure = {
            f"{name}axis": {
                **axis(theme, word),
                "range": [float(low[i] - pad[i]), float(high[i] + pad[i])],
                "backgroundcolor": "rgba(0,0,0,0)",
                "showbackground": False,
                "showspikes": False,
                "nticks": 4,
            }
            for i, (name, word) in enumerate(zip("xyz", words, strict=True))
        }
        for part in ("xaxis", "yaxis", "zaxis"):
            scene[part].pop("automargin")
            scene[part]["title"].pop("standoff")
        scene |= {
            "domain": {"x": domain, "y": [0, 1]},
            "aspectmode": "cube",
            "dragmode": "orbit",
            "camera": {
                "eye": {"x": 1.65, "y": 1.65, "z": 1.0},
                "center": {"x": 0, "y": 0, "z": -0.12},
            },
        }
        frame["scene" if panel == 1 else "scene2"] = scene
    frame["annotations"] = [
        panel_title(theme, text) | {"xref": "paper", "yref": "paper", "x": x, "yshift": 8}
        for text, x in zip(titles(epsilon), (0, 0.51), strict=True)
    ]
    return frame
