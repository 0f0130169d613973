"""Kruskal's forest by union-find, and the lengths at which its parts join.

Union-find: which part of a growing forest a node belongs to.

Single-linkage merges of a weighted forest.

The smallest number of edges whose loss parts a graph, by Stoer and Wagner.

Bridges: the edges whose loss would disconnect their component.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.kernels import compiled


@compiled
def root_of(parent: Ints, node: int) -> int:
    """The node that stands for the part of `node`; the path there is halved on the way.

    Parameters
    ----------
    parent : ndarray of int64, shape (n,)
        A node nearer to the root, itself at the root; overwritten. Two parts are joined by
        ``parent[one_root] = other_root``.

    Examples
    --------
    >>> import numpy as np
    >>> parent = np.array([0, 0, 1, 3])
    >>> root_of(parent, 2), root_of(parent, 3)
    (0, 3)
    """
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@compiled
def kruskal(n: int, edges: NDArray[np.int32], order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Positions of the edges of a spanning forest, taking edges greedily in the given order."""
    parent = np.arange(n)
    taken = np.empty(max(n - 1, 0), dtype=np.int64)
    count = 0
    for e in order:
        u, v = root_of(parent, edges[e, 0]), root_of(parent, edges[e, 1])
        if u != v:
            parent[max(u, v)] = min(u, v)
            taken[count] = e
            count += 1
            if count == n - 1:
                break
    return taken[:count]


@compiled
def merge_heights(
    n: int, edges: NDArray[np.int32], order: NDArray[np.int64], lengths: NDArray[np.float64]
) -> tuple[float, float]:
    """(sum over node pairs of the longest edge on their path in a forest, number of such pairs).

    `order` sorts the forest's edges by length: the edge that joins parts of a and b nodes is the
    longest one for a b pairs.
    """
    parent = np.arange(n)
    sizes = np.ones(n)
    total, pairs = 0.0, 0.0
    for e in order:
        u, v = root_of(parent, edges[e, 0]), root_of(parent, edges[e, 1])
        if u != v:
            total += lengths[e] * sizes[u] * sizes[v]
            pairs += sizes[u] * sizes[v]
            parent[max(u, v)] = min(u, v)
            sizes[min(u, v)] = sizes[u] + sizes[v]
    return total, pairs


@compiled
def merge_sizes(n: int, edges: NDArray[np.int32], order: Ints) -> Ints:
    """Join the two ends of every edge of a forest, in the given order.

    Returns, by edge, the sizes of the two clusters that it joins, shape (e, 2).
    """
    root, size = np.arange(n), np.ones(n, dtype=np.int64)
    sizes = np.empty((len(order), 2), dtype=np.int64)
    for edge in order:
        a, b = root_of(root, edges[edge, 0]), root_of(root, edges[edge, 1])
        sizes[edge, 0], sizes[edge, 1] = size[a], size[b]
        root[b] = a
        size[a] += size[b]
    return sizes


@compiled
def edge_connectivity(n: int, edges: NDArray[np.int32]) -> int:
    """The size of a minimum cut of a graph without weights; 0 below two nodes.

    Phases of maximum adjacency order, the last two nodes of each being merged: n^3 steps and n^2
    numbers.
    """
    if n < 2:
        return 0
    between = np.zeros((n, n), dtype=np.int32)
    for u, v in edges:
        between[u, v] += 1
        between[v, u] += 1
    nodes = np.arange(n)
    least = between.sum(axis=1).min()
    left = n
    while left > 1 and least > 0:
        reach = np.zeros(n, dtype=np.int64)
        open_ = nodes[:left].copy()
        last, before = -1, -1
        for count in range(left):
            best = 0
            for i in range(left - count):
                if reach[open_[i]] > reach[open_[best]]:
                    best = i
            before, last = last, open_[best]
            open_[best] = open_[left - count - 1]
            for i in range(left - count - 1):
                reach[open_[i]] += between[last, open_[i]]
        least = min(least, reach[last])
        for i in range(left):
            other = nodes[i]
            if other not in (before, last):
                between[before, other] += between[last, other]
                between[other, before] = between[before, other]
        for i in range(left):
            if nodes[i] == last:
                nodes[i] = nodes[left - 1]
                break
        left -= 1
    return int(least)


@compiled
def bridges(
    neighbours: tuple[NDArray[np.int32], NDArray[np.int32]], edges: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Whether each edge, as listed in `edges`, is a bridge, shape (m,).

    A depth-first search notes for every node the earliest node that its subtree reaches by one
    edge outside the tree; a tree edge whose lower end reaches nothing above is a bridge (Tarjan,
    1974).
    """
    indptr, indices = neighbours
    n = len(indptr) - 1
    entered = np.full(n, -1, dtype=np.int64)
    reach = np.zeros(n, dtype=np.int64)
    parent = np.full(n, -1, dtype=np.int64)
    place = indptr[:-1].astype(np.int64)
    stack = np.empty(n, dtype=np.int64)
    time = 0
    for root in range(n):
        if entered[root] >= 0:
            continue
        entered[root] = reach[root] = time
        time += 1
        stack[0] = root
        depth = 1
        while depth:
            u = stack[depth - 1]
            if place[u] < indptr[u + 1]:
                v = indices[place[u]]
                place[u] += 1
                if entered[v] < 0:
                    parent[v] = u
                    entered[v] = reach[v] = time
                    time += 1
                    stack[depth] = v
                    depth += 1
                elif v != parent[u]:
                    reach[u] = min(reach[u], entered[v])
            else:
                depth -= 1
                if parent[u] >= 0:
                    reach[parent[u]] = min(reach[parent[u]], reach[u])
    is_bridge = np.zeros(len(edges), dtype=np.bool_)
    for e in range(len(edges)):
        u, v = edges[e, 0], edges[e, 1]
        if parent[v] == u:
            is_bridge[e] = reach[v] > entered[u]
        elif parent[u] == v:
            is_bridge[e] = reach[u] > entered[v]
    return is_bridge
