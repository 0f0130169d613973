"""Farthest-point landmarks of a point cloud."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["extend_landmarks"]


@compiled
def extend_landmarks(
    points: NDArray[np.float64],
    squared: NDArray[np.float64],
    chosen: NDArray[np.int64],
    first: int,
    last: int,
) -> int:
    """Fill chosen[first:last], each with the point farthest from all landmarks before it.

    `squared` holds every point's squared distance to its nearest landmark and is updated. Ties
    go to the smaller index. Stops where every point coincides with a landmark; returns the
    number of landmarks chosen in all. chosen[:first] must be filled already, first >= 1.
    """
    n, d = points.shape
    for k in range(first, last):
        latest = chosen[k - 1]
        farthest = 0
        for i in range(n):
            distance = 0.0
            for c in range(d):
                distance += (points[i, c] - points[latest, c]) ** 2
            squared[i] = min(squared[i], distance)
            if squared[i] > squared[farthest]:
                farthest = i
        if squared[farthest] <= 0.0:
            return k
        chosen[k] = farthest
    return last
