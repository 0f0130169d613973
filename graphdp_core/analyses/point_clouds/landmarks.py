"""A few points that stand for a large cloud, chosen by the farthest-point rule."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels.neighbours import extend_landmarks
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Report

CHUNK = 2_000_000  # distances between two progress reports


def landmarks(
    points: NDArray[np.float64], *, count: int, progress: Report = SILENT
) -> tuple[NDArray[np.int64], float]:
    """Choose landmarks: point 0 first, then again and again the point farthest from all chosen.

    By the stability theorem the bottleneck distance between the diagrams of the cloud and of its
    landmarks is at most the covering radius (Čech scale; at most twice that for Rips).

    Parameters
    ----------
    points : ndarray of float64, shape (n, d)
    count : int
        How many, at least 1.
    progress : callable, optional

    Returns
    -------
    chosen : ndarray of int64, shape (min(count, number of distinct points),)
        Indices in the order of choice; all of 0..n-1, in order, if count >= n.
    radius : float
        Largest distance from a point to its nearest landmark.

    Raises
    ------
    Refused
        If count is below 1.

    Notes
    -----
    *Privacy*: the start does not depend on the data, so on a release this is post-processing.

    References
    ----------
    Gonzalez, Theoretical Computer Science 1985. de Silva & Carlsson, Eurographics 2004 (maxmin).
    Cohen-Steiner, Edelsbrunner & Harer, Discrete & Computational Geometry 2007 (stability).

    Examples
    --------
    >>> landmarks(np.array([[0.0], [1.0], [4.0], [5.0]]), count=2)
    (array([0, 3]), 1.0)
    """
    if count < 1:
        raise Refused(f"count must be an integer from 1, got {count}.")
    n = len(points)
    if count >= n:
        return np.arange(n, dtype=np.int64), 0.0
    cloud = np.ascontiguousarray(points)
    squared = np.full(n, np.inf)
    chosen = np.zeros(count + 1, dtype=np.int64)  # one more, so that `squared` covers the last
    step = max(1, CHUNK // n)
    placed = 1
    while placed <= count:
        goal = min(placed + step, count + 1)
        progress(placed / count, f"landmark {placed:,} of {count:,}")
        placed = extend_landmarks(cloud, squared, chosen, placed, goal)
        if placed < goal:
            break
    return chosen[: min(placed, count)], math.sqrt(squared.max())
