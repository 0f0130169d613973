"""Grids of counts as a chart that moves: shades say how many edges or nodes fall into a cell.

Very many edges or points as shades: how many fall into each cell of a grid.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.chart.record import Chart, Marks, Panel
from graphdp_core.plots.sides import Sides


def matrix_chart(
    left: NDArray[np.integer], right: NDArray[np.integer], *, sides: Sides,
    details: tuple[str, str] = ("", ""), unit: str = "tie", alt: str = "",
) -> Chart:  # fmt: skip
    """Two grids of counts in shades of one logarithmic scale; empty cells stay empty.

    The darkest shade is the fullest cell of the left grid, so that a shade means the same number
    at every epsilon; fuller cells of the right one are as dark.

    Parameters
    ----------
    left, right : ndarray of int, shape (r, c)
        From :func:`graphdp_core.plots.chart.matrices.matrix_density`.
    details : pair of str
        Quiet words after the titles.
    unit : str
        What is counted.
    alt : str
        The chart in words; by default it is of adjacency matrices.
    """
    most = max(int(left.max(initial=0)), 1)
    rim = np.array([[0, 0, 1, 0], [1, 0, 1, 1], [1, 1, 0, 1], [0, 1, 0, 0]])
    marks = (Marks.lines(rim, "grid", size=1.0),)
    panels = tuple(
        Panel((0.0, 1.0), (0.0, 1.0), marks=marks, cells=_shades(grid, most))
        for grid in (left, right)
    )
    one = f"1 {unit} a cell" if most > 1 else f"no {unit}"
    scale = (one, f"{most:,} or more" if most > 1 else f"1 {unit}")
    what = alt or f"Adjacency matrices as shades, without privacy and {sides.phrase}:"
    alt = f"{what} {'; '.join(details)}."
    return Chart(panels, sides.titles, details, sides.unproved, scale=scale, alt=alt)


def _shades(grid: NDArray[np.integer], most: int) -> NDArray[np.uint8]:
    """0 for empty cells, then 1 to 255 by the logarithm; 1 + count, so that a 1 can be seen."""
    share = np.log1p(np.minimum(grid, most)) / np.log1p(most)
    shades = np.round(255 * share).astype(np.uint8)
    shades[np.asarray(grid) == 0] = 0
    return shades


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
