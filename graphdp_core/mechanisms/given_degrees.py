"""Random simple graphs with given degrees: their ends are paired at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.pair_index import pair_ends, pair_numbers, sorted_pair_ends
from graphdp_core.privacy.samplers import first_distinct

TRIES = 5  # of pairing all ends, until none is left
ROUNDS = 40  # of placing ends that found no partner


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
    degrees = np.searchsorted(np.cumsum(counts), np.arange(n) + 0.5, side="right").astype(float)
    if edges is not None and degrees.sum() > 0.0:
        degrees *= 2.0 * max(edges, 0.0) / degrees.sum()
    return np.floor(np.clip(degrees, 0.0, max(n - 1, 0)) + 0.5).astype(np.int64)


def graph_of_degrees(degrees: Ints, *, rng: np.random.Generator) -> NDArray[np.int32]:
    """Draw a simple graph whose nodes have these degrees, or nearly, by :func:`matched_stubs`.

    Where ends are left, all are paired anew, a few times; the fullest graph counts.

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
    none, best = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    for _ in range(TRIES):
        matched = matched_stubs(degrees, none, rng=rng)
        best = max(best, matched, key=len)
        if 2 * len(best) >= degrees.sum() - 1:
            break
    return sorted_pair_ends(len(degrees), best)


def matched_stubs(
    stubs: Ints, taken: NDArray[np.integer], *, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Numbers of node pairs, each once and none of `taken`, that use up `stubs` of each node.

    Ends are paired at random. Two ends a, b that would be a loop or a repeat take apart a pair
    {c, d} found before, for {a, c} and {b, d}, if both are new. What finds no place after many
    rounds is left.

    Examples
    --------
    >>> matched_stubs(np.array([1, 1, 0]), np.array([], dtype=int), rng=np.random.default_rng(0))
    array([0])
    """
    n = len(stubs)
    held: NDArray[np.int64] = np.sort(np.asarray(taken, dtype=np.int64))
    left = rng.permutation(np.repeat(np.arange(n), stubs))
    half = len(left) // 2
    one, other = left[:half], left[half : 2 * half]
    pairs = _numbers(n, one, other)
    new = _first_new(pairs, held)
    edges, one, other = np.sort(pairs[new]), one[~new], other[~new]
    for _ in range(ROUNDS):
        count = min(len(one), len(edges))
        if count == 0:
            break
        places = first_distinct(rng, population=len(edges), count=count)
        c, d = pair_ends(n, edges[places])
        first, second = _numbers(n, one[:count], c), _numbers(n, other[:count], d)
        fresh = _first_new(np.concatenate((first, second)), np.sort(np.concatenate((held, edges))))
        both = fresh[:count] & fresh[count:]
        kept = np.ones(len(edges), dtype=np.bool_)
        kept[places[both]] = False
        edges = np.sort(np.concatenate((edges[kept], first[both], second[both])))
        waiting = np.concatenate((~both, np.ones(len(one) - count, dtype=np.bool_)))
        one, other = other[waiting], one[waiting]
    return edges


def _numbers(n: int, one: Ints, other: Ints) -> NDArray[np.int64]:
    """Numbers of node pairs, -1 for loops."""
    pairs = pair_numbers(n, np.minimum(one, other), np.maximum(one, other)).astype(np.int64)
    return np.where(one == other, -1, pairs)


def _first_new(pairs: NDArray[np.int64], known: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which pairs stand there for the first time, are no loops and not in a rising array."""
    first = np.zeros(len(pairs), dtype=np.bool_)
    first[np.unique(pairs, return_index=True)[1]] = True
    if len(known):
        at = np.minimum(np.searchsorted(known, pairs), len(known) - 1)
        first &= known[at] != pairs
    return first & (pairs >= 0)
