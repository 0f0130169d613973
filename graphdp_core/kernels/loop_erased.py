"""Random spanning trees of small graphs whose weights spread without limit, in bounded time."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import next_uniform, stream

__all__ = ["loop_erased_forest"]


@compiled
def loop_erased_forest(
    log_weights: Floats, roots: NDArray[np.int64], key: int
) -> NDArray[np.int64]:
    """The node that each node points to in a random spanning forest, -1 at the roots, shape (n,).

    The law is that of Wilson's algorithm, but the loops are never walked: a loop-erased walk
    steps from x to y with probability proportional to w_xy h(y), where h(y) is the chance to
    reach the tree from y before the path so far. Eliminating the other nodes one by one gives h
    with additions only, here of logarithms, so that nothing cancels or underflows. n**4/24
    additions.

    Parameters
    ----------
    log_weights : ndarray of float64, shape (n, n)
        Symmetric; -inf where there is no edge.
    roots : ndarray of int64
        One node of every component.
    key : int
        Names the random stream.

    References
    ----------
    Lyklema, Evertsz and Pietronero, The Laplacian random walk, Europhysics Letters 1986.
    Grassmann, Taksar and Heyman, Regenerative analysis and steady state distributions for Markov
    chains, Operations Research 1985 (elimination without subtractions).
    """
    n = len(log_weights)
    state = stream(key)
    in_tree = np.zeros(n, dtype=np.bool_)
    for root in roots:
        in_tree[root] = True
    arrow = np.full(n, -1, dtype=np.int64)
    on_path = np.zeros(n, dtype=np.bool_)
    for start in range(n):
        if in_tree[start]:
            continue
        node = start
        while not in_tree[node]:
            on_path[node] = True
            logs = log_weights[node] + _log_chances(log_weights, in_tree, on_path)
            arrow[node] = _draw(logs, next_uniform(state))
            node = arrow[node]
        for i in range(n):
            if on_path[i]:
                in_tree[i] = True
                on_path[i] = False
    return arrow


@compiled
def _log_chances(
    log_weights: Floats, in_tree: NDArray[np.bool_], on_path: NDArray[np.bool_]
) -> Floats:
    """ln P(the walk from each node meets the tree before the path), shape (n,)."""
    n = len(log_weights)
    free = np.flatnonzero(~(in_tree | on_path))
    f = len(free)
    # Columns f and f + 1 stand for the whole tree and the whole path.
    c = np.full((f, f + 2), -np.inf)
    for i in range(f):
        for j in range(f):
            c[i, j] = log_weights[free[i], free[j]]
        for u in range(n):
            if in_tree[u]:
                c[i, f] = _log_sum(c[i, f], log_weights[free[i], u])
            elif on_path[u]:
                c[i, f + 1] = _log_sum(c[i, f + 1], log_weights[free[i], u])
    for v in range(f - 1, -1, -1):
        total = _log_sum(c[v, f], c[v, f + 1])
        for u in range(v):
            total = _log_sum(total, c[v, u])
        if total == -np.inf:
            continue
        for u in range(v):
            through = c[v, u] - total
            if through == -np.inf:
                continue
            for w in range(u):
                c[u, w] = _log_sum(c[u, w], through + c[v, w])
            c[u, f] = _log_sum(c[u, f], through + c[v, f])
            c[u, f + 1] = _log_sum(c[u, f + 1], through + c[v, f + 1])
        c[v, :v] -= total
        c[v, f] -= total
    chances = np.full(n, -np.inf)
    for v in range(f):
        chance = c[v, f]
        for u in range(v):
            chance = _log_sum(chance, c[v, u] + chances[free[u]])
        chances[free[v]] = chance
    for u in range(n):
        if in_tree[u]:
            chances[u] = 0.0
    return chances


@compiled
def _log_sum(a: float, b: float) -> float:
    """ln(e^a + e^b)."""
    if a < b:
        a, b = b, a
    return a if b == -np.inf else a + math.log1p(math.exp(b - a))


@compiled
def _draw(logs: Floats, uniform: float) -> int:
    """An index with probability proportional to exp(logs)."""
    sums = np.cumsum(np.exp(logs - logs.max()))
    drawn = np.searchsorted(sums, uniform * sums[-1], side="right")
    return min(int(drawn), len(logs) - 1)
