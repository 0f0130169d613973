"""The exact cost of the best Wasserstein matching of two finite persistence diagrams."""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["wasserstein_cost", "wasserstein_cost_one_birth"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@compiled
def wasserstein_cost(a: Floats, b: Floats, order: int) -> float:
    """W_q^q of two diagrams without infinite bars, l_inf ground metric, q = order.

    Matching i with j instead of sending both to the diagonal saves
    s_ij = half_i^q + half_j^q - |a_i - b_j|^q. Only pairs that save something matter, and they
    are few, for most bars are short: shortest augmenting paths on that sparse graph, one row
    after the other, where every row may also go to the diagonal (a private column of cost 0).

    Parameters
    ----------
    a, b : ndarray of float64, shapes (n, 2), (m, 2)
    order : int
        1 or 2.

    References
    ----------
    Jonker & Volgenant, Computing 1987.
    """
    n, m = len(a), len(b)
    start, column, saving = _savings(a, b, order)
    u, v = np.zeros(n), np.zeros(m)  # dual prices of rows and columns
    column_of = np.full(n, -1, dtype=np.int64)
    row_of = np.full(m, -1, dtype=np.int64)
    distance = np.full(m, np.inf)
    parent = np.empty(m, dtype=np.int64)
    done = np.zeros(m, dtype=np.bool_)
    for root in range(n):
        heap = [(0.0, 0) for _ in range(0)]
        touched = [0 for _ in range(0)]
        scanned = [0 for _ in range(0)]
        row, reached, end = root, 0.0, -1
        diagonal, last_row = np.inf, root
        while True:
            if reached - u[row] < diagonal:
                diagonal, last_row = reached - u[row], row
            for e in range(start[row], start[row + 1]):
                j = column[e]
                length = reached - saving[e] - u[row] - v[j]
                if not done[j] and length < min(distance[j], diagonal):
                    if distance[j] == np.inf:
                        touched.append(j)
                    distance[j] = length
                    parent[j] = row
                    heapq.heappush(heap, (length, j))
            nearest = -1
            while len(heap) > 0 and nearest < 0:
                _, j = heapq.heappop(heap)
                if not done[j]:
                    nearest = j
            if nearest < 0 or distance[nearest] >= diagonal:
                reached = diagonal
                break
            reached = distance[nearest]
            if row_of[nearest] < 0:
                end = nearest
                break
            done[nearest] = True
            scanned.append(nearest)
            row = row_of[nearest]

        u[root] += reached
        for j in scanned:
            u[row_of[j]] += reached - distance[j]
            v[j] -= reached - distance[j]
        if end < 0:  # last_row goes to the diagonal and frees its column, if it had one
            end = column_of[last_row]
            column_of[last_row] = -1
            if last_row == root:
                end = -1
        while end >= 0:
            row = parent[end]
            previous = column_of[row]
            column_of[row] = end
            row_of[end] = row
            end = -1 if row == root else previous
        for j in touched:
            distance[j] = np.inf
            done[j] = False
    return _cost(a, b, column_of, row_of, order)


@compiled
def wasserstein_cost_one_birth(deaths_a: Floats, deaths_b: Floats, order: int) -> float:
    """W_q^q of two diagrams whose bars are all born at 0, from their sorted deaths.

    On a line an optimal matching does not cross, so that dynamic programming over the two
    sorted lists finds it: the last bar of one list goes to the diagonal, or both last bars meet.
    """
    n, m = len(deaths_a), len(deaths_b)
    best = np.zeros(m + 1)
    for j in range(m):
        best[j + 1] = best[j] + (deaths_b[j] / 2) ** order
    for i in range(n):
        alone = (deaths_a[i] / 2) ** order
        corner = best[0]
        best[0] += alone
        for j in range(m):
            met = corner + abs(deaths_a[i] - deaths_b[j]) ** order
            corner = best[j + 1]
            best[j + 1] = min(met, corner + alone, best[j] + (deaths_b[j] / 2) ** order)
    return best[m]


@compiled
def _savings(a: Floats, b: Floats, order: int) -> tuple[Ints, Ints, Floats]:
    """The pairs that save something, as compressed rows: (start, column, saving)."""
    n, m = len(a), len(b)
    half_a = ((a[:, 1] - a[:, 0]) / 2) ** order
    half_b = ((b[:, 1] - b[:, 0]) / 2) ** order
    start = np.zeros(n + 1, dtype=np.int64)
    column = np.empty(0, dtype=np.int64)
    saving = np.empty(0, dtype=np.float64)
    for filling in (False, True):
        if filling:
            column = np.empty(start[n], dtype=np.int64)
            saving = np.empty(start[n], dtype=np.float64)
        place = 0
        for i in range(n):
            for j in range(m):
                length = max(abs(a[i, 0] - b[j, 0]), abs(a[i, 1] - b[j, 1])) ** order
                gain = half_a[i] + half_b[j] - length
                if gain > 0.0:
                    if filling:
                        column[place], saving[place] = j, gain
                    place += 1
            start[i + 1] = place
    return start, column, saving


@compiled
def _cost(a: Floats, b: Floats, column_of: Ints, row_of: Ints, order: int) -> float:
    cost = 0.0
    for i in range(len(a)):
        j = column_of[i]
        if j < 0:
            cost += ((a[i, 1] - a[i, 0]) / 2) ** order
        else:
            cost += max(abs(a[i, 0] - b[j, 0]), abs(a[i, 1] - b[j, 1])) ** order
    for j in range(len(b)):
        if row_of[j] < 0:
            cost += ((b[j, 1] - b[j, 0]) / 2) ** order
    return cost
