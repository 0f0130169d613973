"""What is drawn of a persistence diagram: its range, its links to another, its counts in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Pairs = NDArray[np.floating]

HOMOLOGY = ("H0 components", "H1 loops", "H2 voids")
SYMBOLS = ("circle", "triangle-up", "diamond")
DRAWN_POINTS = 2000
DRAWN_MATCHES = 150


def finite_range(*several: Sequence[Pairs]) -> tuple[float, float]:
    """The first birth and the last death of all features that die; 0 and 1 without any."""
    flat = [np.asarray(pairs, dtype=float).ravel() for side in several for pairs in side]
    values = np.concatenate(flat) if flat else np.empty(0)
    values = values[np.isfinite(values)]
    if not len(values):
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    return low, high if high > low else low + 1.0


def drawn_links(
    left: Pairs, right: Pairs, links: NDArray[np.integer], essential: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Both ends of the 150 longest links of a matching, and which of them begin at a left point.

    Parameters
    ----------
    left, right : ndarray, shape (k, 2)
    links : ndarray of int, shape (k, 2)
        Rows (index in left, index in right), -1 for the diagonal.
    essential : float
        Where deaths that never come are drawn.

    Returns
    -------
    start, end : ndarray, shape (k, 2)
    from_left : ndarray of bool, shape (k,)
    """
    pairs = np.asarray(links).reshape(-1, 2)
    start, end = _ends(left, right, pairs)
    start[~np.isfinite(start)] = essential
    end[~np.isfinite(end)] = essential
    length = np.abs(start - end).max(axis=1, initial=0)
    longest = np.argsort(-length, kind="stable")[:DRAWN_MATCHES]
    longest = longest[length[longest] > 0]
    return start[longest], end[longest], pairs[longest, 0] >= 0


def _ends(
    left: Pairs, right: Pairs, links: NDArray[np.integer]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both ends of every matched pair; a partner of -1 is the nearest point of the diagonal."""
    start = np.empty((len(links), 2))
    end = np.empty((len(links), 2))
    for row, (i, j) in enumerate(links):
        if i >= 0:
            start[row] = left[i]
        if j >= 0:
            end[row] = right[j]
        if i < 0:
            start[row] = end[row].mean()
        if j < 0:
            end[row] = start[row].mean()
    return start, end


def feature_counts(pairs: Sequence[Pairs]) -> str:
    """How many features each dimension has, in words; those without any are left out."""
    return " · ".join(f"H{k} {len(points):,}" for k, points in enumerate(pairs) if len(points))
