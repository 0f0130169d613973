"""Outbreaks on a graph as bond percolation, and graphs of the same degrees drawn at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import GOLDEN, mixed, next_uniform, stream
from graphdp_core.kernels.spanning_forest import root_of


@compiled
def outbreaks(
    edges: NDArray[np.int32],
    is_out: NDArray[np.bool_],
    grid: Floats,
    runs: int,
    key: int,
) -> Floats:
    """The mean share of all nodes that an outbreak reaches, shape (runs, len(grid)).

    An edge passes the infection on with probability `grid[j]`, once: whom an outbreak reaches is
    the part of its first node in the graph of the edges that pass it on. The mean is over every
    first node that is not out, so that it is the sum of the squared sizes of the parts, divided by
    both numbers of nodes. The coin of an edge depends on the run and on its ends alone: graphs on
    the same nodes, and all probabilities, share their coins.

    Parameters
    ----------
    edges : ndarray of int32, shape (m, 2)
    is_out : ndarray of bool, shape (n,)
        Nodes that neither fall ill nor pass it on.
    grid : ndarray of float64
        Probabilities, rising.
    key : int
        Names the random stream.

    References
    ----------
    M. E. J. Newman, Spread of epidemic disease on networks, Physical Review E 66, 016128, 2002.
    M. E. J. Newman and R. M. Ziff, Fast Monte Carlo algorithm for site or bond percolation,
    Physical Review E 64, 016706, 2001 (edges joined one by one).
    """
    n, m, cells = len(is_out), len(edges), len(grid)
    left = n - is_out.sum()
    reached = np.zeros((runs, cells))
    if left == 0:
        return reached
    near = np.searchsorted(grid, np.arange(1024) / 1024.0, "right")  # of a coin's first ten bits
    cell = np.empty(m, dtype=np.int64)
    order = np.empty(m, dtype=np.int64)
    for run in range(runs):
        salt = mixed(np.uint64(key) + np.uint64(run + 1) * GOLDEN)
        starts = np.zeros(cells + 2, dtype=np.int64)
        for e in range(m):
            u, v = np.uint64(edges[e, 0]), np.uint64(edges[e, 1])
            bits = mixed(salt ^ mixed((u << np.uint64(32)) | v)) >> np.uint64(11)
            coin = np.float64(np.int64(bits)) * 2.0**-53
            place = cells if is_out[u] or is_out[v] else near[np.int64(bits >> np.uint64(43))]
            while place < cells and grid[place] <= coin:
                place += 1
            cell[e] = place
            starts[cell[e] + 1] += 1
        places = np.cumsum(starts)
        for e in range(m):
            order[places[cell[e]]] = e
            places[cell[e]] += 1
        parent, sizes = np.arange(n), np.ones(n)
        squares, done = float(left), 0
        for j in range(cells):
            while done < places[j] and squares < float(left) * left:
                e = order[done]
                done += 1
                a, b = root_of(parent, edges[e, 0]), root_of(parent, edges[e, 1])
                if a == b:
                    continue
                if sizes[a] < sizes[b]:
                    a, b = b, a
                parent[b] = a
                squares += 2.0 * sizes[a] * sizes[b]
                sizes[a] += sizes[b]
            reached[run, j] = squares / left / n
    return reached


@compiled
def swap_ends(
    n: int, edges: NDArray[np.int32], is_joined: NDArray[np.uint8], tries: int, key: int
) -> int:
    """Swap the ends of two random edges, over and over, in place; how many tries did so.

    Every node keeps its degree, and no loop or double edge comes. A try that would make one
    leaves the graph as it is, so that every graph of these degrees is equally likely in the end.

    Parameters
    ----------
    edges : ndarray of int32, shape (m, 2), m >= 2
    is_joined : ndarray of uint8, shape (n * n // 8 + 1,)
        A bit for each ordered pair, kept up to date.
    """
    state, m, swapped = stream(key), len(edges), 0
    for _ in range(tries):
        i, j = int(next_uniform(state) * m), int(next_uniform(state) * m)
        a, b = edges[i]
        turned = next_uniform(state) < 0.5
        c, d = edges[j, int(turned)], edges[j, 1 - int(turned)]
        if i == j or a == d or c == b or _bit(is_joined, a, d, n) or _bit(is_joined, c, b, n):
            continue
        _turn(is_joined, a, b, n)
        _turn(is_joined, c, d, n)
        _turn(is_joined, a, d, n)
        _turn(is_joined, c, b, n)
        edges[i, 0], edges[i, 1] = a, d
        edges[j, 0], edges[j, 1] = c, b
        swapped += 1
    return swapped


@compiled
def joined_bits(n: int, edges: NDArray[np.int32]) -> NDArray[np.uint8]:
    """A bit for each ordered pair of nodes: is it an edge?"""
    bits = np.zeros(n * n // 8 + 1, dtype=np.uint8)
    for e in range(len(edges)):
        _turn(bits, edges[e, 0], edges[e, 1], n)
    return bits


@compiled
def _bit(bits: NDArray[np.uint8], u: int, v: int, n: int) -> bool:
    place = np.int64(u) * n + v
    return bits[place >> 3] >> np.uint8(place & 7) & 1 != 0


@compiled
def _turn(bits: NDArray[np.uint8], u: int, v: int, n: int) -> None:
    """Flip the bit of a pair, in both orders."""
    for place in (np.int64(u) * n + v, np.int64(v) * n + u):
        bits[place >> 3] ^= np.uint8(1 << (place & 7))
