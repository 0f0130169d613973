"""A random simple graph with given degrees."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.pair_index import pair_ends, pair_numbers, sorted_pair_ends

__all__ = ["degrees_of_counts", "graph_of_degrees"]

MOST_ROUNDS = 40


def degrees_of_counts(counts: Floats, edges: float | None = None) -> Ints:
    """One degree for each node, from how many nodes have each degree.

    Parameters
    ----------
    counts : ndarray, shape (d,)
        Real numbers >= 0 whose sum, rounded, is the number of nodes n.
    edges : float, optional
        If given, the degrees are scaled to this many edges, as far as rounding lets them.

    Returns
    -------
    ndarray of int64, shape (n,)
        Rising, from 0 to n - 1: the degrees at the middles of n equal shares.

    Examples
    --------
    >>> degrees_of_counts(np.array([1.0, 0.0, 3.0])).tolist()
    [0, 2, 2, 2]
    >>> degrees_of_counts(np.array([1.0, 0.0, 3.0]), edges=1.5).tolist()
    [0, 1, 1, 1]
    """
    n = round(float(counts.sum()))
    found = np.searchsorted(np.cumsum(counts), np.arange(n) + 0.5, side="right").astype(float)
    if edges is not None and found.sum() > 0.0:
        found *= 2.0 * max(edges, 0.0) / found.sum()
    return np.floor(np.clip(found, 0.0, max(n - 1, 0)) + 0.5).astype(np.int64)


def graph_of_degrees(degrees: Ints, *, rng: np.random.Generator) -> NDArray[np.int32]:
    """Draw a simple graph whose nodes have these degrees, or nearly.

    Every node gets as many ends as its degree, and all ends are paired at random. Pairs that are
    loops, or there already, are taken apart, as many good ones with them, and paired again. What
    still has no partner after many rounds is left out: such nodes have fewer edges than wanted.

    Parameters
    ----------
    degrees : ndarray of int64, shape (n,)
        From 0 to n - 1. An odd sum leaves one end out.
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of int32, shape (m, 2)
        Sorted, u < v; nearly uniform among such graphs where degrees are far below n.

    References
    ----------
    Bollobas (1980), A probabilistic proof of an asymptotic formula for the number of labelled
    regular graphs, European J. Combin. 1 (the pairing).

    Examples
    --------
    >>> graph_of_degrees(np.array([2, 2, 2]), rng=np.random.default_rng(0)).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    n = len(degrees)
    found, left = np.empty(0, dtype=np.int64), np.repeat(np.arange(n), degrees)
    for _ in range(MOST_ROUNDS):
        if len(left) < 2:
            break
        order = rng.permutation(len(found))
        apart, kept = found[order[: len(left)]], found[order[len(left) :]]
        ends = rng.permutation(np.concatenate((left, *pair_ends(n, apart))))
        trial = np.union1d(kept, _paired(n, ends))
        if len(trial) >= len(found):
            found, left = trial, _without_partner(degrees, trial)
    return sorted_pair_ends(n, found)


def _paired(n: int, ends: Ints) -> Ints:
    """Numbers of the pairs of neighbouring ends; loops are none."""
    one, other = ends[: len(ends) // 2 * 2].reshape(-1, 2).T
    real = one != other
    return pair_numbers(n, np.minimum(one, other)[real], np.maximum(one, other)[real])


def _without_partner(degrees: Ints, pairs: Ints) -> Ints:
    n = len(degrees)
    used = np.bincount(np.concatenate(pair_ends(n, pairs)), minlength=n)
    return np.repeat(np.arange(n), degrees - used)
