"""One pass over the nodes, each placed in a group by the exponential mechanism (Gumbel form)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import GOLDEN, mixed

__all__ = ["place_nodes"]


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
