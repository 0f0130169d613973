"""Ends of ties, paired by a keyed order that nobody stores: each finds its partner alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import mixed

ROUNDS = 8
FEWEST_BITS = 12  # networks on fewer prefer some orders


@compiled
def _turned(place: np.uint64, keys: NDArray[np.uint64], bits: int, step: int) -> np.uint64:
    """All rounds forwards (1) or backwards (-1): one to one on the numbers of so many bits."""
    low = np.uint64(bits // 2)
    left, right = place >> low, place & ((np.uint64(1) << low) - np.uint64(1))
    left_ones = (np.uint64(1) << np.uint64(bits - bits // 2)) - np.uint64(1)
    right_ones = (np.uint64(1) << low) - np.uint64(1)
    turn = 0 if step == 1 else ROUNDS - 1
    for _ in range(ROUNDS):
        if turn % 2 == 0:
            left ^= mixed(right ^ keys[turn]) & left_ones
        else:
            right ^= mixed(left ^ keys[turn]) & right_ones
        turn += step
    return left << low | right


@compiled
def partner(end: int, ends: int, keys: NDArray[np.uint64], bits: int) -> int:
    """The other end of the tie that this one belongs to: who stands beside it in the keyed order.

    Parameters
    ----------
    end : int
        From 0 to ends - 1.
    ends : int
        An even number.
    keys : ndarray of uint64, shape (8,)
    bits : int
        The fewest that all ends have, and at least 12.

    Notes
    -----
    A Feistel network puts the numbers of so many bits in an order; one that is no end is put
    again, until it is one.

    References
    ----------
    Black and Rogaway, Ciphers with arbitrary finite domains, CT-RSA 2002.
    """
    place = _turned(np.uint64(end), keys, bits, 1)
    while place >= np.uint64(ends):
        place = _turned(place, keys, bits, 1)
    place = _turned(place ^ np.uint64(1), keys, bits, -1)
    while place >= np.uint64(ends):
        place = _turned(place, keys, bits, -1)
    return int(place)


@compiled
def tied(first: int, last: int, table: Ints, keys: NDArray[np.uint64]) -> tuple[Ints, Ints]:
    """The ties of the nodes first to last - 1 to larger ones, in order, each once and no loops.

    Parameters
    ----------
    table : ndarray of int64, shape (3, c + 1)
        Rising degrees above 0, the first node and the first end of each; last the totals.
    keys : ndarray of uint64, shape (8,)
    """
    degrees, nodes, starts = table
    ends = starts[-1] - starts[-1] % 2
    bits = FEWEST_BITS
    while (1 << bits) < ends:
        bits += 1
    at = np.searchsorted(nodes, first, side="right") - 1
    most = 0
    for node in range(first, last):
        while nodes[at + 1] <= node:
            at += 1
        most += degrees[at]
    one, other = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)
    at = np.searchsorted(nodes, first, side="right") - 1
    filled = 0
    for node in range(first, last):
        while nodes[at + 1] <= node:
            at += 1
        begin = starts[at] + (node - nodes[at]) * degrees[at]
        start = filled
        for end in range(begin, min(begin + degrees[at], ends)):
            met = partner(end, ends, keys, bits)
            kind = np.searchsorted(starts, met, side="right") - 1
            who = nodes[kind] + (met - starts[kind]) // degrees[kind]
            if who > node:
                other[filled] = who
                filled += 1
        other[start:filled].sort()
        kept = start
        for place in range(start, filled):
            if place == start or other[place] != other[place - 1]:
                one[kept], other[kept] = node, other[place]
                kept += 1
        filled = kept
    return one[:filled], other[:filled]
