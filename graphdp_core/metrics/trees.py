"""How far one spanning tree is from another: shared edges, real edges, extra length."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.kernels.spanning_forest import merge_heights

__all__ = [
    "approximation_error",
    "cophenetic_error",
    "edge_overlap",
    "excess_length",
    "relative_excess_length",
]

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
    if not best_mean > ROUNDING * abs(private_mean):
        return float("nan")
    return (private_mean - best_mean) / best_mean


def relative_excess_length(private: ArrayLike, best: ArrayLike, random: ArrayLike) -> float:
    """(w - w*) / (w_random - w*): 0 as good as the best tree, 1 no better than a random one.

    Parameters
    ----------
    private, best, random : array_like, shape (.,)
        Edge lengths in the true graph of the private tree, the best tree, and a tree chosen
        without looking at lengths. Compared by their means.

    Returns
    -------
    float
        nan if a tree is empty or the random tree is as short as the best, up to rounding.

    Examples
    --------
    >>> relative_excess_length([2.0], [1.0], [3.0])
    0.5
    """
    private_mean, best_mean, random_mean = _mean(private), _mean(best), _mean(random)
    room = random_mean - best_mean
    if not room > ROUNDING * max(abs(private_mean), abs(random_mean)):
        return float("nan")
    return (private_mean - best_mean) / room


def approximation_error(private: ArrayLike, best: ArrayLike) -> float:
    """Error_G(T) = w(T) - w(MST), in the unit of the lengths.

    Parameters
    ----------
    private, best : array_like, shape (e,)
        Edge lengths in the true graph.

    Returns
    -------
    float
        nan if the trees are empty or have different numbers of edges.

    References
    ----------
    R. Pinot, Minimum spanning tree release under differential privacy constraints, 2017,
    definition 3.2.1.

    Examples
    --------
    >>> approximation_error([2.0, 4.0], [1.0, 3.0])
    2.0
    """
    found, least = np.asarray(private, dtype=np.float64), np.asarray(best, dtype=np.float64)
    if found.size != least.size or not found.size:
        return float("nan")
    return float(found.sum() - least.sum())


def cophenetic_error(
    n: int,
    private: tuple[NDArray[np.int32], NDArray[np.float64]],
    best: tuple[NDArray[np.int32], NDArray[np.float64]],
) -> float:
    """How much higher, on average, two nodes merge when a tree is cut from its shortest edge up.

    The height at which u and v merge (their cophenetic distance in single linkage) is the longest
    edge on the path between them; no tree of the graph has lower ones than its minimum spanning
    tree. The value is (mean height - best mean height)/(best mean height).

    Parameters
    ----------
    n : int
        Number of nodes.
    private, best : (ndarray of int, shape (e, 2); ndarray, shape (e,))
        Edges, and their lengths in the true graph.

    Returns
    -------
    float
        nan if a tree is empty or the best mean height is not above 0.

    References
    ----------
    Sokal and Rohlf, The comparison of dendrograms by objective methods, Taxon 1962.

    Examples
    --------
    >>> path = np.array([[0, 1], [1, 2]]), np.array([1.0, 2.0])
    >>> star = np.array([[0, 1], [0, 2]]), np.array([1.0, 7.0])
    >>> round(cophenetic_error(3, star, path), 9)
    2.0
    """
    height, least = (_mean_height(n, edges, lengths) for edges, lengths in (private, best))
    return (height - least) / least if least > ROUNDING * abs(height) else float("nan")


def _mean_height(n: int, edges: NDArray[np.int32], lengths: NDArray[np.float64]) -> float:
    if not len(edges):
        return float("nan")
    total, pairs = merge_heights(n, edges, np.argsort(lengths, kind="stable"), lengths)
    return float(total / pairs)


def _mean(lengths: ArrayLike) -> float:
    values = np.asarray(lengths, dtype=np.float64)
    return float(values.mean()) if values.size else float("nan")
