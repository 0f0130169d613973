"""Dendrograms of two spanning trees: at which length their clusters join."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.metrics.cophenetic import Hierarchy
from graphdp_core.plots.encode import encode_array, truncate
from graphdp_core.plots.nodes import category_style
from graphdp_core.plots.panels import Figure, axis, blank, pair_layout
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme

__all__ = ["dendrogram_pair", "joints"]


BAND_STEPS = 600  # places along the band of groups, at most
BAND_DEPTH = 0.05  # of the height of the drawing: how far below the band lies


def dendrogram_pair(
    left: Hierarchy,
    right: Hierarchy,
    theme: Theme,
    *,
    sides: Sides,
    groups: NDArray[np.integer] | None = None,
    group_names: Sequence[str] = (),
    limit: int = 300,
    height: int = 460,
) -> Figure:
    """Both hierarchies, nodes from left to right, joins at their length; the `limit` highest.

    Parameters
    ----------
    left, right : Hierarchy
        Of the baseline tree and of the private one.
    groups : ndarray of int, shape (n,), optional
        Classes or clusters, shown as a band below both drawings.
    group_names : sequence of str
        For the legend; by default "cluster 1" and so on.
    limit : int
        Joins drawn in each panel; what joins below them is one line down to 0.

    Notes
    -----
    *Privacy*: each panel reads its own tree; a band of true classes is not private.
    """
    if limit < 1:
        raise ValueError(f"limit must be at least 1, got {limit}.")
    drawn = [joints(tree, limit=limit) for tree in (left, right)]
    levels = np.concatenate([np.zeros(1), *(lines[:, :, 1].ravel() for lines in drawn)])
    low, high = float(levels.min()), float(levels.max())
    span = high - low or 1.0
    data = [blank(1), blank(2)]
    for panel, lines in enumerate(drawn, start=1):
        data.append(_joins(lines, theme, panel=panel))
    floor = low - BAND_DEPTH * span
    if groups is not None:
        data += _bands((left, right), np.asarray(groups), group_names, theme, floor)
    n = max(len(left.nodes), len(right.nodes), 1)
    frame = pair_layout(
        theme,
        sides=sides,
        x=axis(
            theme,
            "nodes, as they join",
            range=[-0.5 - 0.01 * n, n - 0.5 + 0.01 * n],
            showgrid=False,
            showticklabels=False,
        ),
        y=axis(theme, "length", range=[floor - 0.03 * span, high + 0.04 * span]),
        height=height,
        bottom=32,
        legend=groups is not None,
    )
    return {"data": data, "layout": frame}


def joints(tree: Hierarchy, *, limit: int) -> Floats:
    """The highest joins as brackets: four corners (place, length) each, shape (joins, 4, 2).

    A cluster stands at the middle of the places of its two halves; what lies below the drawn
    joins stands at the middle of its nodes, at the length at which it is complete.

    Examples
    --------
    >>> path = np.array([[0, 1], [1, 2]], dtype=np.int32)
    >>> joints(Hierarchy.of(3, path, [1.0, 4.0]), limit=9)[1].tolist()
    [[0.5, 1.0], [0.5, 4.0], [2.0, 4.0], [2.0, 0.0]]
    """
    finite = np.flatnonzero(np.isfinite(tree.heights))
    order = finite[np.argsort(tree.heights[finite], kind="stable")][-limit:]
    bounds = np.concatenate(
        ([0], 1 + np.union1d(order, np.flatnonzero(np.isinf(tree.heights))), [len(tree.nodes)])
    )
    place = (bounds[:-1] + bounds[1:] - 1) / 2.0
    level = np.array([_complete(tree.heights[a : b - 1]) for a, b in pairwise(bounds)])
    # first[i] and last[i]: the range of leaves that the cluster at leaf i spans, kept at its ends.
    first, last = np.arange(len(place)), np.arange(len(place))
    lines = np.empty((len(order), 4, 2))
    for row, gap in enumerate(order):
        b = int(np.searchsorted(bounds, gap + 1))
        a, end = int(first[b - 1]), int(last[b])
        length = tree.heights[gap]
        lines[row] = (
            (place[a], level[a]),
            (place[a], length),
            (place[b], length),
            (place[b], level[b]),
        )
        place[a], level[a] = (place[a] + place[b]) / 2.0, length
        first[end], last[a] = a, end
    return lines


def _complete(heights: Floats) -> float:
    return float(heights.max()) if len(heights) else 0.0


def _joins(lines: Floats, theme: Theme, *, panel: int) -> Figure:
    path = np.full((len(lines), 5, 2), np.nan)
    path[:, :4] = lines
    flat = path.reshape(-1, 2)
    suffix = "" if panel == 1 else "2"
    return {
        "type": "scatter",
        "mode": "lines",
        "x": encode_array(flat[:, 0]),
        "y": encode_array(flat[:, 1]),
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "line": {
            "color": theme.baseline if panel == 1 else theme.accent,
            "width": 1.2,
            "simplify": False,
        },
        "showlegend": False,
        "hovertemplate": "join at %{y:.3g}<extra></extra>",
    }


def _bands(
    trees: Sequence[Hierarchy],
    groups: NDArray[np.integer],
    names: Sequence[str],
    theme: Theme,
    floor: float,
) -> list[Figure]:
    """One thick line a group and panel, along the nodes that belong to it."""
    data: list[Figure] = []
    count = min(int(groups.max(initial=-1)) + 1, len(theme.categorical))
    for panel, tree in enumerate(trees, start=1):
        n = len(tree.nodes)
        step = max(1, -(-n // BAND_STEPS))
        at = np.arange(0, n, step)
        group = groups[tree.nodes[at]]
        suffix = "" if panel == 1 else "2"
        starts = np.concatenate(([0], 1 + np.flatnonzero(np.diff(group)))) if n else at
        stops = np.append(starts[1:], len(at))
        for k in range(count):
            own = group[starts] == k
            line = np.full((int(own.sum()), 3), np.nan)
            line[:, 0], line[:, 1] = starts[own] * step - 0.5, stops[own] * step - 0.5
            data.append(
                {
                    "type": "scatter",
                    "mode": "lines",
                    "x": encode_array(line.ravel()),
                    "y": encode_array(np.full(line.size, floor)),
                    "xaxis": f"x{suffix}",
                    "yaxis": f"y{suffix}",
                    "line": {
                        "color": category_style(theme, k)[0],
                        "width": 9,
                        "simplify": False,
                    },
                    "name": truncate(names[k]) if k < len(names) else f"cluster {k + 1}",
                    "legendgroup": f"g{k}",
                    "showlegend": panel == 1,
                    "hovertemplate": "%{fullData.name}<extra></extra>",
                }
            )
    return data
