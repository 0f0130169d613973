"""The shares of all triangles at given prices of their nodes, summed as they are met."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["triangle_shares"]


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
