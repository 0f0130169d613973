"""How far one spanning tree is from another: shared edges, real edges, extra length."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["edge_overlap", "excess_length", "relative_excess_length"]


def edge_overlap(edges: NDArray[np.int32], reference: NDArray[np.int32]) -> float:
    """Share of `edges` that are found in `reference`.

    Parameters
    ----------
    edges, reference : ndarray of int, shape (., 2)
        u < v, each pair once.

    Returns
    -------
    float
        From 0 to 1; nan if `edges` is empty.

    Examples
    --------
    >>> import numpy as np
    >>> edge_overlap(np.array([[0, 1], [1, 2]]), np.array([[0, 1], [0, 2]]))
    0.5
    """
    if not len(edges):
        return float("nan")
    base = 1 + max(int(edges.max()), int(reference.max(initial=0)))
    first, second = (
        pairs[:, 0].astype(np.int64) * base + pairs[:, 1] for pairs in (edges, reference)
    )
    return float(np.isin(first, second).mean())


def excess_length(private: ArrayLike, best: ArrayLike) -> float:
    """(w - w*) / w* for the mean edge length w of the private tree and w* of the best one.

    Both in the lengths of the true graph. Means, not sums, so that forests of different numbers
    of edges compare; with equal numbers it is the excess of the total.

    Parameters
    ----------
    private, best : array_like, shape (e1,) and (e2,)

    Returns
    -------
    float
        0 for a tree as short as the best, below 0 only if it has edges that are not in the true
        graph; nan if a tree is empty or the best has length 0.

    Examples
    --------
    >>> excess_length([2.0, 4.0], [1.0, 3.0])
    0.5
    """
    private_mean, best_mean = _mean(private), _mean(best)
    return (private_mean - best_mean) / best_mean if best_mean > 0 else float("nan")


def relative_excess_length(private: ArrayLike, best: ArrayLike, blind: ArrayLike) -> float:
    """(w - w*) / (w_blind - w*): 0 as good as the best tree, 1 no better than a blind one.

    Parameters
    ----------
    private, best, blind : array_like, shape (.,)
        Edge lengths in the true graph of the private tree, the best tree, and a tree chosen
        without looking at lengths. Compared by their means.

    Returns
    -------
    float
        nan if a tree is empty or the blind tree is as short as the best.

    Examples
    --------
    >>> relative_excess_length([2.0], [1.0], [3.0])
    0.5
    """
    best_mean = _mean(best)
    room = _mean(blind) - best_mean
    return (_mean(private) - best_mean) / room if room > 0 else float("nan")


def _mean(lengths: ArrayLike) -> float:
    values = np.asarray(lengths, dtype=np.float64)
    return float(values.mean()) if values.size else float("nan")
