"""Bits are found and counted right for every kind of word."""

import numpy as np

from graphdp_core.kernels.bits import count_ones, lowest_bit

RANDOM = np.random.default_rng(0).integers(0, 2**64, size=200, dtype=np.uint64).tolist()


def test_ones_are_counted() -> None:
    for word in [0, 1, 2**63, 2**64 - 1, *RANDOM]:
        assert count_ones(np.uint64(word)) == int(word).bit_count()


def test_the_lowest_bit_is_found() -> None:
    for word in [2**64 - 1, *(1 << bit for bit in range(64)), *RANDOM]:
        assert lowest_bit(np.uint64(word)) == (word & -word).bit_length() - 1
