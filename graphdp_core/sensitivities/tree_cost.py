"""How far one weight can move the cost of the minimum spanning tree: a smooth upper bound."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels.spanning_forest import edge_connectivity

GRID = 100
"""Thresholds of weights that are tried, evenly spread over the public range."""

LARGEST_N = 300
"""Nodes: a minimum cut of each threshold's graph takes n^3 steps."""


def smooth_cost_bound(
    n: int, edges: NDArray[np.int32], weights: Floats, largest: float, beta: float
) -> float:
    """A beta-smooth upper bound of the local sensitivity of the cost, one weight moving at will.

    Let A(k) be the least threshold at which the edges no heavier than it are k-edge-connected;
    `largest` if there is none. If the weights are k steps away, every cut still has two edges no
    heavier than A(k + 2): whichever weight moves, the cost moves by at most that much. The bound is
    the largest e^(-beta k) A(k + 2). Thresholds are those of a public grid, and A is rounded up:
    one weight moves the connectivity at a threshold by at most one, so it stays smooth.

    Parameters
    ----------
    n : int
        At most :data:`LARGEST_N`.
    edges : ndarray of int32, shape (m, 2)
    weights : ndarray of float64, shape (m,)
        Within [0, largest].
    largest : float
        Public, above 0.
    beta : float
        Above 0.

    References
    ----------
    Nissim, Raskhodnikova & Smith (2007), STOC, section 3.2 (over all cuts). That edge-connectivity
    is enough, here.

    Examples
    --------
    >>> triangle = np.array([[0, 1], [0, 2], [1, 2]], dtype=np.int32)
    >>> smooth_cost_bound(3, triangle, np.array([0.2, 0.2, 0.5]), 1.0, 5.0)
    0.5
    """
    connectivity = light_connectivity(n, edges, weights, largest)
    thresholds = largest * np.arange(GRID + 1) / GRID
    bound = 0.0
    for k in range(n):
        reached = np.flatnonzero(connectivity >= k + 2)
        if not len(reached):
            return max(bound, math.exp(-beta * k) * largest)
        bound = max(bound, math.exp(-beta * k) * float(thresholds[reached[0]]))
    return bound


def light_connectivity(
    n: int, edges: NDArray[np.int32], weights: Floats, largest: float
) -> NDArray[np.int64]:
    """Edge-connectivity of the edges no heavier than each threshold of the grid.

    Returns
    -------
    ndarray of int64, shape (GRID + 1,)
        Rising. 0 where the edges join not all nodes.

    Examples
    --------
    >>> ring = np.array([[0, 1], [0, 3], [1, 2], [2, 3]], dtype=np.int32)
    >>> light = light_connectivity(4, ring, np.array([0.0, 0.0, 0.0, 0.5]), 1.0)
    >>> light[[0, 49, 50, 100]].tolist()
    [1, 1, 2, 2]
    """
    thresholds = largest * np.arange(GRID + 1) / GRID
    connectivity = np.full(GRID + 1, -1, dtype=np.int64)

    def at(place: int) -> int:
        if connectivity[place] < 0:
            connectivity[place] = edge_connectivity(n, edges[weights <= thresholds[place]])
        return int(connectivity[place])

    def fill(low: int, high: int) -> None:
        """What lies between two equal ones equals them."""
        if at(low) == at(high):
            connectivity[low : high + 1] = at(low)
        elif high - low > 1:
            middle = (low + high) // 2
            fill(low, middle)
            fill(middle, high)

    fill(0, GRID)
    return connectivity
