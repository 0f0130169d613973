"""Very many edges or points as shades: how many fall into each cell of a grid, on both sides."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.panels import Figure, axis, hidden_axis, pair_layout
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme

__all__ = ["cloud_density", "cloud_density_pair", "density_pair", "matrix_density"]

CELLS = 150  # in each direction
CHUNK = 1 << 20  # edges whose cells are held at once


def matrix_density(
    edges: NDArray[np.integer], order: NDArray[np.integer], *, cells: int = CELLS
) -> NDArray[np.int64]:
    """The adjacency matrix in shades: entries in each cell, shape (k, k), symmetric.

    Parameters
    ----------
    edges : ndarray of int, shape (m, 2)
    order : ndarray of int, shape (n,)
        All nodes, in the order of rows and columns.
    cells : int
        k is this, or n if that is less.

    Examples
    --------
    >>> matrix_density(np.array([[0, 1], [2, 3]]), np.arange(4), cells=2).tolist()
    [[2, 0], [0, 2]]
    """
    n = len(order)
    k = max(min(n, cells), 1)
    cell = np.empty(n, dtype=np.int64)
    cell[order] = np.arange(n) * k // max(n, 1)
    counts = np.zeros(k * k, dtype=np.int64)
    for begin in range(0, len(edges), CHUNK):
        u, v = edges[begin : begin + CHUNK].T
        counts += np.bincount(cell[u] * k + cell[v], minlength=k * k)
    table = counts.reshape(k, k)
    return table + table.T


def cloud_density(
    points: NDArray[np.floating], frame: tuple[float, float, float, float], *, cells: int = CELLS
) -> NDArray[np.int64]:
    """Points in each cell of a frame, shape (cells, cells), first row at the bottom.

    Parameters
    ----------
    points : ndarray, shape (n, 2)
        Those outside the frame are left out.
    frame : tuple of float
        Left, right, bottom, top.
    """
    left, right, bottom, top = frame
    counts, _, _ = np.histogram2d(
        points[:, 1], points[:, 0], bins=cells, range=((bottom, top), (left, right))
    )
    return counts.astype(np.int64)


def cloud_density_pair(pair: Pair, theme: Theme, *, sides: Sides) -> Figure:
    """The nodes of a pair of pictures as shades, in the pair's frame or around the left side."""
    left, right = (np.asarray(picture.positions)[:, :2] for picture in pair.pictures)
    if pair.frame is not None:
        half = len(pair.frame) // 2
        low, high = np.array(pair.frame[:2]), np.array(pair.frame[half : half + 2])
    else:
        low, high = left.min(axis=0, initial=0.0), left.max(axis=0, initial=1.0)
    frame = (float(low[0]), float(high[0]), float(low[1]), float(high[1]))
    grids = [cloud_density(points, frame) for points in (left, right)]
    outside = [len(left) - int(grid.sum()) for grid in grids]
    details = [f"{count:,} nodes outside" if count else "" for count in outside]
    return density_pair(
        grids[0],
        grids[1],
        theme,
        sides=sides,
        unit="nodes",
        frame=frame,
        details=(details[0], details[1]),
    )


def density_pair(
    left: NDArray[np.integer],
    right: NDArray[np.integer],
    theme: Theme,
    *,
    sides: Sides,
    unit: str,
    frame: tuple[float, float, float, float] | None = None,
    details: tuple[str, str] = ("", ""),
    height: int = 470,
) -> Figure:
    """Two grids of counts in shades of one logarithmic scale; empty cells stay empty.

    Parameters
    ----------
    left, right : ndarray of int, shape (r, c)
    sides : Sides
    unit : str
        What is counted, in the plural.
    frame : tuple of float, optional
        Left, right, bottom, top of the grids, first row at the bottom. None: a matrix, whose first
        row is at the top and whose axes say nothing.
    details : pair of str
        Muted words after the titles.
    """
    most = max(int(left.max(initial=0)), int(right.max(initial=0)), 1)
    hidden = hidden_axis()
    x, y = (hidden, hidden) if frame is None else (axis(theme), axis(theme))
    if frame is None:
        y = y | {"autorange": "reversed"}
    layout = pair_layout(
        theme, sides=sides, x=x, y=y, details=details, square=True, height=height, top=44,
        left=16 if frame is None else 56, bottom=16 if frame is None else 40, right=70,
        legend=False,
    )  # fmt: skip
    for name in ("xaxis", "xaxis2", "yaxis", "yaxis2"):
        layout[name] |= {"constrain": "domain"}
    panels = [_panel(grid, theme, most=most, unit=unit, frame=frame) for grid in (left, right)]
    panels[1] |= {"xaxis": "x2", "yaxis": "y2", "showscale": False}
    return {"data": panels, "layout": layout}


def _panel(
    grid: NDArray[np.integer],
    theme: Theme,
    *,
    most: int,
    unit: str,
    frame: tuple[float, float, float, float] | None,
) -> Figure:
    counts = np.asarray(grid)
    shades = np.full(counts.shape, np.nan, dtype=np.float32)
    filled = counts > 0
    shades[filled] = np.log10(counts[filled])
    colours = theme.sequential[1:]  # the first is nearly the background's
    ticks = [10**power for power in range(len(str(most)))]
    place: Figure = {}
    if frame is not None:
        rows, columns = counts.shape
        left, right, bottom, top = frame
        step_x, step_y = (right - left) / columns, (top - bottom) / rows
        place = {"x0": left + step_x / 2, "dx": step_x, "y0": bottom + step_y / 2, "dy": step_y}
    return place | {
        "type": "heatmap",
        "z": encode_array(shades),
        "customdata": encode_array(counts.astype(np.int32)),
        "zmin": -0.3,
        "zmax": max(float(np.log10(most)), 0.5),
        "colorscale": [[i / (len(colours) - 1), colour] for i, colour in enumerate(colours)],
        "hoverongaps": False,
        "hovertemplate": f"%{{customdata:,}} {unit}<extra></extra>",
        "colorbar": {
            "title": {"text": unit, "side": "right", "font": {"color": theme.muted}},
            "tickmode": "array",
            "tickvals": [float(np.log10(tick)) for tick in ticks],
            "ticktext": [f"{tick:,}" for tick in ticks],
            "thickness": 10,
            "outlinewidth": 0,
            "tickfont": {"size": 12, "color": theme.muted},
        },
    }
