"""Connected components of a graph or of some of its edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def component_numbers(n: int, edges: NDArray[np.integer]) -> NDArray[np.int32]:
    """Connected component of each node, numbered in the order of their smallest nodes.

    Parameters
    ----------
    n : int
        Number of nodes.
    edges : ndarray of int, shape (m, 2)
        In any order and direction.

    Returns
    -------
    ndarray of int32, shape (n,)
        ``np.bincount`` of it gives the sizes.

    Examples
    --------
    >>> component_numbers(5, np.array([[3, 1], [0, 4]])).tolist()
    [0, 1, 2, 1, 0]
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if n == 0:
        return np.empty(0, dtype=np.int32)
    joined = coo_array((np.ones(len(edges)), tuple(edges.T)), shape=(n, n))
    return np.asarray(connected_components(joined, directed=False)[1], dtype=np.int32)
