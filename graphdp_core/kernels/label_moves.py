"""One private move of every node to a community, by the exponential mechanism on neighbours.

One pass over the nodes, each placed in a group by the exponential mechanism (Gumbel form).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import GOLDEN, mixed

__all__ = ["place_nodes", "private_moves"]


@compiled
def private_moves(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    labels: NDArray[np.int32],
    count: int,
    rate: float,
    uniforms: NDArray[np.float64],
) -> NDArray[np.int32]:
    """Node u goes to community c with probability ~ exp(rate * neighbours of u in c).

    All nodes look at the same labels, those before the move. Communities without a neighbour
    weigh one each and are not visited, so that the time is that of the edges.

    Parameters
    ----------
    indptr, indices : ndarray of int32
        Compressed rows, both directions of every edge.
    labels : ndarray of int32, shape (n,)
        0, ..., count - 1.
    count : int
        Number of communities, at least 1.
    rate : float
        At least 0.
    uniforms : ndarray of float64, shape (n, 2)
        Uniform on [0, 1): which community, and which of those without a neighbour.

    Returns
    -------
    ndarray of int32, shape (n,)
    """
    n = len(labels)
    moved = np.empty(n, dtype=np.int32)
    inside = np.zeros(count, dtype=np.int64)
    touched = np.empty(count, dtype=np.int64)
    for u in range(n):
        near, most = 0, 0
        for e in range(indptr[u], indptr[u + 1]):
            c = labels[indices[e]]
            if inside[c] == 0:
                touched[near] = c
                near += 1
            inside[c] += 1
            most = max(most, inside[c])
        total = (count - near) * math.exp(-rate * most)
        for i in range(near):
            total += math.exp(rate * (inside[touched[i]] - most))
        left = uniforms[u, 0] * total
        choice = -1
        for i in range(near):
            left -= math.exp(rate * (inside[touched[i]] - most))
            if left < 0.0 or (i == near - 1 and near == count):
                choice = touched[i]
                break
        if choice < 0:
            choice = int(uniforms[u, 1] * (count - near))
            for c in np.sort(touched[:near]):
                if c <= choice:
                    choice += 1
        moved[u] = choice
        for i in range(near):
            inside[touched[i]] = 0
    return moved


@compiled
def place_nodes(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    order: NDArray[np.int64],
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    epsilon: float,
    cost: float,
    key: np.uint64,
    labels: NDArray[np.int32],
    sizes: NDArray[np.int64],
    first: int,
    stop: int,
) -> None:
    """Place order[first:stop]: group c with probability ~ exp(epsilon (links - cost * size)).

    `links` counts the neighbours already in c; an argmax of the exponents with standard Gumbel
    noise has exactly this distribution. The noise of the t-th node and group c depends on (key, t,
    c) only.

    Parameters
    ----------
    order : ndarray of int64, shape (n,)
    indptr, indices : ndarrays
        Compressed rows of the graph.
    epsilon, cost : float
    key : uint64
    labels : ndarray of int32, shape (n,)
        -1 for nodes not yet placed; filled in place.
    sizes : ndarray of int64, shape (k,)
        Nodes in each group; updated in place.
    first, stop : int
        Call with rising ranges, starting at 0.
    """
    k = len(sizes)
    links = np.zeros(k)
    for t in range(first, stop):
        v = order[t]
        links[:] = 0.0
        for e in range(indptr[v], indptr[v + 1]):
            c = labels[indices[e]]
            if c >= 0:
                links[c] += 1.0
        best, best_value = 0, -math.inf
        for c in range(k):
            z = mixed(key + np.uint64(t * k + c + 1) * GOLDEN)
            uniform = (float(z >> np.uint64(11)) + 0.5) * 2.0**-53
            value = epsilon * (links[c] - cost * sizes[c]) - math.log(-math.log(uniform))
            if value > best_value:
                best, best_value = c, value
        labels[v] = best
        sizes[best] += 1
