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
    (i, j), (left, right) = pairs.T, (np.asarray(side, dtype=float) for side in (left, right))
    start, end = left[i] if len(left) else right[j], right[j] if len(right) else left[i]
    start[i < 0] = end[i < 0].mean(axis=1, keepdims=True)  # the nearest point of the diagonal
    end[j < 0] = start[j < 0].mean(axis=1, keepdims=True)
    start[~np.isfinite(start)] = essential
    end[~np.isfinite(end)] = essential
    length = np.abs(start - end).max(axis=1, initial=0)
    longest = np.argsort(-length, kind="stable")[:DRAWN_MATCHES]
    longest = longest[length[longest] > 0]
    return start[longest], end[longest], pairs[longest, 0] >= 0


def feature_counts(pairs: Sequence[Pairs]) -> str:
    """How many features each dimension has, in words; those without any are left out."""
    return " · ".join(f"H{k} {len(points):,}" for k, points in enumerate(pairs) if len(points))
