"""Dendrograms over the nodes of a graph: how well they fit, edges counted, graphs drawn.

A dendrogram of n leaves is four arrays of shape (2n - 1,): `parent`, `left`, `right` (-1 where
there is none) and `size`, the leaves below. Leaves are 0, ..., n - 1, inner nodes the others.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import State, uniform

__all__ = ["count_edges", "draw_pairs", "fit", "halve", "times_log"]


@compiled
def times_log(x: float) -> float:
    """x ln x, 0 at 0."""
    return x * math.log(x) if x > 0.0 else 0.0


@compiled
def fit(pairs: int, edges: int) -> float:
    """Log-likelihood of so many edges among so many pairs, each with their share as its chance.

    Examples
    --------
    >>> fit(4, 0), fit(4, 4), abs(round(fit(4, 2) + 4 * math.log(2), 12))
    (0.0, 0.0, 0.0)
    """
    return times_log(edges) + times_log(pairs - edges) - times_log(pairs)


@compiled
def halve(order: Ints, parent: Ints, left: Ints, right: Ints, size: Ints) -> None:
    """Fill in the dendrogram that halves the order of the n leaves again and again.

    Examples
    --------
    >>> arrays = [np.full(5, -1) for _ in range(4)]
    >>> halve(np.arange(3), *arrays)
    >>> [array.tolist() for array in arrays[1:3]]
    [[-1, -1, -1, 0, 1], [-1, -1, -1, 4, 2]]
    """
    n = len(order)
    start, stop = np.zeros(2 * n, dtype=np.int64), np.zeros(2 * n, dtype=np.int64)
    size[:n] = 1
    made = n + 1
    stop[n] = n
    for node in range(n, 2 * n - 1):
        first, last = start[node], stop[node]
        middle = (first + last) // 2
        size[node] = last - first
        for turn in range(2):
            a, b = (first, middle) if turn == 0 else (middle, last)
            child = order[a]
            if b - a > 1:
                child = made
                start[child], stop[child] = a, b
                made += 1
            parent[child] = node
            if turn == 0:
                left[node] = child
            else:
                right[node] = child


@compiled
def count_edges(edges: NDArray[np.int32], parent: Ints, size: Ints) -> Ints:
    """How many edges each node is the lowest common ancestor of, shape (2n - 1,)."""
    counts = np.zeros(len(parent), dtype=np.int64)
    for e in range(len(edges)):
        u, v = np.int64(edges[e, 0]), np.int64(edges[e, 1])
        while u != v:
            if size[u] <= size[v]:
                u = parent[u]
            else:
                v = parent[v]
        counts[u] += 1
    return counts


@compiled
def draw_pairs(root: int, chances: Floats, left: Ints, right: Ints, state: State) -> Ints:
    """Join the nodes on both sides of every inner node with its chance, each pair by itself.

    Parameters
    ----------
    root : int
    chances : ndarray, shape (2n - 1,)
        In [0, 1]; those of leaves are not read.
    left, right : ndarray of int64, shape (2n - 1,)
    state : ndarray of uint64, shape (1,)

    Returns
    -------
    ndarray of int64, shape (m, 2)
        Different pairs of nodes, in no order.
    """
    n = (len(left) + 1) // 2
    start, stop = np.zeros(2 * n - 1, dtype=np.int64), np.zeros(2 * n - 1, dtype=np.int64)
    leaves, held = np.empty(n, dtype=np.int64), np.empty(2 * n, dtype=np.int64)
    inner = np.empty(n, dtype=np.int64)
    met = placed = 0
    held[0], waiting = root, 1
    while waiting:
        waiting -= 1
        node = held[waiting]
        start[node] = placed
        if node < n:
            leaves[placed] = node
            placed += 1
            stop[node] = placed
        else:
            inner[met] = node
            met += 1
            held[waiting], held[waiting + 1] = right[node], left[node]
            waiting += 2
    for i in range(met - 1, -1, -1):
        stop[inner[i]] = stop[right[inner[i]]]
    found = np.empty((1024, 2), dtype=np.int64)
    made = 0
    for i in range(met):
        one, other = left[inner[i]], right[inner[i]]
        width, chance = stop[other] - start[other], chances[inner[i]]
        pairs = (stop[one] - start[one]) * width
        if chance <= 0.0:
            continue
        pair = -1
        while True:
            skip = math.log(uniform(state)) / math.log1p(-chance) if chance < 1.0 else 0.0
            if skip >= pairs - pair - 1:
                break
            pair += 1 + int(skip)
            if made == len(found):
                found = np.concatenate((found, np.empty_like(found)))
            found[made, 0] = leaves[start[one] + pair // width]
            found[made, 1] = leaves[start[other] + pair % width]
            made += 1
    return found[:made]
