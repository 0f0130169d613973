"""Clouds of nodes as a Plotly figure that can be turned: what stands below the stage."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphdp_core.plots.marks import Figure, axis, hidden_axis, panel_title, two_panels
from graphdp_core.plots.nodes import node_traces
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout

__all__ = ["pair_figure"]

SOLID_SIZE = 0.6  # of a node's diameter: Plotly's marks in space look larger
EMPTY = {"type": "scatter3d", "x": [None], "y": [None], "z": [None], "hoverinfo": "skip"}
CAMERA = {"eye": {"x": 1.65, "y": 1.65, "z": 1.0}, "center": {"x": 0, "y": 0, "z": -0.12}}


def pair_figure(pair: Pair, theme: Theme, *, sides: Sides, height: int = 460) -> Figure:
    """Both pictures side by side, the same nodes in the same colours as on the stage.

    Edges are the stage's own: a pair with edges is refused.

    Parameters
    ----------
    pair : Pair
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
