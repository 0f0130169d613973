"""Bits of 64-bit words, without a branch for each."""

from __future__ import annotations

import numpy as np

from graphdp_core.kernels import compiled

__all__ = ["count_ones", "lowest_bit"]

_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)  # its 64 windows of six bits are all different
_BIT_OF_WINDOW = np.array(
    sorted(range(64), key=lambda bit: (0x03F79D71B4CB0A89 << bit & (2**64 - 1)) >> 58),
    dtype=np.int64,
)


@compiled
def lowest_bit(word: np.uint64) -> int:
    """Position of the lowest set bit: the isolated bit shifts a de Bruijn sequence."""
    return _BIT_OF_WINDOW[((word & (~word + np.uint64(1))) * _DE_BRUIJN) >> np.uint64(58)]


@compiled
def count_ones(x: np.uint64) -> np.int64:
    """Number of set bits, in the form that LLVM turns into one instruction."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))
