"""Cuts of a tree that lower the standard deviation of the lengths left in its parts the most."""

from __future__ import annotations

import math

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled

__all__ = ["deviation_cuts"]


@compiled
def _spread(count: float, total: float, squares: float) -> float:
    """Count times standard deviation."""
    if count < 2.0:
        return 0.0
    return math.sqrt(max(count * squares - total * total, 0.0))


@compiled
def deviation_cuts(parent: Ints, above: Floats, most: int) -> tuple[Ints, Floats]:
    """Cut the edge that lowers the mean deviation within the parts the most, `most` times.

    The deviation of a part is that of the lengths of its edges, weighted by how many they are. Of
    edges that lower it by the same, but for a millionth of the longest length, the longest is cut.

    Parameters
    ----------
    parent : ndarray of int, shape (n,)
        Of a tree whose nodes are numbered so that parents come first; -1 for the root.
    above : ndarray, shape (n,)
        Length of the edge to the parent.
    most : int

    Returns
    -------
    (ndarray of int, ndarray of float)
        The lower nodes of the cut edges in turn, and the mean deviation before the first cut and
        after each.
    """
    n = len(parent)
    most = min(most, n - 1)
    taken, left = np.empty(most, dtype=np.int64), np.zeros(most + 1)
    is_cut = np.zeros(n, dtype=np.bool_)
    root = np.zeros(n, dtype=np.int64)
    count, total, squares, without = np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    same = 1e-6 * np.abs(above).max()
    for done in range(most + 1):
        count[:], total[:], squares[:] = 0.0, 0.0, 0.0
        for v in range(n - 1, 0, -1):
            if not is_cut[v]:
                p = parent[v]
                count[p] += count[v] + 1.0
                total[p] += total[v] + above[v]
                squares[p] += squares[v] + above[v] * above[v]
        now, edges = 0.0, 0.0
        for v in range(n):
            root[v] = v if v == 0 or is_cut[v] else root[parent[v]]
            if root[v] == v:
                now += _spread(count[v], total[v], squares[v])
                edges += count[v]
        left[done] = now / edges if edges > 0.0 else 0.0
        if done == most:
            break
        without[:] = np.inf
        for v in range(1, n):
            if is_cut[v]:
                continue
            r, w = root[v], above[v]
            rest = _spread(
                count[r] - count[v] - 1.0, total[r] - total[v] - w, squares[r] - squares[v] - w * w
            )
            without[v] = (
                now
                - _spread(count[r], total[r], squares[r])
                + _spread(count[v], total[v], squares[v])
                + rest
            )
        least, place = without.min() + same, -1
        for v in range(1, n):
            if without[v] <= least and (place < 0 or above[v] > above[place]):
                place = v
        is_cut[place] = True
        taken[done] = place
    return taken, left
