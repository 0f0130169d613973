"""Union-find: which part of a growing forest a node belongs to."""

from __future__ import annotations

from graphdp_core.arrays import Ints
from graphdp_core.kernels import compiled

__all__ = ["root_of"]


@compiled
def root_of(parent: Ints, node: int) -> int:
    """The node that stands for the part of `node`; the path there is halved on the way.

    Parameters
    ----------
    parent : ndarray of int64, shape (n,)
        A node nearer to the root, itself at the root; overwritten. Two parts are joined by
        ``parent[one_root] = other_root``.
    node : int

    Examples
    --------
    >>> import numpy as np
    >>> parent = np.array([0, 0, 1, 3])
    >>> root_of(parent, 2), root_of(parent, 3)
    (0, 3)
    """
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node
