"""Traces of nodes: one per category, told apart by colour and symbol, with node numbers inside.

Clouds of nodes as a Plotly figure that can be turned: what stands below the stage.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.plots.encode import encode_array, escaped, truncate
from graphdp_core.plots.marks import Figure, dots
from graphdp_core.plots.theme import Theme

SVG_LIMIT = 1000
MOST_DRAWN = 20_000
MOST_BARS = 1_000  # beside each other: browsers take minutes for 300,000
STYLED_CATEGORIES = 16
LEGEND_ENTRIES = 8


def scatter_type(points: int) -> str:
    """SVG marks are faster below a thousand points, WebGL above."""
    return "scatter" if points <= SVG_LIMIT else "scattergl"


def drawn_nodes(
    n: int, selected: NDArray[np.integer] | None = None
) -> tuple[NDArray[np.int64], str]:
    """Which of n nodes a chart draws, and a sentence that says so ("" if all)."""
    if n <= MOST_DRAWN:
        return np.arange(n), ""
    nodes = np.linspace(0, n - 1, MOST_DRAWN).astype(np.int64)
    if selected is not None:
        nodes = np.union1d(nodes, np.asarray(selected, dtype=np.int64))
    words = f"Drawn: {MOST_DRAWN:,} of {n:,} nodes, spread evenly over the node numbers."
    return nodes, words


def largest_entries(*sides: NDArray[np.floating], most: int = MOST_BARS) -> NDArray[np.int64]:
    """Which nodes have a bar: all, or of many those with the largest entries on each side."""
    n = len(sides[0])
    if n <= most:
        return np.arange(n)
    each = most // len(sides)
    entries = [np.argpartition(np.abs(side), -each)[-each:] for side in sides]
    return np.unique(np.concatenate(entries)).astype(np.int64)


def category_style(theme: Theme, category: int) -> tuple[str, int]:
    """(colour, symbol number) of a category; beyond eight the pairs of the two change."""
    if not 0 <= category < STYLED_CATEGORIES:
        return theme.baseline, 0
    count = len(theme.categorical)
    return theme.categorical[category % count], (category + category // count) % count


def node_traces(
    points: NDArray[np.floating],
    theme: Theme,
    *,
    panel: int = 1,
    categories: NDArray[np.integer] | None = None,
    category_names: Sequence[str] = (),
    sizes: ArrayLike = 7.0,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
    in_legend: set[int] | None = None,
) -> list[Figure]:
    """Nodes as one trace per category; of many nodes only some are drawn.

    Of more than 20,000 nodes, 20,000 spread evenly over the node numbers are drawn, and every
    selected one (see :func:`drawn_nodes`, whose sentence belongs beside the figure).

    Parameters
    ----------
    points : ndarray, shape (n, 2)
    categories : ndarray of int, shape (n,), optional
        -1 means none; numbers of 16 and more share one quiet style.
    selected : ndarray of int, optional
        Node numbers to light up; None leaves all as they are.
    in_legend : set of int
        Categories already in the legend; the new ones are added to it.
    """
    n = len(points)
    in_legend = set() if in_legend is None else in_legend
    group = np.full(n, -1) if categories is None else np.asarray(categories).astype(np.int64)
    group = np.where((group < 0) | (group >= STYLED_CATEGORIES), -1, group)
    diameter = np.broadcast_to(np.asarray(sizes, dtype=np.float32), (n,))
    drawn = drawn_nodes(n, selected)[0]
    is_few = n <= SVG_LIMIT
    hover = "<b>node %{customdata}</b>" if names is None else "<b>%{text}</b>"
    traces = []
    for category in np.unique(group[drawn]).tolist():
        nodes = drawn[group[drawn] == category]
        ink, symbol = category_style(theme, category)
        label = _label(category, category_names, categories is not None)
        safe = label.replace("%{", "% {")  # text, not a template: a sign must not start a place
        trace = dots(
            points[nodes, 0].astype(np.float32), points[nodes, 1].astype(np.float32),
            ink if category >= 0 else theme.accent, symbol=theme.symbols[symbol], panel=panel,
            opacity=0.9 if is_few else 0.65, tip=f"{hover}<br>{safe}" if label else hover,
            type=scatter_type(n), customdata=encode_array(nodes),
        ) | {
            "name": label, "legendgroup": f"c{category}", "showlegend": (
                bool(label) and category not in in_legend and len(in_legend) < LEGEND_ENTRIES
            ),
        }  # fmt: skip
        own = diameter[nodes]
        trace["marker"]["size"] = float(own[0]) if np.ptp(own) == 0 else encode_array(own)
        trace["marker"]["line"] = {"width": 0.8 if is_few else 0, "color": theme.background}
        in_legend.add(category)
        if names is not None:
            trace["text"] = escaped([names[int(i)] for i in nodes])
        if selected is not None:
            trace |= {
                "selectedpoints": np.flatnonzero(np.isin(nodes, selected)).tolist(),
                "selected": {"marker": {"opacity": 1}},
                "unselected": {"marker": {"opacity": 0.15}},
            }
        traces.append(trace)
    return traces


def _label(category: int, names: Sequence[str], has_categories: bool) -> str:
    if category < 0:
        return "other" if has_categories and names else ""
    return truncate(names[category]) if category < len(names) else ""
