"""Exact discrete samplers over the operating system's randomness: no seed, no floating point."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints

__all__ = ["Coins"]

BUFFER_BYTES = 65_536
SLAB = 1 << 20  # trials whose first bytes are drawn at once: they stay in the processor's cache
DIGITS = 8  # bytes of a dyadic probability


class Coins:
    """Coins, integers and discrete noise whose distributions are exact.

    Every probability is a fraction of integers, and every draw compares integers. Each process
    keeps its own buffer: a forked worker draws anew.

    Parameters
    ----------
    source : callable, optional
        ``source(k)`` returns k random bytes; the operating system's if absent. Tests give others.

    References
    ----------
    Canonne, Kamath and Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020
    (algorithms 1 to 3).

    Examples
    --------
    >>> coins = Coins()
    >>> all(0 <= coins.below(6) < 6 for _ in range(100))
    True
    """

    def __init__(self, source: Callable[[int], bytes] = os.urandom) -> None:
        self._source = source
        self._buffer, self._at, self._process = b"", 0, 0

    def take(self, count: int) -> bytes:
        """`count` random bytes, none of them used before."""
        if os.getpid() != self._process:
            self._buffer, self._at, self._process = b"", 0, os.getpid()
        if count > BUFFER_BYTES:
            return self._source(count)
        if self._at + count > len(self._buffer):
            self._buffer, self._at = self._source(BUFFER_BYTES), 0
        self._at += count
        return self._buffer[self._at - count : self._at]

    def below(self, n: int) -> int:
        """A uniform integer from 0 to n - 1."""
        bits = (n - 1).bit_length()
        while True:
            raw = int.from_bytes(self.take(-(-bits // 8)), "big") >> (-bits % 8)
            if raw < n:
                return raw

    def bernoulli(self, a: int, b: int) -> bool:
        """True with probability a/b."""
        return self.below(b) < a

    def exp_minus(self, a: int, b: int) -> bool:
        """True with probability exp(-a/b), a >= 0, b > 0."""
        while a > b:
            if not self.exp_minus(1, 1):
                return False
            a -= b
        k = 1
        while self.bernoulli(a, b * k):
            k += 1
        return k % 2 == 1

    def geometric(self, scale: Fraction) -> int:
        """x >= 0 with probability proportional to exp(-x/scale), scale > 0."""
        t, s = scale.numerator, scale.denominator
        remainder = self.below(t)
        while not self.exp_minus(remainder, t):
            remainder = self.below(t)
        whole = 0
        while self.exp_minus(1, 1):
            whole += 1
        return (remainder + t * whole) // s

    def chosen(self, weights: Sequence[int]) -> int:
        """A place, with probability proportional to its weight; the weights are not all 0."""
        sums = list(accumulate(weights))
        return bisect_right(sums, self.below(sums[-1]))

    def laplace(self, scale: Fraction) -> int:
        """Discrete Laplace noise: P(x) proportional to exp(-|x|/scale), scale > 0."""
        while True:
            negative, x = self.bernoulli(1, 2), self.geometric(scale)
            if x or not negative:
                return -x if negative else x

    def successes(self, trials: int, numerator: int) -> Ints:
        """Which of many independent trials succeed, each with probability numerator/2**64.

        A uniform number of 64 bits is compared with the numerator byte by byte, and a next byte is
        drawn only where all before are equal: 1.004 bytes a trial.

        Parameters
        ----------
        trials : int
        numerator : int
            From 0 to 2**64.

        Returns
        -------
        ndarray of int64
            Rising numbers of the trials that succeeded.
        """
        found = [start + np.flatnonzero(slab) for start, slab in self.slabs(trials, numerator)]
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def slabs(self, trials: int, numerator: int) -> Iterator[tuple[int, NDArray[np.bool_]]]:
        """The same, some at a time: the number of the first trial, and which of them succeed."""
        for start in range(0, trials, SLAB):
            size = min(SLAB, trials - start)
            if numerator >> (8 * DIGITS):
                yield start, np.ones(size, dtype=np.bool_)
            else:
                yield start, self._slab(size, numerator.to_bytes(DIGITS, "big"))

    def permutation(self, n: int) -> Ints:
        """The numbers 0 to n - 1 in uniform order."""
        order = list(range(n))
        for last in range(n - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return np.array(order, dtype=np.int64)

    def generator(self) -> np.random.Generator:
        """For what is computed from private numbers alone: no guarantee rests on its draws."""
        return np.random.default_rng(int.from_bytes(self.take(32), "big"))

    def _slab(self, trials: int, digits: bytes) -> NDArray[np.bool_]:
        drawn = np.frombuffer(self.take(trials), dtype=np.uint8)
        succeeded, undecided = drawn < digits[0], np.flatnonzero(drawn == digits[0])
        for digit in digits[1:]:
            drawn = np.frombuffer(self.take(len(undecided)), dtype=np.uint8)
            succeeded[undecided[drawn < digit]] = True
            undecided = undecided[drawn == digit]
        return succeeded
