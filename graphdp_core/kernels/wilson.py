"""Random spanning trees by loop-erased random walks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import next_uniform, stream

__all__ = ["wilson"]


@compiled
def wilson(  # noqa: PLR0917 (compiled functions take no keyword-only parameters)
    rows: NDArray[np.int64],
    ends: NDArray[np.int32],
    positions: NDArray[np.int32],
    sums: NDArray[np.float64],
    roots: NDArray[np.int64],
    key: int,
    most_steps: int,
) -> NDArray[np.int64]:
    """Positions of the edges of a spanning forest drawn by the product of its edges' weights.

    Parameters
    ----------
    rows, ends, positions : ndarray
        From ``incident_edges``.
    sums : ndarray of float64, shape (2m,)
        Running sums, within each row, of the weights of its edges (up to a factor per row);
        an empty array makes all trees equally likely.
    roots : ndarray of int64
        One node of every component.
    key : int
        Names the random stream.
    most_steps : int
        The walk gives up after so many steps.

    Returns
    -------
    ndarray of int64
        Rising. A single -1 if the walk gave up. The tree is independent of the number of steps
        (Wilson, theorem 1: of the cycles erased), so that giving up does not bend its distribution.

    References
    ----------
    D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC 1996.
    """
    n = len(rows) - 1
    state = stream(key)
    is_plain = len(sums) == 0
    in_tree = np.zeros(n, dtype=np.bool_)
    for root in roots:
        in_tree[root] = True
    arrow = np.full(n, -1, dtype=np.int64)
    steps = 0
    for start in range(n):
        node = start
        while not in_tree[node]:
            steps += 1
            if steps > most_steps:
                return np.full(1, -1, dtype=np.int64)
            low, high = rows[node], rows[node + 1]
            if is_plain:
                place = low + min(int(next_uniform(state) * (high - low)), high - low - 1)
            else:
                target = next_uniform(state) * sums[high - 1]
                place = low + np.searchsorted(sums[low:high], target, side="right")
                place = min(place, high - 1)
            arrow[node] = place
            node = ends[place]
        node = start
        while not in_tree[node]:
            in_tree[node] = True
            node = ends[arrow[node]]
    taken = np.empty(n, dtype=np.int64)
    count = 0
    for node in range(n):
        if arrow[node] >= 0:
            taken[count] = positions[arrow[node]]
            count += 1
    return np.sort(taken[:count])
