"""Traces of nodes: one per category, told apart by colour and symbol, with node numbers inside.

Clouds of nodes as a Plotly figure that can be turned: what stands below the stage.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.plots.encode import encode_array, escaped, truncate
from graphdp_core.plots.marks import Figure, axis, dots, hidden_axis, panel_title, two_panels
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout

__all__ = ["drawn_nodes", "pair_figure"]

SVG_LIMIT = 1000
MOST_DRAWN = 20_000
MOST_BARS = 1_000  # beside each other: browsers take minutes for 300,000
STYLED_CATEGORIES = 16
LEGEND_ENTRIES = 8
SYMBOLS_3D = (
    "circle", "diamond", "square", "cross", "x", "circle-open", "diamond-open", "square-open",
)  # fmt: skip


def scatter_type(points: int) -> str:
    """SVG marks are faster below a thousand points, WebGL above."""
    return "scatter" if points <= SVG_LIMIT else "scattergl"


def drawn_nodes(
    n: int, selected: NDArray[np.integer] | None = None
) -> tuple[NDArray[np.int64], str]:
    """Which of n nodes a chart draws, and a sentence that says so ("" if all).

    Examples
    --------
    >>> drawn_nodes(3)
    (array([0, 1, 2]), '')
    >>> drawn_nodes(50_000)[1]
    'Drawn: 20,000 of 50,000 nodes, spread evenly over the node numbers.'
    """
    if n <= MOST_DRAWN:
        return np.arange(n), ""
    nodes = np.linspace(0, n - 1, MOST_DRAWN).astype(np.int64)
    if selected is not None:
        nodes = np.union1d(nodes, np.asarray(selected, dtype=np.int64))
    words = f"Drawn: {MOST_DRAWN:,} of {n:,} nodes, spread evenly over the node numbers."
    return nodes, words


def largest_entries(*sides: NDArray[np.floating], most: int = MOST_BARS) -> NDArray[np.int64]:
    """Which nodes have a bar: all, or of many those with the largest entries on each side.

    Examples
    --------
    >>> largest_entries(np.array([0.1, -0.9, 0.2]), np.array([0.0, 0.1, 0.9]), most=2)
    array([1, 2])
    """
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
    symbols: NDArray[np.integer] | None = None,
    sizes: ArrayLike = 7.0,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
    in_legend: set[int] | None = None,
) -> list[Figure]:
    """Nodes as one trace per pair of category and symbol; of many nodes only some are drawn.

    Of more than 20,000 nodes, 20,000 spread evenly over the node numbers are drawn, and every
    selected one (see :func:`drawn_nodes`, whose sentence belongs beside the figure).

    Parameters
    ----------
    points : ndarray, shape (n, 2 or 3)
    categories : ndarray of int, shape (n,), optional
        -1 means none; numbers of 16 and more share one quiet style.
    symbols : ndarray of int, shape (n,), optional
        By default a symbol follows its category.
    selected : ndarray of int, optional
        Node numbers to light up; None leaves all as they are.
    in_legend : set of int
        Categories already in the legend; the new ones are added to it.
    """
    n = len(points)
    in_legend = set() if in_legend is None else in_legend
    group = np.full(n, -1) if categories is None else np.asarray(categories).astype(np.int64)
    group = np.where((group < 0) | (group >= STYLED_CATEGORIES), -1, group)
    mark = (
        np.array([category_style(theme, c)[1] for c in range(-1, STYLED_CATEGORIES)])[group + 1]
        if symbols is None
        else np.asarray(symbols).astype(np.int64) % len(theme.symbols)
    )
    diameter = np.broadcast_to(np.asarray(sizes, dtype=np.float32), (n,))
    drawn = drawn_nodes(n, selected)[0]
    style = (group * len(theme.symbols) + mark)[drawn]
    is_solid, is_few = points.shape[1] == 3, n <= SVG_LIMIT
    hover = "<b>node %{customdata}</b>" if names is None else "<b>%{text}</b>"
    traces = []
    for key in np.unique(style):
        category, symbol = divmod(int(key), len(theme.symbols))
        nodes = drawn[style == key]
        label = _label(category, category_names, categories is not None)
        safe = label.replace("%{", "% {")  # text, not a template: a sign must not start a place
        trace = dots(
            points[nodes, 0].astype(np.float32), points[nodes, 1].astype(np.float32),
            category_style(theme, category)[0] if category >= 0 else theme.accent,
            symbol=(SYMBOLS_3D if is_solid else theme.symbols)[symbol], panel=panel,
            opacity=0.9 if is_few else 0.65, tip=f"{hover}<br>{safe}" if label else hover,
            type="scatter3d" if is_solid else scatter_type(n), customdata=encode_array(nodes),
        ) | {
            "name": label, "legendgroup": f"c{category}", "showlegend": (
                bool(label) and category not in in_legend and len(in_legend) < LEGEND_ENTRIES
            ),
        }  # fmt: skip
        own = diameter[nodes]
        trace["marker"]["size"] = float(own[0]) if np.ptp(own) == 0 else encode_array(own)
        trace["marker"]["line"] = {
            "width": 0.8 if is_few and not is_solid else 0, "color": theme.background,
        }  # fmt: skip
        in_legend.add(category)
        if names is not None:
            trace["text"] = escaped([names[int(i)] for i in nodes])
        if is_solid:
            scene = "scene" if panel == 1 else f"scene{panel}"
            trace |= {"z": encode_array(points[nodes, 2].astype(np.float32)), "scene": scene}
            trace = {k: v for k, v in trace.items() if k not in ("xaxis", "yaxis")}
        elif selected is not None:
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


SOLID_SIZE = 0.6  # of a node's diameter: Plotly's marks in space look larger
EMPTY = {"type": "scatter3d", "x": [None], "y": [None], "z": [None], "hoverinfo": "skip"}
CAMERA = {"eye": {"x": 1.65, "y": 1.65, "z": 1.0}, "center": {"x": 0, "y": 0, "z": -0.12}}


def pair_figure(pair: Pair, theme: Theme, *, sides: Sides, height: int = 460) -> Figure:
    """Both pictures side by side, the same nodes in the same colours as on the stage.

    Edges are the stage's own: a pair with edges is refused.

    Parameters
    ----------
    sides : Sides
        Titles of the two panels.

    Raises
    ------
    ValueError
        If there are edges.
    """
    if any(picture.edges for picture in pair.pictures):
        raise ValueError("edges are drawn by the stage alone: leave them out of this pair.")
    size = SOLID_SIZE if pair.baseline.is_solid else 1.0
    legend: set[int] = set()
    data = []
    for panel, shown in enumerate(pair.pictures, start=1):
        has_categories = shown.categories.max(initial=-1) >= 0
        data += node_traces(
            shown.positions, theme, panel=panel, names=shown.names, sizes=size * shown.sizes,
            categories=shown.categories if has_categories else None, symbols=shown.symbols,
            category_names=shown.category_names, in_legend=legend,
        )  # fmt: skip
    if pair.baseline.is_solid:
        return {"data": data or [EMPTY], "layout": _space(pair, theme, sides, height)}
    room: dict[str, Any] = {} if pair.axes else {"bottom": 8, "left": 8, "right": 8}
    x, y = (axis(theme, title) for title in pair.axes) if pair.axes else (hidden_axis(),) * 2
    if pair.frame is not None:
        x["range"], y["range"] = [pair.frame[0], pair.frame[2]], [pair.frame[1], pair.frame[3]]
    made = two_panels(
        theme, data, sides=sides, x=x, y=y, details=(pair.baseline.detail, pair.private.detail),
        square=True, gap=0.06 if pair.axes else 0.04, height=height, **room,
    )  # fmt: skip
    made["layout"]["dragmode"] = "pan"
    return made


def _space(pair: Pair, theme: Theme, sides: Sides, height: int) -> Figure:
    """Two scenes of the same range."""
    frame = layout(theme, height=height, bottom=4, left=4, right=4)
    low, high = _box(pair)
    quiet = {"backgroundcolor": "rgba(0,0,0,0)", "showbackground": False, "showspikes": False}
    for scene, domain in (("scene", [0, 0.49]), ("scene2", [0.51, 1])):
        frame[scene] = {
            "domain": {"x": domain, "y": [0, 1]}, "aspectmode": "cube", "dragmode": "orbit",
            "camera": CAMERA,
        }  # fmt: skip
        for i, name in enumerate("xyz"):
            along = axis(theme, pair.axes[i] if pair.axes else "", range=[low[i], high[i]], **quiet)
            along = {k: v for k, v in along.items() if k != "automargin"} | {"nticks": 4}
            del along["title"]["standoff"]
            frame[scene][f"{name}axis"] = along
    frame["annotations"] = [
        panel_title(theme, text, colour=colour, xref="paper", yref="paper", x=x, yshift=8)
        for text, colour, x in zip(sides.titles, sides.title_colours(theme), (0, 0.51), strict=True)
    ]
    return frame


def _box(pair: Pair) -> tuple[list[float], list[float]]:
    """Low and high ends of what both scenes show."""
    if pair.frame is not None:
        return list(pair.frame[:3]), list(pair.frame[3:])
    both = np.concatenate([picture.positions for picture in pair.pictures]).astype(np.float64)
    if not len(both):
        return [0.0] * 3, [1.0] * 3
    low, high = both.min(axis=0), both.max(axis=0)
    pad = 0.05 * np.maximum(high - low, 1e-6)
    return (low - pad).tolist(), (high + pad).tolist()
