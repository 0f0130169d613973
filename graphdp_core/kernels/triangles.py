"""Triangles at every node by the forward algorithm: each triangle is found once, from its rim.

The shares of all triangles at given prices of their nodes, summed as they are met.

What one edge can do to counts of small subgraphs: looked up for all node pairs at once.

Common neighbours of every edge, summed by degree class, with a bound on what one edge adds.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled


@compiled
def forward_rows(
    n: int, indptr: NDArray[np.int32], indices: NDArray[np.int32], order: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Compressed rows in which every edge points to the end that comes later in `order`.

    Nodes are renamed to their place in `order`; ordered by degree, no row is longer than
    sqrt(2m).
    """
    place = np.empty(n, dtype=np.int32)
    for i in range(n):
        place[order[i]] = i
    starts = np.zeros(n + 1, dtype=np.int32)
    for i in range(n):
        v = order[i]
        for position in range(indptr[v], indptr[v + 1]):
            if place[indices[position]] > i:
                starts[i + 1] += 1
    for i in range(n):
        starts[i + 1] += starts[i]
    targets = np.empty(starts[n], dtype=np.int32)
    for i in range(n):
        v = order[i]
        write = starts[i]
        for position in range(indptr[v], indptr[v + 1]):
            later = place[indices[position]]
            if later > i:
                targets[write] = later
                write += 1
    return starts, targets


@compiled
def forward_triangles(
    starts: NDArray[np.int32], targets: NDArray[np.int32], order: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Number of triangles through every node, shape (n,), from `forward_rows`."""
    n = len(order)
    counts = np.zeros(n, dtype=np.int64)
    mark = np.full(n, -1, dtype=np.int32)
    for u in range(n):
        for position in range(starts[u], starts[u + 1]):
            mark[targets[position]] = u
        for position in range(starts[u], starts[u + 1]):
            v = targets[position]
            closed = 0
            for other in range(starts[v], starts[v + 1]):
                w = targets[other]
                if mark[w] == u:
                    closed += 1
                    counts[order[w]] += 1
            counts[order[v]] += closed
            counts[order[u]] += closed
    return counts


@compiled
def triangle_shares(
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    joined: NDArray[np.bool_],
    price: NDArray[np.float64],
    soft: float,
) -> tuple[float, float, NDArray[np.float64], NDArray[np.float64]]:
    """What every triangle takes at these prices, without keeping any of them.

    A triangle that gains s, 1 less the prices of its nodes, takes the share x of 0 to 1 at which
    s x + soft (ln x + ln(1 - x)) is largest: x = 2 soft / (2 soft - s + sqrt(s^2 + 4 soft^2)).

    Parameters
    ----------
    indptr, indices : ndarray
        Compressed rows, sorted.
    joined : ndarray of bool, shape (n, n)
    price : ndarray of float64, shape (n,)
    soft : float
        Above 0.

    Returns
    -------
    taken, gained : float
        The sum of all shares, and that of all s above 0.
    load : ndarray of float64, shape (n,)
        The shares at each node.
    bend : ndarray of float64, shape (n, n)
        Below the diagonal and on it: how fast the load of one falls with the price of the other.
    """
    n = len(price)
    load, bend = np.zeros(n), np.zeros((n, n))
    taken, gained = 0.0, 0.0
    for u in range(n):
        for i in range(indptr[u], indptr[u + 1]):
            v = indices[i]
            if v <= u:
                continue
            left, at_v, bend_v = 1.0 - price[u] - price[v], 0.0, 0.0
            for j in range(i + 1, indptr[u + 1]):
                w = indices[j]
                if not joined[v, w]:
                    continue
                s = left - price[w]
                root = math.sqrt(s * s + 4.0 * soft * soft)
                less = 2.0 * soft / (2.0 * soft + abs(s) + root)  # the smaller of x and 1 - x
                more = 1.0 - less
                x = more if s > 0.0 else less
                step = less * less * more * more / (soft * (less * less + more * more))
                gained += max(s, 0.0)
                at_v += x
                bend_v += step
                load[w] += x
                bend[w, w] += step
                bend[w, u] += step
                bend[w, v] += step
            taken += at_v
            load[u] += at_v
            load[v] += at_v
            bend[u, u] += bend_v
            bend[v, v] += bend_v
            bend[v, u] += bend_v
    return taken, gained, load, bend


@compiled
def pair_profiles(
    indptr: NDArray[np.int32], indices: NDArray[np.int32], with_strangers: bool
) -> NDArray[np.int64]:
    """By number of common neighbours a of a pair: the most nodes next to exactly one of the two.

    Shape (n,), -1 where no pair has a common neighbours. Time O(sum d^2), and O(n^2) more with
    pairs of no common neighbour; without these the entry of 0 is -1.
    """
    n = len(indptr) - 1
    best = np.full(max(n, 1), -1, dtype=np.int64)
    shared = np.zeros(n, dtype=np.int32)
    adjacent = np.zeros(n, dtype=np.uint8)
    touched = np.empty(n, dtype=np.int32)
    for i in range(n):
        first, last = indptr[i], indptr[i + 1]
        count = 0
        for position in range(first, last):
            v = indices[position]
            adjacent[v] = 1
            for other in range(indptr[v], indptr[v + 1]):
                j = indices[other]
                if j > i:
                    if shared[j] == 0:
                        touched[count] = j
                        count += 1
                    shared[j] += 1
        degree = last - first
        for t in range(n - i - 1 if with_strangers else count):
            j = i + 1 + t if with_strangers else touched[t]
            a = shared[j]
            b = degree + indptr[j + 1] - indptr[j] - 2 * a - 2 * adjacent[j]
            best[a] = max(best[a], b)
            shared[j] = 0
        for position in range(first, last):
            adjacent[indices[position]] = 0
    return best


@compiled
def wedge_change(
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    apart: NDArray[np.int64],
    joined: NDArray[np.int64],
    own: NDArray[np.int64],
) -> int:
    """The largest change of a count that one pair makes through its common neighbours.

    Of a pair (i, j) with common neighbours l: own[their number] + the sum over l of the two edges'
    numbers, which are `joined` for pairs that are edges and `apart` for others, by position in
    the compressed rows.
    """
    n = len(indptr) - 1
    shared = np.zeros(n, dtype=np.int32)
    sums = np.zeros((2, n), dtype=np.int64)
    adjacent = np.zeros(n, dtype=np.uint8)
    touched = np.empty(n, dtype=np.int32)
    largest = 0
    for i in range(n):
        count = 0
        for position in range(indptr[i], indptr[i + 1]):
            v = indices[position]
            adjacent[v] = 1
            for other in range(indptr[v], indptr[v + 1]):
                j = indices[other]
                if j > i:
                    if shared[j] == 0:
                        touched[count] = j
                        count += 1
                    shared[j] += 1
                    sums[0, j] += apart[position] + apart[other]
                    sums[1, j] += joined[position] + joined[other]
        for t in range(count):
            j = touched[t]
            change = own[shared[j]] + sums[adjacent[j], j]
            largest = max(largest, change)
            shared[j] = 0
            sums[:, j] = 0
        for position in range(indptr[i], indptr[i + 1]):
            adjacent[indices[position]] = 0
    return largest


@compiled
def edges_among_common(indptr: NDArray[np.int32], indices: NDArray[np.int32]) -> tuple[int, int]:
    """Edges among the common neighbours of a pair: the most of any pair, the sum over all edges.

    The sum counts every four-clique six times. Memory O(n^2); time is the sum of a^2 over the
    edges, a the common neighbours of their ends.
    """
    n = len(indptr) - 1
    inside = np.zeros((n, n), dtype=np.int32)
    common = np.empty(n, dtype=np.int32)
    for u in range(n):
        for position in range(indptr[u], indptr[u + 1]):
            v = indices[position]
            if v < u:
                continue
            count = 0
            a, b = indptr[u], indptr[v]
            while a < indptr[u + 1] and b < indptr[v + 1]:
                if indices[a] < indices[b]:
                    a += 1
                elif indices[a] > indices[b]:
                    b += 1
                else:
                    common[count] = indices[a]
                    count += 1
                    a += 1
                    b += 1
            for x in range(count):
                row = inside[common[x]]
                for y in range(x + 1, count):
                    row[common[y]] += 1
    most = int(inside.max()) if n else 0
    total = 0
    for u in range(n):
        for position in range(indptr[u], indptr[u + 1]):
            if indices[position] > u:
                total += inside[u, indices[position]]
    return most, total


@compiled
def square_sums(indptr: NDArray[np.int32], indices: NDArray[np.int32]) -> int:
    """The sum of squared numbers of common neighbours over all pairs, in O(sum d^2)."""
    n = len(indptr) - 1
    shared = np.zeros(n, dtype=np.int64)
    total = 0
    for i in range(n):
        for position in range(indptr[i], indptr[i + 1]):
            v = indices[position]
            for other in range(indptr[v], indptr[v + 1]):
                j = indices[other]
                if j > i:
                    total += 2 * shared[j] + 1
                    shared[j] += 1
        for position in range(indptr[i], indptr[i + 1]):
            v = indices[position]
            for other in range(indptr[v], indptr[v + 1]):
                shared[indices[other]] = 0
    return total


@compiled
def capped_class_sums(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    lower: NDArray[np.int64],
    left: NDArray[np.float64],
    right: NDArray[np.float64],
    classes: int,
    cap: float,
) -> NDArray[np.float64]:
    """Sum over all edges of x_e min(1, cap/|x_e|), shape (classes,).

    x_e is the sum over the common neighbours w of the two ends of a vector with `left[w]` in
    class `lower[w]` and `right[w]` in the next. Sums are compensated (Neumaier): their error does
    not grow with the number of edges. Time: for every edge the smaller of its two degrees.
    """
    n = len(indptr) - 1
    mark = np.full(n, -1, dtype=np.int32)
    total, lost, x = np.zeros(classes), np.zeros(classes), np.zeros(classes)
    for u in range(n):
        degree = indptr[u + 1] - indptr[u]
        for place in range(indptr[u], indptr[u + 1]):
            mark[indices[place]] = u
        for place in range(indptr[u], indptr[u + 1]):
            v = indices[place]
            other = indptr[v + 1] - indptr[v]
            if other > degree or (other == degree and v < u):
                continue
            size = 0.0
            for step in range(indptr[v], indptr[v + 1]):
                w = indices[step]
                if mark[w] == u:
                    x[lower[w]] += left[w]
                    x[lower[w] + 1] += right[w]
                    size += left[w] + right[w]
            if size == 0.0:
                continue
            share = cap / size if size > cap else 1.0
            for k in range(classes):
                if x[k] > 0.0:
                    added = x[k] * share
                    before = total[k]
                    total[k] = before + added
                    lost[k] += max(before, added) - total[k] + min(before, added)
                    x[k] = 0.0
    return total + lost
