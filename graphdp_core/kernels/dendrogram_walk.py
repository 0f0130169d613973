"""A Markov chain over the dendrograms of a graph, by swaps of subtrees."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.kernels import compiled
from graphdp_core.kernels.dendrogram import fit
from graphdp_core.kernels.random_streams import State, next_uniform, uniform

__all__ = ["swap"]


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
