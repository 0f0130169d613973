"""A whole number near a count, by its ladder: the law, a moving draw, and an exact one."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import accumulate

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.privacy.draws import Law, Loss
from graphdp_core.privacy.samplers import SignedTails, signed_tails
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.sensitivities.ladders import Ladder

__all__ = ["ladder_draw", "rung_chances"]

LEFT_OUT = 40.0  # rungs of less than e^-40 of a chance are not followed on screen
MOST_LOOKED_AT = 100_000  # numbers on either side of a count
DIGITS = 30  # that the first comparison of an exact draw is made with


def rung_chances(ladder: Ladder, epsilon: float) -> Floats:
    """Chances of the rungs: of the count itself, then of each further rung; they add up to 1.

    Rung t >= 1 holds the whole numbers that are more than I_0 + ... + I_(t-2) and at most
    I_0 + ... + I_(t-1) away, and each number of it has a chance in proportion to e^(-epsilon t/2).

    Examples
    --------
    >>> rung_chances(Ladder(5, 1, lambda t: 1), 2.0)[:3].round(3).tolist()
    [0.462, 0.34, 0.125]
    """
    reach = (math.log(max(ladder.limit, 1)) + LEFT_OUT) * 2.0 / epsilon
    ladder.rung(math.ceil(reach))
    sizes = np.array([1.0, *(2.0 * ladder.rung(t) for t in range(math.ceil(reach)))])
    chances = sizes * np.exp(-0.5 * epsilon * np.arange(len(sizes)))
    normed: Floats = chances / chances.sum()
    return normed


def ladder_draw(ladder: Ladder, tails: SignedTails, *, epsilon: float) -> int:
    """A draw read from one uniform number: the same number gives more noise at a smaller epsilon.

    Parameters
    ----------
    ladder : Ladder
    tails : SignedTails
        One of them: its distance from the ends says how far, its side which way.
    epsilon : float
    """
    chances = rung_chances(ladder, epsilon)
    beyond = np.append(np.cumsum(chances[::-1])[::-1][1:], 0.0)  # of rungs farther out
    wanted = 2.0 * float(tails.tail[0])
    k = int(np.argmax(beyond < wanted))
    if k == 0:
        return ladder.count
    share = (wanted - beyond[k]) / chances[k]
    width = ladder.rung(k - 1)
    inner = min(int(share * width), width - 1)  # full rungs begin at their outer end
    away = sum(ladder.rung(t) for t in range(k)) - inner
    return ladder.count - away if tails.is_low[0] else ladder.count + away


def ladder_exactly(ladder: Ladder, coins: SecureRandom, *, epsilon: Fraction) -> int:
    """A draw with exactly its law.

    A uniform number, of which ever more digits are drawn, is compared with the cumulative chances,
    which are bounded from both sides, until its rung is certain. The time it takes depends on the
    graph.
    """
    k = _rung(ladder, coins, epsilon)
    if k == 0:
        return ladder.count
    away = sum(ladder.rung(t) for t in range(k - 1)) + 1 + coins.below(ladder.rung(k - 1))
    return ladder.count + (away if coins.bernoulli(1, 2) else -away)


def _rung(ladder: Ladder, coins: SecureRandom, epsilon: Fraction) -> int:
    digits, bits, uniform = DIGITS, 0, 0
    while True:
        more = 4 * digits - bits
        uniform, bits = (uniform << more) | coins.below(1 << more), bits + more
        rung = _certain(ladder, epsilon, digits, uniform, bits)
        if rung is not None:
            return rung
        digits *= 2


def _certain(ladder: Ladder, epsilon: Fraction, digits: int, uniform: int, bits: int) -> int | None:
    """The rung of every number in [uniform, uniform + 1)/2^bits, if so many digits tell."""
    reach = 2.0 / float(epsilon) * (math.log(max(ladder.limit, 1)) + 2.31 * digits + 10.0)
    rungs = math.ceil(reach)
    ladder.rung(rungs)
    with localcontext() as context:
        context.prec = digits + len(str(rungs)) + 10
        step = (-Decimal(epsilon.numerator) / Decimal(2 * epsilon.denominator)).exp()
        weights, factor = [Decimal(1)], Decimal(1)
        for t in range(rungs):
            factor *= step
            weights.append(2 * ladder.rung(t) * factor)
        sums = list(accumulate(weights))
        # Each sum is right but for far less than this; all farther rungs together hold no more
        # than as many of the largest size.
        error = Decimal(10) ** -digits
        rest = 2 * ladder.limit * factor * step / (1 - step)
        low, high = sums[-1] * (1 - error), (sums[-1] + rest) * (1 + error)
        first = bisect_right(sums, Decimal(uniform) / 2**bits * low / (1 + 2 * error))
        last = bisect_right(sums, Decimal(uniform + 1) / 2**bits * high * (1 + 2 * error))
    return first if first == last < len(sums) else None


@dataclass(frozen=True, eq=False)
class LadderChoice(Law):
    """A whole number near a count, by its rung."""

    ladder: Ladder

    def drawn(self, rng: np.random.Generator) -> Ints:
        """From one uniform number, shape (1,)."""
        return np.array(
            [ladder_draw(self.ladder, signed_tails(rng, 1), epsilon=float(self.epsilon))]
        )

    def drawn_exactly(self, coins: SecureRandom) -> Ints:
        """With exactly its law, shape (1,)."""
        return np.array([ladder_exactly(self.ladder, coins, epsilon=Fraction(self.epsilon))])

    def loss(self, other: LadderChoice, outcome: Ints) -> Loss:
        """Of all numbers that more than e^-40 of the chance falls on."""
        rungs = [len(rung_chances(law.ladder, float(self.epsilon))) for law in (self, other)]
        here, there = self.ladder, other.ladder
        reach = sum(max(here.rung(t), there.rung(t)) for t in range(min(rungs) // 2))
        reach = min(reach, MOST_LOOKED_AT)
        numbers = np.arange(
            min(here.count, there.count) - reach, max(here.count, there.count) + reach
        )
        numbers = np.append(numbers, outcome)
        apart = self._log_chances(numbers) - other._log_chances(numbers)
        moved = abs(here.count - there.count)
        return Loss(float(apart[-1]), float(np.abs(apart).max()), float(moved))

    def _log_chances(self, numbers: Ints) -> Floats:
        chances = rung_chances(self.ladder, float(self.epsilon))
        ends = np.cumsum([0, *(self.ladder.rung(t) for t in range(len(chances)))])
        rung = np.searchsorted(ends, np.abs(numbers - self.ladder.count), side="left")
        logs = math.log(chances[0]) - 0.5 * float(self.epsilon) * rung
        return logs.astype(np.float64)

    def facts(self, outcome: Ints) -> dict[str, str]:
        """The law's name."""
        return {"law": "ladder"}
