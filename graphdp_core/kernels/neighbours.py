"""Nearest neighbours of chosen points by exact scan, and their ranks in another cloud.

Farthest-point landmarks of a point cloud.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled


@compiled
def nearest_neighbours(
    coordinates: NDArray[np.float64], rows: NDArray[np.int64], k: int
) -> NDArray[np.int64]:
    """The k nearest other points of each of `rows`, shape (rows, k), nearest first.

    `coordinates` has shape (d, n), so that the scan runs along memory. Of equally near points
    the one with the lower number comes first.
    """
    n = coordinates.shape[1]
    nearest = np.empty((len(rows), k), dtype=np.int64)
    best = np.empty(k)
    for r in range(len(rows)):
        distances = _squared_distances(coordinates, rows[r])
        filled = 0
        for j in range(n):
            if j == rows[r] or (filled == k and distances[j] >= best[k - 1]):
                continue
            if filled < k:
                filled += 1
            place = filled - 1
            while place > 0 and best[place - 1] > distances[j]:
                best[place] = best[place - 1]
                nearest[r, place] = nearest[r, place - 1]
                place -= 1
            best[place] = distances[j]
            nearest[r, place] = j
    return nearest


@compiled
def rank_excess(
    coordinates: NDArray[np.float64], rows: NDArray[np.int64], neighbours: NDArray[np.int64]
) -> int:
    """Sum of max(0, rank - k) over the k given neighbours of each of `rows`.

    The rank of j for i counts the points strictly nearer to i, plus one: ties favour j.
    """
    n = coordinates.shape[1]
    k = neighbours.shape[1]
    total = 0
    for r in range(len(rows)):
        distances = _squared_distances(coordinates, rows[r])
        distances[rows[r]] = np.inf
        for place in range(k):
            limit = distances[neighbours[r, place]]
            nearer = 0
            for j in range(n):  # no branch: several at a time
                nearer += int(distances[j] < limit)
            total += max(0, 1 + nearer - k)
    return total


@compiled
def _squared_distances(coordinates: NDArray[np.float64], i: int) -> NDArray[np.float64]:
    d, n = coordinates.shape
    distances = np.zeros(n)
    for c in range(d):
        centre = coordinates[c, i]
        for j in range(n):
            step = coordinates[c, j] - centre
            distances[j] += step * step
    return distances


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
