"""Single-linkage merges of a weighted forest: who joins whom, in which order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.kernels import compiled
from graphdp_core.kernels.union_find import root_of

__all__ = ["merge_sizes", "reading_order"]


@compiled
def merge_sizes(n: int, edges: NDArray[np.int32], order: Ints) -> tuple[Ints, Ints, Ints]:
    """Join the two ends of every edge of a forest, in the given order.

    Returns, by merge, the sizes of the two clusters that join, shape (e, 2); and by node, shape
    (n,), what makes every cluster a range: the node to the right (-1 at the end of a part), and
    the merge that brought the two together (-1 there too).
    """
    root = np.arange(n)
    size, last = np.ones(n, dtype=np.int64), np.arange(n)
    sizes = np.empty((len(order), 2), dtype=np.int64)
    right, merge = np.full(n, -1, dtype=np.int64), np.full(n, -1, dtype=np.int64)
    for i in range(len(order)):
        a, b = root_of(root, edges[order[i], 0]), root_of(root, edges[order[i], 1])
        if b < a:
            a, b = b, a
        sizes[i, 0], sizes[i, 1] = size[a], size[b]
        right[last[a]], merge[last[a]] = b, i  # a root is the first node of its cluster
        last[a] = last[b]
        root[b] = a
        size[a] += size[b]
    return sizes, right, merge


@compiled
def reading_order(right: Ints) -> Ints:
    """The nodes from left to right, part after part."""
    n = len(right)
    is_first = np.ones(n, dtype=np.bool_)
    for v in range(n):
        if right[v] >= 0:
            is_first[right[v]] = False
    nodes = np.empty(n, dtype=np.int64)
    count = 0
    for first in range(n):
        if is_first[first]:
            v = first
            while v >= 0:
                nodes[count] = v
                count += 1
                v = right[v]
    return nodes
