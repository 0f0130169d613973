"""The exact law of what is drawn by coins: every way in which they can fall, with its chance."""

import math
from collections import Counter

import numpy as np

from graphdp_core.privacy.secure_random import SecureRandom

__all__ = ["law_of"]


class _Falls(SecureRandom):
    """Coins that fall as they are told, and tell in how many ways they might have fallen.

    Discrete Laplace noise is 0: it is put in afterwards, by its own law.
    """

    def __init__(self, told):
        super().__init__(source=None)
        self.told, self.chances, self.ways = told, [], []

    def _fall(self, chances):
        place = len(self.ways)
        way = self.told[place] if place < len(self.told) else 0
        self.ways.append(way)
        self.chances.append(chances)
        return way

    def below(self, n):
        return self._fall([1 / n] * n)

    def parts(self, trials, numerator):
        chance = numerator / 2**64
        fallen = [self._fall([1 - chance, chance]) for _ in range(trials)]
        yield trials, np.flatnonzero(fallen)

    def laplace(self, scale, count):
        return np.zeros(count, dtype=np.int64)


def law_of(draw):
    """The chance of every outcome of ``draw(coins)``, by all ways in which the coins can fall.

    >>> law_of(lambda coins: coins.below(2) + coins.below(2))
    Counter({1: 0.5, 0: 0.25, 2: 0.25})
    """
    law, told = Counter(), []
    while True:
        coins = _Falls(told)
        outcome = draw(coins)
        law[outcome] += math.prod(c[way] for c, way in zip(coins.chances, coins.ways, strict=True))
        told = coins.ways
        while told and told[-1] == len(coins.chances[len(told) - 1]) - 1:
            told.pop()
        if not told:
            return law
        told[-1] += 1
