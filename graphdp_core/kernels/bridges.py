"""Bridges: the edges whose loss would disconnect their component."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["bridges"]


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
    found = np.zeros(len(edges), dtype=np.bool_)
    for e in range(len(edges)):
        u, v = edges[e, 0], edges[e, 1]
        if parent[v] == u:
            found[e] = reach[v] > entered[u]
        elif parent[u] == v:
            found[e] = reach[u] > entered[v]
    return found
