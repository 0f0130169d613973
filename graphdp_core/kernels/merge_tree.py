"""Single-linkage merges of a weighted forest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.kernels import compiled
from graphdp_core.kernels.union_find import root_of

__all__ = ["merge_sizes"]


@compiled
def merge_sizes(n: int, edges: NDArray[np.int32], order: Ints) -> Ints:
    """Join the two ends of every edge of a forest, in the given order.

    Returns, by edge, the sizes of the two clusters that it joins, shape (e, 2).
    """
    root, size = np.arange(n), np.ones(n, dtype=np.int64)
    sizes = np.empty((len(order), 2), dtype=np.int64)
    for edge in order:
        a, b = root_of(root, edges[edge, 0]), root_of(root, edges[edge, 1])
        sizes[edge, 0], sizes[edge, 1] = size[a], size[b]
        root[b] = a
        size[a] += size[b]
    return sizes
