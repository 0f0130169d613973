"""Random spanning trees by loop-erased random walks.

Random spanning trees by eliminating nodes: bounded work, whatever the weights are.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import State, next_uniform, stream
from graphdp_core.kernels.spanning_forest import root_of


@compiled
def wilson(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    rows: NDArray[np.int64],
    ends: NDArray[np.int32],
    positions: NDArray[np.int32],
    sums: NDArray[np.float64],
    roots: NDArray[np.int64],
    key: int,
    most_steps: int,
) -> NDArray[np.int64]:
    """Positions of the edges of a spanning forest drawn by the product of its edges' weights.

    Parameters
    ----------
    rows, ends, positions : ndarray
        From ``incident_edges``.
    sums : ndarray of float64, shape (2m,)
        Running sums, within each row, of the weights of its edges (up to a factor per row);
        an empty array makes all trees equally likely.
    roots : ndarray of int64
        One node of every component.
    key : int
        Names the random stream.
    most_steps : int
        The walk gives up after so many steps.

    Returns
    -------
    ndarray of int64
        Not sorted. A single -1 if the walk gave up. The tree is independent of the number of steps
        (Wilson, theorem 1: of the cycles erased), so that giving up does not bend its distribution.

    References
    ----------
    D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC 1996.
    """
    n = len(rows) - 1
    state = stream(key)
    is_plain = len(sums) == 0
    in_tree = np.zeros(n, dtype=np.bool_)
    for root in roots:
        in_tree[root] = True
    arrow = np.full(n, -1, dtype=np.int64)
    steps = 0
    for start in range(n):
        node = start
        while not in_tree[node]:
            steps += 1
            if steps > most_steps:
                return np.full(1, -1, dtype=np.int64)
            low, high = rows[node], rows[node + 1]
            if is_plain:
                place = low + min(int(next_uniform(state) * (high - low)), high - low - 1)
            else:
                target = next_uniform(state) * sums[high - 1]
                place = low + np.searchsorted(sums[low:high], target, side="right")
                place = min(place, high - 1)
            arrow[node] = place
            node = ends[place]
        node = start
        while not in_tree[node]:
            in_tree[node] = True
            node = ends[arrow[node]]
    taken = np.empty(n, dtype=np.int64)
    count = 0
    for node in range(n):
        if arrow[node] >= 0:
            taken[count] = positions[arrow[node]]
            count += 1
    return taken[:count]


Integers = NDArray[np.int64]

ORIGINAL = -1


@compiled
def elimination_order(joined: NDArray[np.bool_], most: int) -> tuple[Integers, int]:
    """The nodes, those of least degree first as others vanish, and the pairs that are filled.

    Parameters
    ----------
    joined : ndarray of bool, shape (n, n)
        Symmetric; overwritten.
    most : int
        The count of pairs ends once it is larger than this; the order is then not complete.

    Returns
    -------
    order : ndarray of int64, shape (n,)
    pairs : int
        How many pairs of neighbours all eliminations together look at; n**3/6 at most.
    """
    n = len(joined)
    left = np.ones(n, dtype=np.bool_)
    degrees = np.zeros(n, dtype=np.int64)
    for u in range(n):
        for v in range(n):
            degrees[u] += joined[u, v]
    order = np.arange(n)
    near = np.empty(n, dtype=np.int64)
    pairs = 0
    for place in range(n):
        node = -1
        for v in range(n):
            if left[v] and (node < 0 or degrees[v] < degrees[node]):
                node = v
        order[place] = node
        left[node] = False
        k = 0
        for v in range(n):
            if left[v] and joined[node, v]:
                near[k] = v
                degrees[v] -= 1
                k += 1
        pairs += k * (k - 1) // 2
        if pairs > most:
            break
        for i in range(k):
            a = near[i]
            for j in range(i):
                b = near[j]
                if not joined[a, b]:
                    joined[a, b] = joined[b, a] = True
                    degrees[a] += 1
                    degrees[b] += 1
    return order, pairs


@compiled
def eliminated_forest(log_weights: Floats, order: Integers, key: int) -> Integers:
    """The ends of the edges of a spanning forest drawn by the product of its edges' weights.

    Eliminating node v joins its neighbours x, y by a virtual edge of weight w_xv w_vy / d, d the
    sum of the weights at v. A tree of the smaller graph becomes one of the larger: its virtual
    edges are dropped, and v is joined to one neighbour x in every part that is left, with
    probability proportional to w_xv. Over all virtual trees between parts with sums c_1 .. c_r,
    which add up to d, the product is c_1 ... c_r / d (Cayley), that of the joined parts but for
    the same factor 1/d: the distribution is kept. Weights are only added and multiplied, here as
    logarithms, so that nothing cancels or underflows.

    Parameters
    ----------
    log_weights : ndarray of float64, shape (n, n)
        Symmetric; -inf where there is no edge.
    order : ndarray of int64, shape (n,)
        In which nodes are eliminated; any order gives the same distribution.
    key : int
        Names the random stream.

    Returns
    -------
    ndarray of int64, shape (edges, 2)

    References
    ----------
    C. J. Colbourn, W. J. Myrvold, E. Neufeld, Two algorithms for unranking arborescences, Journal
    of Algorithms 1996 (drawing trees by elimination).
    """
    n = len(order)
    state = stream(key)
    logs = log_weights.copy()
    sums = _eliminate(logs, order)
    ends = np.empty((n, 2), dtype=np.int64)
    sources = np.empty(n, dtype=np.int64)
    part = np.empty(n, dtype=np.int64)
    best = np.empty(n)
    chosen = np.empty(n, dtype=np.int64)
    count = 0
    for place in range(n - 1, -1, -1):
        v = order[place]
        kept = 0
        for e in range(count):
            if sources[e] != place:
                ends[kept, 0], ends[kept, 1] = ends[e, 0], ends[e, 1]
                sources[kept] = sources[e]
                kept += 1
        count = kept
        _parts(order, place, ends, count, part)
        best[:] = -np.inf
        chosen[:] = -1
        for later in range(place + 1, n):
            x = order[later]
            if logs[v, x] > -np.inf:
                root = root_of(part, x)
                value = logs[v, x] + _gumbel(state)
                if value > best[root]:
                    best[root] = value
                    chosen[root] = x
        for root in range(n):
            if chosen[root] >= 0:
                x = chosen[root]
                ends[count, 0], ends[count, 1] = v, x
                sources[count] = _source(log_weights, logs, sums, order, place, x, state)
                count += 1
    return ends[:count].copy()


@compiled
def _eliminate(logs: Floats, order: Integers) -> Floats:
    """Fill `logs` with what each node sees when its turn comes; ln d by turn, shape (n,)."""
    n = len(order)
    sums = np.full(n, -np.inf)
    near = np.empty(n, dtype=np.int64)
    for place in range(n):
        v = order[place]
        k = 0
        for later in range(place + 1, n):
            x = order[later]
            if logs[v, x] > -np.inf:
                near[k] = x
                k += 1
                sums[place] = _log_sum(sums[place], logs[v, x])
        for i in range(k):
            through = logs[v, near[i]] - sums[place]
            for j in range(i):
                value = _log_sum(logs[near[i], near[j]], through + logs[v, near[j]])
                logs[near[i], near[j]] = logs[near[j], near[i]] = value
    return sums


@compiled
def _source(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    log_weights: Floats,
    logs: Floats,
    sums: Floats,
    order: Integers,
    place: int,
    x: int,
    state: State,
) -> int:
    """Which term of the weight between node order[place] and x an edge stands for.

    The turn of the node whose elimination added it, or ORIGINAL.
    """
    v = order[place]
    source, best = ORIGINAL, -np.inf
    if log_weights[v, x] > -np.inf:
        best = log_weights[v, x] + _gumbel(state)
    for earlier in range(place):
        u = order[earlier]
        if logs[u, v] > -np.inf and logs[u, x] > -np.inf:
            value = logs[u, v] + logs[u, x] - sums[earlier] + _gumbel(state)
            if value > best:
                source, best = earlier, value
    return source


@compiled
def _parts(order: Integers, place: int, ends: Integers, count: int, part: Integers) -> None:
    """Union-find of the nodes after `place` along the first `count` edges."""
    for later in range(place + 1, len(order)):
        part[order[later]] = order[later]
    for e in range(count):
        a, b = root_of(part, ends[e, 0]), root_of(part, ends[e, 1])
        part[a] = b


@compiled
def _gumbel(state: State) -> float:
    """The largest of weights with such noise on their logarithms is drawn in ratio to them."""
    return -math.log(-math.log(max(next_uniform(state), 2.0**-54)))


@compiled
def _log_sum(a: float, b: float) -> float:
    """ln(e^a + e^b)."""
    if a < b:
        a, b = b, a
    return a if b == -np.inf else a + math.log1p(math.exp(b - a))
