"""How far one spanning tree is from another: shared edges, real edges, extra length."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["edge_overlap", "excess_length", "relative_excess_length"]

ROUNDING = 1e-9  # lengths below this share of the others are zeros with rounding errors


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
        0 for a tree as short as the best. Below 0 only if it has edges that are not in the true
        graph, or falls into more parts and so does without a long edge. nan if a tree is empty or
        the best has length 0 up to rounding.

    Examples
    --------
    >>> excess_length([2.0, 4.0], [1.0, 3.0])
    0.5
    """
    private_mean, best_mean = _mean(private), _mean(best)
    if not best_mean > ROUNDING * private_mean:
        return float("nan")
    return (private_mean - best_mean) / best_mean


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
        nan if a tree is empty or the blind tree is as short as the best, up to rounding.

    Examples
    --------
    >>> relative_excess_length([2.0], [1.0], [3.0])
    0.5
    """
    private_mean, best_mean, blind_mean = _mean(private), _mean(best), _mean(blind)
    room = blind_mean - best_mean
    if not room > ROUNDING * max(private_mean, blind_mean):
        return float("nan")
    return (private_mean - best_mean) / room


def _mean(lengths: ArrayLike) -> float:
    values = np.asarray(lengths, dtype=np.float64)
    return float(values.mean()) if values.size else float("nan")
