"""Exact discrete samplers over the operating system's randomness: no seed, no floating point.

Flip probabilities as whole multiples of 2**-64, rounded so that epsilon is never exceeded.
"""

from __future__ import annotations

import math
import os
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints

BUFFER_BYTES = 65_536
SLAB = 1 << 20  # trials whose first bytes are drawn at once: they stay in the processor's cache
DIGITS = 8  # bytes of a dyadic probability
FEWEST_BITS, MOST_BITS = 6, 16  # of the blocks in which rare successes are drawn
BLOCKS = 1 << 16  # of them at once
ONES = (1 << 64) - 1
LARGEST = 1 << 50  # integers below are drawn as numpy's, and may be added up thousands of times


class SecureRandom:
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
    >>> coins = SecureRandom()
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

    def exp_over(self, x: Fraction, bound: int) -> bool:
        """True with probability exp(-x) 2**64 / bound, for a bound of at least exp(-x) 2**64.

        A uniform number below the bound is compared with exp(-x) 2**64 digit by digit: as many are
        drawn, and computed, as decide.
        """
        drawn, digits = self.below(bound), 0
        while True:
            with localcontext(prec=PRECISION + digits, Emin=MIN_EMIN):
                limit = _exp(-x) * (WHOLE << digits)
                slack = limit.scaleb(20 - PRECISION - digits)
                if drawn + 1 <= limit - slack or drawn >= limit + slack:
                    return drawn < limit
            drawn, digits = drawn << 64 | self.below(WHOLE), digits + 64

    def belows(self, n: int, count: int) -> NDArray[Any]:
        """So many uniform integers from 0 to n - 1; Python's own where numpy's are too short."""
        if n > LARGEST:
            return np.array([self.below(n) for _ in range(count)], dtype=object)
        drawn = np.zeros(count, dtype=np.int64)
        left = np.arange(count if n > 1 else 0)
        unused = np.uint64(64 - (n - 1).bit_length())
        while len(left):
            raw = np.frombuffer(self.take(8 * len(left)), dtype=np.uint64) >> unused
            drawn[left] = raw
            left = left[raw >= n]
        return drawn

    def _exp_minus(self, parts: NDArray[Any], whole: int) -> NDArray[np.bool_]:
        """True with probability exp(-part/whole), for each part from 0 to `whole`.

        The first k = 1, 2, ... at which a coin of chance part/whole or one of 1/k fails is odd.
        """
        counts, left, k = np.ones(len(parts), dtype=np.int64), np.arange(len(parts)), 1
        while len(left):
            left = left[self.belows(whole, len(left)) < parts[left]]
            left = left[self.belows(k, len(left)) == 0]
            k += 1
            counts[left] = k
        return counts % 2 == 1

    def geometric(self, scale: Fraction, count: int) -> Ints:
        """So many x >= 0 with probability proportional to exp(-x/scale), scale > 0."""
        t, s = scale.numerator, scale.denominator
        remainder, left = self.belows(t, count), np.arange(count)
        while len(left := left[~self._exp_minus(remainder[left], t)]):
            remainder[left] = self.belows(t, len(left))
        wholes, left = np.zeros(count, dtype=remainder.dtype), np.arange(count)
        while len(left := left[self._exp_minus(np.ones(len(left), dtype=np.int64), 1)]):
            wholes[left] += 1
        return ((remainder + t * wholes) // s).astype(np.int64)

    def laplace(self, scale: Fraction, count: int) -> Ints:
        """So many draws of discrete Laplace noise: P(x) proportional to exp(-|x|/scale)."""
        noise, left = np.zeros(count, dtype=np.int64), np.arange(count)
        while len(left):
            is_negative, x = self.belows(2, len(left)) == 1, self.geometric(scale, len(left))
            noise[left] = np.where(is_negative, -x, x)
            left = left[is_negative & (x == 0)]
        return noise

    def chosen(self, weights: Sequence[int]) -> int:
        """A place, with probability proportional to its weight; the weights are not all 0."""
        sums = list(accumulate(weights))
        return bisect_right(sums, self.below(sums[-1]))

    def successes(self, trials: int, numerator: int) -> Ints:
        """Which of many independent trials succeed, each with probability numerator/2**64.

        Parameters
        ----------
        numerator : int
            From 0 to 2**64.

        Returns
        -------
        ndarray of int64
            Rising numbers of the trials that succeeded.
        """
        places = [numbers for _, numbers in self.parts(trials, numerator)]
        return np.concatenate(places) if places else np.empty(0, dtype=np.int64)

    def parts(self, trials: int, numerator: int) -> Iterator[tuple[int, Ints]]:
        """The same, some trials at a time: the first number beyond them, and the successes.

        Below 2**-6 in bytes and time of the successes. Else a uniform number of 64 bits is compared
        with the numerator byte by byte, and a next byte is drawn only where all before are equal:
        1.004 bytes a trial.
        """
        if not numerator:
            return
        if is_rare(numerator):
            yield from self._rare_parts(trials, numerator)
            return
        for start in range(0, trials, SLAB):
            size = min(SLAB, trials - start)
            is_sure = bool(numerator >> (8 * DIGITS))
            slab = None if is_sure else self._slab(size, numerator.to_bytes(DIGITS, "big"))
            numbers = np.arange(size) if slab is None else np.flatnonzero(slab)
            yield start + size, start + numbers

    def _rare_parts(self, trials: int, numerator: int) -> Iterator[tuple[int, Ints]]:
        """Candidates of probability 2**-bits, block by block, of which each stays or not.

        Of a block of 2**bits trials the number of candidates is binomial. So many distinct places,
        uniform over all sets, are then the candidates, independently of each other. One stays if a
        uniform number of 64 - bits bits is below the numerator.
        """
        bits = min(64 - (numerator - 1).bit_length(), MOST_BITS)
        law, blocks = BlockLaw.of(bits), -(-trials >> bits)
        for first in range(0, blocks, BLOCKS):
            counts = law.counts(self, min(BLOCKS, blocks - first))
            numbers = np.repeat(np.arange(first, first + len(counts)) << bits, counts)
            numbers |= self._places(len(numbers), bits)
            numbers.sort()
            while len(met := numbers[1:][numbers[1:] == numbers[:-1]]):
                again = np.isin(numbers >> bits, met >> bits)  # whole blocks
                numbers[again] = numbers[again] >> bits << bits | self._places(again.sum(), bits)
                numbers.sort()
            drawn = np.frombuffer(self.take(8 * len(numbers)), dtype=np.uint64)
            kept = numbers[drawn >> np.uint64(bits) < np.uint64(numerator)]
            stop = min((first + len(counts)) << bits, trials)
            yield stop, kept[: np.searchsorted(kept, stop)]

    def _places(self, count: int, bits: int) -> Ints:
        """Uniform numbers of at most 16 bits."""
        drawn = np.frombuffer(self.take(2 * int(count)), dtype=np.uint16)
        return drawn.astype(np.int64) >> (MOST_BITS - bits)

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


@dataclass(frozen=True)
class BlockLaw:
    """How many of 2**bits trials succeed, each with probability 2**-bits, by integers alone.

    A uniform number below 2**(bits 2**bits) is compared with the cumulated law, which consists of
    such whole numbers. Its first 64 bits nearly always decide; if not, all of it is drawn.

    Parameters
    ----------
    bits : int
        From 6 to 16.
    cumulated : tuple of int
        For 0, 1, ... successes, until the first 64 bits are all ones.
    """

    bits: int
    cumulated: tuple[int, ...]

    @classmethod
    @cache
    def of(cls, bits: int) -> BlockLaw:
        """The law of a block of 2**bits trials."""
        return cls(bits, cls(bits, ())._up_to(lambda total: total >> cls._rest(bits) == ONES))

    def counts(self, coins: SecureRandom, blocks: int) -> Ints:
        """So many draws."""
        rest = self._rest(self.bits)
        heads = np.array([total >> rest for total in self.cumulated], dtype=np.uint64)
        drawn = np.frombuffer(coins.take(8 * blocks), dtype=np.uint64)
        counts = np.searchsorted(heads, drawn)
        for place in np.flatnonzero(drawn == heads[counts]):
            whole = int(drawn[place]) << rest | int.from_bytes(coins.take(rest // 8), "big")
            counts[place] = self.count_at(whole)
        return counts

    def count_at(self, whole: int) -> int:
        """The draw that a number of bits 2**bits bits decides."""
        return len(self._up_to(lambda total: total > whole)) - 1

    def _up_to(self, is_last: Callable[[int], bool]) -> tuple[int, ...]:
        """The cumulated law up to the first number of which this is so."""
        trials, fails = 1 << self.bits, (1 << self.bits) - 1
        ways, totals = fails**trials, list[int]()
        for successes in range(trials + 1):
            totals.append(ways + (totals[-1] if totals else 0))
            if is_last(totals[-1]):
                break
            ways = ways * (trials - successes) // ((successes + 1) * fails)
        return tuple(totals)

    @staticmethod
    def _rest(bits: int) -> int:
        """Bits behind the first 64."""
        return (bits << bits) - 64


def is_rare(numerator: int) -> bool:
    """Whether trials of this probability over 2**64 are drawn in time of their successes."""
    return 0 < numerator <= WHOLE >> FEWEST_BITS


WHOLE = 1 << 64
"""The denominator of every probability here."""
FACTOR_BITS = 32
PRECISION = 120  # decimal digits: rounding errors lie far below 2**-64


@dataclass(frozen=True)
class DyadicRates:
    """Numerators over 2**64 of P(edge released) for an edge and for a pair without one.

    Parameters
    ----------
    present, absent : int
        From 1 to 2**64 - 1.
    """

    present: int
    absent: int

    @property
    def exact_epsilon(self) -> float:
        """The larger of the two log ratios, which is what one release costs, rounded up."""
        with localcontext(prec=PRECISION):
            kept = _log_ratio(self.present, self.absent)
            left_out = _log_ratio(WHOLE - self.absent, WHOLE - self.present)
            return _rounded_up(max(kept, left_out))

    def facts(self) -> dict[str, str]:
        """What a certificate states of them."""
        return {"present": f"{self.present:#x}/2**64", "absent": f"{self.absent:#x}/2**64"}


@dataclass(frozen=True)
class Growth:
    """A factor at most e^rate, a multiple of 2**-32, for the exponential mechanism in integers.

    Weights that are powers of it are whole numbers, once all are multiplied by the same power of
    two: they are drawn from exactly, at the loss ln(factor) <= rate for each unit of the score.

    Parameters
    ----------
    numerator : int
        Over 2**32.

    References
    ----------
    Ilvento, Implementing the exponential mechanism with base-2 differential privacy, CCS 2020
    (powers of an exact base in place of powers of e).

    Examples
    --------
    >>> Growth.at_most(Fraction(1)).weights([0, 2]) == [1 << 64, Growth.at_most(1).numerator ** 2]
    True
    """

    numerator: int

    @classmethod
    def at_most(cls, rate: Fraction) -> Growth:
        """The largest such factor, for a rate of at least 0."""
        with localcontext(prec=PRECISION):
            return cls(int((_exp(Fraction(rate)) * (1 << FACTOR_BITS)).to_integral(ROUND_FLOOR)))

    def weights(self, scores: Sequence[int]) -> list[int]:
        """Whole numbers in proportion to factor^score, for whole scores of at least 0."""
        most = max(scores)
        power = {s: self.numerator**s << FACTOR_BITS * (most - s) for s in set(scores)}
        return [power[score] for score in scores]

    @property
    def exact_rate(self) -> float:
        """ln(factor), rounded up."""
        with localcontext(prec=PRECISION):
            return _rounded_up(_log_ratio(self.numerator, 1 << FACTOR_BITS))

    def fact(self) -> str:
        """What a certificate states of it."""
        return f"{self.numerator:#x}/2**{FACTOR_BITS}"


def exp_bound(x: int) -> int:
    """Over 2**64: the least such number above e^-x.

    Examples
    --------
    >>> exp_bound(0) == WHOLE + 1, exp_bound(45)
    (True, 1)
    """
    with localcontext(prec=PRECISION):
        return int(WHOLE * _exp(Fraction(-x))) + 1


def noise_tail(threshold: int, epsilon: Fraction) -> int:
    """Over 2**64: the least such number above P(noise >= threshold) of discrete Laplace noise.

    P = a^threshold/(1 + a), a = e^-epsilon. An empty cell may pass a filter with this chance and
    one edge with its own, e^epsilon P: the ratios of their probabilities are at most e^epsilon.

    Examples
    --------
    >>> abs(noise_tail(1, Fraction(1)) / WHOLE - 1 / (1 + math.e)) < 1e-15
    True
    """
    with localcontext(prec=PRECISION):
        chance = WHOLE / (_exp(threshold * epsilon) * (1 + _exp(-epsilon)))
        rounded = int(chance) + 1
        if rounded > chance * _exp(epsilon):
            raise ValueError(f"a threshold of {threshold} is too high for 64 bits.")
        return rounded


def symmetric_rates(epsilon: Fraction) -> DyadicRates:
    """edgeFlip: a pair is flipped with probability T/2**64, the least such above 1/(1 + e^eps).

    Examples
    --------
    >>> hex(symmetric_rates(Fraction(1)).absent)
    '0x44d9585152ea1936'
    """
    with localcontext(prec=PRECISION):
        return _flipping(int(WHOLE / (1 + _exp(epsilon))) + 1)


def laplace_flip_rates(epsilon: Fraction) -> DyadicRates:
    """LaplaceFlip: flipped with probability T/2**64, the least such above exp(-eps/2)/2."""
    with localcontext(prec=PRECISION):
        return _flipping(int(WHOLE // 2 / _exp(epsilon / 2)) + 1)


def top_m_rates(edges: int, pairs: int, epsilon: Fraction) -> DyadicRates:
    """Top-m filter: about `edges` of `pairs` are released, at the epsilon of the edges.

    q = edges/(edges e^eps + pairs - edges) is rounded up, then p is the largest that the two
    ratios allow.

    Examples
    --------
    >>> top_m_rates(10, 1000, Fraction(1)).exact_epsilon <= 1
    True
    """
    with localcontext(prec=PRECISION):
        growth = _exp(epsilon)
        absent = int((WHOLE * edges / (edges * growth + pairs - edges)).to_integral(ROUND_CEILING))
        absent = min(max(absent, 1), WHOLE - 1)
        by_presence = int((growth * absent).to_integral(ROUND_FLOOR))
        by_absence = WHOLE - int(((WHOLE - absent) / growth).to_integral(ROUND_CEILING))
        return DyadicRates(present=max(min(by_presence, by_absence), 1), absent=absent)


def _flipping(threshold: int) -> DyadicRates:
    """At most half of all pairs: at epsilon = 0 rounding up would tell edges, turned round."""
    threshold = min(threshold, WHOLE // 2)
    return DyadicRates(present=WHOLE - threshold, absent=threshold)


def _exp(x: Fraction) -> Decimal:
    return (Decimal(x.numerator) / Decimal(x.denominator)).exp()


def _rounded_up(exact: Decimal) -> float:
    nearest = float(exact)
    return nearest if Decimal(nearest) >= exact else math.nextafter(nearest, math.inf)


def _log_ratio(above: int, below: int) -> Decimal:
    return (Decimal(above) / Decimal(below)).ln()
