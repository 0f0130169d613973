"""The compiled loops of ModDivisive: Metropolis moves inside sets of nodes, new sets from them.

One pass over the nodes, each placed in a group by the exponential mechanism (Gumbel form).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Indices
from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import GOLDEN, mixed

Keys = NDArray[np.uint64]

START = np.uint64(0xD1B54A32D192ED03)  # sets the stream of the starts apart from that of the moves
HALF = np.uint64(0xFFFFFFFF)
BATCH = 64
"""Proposals drawn ahead: their rows are fetched from memory together, then judged one by one."""


class Sets(NamedTuple):
    """Disjoint sets of nodes, each to be split in k groups; the nodes of a set stand together."""

    bounds: NDArray[np.int64]  # (sets + 1,) where each set begins
    rows: Indices  # (nodes, 3) begin and end of the neighbours in `indices`, degree in the graph
    indices: Indices  # places of the neighbours in the same set, and one spare entry
    group: NDArray[np.uint8]  # (nodes,) group of each node in its set
    degrees: Floats  # (sets, k) sum of the degrees in each group
    keys: Keys  # (sets,) random stream of each set


class Children(NamedTuple):
    """The groups of all sets, set by set, as sets of their own; `order` and `sets` the larger."""

    size: NDArray[np.int64]  # (sets k,)
    inside: NDArray[np.int64]  # (sets k,) edges inside
    degree: Floats  # (sets k,)
    order: NDArray[np.int64]  # place in the parent's arrays of each node that goes on
    child: NDArray[np.int64]  # which group each of the sets that go on was
    bounds: NDArray[np.int64]
    rows: Indices
    indices: Indices


@compiled
def whole_graph(
    indptr: Indices, indices: Indices
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """(bounds, rows, indices) of the one set of all nodes."""
    n = len(indptr) - 1
    rows = np.empty((n, 3), dtype=np.int32)
    for u in range(n):
        rows[u, 0], rows[u, 1] = indptr[u], indptr[u + 1]
        rows[u, 2] = indptr[u + 1] - indptr[u]
    return np.array([0, n], dtype=np.int64), rows, np.append(indices, np.int32(0))


@compiled
def stream_of(parents: Keys, numbers: NDArray[np.int64]) -> Keys:
    """One 64-bit key per set from its parent's key and its number among the parent's groups."""
    keys = np.empty(len(parents), dtype=np.uint64)
    for i in range(len(parents)):
        keys[i] = mixed(parents[i] + np.uint64(numbers[i] + 1) * GOLDEN + START)
    return keys


@compiled
def metropolis(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    sets: Sets,
    k: int,
    exponent: float,
    penalty: float,
    burn_in: int,
    cursor: NDArray[np.int64],
    visits: int,
) -> None:
    """Run the chains of the sets, one after the other, for about `visits` edge visits.

    A chain starts from independent uniform groups and makes `burn_in` proposals a node: a random
    node u of the set to a random other group. With S(P) the sum over groups of l_c - d_c^2/(4m),
    moving u from a to b gains

        (e_ub - e_ua) - d_u (d_b - d_a + d_u)/(2m),   d_a counting u,

    and is accepted with probability min(1, exp(exponent * gain)): O(degree) a proposal.

    Parameters
    ----------
    sets : Sets
        `group` and `degrees` are changed in place.
    k : int
        Groups a set, 2 to 255.
    exponent, penalty : float
        The factor of S in the target distribution's exponent; 1/(2m), or 0 without edges.
    burn_in : int
        Proposals per node.
    cursor : ndarray of int64, shape (4,)
        Current set, proposals made in it, proposals accepted in all, and a sum that keeps the
        reads ahead alive: zeros at first, moved on by each call.
    visits : int
        Edge visits, at least, after which to return.
    """
    rows, indices, group = sets.rows, sets.indices, sets.group
    node = np.empty(BATCH, dtype=np.int64)
    other = np.empty(BATCH, dtype=np.int64)
    at, step, accepted, warm = cursor
    while at < len(sets.bounds) - 1 and visits > 0:
        first = sets.bounds[at]
        size = sets.bounds[at + 1] - first
        key = sets.keys[at]
        sums = sets.degrees[at]
        if step == 0:
            _random_start(sets, at, k)
        steps = size * burn_in
        while step < steps and visits > 0:
            batch = min(BATCH, steps - step)
            for i in range(batch):
                draw = mixed(key + np.uint64(2 * (step + i)) * GOLDEN)
                node[i] = first + np.int64(((draw >> np.uint64(32)) * np.uint64(size)) >> 32)
                other[i] = np.int64(((draw & HALF) * np.uint64(k - 1)) >> np.uint64(32))
            for i in range(batch):
                warm += indices[rows[node[i], 0]]
            for i in range(batch):
                u = node[i]
                a = int(group[u])
                b = int(other[i]) + (other[i] >= a)
                towards = 0
                for e in range(rows[u, 0], rows[u, 1]):
                    g = group[indices[e]]
                    towards += int(g == b) - int(g == a)
                visits -= 2 + rows[u, 1] - rows[u, 0]
                degree = float(rows[u, 2])
                gain = towards - degree * (sums[b] - sums[a] + degree) * penalty
                if gain < 0.0:
                    draw = mixed(key + np.uint64(2 * (step + i) + 1) * GOLDEN)
                    chance = float(draw >> np.uint64(11)) * 2.0**-53
                    if chance >= math.exp(exponent * gain):
                        continue
                group[u] = b
                sums[a] -= degree
                sums[b] += degree
                accepted += 1
            step += batch
        if step >= steps:
            at += 1
            step = 0
    cursor[0], cursor[1], cursor[2], cursor[3] = at, step, accepted, warm


@compiled
def children_of(sets: Sets, k: int, smallest: int) -> Children:
    """Every group as a set: sizes, inner edges, degrees; those of `smallest` nodes go on."""
    count = (len(sets.bounds) - 1) * k
    size = np.zeros(count, dtype=np.int64)
    inside = np.zeros(count, dtype=np.int64)
    degree = np.zeros(count)
    kept = 0
    for s in range(len(sets.bounds) - 1):
        for u in range(sets.bounds[s], sets.bounds[s + 1]):
            c = s * k + sets.group[u]
            size[c] += 1
            degree[c] += sets.rows[u, 2]
            for e in range(sets.rows[u, 0], sets.rows[u, 1]):
                inside[c] += sets.group[sets.indices[e]] == sets.group[u]
    child = np.flatnonzero(size >= smallest)
    bounds = np.zeros(len(child) + 1, dtype=np.int64)
    place = np.full(count, -1, dtype=np.int64)
    for i in range(len(child)):
        place[child[i]] = bounds[i]
        bounds[i + 1] = bounds[i] + size[child[i]]
        kept += inside[child[i]]
    inside //= 2

    order = np.empty(bounds[-1], dtype=np.int64)
    moved = np.full(len(sets.group), -1, dtype=np.int32)
    for s in range(len(sets.bounds) - 1):
        for u in range(sets.bounds[s], sets.bounds[s + 1]):
            c = s * k + sets.group[u]
            if place[c] >= 0:
                moved[u] = place[c]
                order[place[c]] = u
                place[c] += 1
    rows = np.empty((len(order), 3), dtype=np.int32)
    indices = np.zeros(kept + 1, dtype=np.int32)
    end = 0
    for i in range(len(order)):
        u = order[i]
        rows[i, 0] = end
        for e in range(sets.rows[u, 0], sets.rows[u, 1]):
            v = sets.indices[e]
            if sets.group[v] == sets.group[u]:
                indices[end] = moved[v]
                end += 1
        rows[i, 1] = end
        rows[i, 2] = sets.rows[u, 2]
    return Children(size, inside, degree, order, child, bounds, rows, indices)


@compiled
def _random_start(sets: Sets, at: int, k: int) -> None:
    """Every node of the set to a group of its own draw, all groups equally likely."""
    sets.degrees[at] = 0.0
    key = sets.keys[at] ^ START
    for u in range(sets.bounds[at], sets.bounds[at + 1]):
        draw = mixed(key + np.uint64(u - sets.bounds[at]) * GOLDEN)
        g = np.int64(((draw >> np.uint64(32)) * np.uint64(k)) >> np.uint64(32))
        sets.group[u] = g
        sets.degrees[at, g] += sets.rows[u, 2]


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
