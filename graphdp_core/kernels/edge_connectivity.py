"""The smallest number of edges whose loss parts a graph, by Stoer and Wagner."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["edge_connectivity"]


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
