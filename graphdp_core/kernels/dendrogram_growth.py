"""Dendrograms grown leaf by leaf, each leaf hung in where its own edges fit."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled
from graphdp_core.kernels.dendrogram import fit, times_log
from graphdp_core.kernels.random_streams import State, next_uniform

__all__ = ["grow", "hang", "node_below", "weigh"]


@compiled
def grow(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    order: Ints,
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    epsilon: float,
    state: State,
    parent: Ints,
    left: Ints,
    right: Ints,
    size: Ints,
    first: int,
    stop: int,
) -> None:
    """Hang order[first:stop] into the dendrogram, each beside a node drawn by its own edges.

    Leaf t finds 2t - 1 nodes. It comes beside one of them with probability
    ~ exp(epsilon S / h(t - 1)), S as in `weigh` and h(x) = (x + 1) ln(x + 1) - x ln x. Two uniform
    numbers a leaf, whatever the graph.

    Parameters
    ----------
    order : ndarray of int64, shape (n,)
    indptr, indices : ndarrays
        Compressed rows of the graph.
    epsilon : float
    state : ndarray of uint64, shape (1,)
    parent, left, right, size : ndarray of int64, shape (2n - 1,)
        -1, -1, -1 and 0 at the start; filled in place.
    first, stop : int
        Call with rising ranges, starting at 0.
    """
    n = len(order)
    room, worth = np.zeros((4, 2 * n), dtype=np.int64), np.zeros((2, 2 * n))
    root = order[0]
    while parent[root] >= 0:
        root = parent[root]
    for t in range(first, stop):
        choosing, hanging = next_uniform(state), next_uniform(state)
        if t == 0:
            size[root] = 1
            continue
        leaf = order[t]
        count = weigh(leaf, root, indptr, indices, parent, left, right, size, room, worth)
        places, copies, scores = room[2], room[3], worth[1]
        rate = epsilon / (times_log(t) - times_log(t - 1)) if t > 1 else 0.0
        best = scores[:count].max()
        total = 0.0
        for i in range(count):
            scores[i] = copies[i] * math.exp(rate * (scores[i] - best))
            total += scores[i]
        i, rest = 0, choosing * total
        while i < count - 1 and rest >= scores[i]:
            rest -= scores[i]
            i += 1
        beside = node_below(places[i], int(hanging * copies[i]), left, right, size)
        root = hang(leaf, beside, n + t - 1, root, parent, left, right, size)


@compiled
def weigh(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    leaf: int,
    root: int,
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    parent: Ints,
    left: Ints,
    right: Ints,
    size: Ints,
    room: Ints,
    worth: Floats,
) -> int:
    """The log-likelihood S of a new leaf's edges, beside every node of the dendrogram.

    Beside node s its edges fall into groups: those to s, and those to each subtree that hangs off
    the path from the root to s; S is the sum of `fit` over them. Groups without an edge fit with 0,
    so that all nodes of a subtree without a neighbour share one S, and only the nodes above
    neighbours are weighed one by one.

    Parameters
    ----------
    leaf, root : int
    indptr, indices : ndarrays
        Compressed rows of the graph.
    parent, left, right, size : ndarray of int64, shape (2n - 1,)
        A dendrogram of the leaves that are there.
    room : ndarray of int64, shape (4, 2n)
        The first row 0; the last two become places, and how many nodes share what stands there:
        1, or all 2 size - 1 of the subtree.
    worth : ndarray, shape (2, 2n)
        The second row becomes S.

    Returns
    -------
    int
        How many entries of the rows are filled.
    """
    n = (len(parent) + 1) // 2
    links, waiting, places, copies = room[0], room[1], room[2], room[3]
    gained, scores = worth[0], worth[1]
    for e in range(indptr[leaf], indptr[leaf + 1]):
        node = np.int64(indices[e])
        while node >= 0 and size[node]:
            links[node] += 1
            node = parent[node]
    gained[root] = 0.0
    waiting[0], held = root, 1
    count = 0
    while held:
        held -= 1
        node = waiting[held]
        places[count], copies[count], scores[count] = node, 2 * size[node] - 1, gained[node]
        if links[node]:
            copies[count] = 1
            scores[count] += fit(size[node], links[node])
            if node >= n:
                one, other = left[node], right[node]
                gained[one] = gained[node] + fit(size[other], links[other])
                gained[other] = gained[node] + fit(size[one], links[one])
                waiting[held], waiting[held + 1] = one, other
                held += 2
        count += 1
    for i in range(count):
        links[places[i]] = 0
    return count


@compiled
def hang(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    leaf: int,
    beside: int,
    inner: int,
    root: int,
    parent: Ints,
    left: Ints,
    right: Ints,
    size: Ints,
) -> int:
    """Put a new inner node in the place of a node, above it and a new leaf; the new root."""
    above = parent[beside]
    left[inner], right[inner], parent[inner] = beside, leaf, above
    parent[beside], parent[leaf] = inner, inner
    size[leaf], size[inner] = 1, size[beside]
    if above >= 0 and left[above] == beside:
        left[above] = inner
    elif above >= 0:
        right[above] = inner
    node = inner
    while node >= 0:
        size[node] += 1
        node = parent[node]
    return inner if above < 0 else root


@compiled
def node_below(node: int, rank: int, left: Ints, right: Ints, size: Ints) -> int:
    """The rank-th of the 2 size - 1 nodes of a subtree, itself the first."""
    while rank > 0:
        rank -= 1
        inside = 2 * size[left[node]] - 1
        if rank < inside:
            node = left[node]
        else:
            rank -= inside
            node = right[node]
    return node
