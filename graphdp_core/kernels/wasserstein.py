"""Inner loops of Wasserstein matchings: pairs worth a match, and the best match on one line."""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled

__all__ = ["savings", "wasserstein_cost_one_birth"]


@compiled
def savings(a: Floats, b: Floats, order: int) -> tuple[Ints, Ints, Floats]:
    """The pairs of bars that save something when they meet, beside both going to the diagonal.

    Pair (i, j) saves half_i^q + half_j^q - |a_i - b_j|^q, q = order, in the l_inf norm. Most bars
    are short, so that few of all pairs save: they alone are kept.

    Parameters
    ----------
    a, b : ndarray of float64, shapes (n, 2), (m, 2)
        Births and finite deaths.
    order : int
        1 or 2.

    Returns
    -------
    row, column : ndarray of int64, shape (k,)
        By row, then by column.
    saved : ndarray of float64, shape (k,)
        Above 0.
    """
    n, m = len(a), len(b)
    half_b = ((b[:, 1] - b[:, 0]) / 2) ** order
    birth, death = b[:, 0].copy(), b[:, 1].copy()
    row, column = np.empty(n + m, dtype=np.int64), np.empty(n + m, dtype=np.int64)
    saved = np.empty(n + m)
    k = 0
    for i in range(n):
        half = ((a[i, 1] - a[i, 0]) / 2) ** order
        while k + m > len(row):  # room for a whole row
            row, column = np.append(row, row), np.append(column, column)
            saved = np.append(saved, saved)
        for j in range(m):
            apart = max(abs(a[i, 0] - birth[j]), abs(a[i, 1] - death[j]))
            gain = half + half_b[j] - (apart if order == 1 else apart**order)
            if gain > 0.0:
                row[k], column[k], saved[k] = i, j, gain
                k += 1
    return row[:k], column[:k], saved[:k]


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
