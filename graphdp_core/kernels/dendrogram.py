"""Dendrograms over the nodes of a graph: how well they fit, edges counted, graphs drawn.

A dendrogram of n leaves is four arrays of shape (2n - 1,): `parent`, `left`, `right` (-1 where
there is none) and `size`, the leaves below. Leaves are 0, ..., n - 1, inner nodes the others.

Dendrograms grown leaf by leaf, each leaf hung in where its own edges fit.

A Markov chain over the dendrograms of a graph, by swaps of subtrees.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import State, next_uniform, uniform

__all__ = [
    "count_edges",
    "draw_pairs",
    "grow",
    "halve",
    "insert_leaf",
    "leaf_scores",
    "node_below",
    "swap",
]


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
    drawn = np.empty((1024, 2), dtype=np.int64)
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
            if made == len(drawn):
                drawn = np.concatenate((drawn, np.empty_like(drawn)))
            drawn[made, 0] = leaves[start[one] + pair // width]
            drawn[made, 1] = leaves[start[other] + pair % width]
            made += 1
    return drawn[:made]


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
        count = leaf_scores(leaf, root, indptr, indices, parent, left, right, size, room, worth)
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
        root = insert_leaf(leaf, beside, n + t - 1, root, parent, left, right, size)


@compiled
def leaf_scores(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
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
def insert_leaf(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
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


@compiled
def swap(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    rate: float,
    steps: int,
    state: State,
    parent: Ints,
    left: Ints,
    right: Ints,
    size: Ints,
    counts: Ints,
) -> int:
    """Metropolis steps with limit ~ exp(rate log-likelihood); the number of accepted ones.

    A step takes an inner node below the root and one of its two children, each with the same
    chance, and swaps the child with the node's sibling. Three uniform numbers a step, whatever
    happens.

    Parameters
    ----------
    indptr, indices : ndarrays
        Compressed rows of the graph.
    rate : float
    steps : int
    state : ndarray of uint64, shape (1,)
    parent, left, right, size, counts : ndarray of int64, shape (2n - 1,)
        A dendrogram and `count_edges` of it; moved on in place. The root stays the same node.
    """
    n = (len(parent) + 1) // 2
    held = np.empty(n, dtype=np.int64)
    root = 0
    while parent[root] >= 0:
        root = parent[root]
    accepted = 0
    for _ in range(steps):
        node = n + int(next_uniform(state) * (n - 2))
        if node >= root:
            node += 1
        is_left, luck = next_uniform(state) < 0.5, uniform(state)
        moved, kept = (left[node], right[node]) if is_left else (right[node], left[node])
        top = parent[node]
        beside = right[top] if left[top] == node else left[top]
        inside, across = counts[node], counts[top]
        joins = 0  # edges between what is kept and what comes
        if across:
            if size[moved] < size[kept] and size[moved] < size[beside]:
                joins = across - _between(
                    moved, beside, held, indptr, indices, parent, left, right, size
                )
            else:
                joins = _between(kept, beside, held, indptr, indices, parent, left, right, size)
        was = fit(size[kept] * size[moved], inside) + fit(size[node] * size[beside], across)
        lower, upper = joins, inside + across - joins
        joined = size[kept] + size[beside]
        now = fit(size[kept] * size[beside], lower) + fit(joined * size[moved], upper)
        if math.log(luck) >= rate * (now - was):
            continue
        accepted += 1
        left[node], right[node] = kept, beside
        left[top], right[top] = node, moved
        parent[beside], parent[moved] = node, top
        size[node] = joined
        counts[node], counts[top] = lower, upper
    return accepted


@compiled
def _between(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    one: int,
    other: int,
    held: Ints,
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    parent: Ints,
    left: Ints,
    right: Ints,
    size: Ints,
) -> int:
    """Edges between two subtrees, neither of which is inside the other."""
    n = len(held)
    if size[other] < size[one]:
        one, other = other, one
    total, waiting = 0, 1
    held[0] = one
    while waiting:
        waiting -= 1
        node = held[waiting]
        if node >= n:
            held[waiting], held[waiting + 1] = left[node], right[node]
            waiting += 2
            continue
        for e in range(indptr[node], indptr[node + 1]):
            end = np.int64(indices[e])
            while size[end] < size[other]:
                end = parent[end]
            total += end == other
    return total
