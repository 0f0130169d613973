"""The cost of the best Wasserstein matching of two diagrams whose bars have one birth."""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.kernels import compiled

__all__ = ["wasserstein_cost_one_birth"]


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
