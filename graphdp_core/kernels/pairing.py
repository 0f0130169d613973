"""Keyed orders that nobody stores: ends of ties find partners, numbers of pairs are scattered."""

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
def met(first: int, last: int, table: Ints, keys: NDArray[np.uint64]) -> Ints:
    """Both nodes of the ties of the ends first to last - 1, shape (2, last - first).

    A node without partner has -1 beside it: the last one of an odd number of ends.

    Parameters
    ----------
    table : ndarray of int64, shape (3, c + 1)
        Rising degrees above 0, the first node and the first end of each; last the totals.
    keys : ndarray of uint64, shape (8,)
    """
    ends = table[2, -1] - table[2, -1] % 2
    bits, nodes = _bits(ends), np.empty((2, last - first), dtype=np.int64)
    for end in range(first, last):
        nodes[0, end - first], nodes[1, end - first] = _whose(end, table), -1
        if end < ends:
            nodes[1, end - first] = _whose(partner(end, ends, keys, bits), table)
    return nodes


@compiled
def _whose(end: int, table: Ints) -> int:
    degrees, nodes, starts = table
    kind = np.searchsorted(starts, end, side="right") - 1
    return nodes[kind] + (end - starts[kind]) // degrees[kind]


@compiled
def _bits(most: int) -> int:
    bits = FEWEST_BITS
    while (1 << bits) < most:
        bits += 1
    return bits


@compiled
def scattered(first: int, last: int, most: int, keys: NDArray[np.uint64]) -> Ints:
    """The places first to last - 1 of a keyed order of the numbers 0 to most - 1: no number twice.

    Parameters
    ----------
    keys : ndarray of uint64, shape (8,)
    """
    bits, numbers = _bits(most), np.empty(last - first, dtype=np.int64)
    for place in range(first, last):
        number = _turned(np.uint64(place), keys, bits, 1)
        while number >= np.uint64(most):
            number = _turned(number, keys, bits, 1)
        numbers[place - first] = number
    return numbers
