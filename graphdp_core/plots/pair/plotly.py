"""A pair as a Plotly figure: for browsers without WebGL 2, for pages that it is saved to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.edges import DRAWING_ORDER, edge_legend, edge_trace
from graphdp_core.plots.nodes import node_traces
from graphdp_core.plots.pair.edges import thin_edges
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.panels import Figure, axis, hidden_axis, pair_layout, panel_title
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout

__all__ = ["pair_figure"]

MOST_EDGES = 6_000  # on both sides together: Plotly's lines are slow
CROWDED = 1_500  # nodes from which lines of a given width are drawn half as wide
SOLID_SIZE = 0.6  # of a node's diameter: Plotly's marks in space look larger
NO_STYLE = 99  # a category beyond all styles, drawn quietly


def pair_figure(
    pair: Pair,
    theme: Theme,
    *,
    sides: Sides,
    selected: NDArray[np.integer] | None = None,
    height: int = 460,
) -> Figure:
    """Both pictures side by side, the same nodes in the same colours as the browser's widget.

    Kept edges are solid, invented ones dashed in a warning colour, lost ones dotted and faint;
    the legend counts all of them, drawn or not. Nodes carry their number as customdata, so that
    a selection in one panel can light up the same nodes in both.

    Parameters
    ----------
    pair : Pair
    sides : Sides
        Titles of the two panels.
    selected : ndarray of int, optional
        Node numbers to light up in both panels (panels in space show only these in colour).

    Raises
    ------
    ValueError
        If a picture in space has edges, which are drawn in the plane only.
    """
    if pair.baseline.is_solid:
        return _in_space(pair, theme, sides, selected, height)
    data: list[Figure] = []
    legend: set[int] = set()
    drawn = _thinned(pair).drawn
    for panel, (_, picture) in enumerate(drawn, start=1):
        data += _edges(picture, pair, theme, panel)
        data += _nodes(picture, theme, panel, legend, selected)
    words = pair.legend
    data += [
        edge_legend(theme, kind, f"{words[kind]} ({count:,})")
        for kind, count in pair.private.totals.items()
    ]
    has_edges = bool(pair.private.edges)
    frame = _flat_layout(pair, theme, sides, height)
    frame["dragmode"] = "pan" if has_edges and selected is None else "lasso"
    return {"data": data, "layout": frame}


def _flat_layout(pair: Pair, theme: Theme, sides: Sides, height: int) -> Figure:
    details = (pair.baseline.detail, pair.private.detail)
    if not pair.axes:
        frame = pair_layout(
            theme, sides=sides, x=hidden_axis(), y=hidden_axis(), details=details, square=True,
            gap=0.04, height=height, bottom=8, left=8, right=8,
        )  # fmt: skip
        return _one_panel(frame) if pair.is_single else frame
    x, y = (axis(theme, title) for title in pair.axes)
    if pair.frame is not None:
        x["range"], y["range"] = [pair.frame[0], pair.frame[2]], [pair.frame[1], pair.frame[3]]
    return pair_layout(
        theme, sides=sides, x=x, y=y, details=details, square=True, height=height
    )  # fmt: skip


def _one_panel(frame: Figure) -> Figure:
    """The first panel alone, over the whole width and under the second one's title."""
    frame = {name: part for name, part in frame.items() if name not in ("xaxis2", "yaxis2")}
    title = {**frame["annotations"][1], "xref": "x domain", "yref": "y domain"}
    return {**frame, "xaxis": {**frame["xaxis"], "domain": [0, 1]}, "annotations": [title]}


def _thinned(pair: Pair) -> Pair:
    """The pair with so few edges that Plotly draws them, each side and kind in proportion."""
    counts = [sum(map(len, picture.edges.values())) for picture in pair.pictures]
    if sum(counts) <= MOST_EDGES:
        return pair
    limits = [round(MOST_EDGES * count / sum(counts)) for count in counts]
    left, right = (
        replace(picture, edges=thin_edges(picture.edges, limit=limit)[0])
        for picture, limit in zip(pair.pictures, limits, strict=True)
    )
    return replace(pair, baseline=left, private=right)


def _edges(picture: Picture, pair: Pair, theme: Theme, panel: int) -> list[Figure]:
    crowd = 0 if pair.widths else sum(map(len, picture.edges.values()))
    thin = 1 if len(picture.positions) < CROWDED else 2
    return [
        edge_trace(
            picture.positions, picture.edges[kind], theme, kind=kind, panel=panel, crowd=crowd,
            width=pair.widths[kind] / thin if kind in pair.widths else None,
        )
        for kind in DRAWING_ORDER
        if kind in picture.edges
    ]  # fmt: skip


def _nodes(
    picture: Picture,
    theme: Theme,
    panel: int,
    legend: set[int],
    selected: NDArray[np.integer] | None,
) -> list[Figure]:
    has_categories = picture.categories.max(initial=-1) >= 0
    return node_traces(
        picture.positions,
        theme,
        panel=panel,
        categories=picture.categories if has_categories else None,
        category_names=picture.category_names,
        symbols=picture.symbols,
        sizes=picture.sizes,
        names=picture.names,
        selected=selected,
        in_legend=legend,
    )


def _in_space(
    pair: Pair, theme: Theme, sides: Sides, selected: NDArray[np.integer] | None, height: int
) -> Figure:
    data: list[Figure] = []
    legend: set[int] = set()
    for panel, picture in enumerate(pair.pictures, start=1):
        if picture.edges:
            raise ValueError(
                f"A network is drawn on positions of shape (n, 2), got {picture.positions.shape}: "
                "use layout_positions(graph)."
            )
        shown = replace(picture, sizes=SOLID_SIZE * picture.sizes)
        if selected is not None:
            shown = replace(shown, categories=_faded(picture.categories, selected))
        data += _nodes(shown, theme, panel, legend, None)
    frame = layout(theme, height=height, bottom=4, left=4, right=4)
    low, high = _box(pair)
    for scene, domain in (("scene", [0, 0.49]), ("scene2", [0.51, 1])):
        frame[scene] = _scene(theme, pair.axes, low, high, domain)
    frame["annotations"] = [
        panel_title(theme, text, colour=colour)
        | {"xref": "paper", "yref": "paper", "x": x, "yshift": 8}
        for text, colour, x in zip(sides.titles, sides.title_colours(theme), (0, 0.51), strict=True)
    ]
    return {"data": data, "layout": frame}


def _faded(categories: NDArray[np.int32], selected: NDArray[np.integer]) -> NDArray[np.int32]:
    """Traces in space know no selection: everything else loses its colour instead."""
    chosen = np.isin(np.arange(len(categories)), selected)
    return np.where(chosen, np.maximum(categories, 0), NO_STYLE).astype(np.int32)


def _box(pair: Pair) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Low and high ends of what both scenes show."""
    if pair.frame is not None:
        low, high = np.reshape(pair.frame, (2, 3)).astype(np.float64)
        return low, high
    both = np.concatenate([picture.positions for picture in pair.pictures]).astype(np.float64)
    if not len(both):
        return np.zeros(3), np.ones(3)
    low, high = both.min(axis=0), both.max(axis=0)
    pad = 0.05 * np.maximum(high - low, 1e-6)
    return low - pad, high + pad


def _scene(
    theme: Theme,
    words: tuple[str, ...],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    domain: list[float],
) -> Figure:
    scene: Figure = {
        "domain": {"x": domain, "y": [0, 1]},
        "aspectmode": "cube",
        "dragmode": "orbit",
        "camera": {
            "eye": {"x": 1.65, "y": 1.65, "z": 1.0},
            "center": {"x": 0, "y": 0, "z": -0.12},
        },
    }
    for i, name in enumerate("xyz"):
        along = axis(theme, words[i] if words else "")
        along.pop("automargin")
        along["title"].pop("standoff")
        scene[f"{name}axis"] = along | {
            "range": [float(low[i]), float(high[i])],
            "backgroundcolor": "rgba(0,0,0,0)",
            "showbackground": False,
            "showspikes": False,
            "nticks": 4,
        }
    return scene
