"""Pairs in the wrong order, counted by merging."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["inversions"]


@compiled
def inversions(values: NDArray[np.float64]) -> int:
    """Number of pairs i < j with values[i] > values[j], in time n log n.

    Source: Knight (1966), Journal of the American Statistical Association.
    """
    n = len(values)
    runs, merged = values.copy(), np.empty(n)
    found, width = 0, 1
    while width < n:
        for start in range(0, n, 2 * width):
            middle, end = min(start + width, n), min(start + 2 * width, n)
            left, right = start, middle
            for place in range(start, end):
                if right == end or (left < middle and runs[left] <= runs[right]):
                    merged[place] = runs[left]
                    left += 1
                else:
                    merged[place] = runs[right]
                    right += 1
                    found += middle - left
        runs, merged = merged, runs
        width *= 2
    return found
