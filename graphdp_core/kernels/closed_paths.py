"""Common neighbours of every edge, summed by degree class, with a bound on what one edge adds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["capped_class_sums"]


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
                    lost[k] += (
                        (before - total[k]) + added
                        if before >= added
                        else (added - total[k]) + before
                    )
                    x[k] = 0.0
    return total + lost
