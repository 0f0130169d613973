"""Very many edges or points as shades: how many fall into each cell of a grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["cloud_density", "matrix_density"]

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
