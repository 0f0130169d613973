"""The law of core numbers that are peeled: noisy degrees beside thresholds that stay hidden."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.draws import Budget, Law, Loss, part_of
from graphdp_core.privacy.grids import geometric_noise, signed_tails
from graphdp_core.privacy.laws import integer_noise
from graphdp_core.progress import SILENT, Progress

__all__ = ["Peeling"]

REACH = 40.0  # hidden noise of less than e^-40 of a chance is left out of sums

Noise: TypeAlias = Callable[[], Floats]
"""Draws fresh integer noise for every node, shape (n,)."""

Look: TypeAlias = tuple[int, NDArray[np.bool_]]
"""A level, and the nodes that leave at it."""


@dataclass(frozen=True, eq=False)
class Peeling(Law):
    """Estimates of core numbers, and which nodes left at which look.

    Parameters
    ----------
    graph : Graph
    share : float
        Of epsilon, for the noise that each node keeps; it counts twice.
    step, rounds : int
    progress : Progress
    """

    graph: Graph
    share: float
    step: int
    rounds: int
    progress: Progress = SILENT

    @property
    def rates(self) -> tuple[Budget, Budget]:
        """Epsilon of the noise that is kept, and of that which is fresh."""
        kept = part_of(self.epsilon, self.share)
        return kept, self.epsilon - 2 * kept

    def drawn(self, rng: np.random.Generator) -> tuple[Floats, list[Look]]:
        """Estimates and looks."""
        kept, fresh = (partial(self._seeded, rng, float(rate)) for rate in self.rates)
        return self._peeled(kept(), fresh)

    def drawn_exactly(self, coins: Coins) -> tuple[Floats, list[Look]]:
        """Estimates and looks."""
        kept, fresh = (partial(self._exact, coins, 1 / Fraction(rate)) for rate in self.rates)
        return self._peeled(kept(), fresh)

    def _seeded(self, rng: np.random.Generator, rate: float) -> Floats:
        return geometric_noise(signed_tails(rng, self.graph.n), epsilon=rate)

    def _exact(self, coins: Coins, scale: Fraction) -> Floats:
        return integer_noise(coins, self.graph.n, scale=scale).astype(np.float64)

    def _peeled(self, kept: Floats, fresh: Noise) -> tuple[Floats, list[Look]]:
        return peeled(
            self.graph, kept, fresh, step=self.step, rounds=self.rounds, progress=self.progress
        )

    def loss(self, other: Peeling, outcome: tuple[Floats, list[Look]]) -> Loss:
        """Of these looks: the noise that a node keeps is summed over."""
        here, there = (list(law._degrees(outcome[1])) for law in (self, other))
        differs = np.zeros(self.graph.n, dtype=np.bool_)
        for one, two in zip(here, there, strict=True):
            differs |= one != two
        apart = 0.0
        for node in np.flatnonzero(differs).tolist():
            apart += self._log_chance(node, here, outcome[1])
            apart -= self._log_chance(node, there, outcome[1])
        return Loss(apart, abs(apart), float(differs.sum()))

    def _degrees(self, looks: list[Look]) -> Iterator[Floats]:
        """Among the nodes that are left, before each look."""
        degrees, adjacency = self.graph.degrees.astype(np.float64), self.graph.adjacency()
        for _, leaves in looks:
            yield degrees.copy()
            degrees -= adjacency @ leaves.astype(np.float64)

    def _log_chance(self, node: int, degrees: list[Floats], looks: list[Look]) -> float:
        """That a node leaves and stays as it did."""
        first, second = (float(rate) for rate in self.rates)
        most = math.ceil(REACH / first)
        kept = np.arange(-most, most + 1, dtype=np.float64)
        logs = -first * np.abs(kept)
        for (level, leaves), before in zip(looks, degrees, strict=True):
            # It leaves if the fresh noise is at most this.
            last = level + kept - before[node] - 1.0
            tail = np.exp(-second * np.where(last < 0.0, -last, last + 1.0))
            tail /= 1.0 + math.exp(-second)
            logs = logs + np.where((last < 0.0) == leaves[node], np.log(tail), np.log1p(-tail))
            if leaves[node]:
                break
        best = float(logs.max())
        return best + math.log(float(np.exp(logs - best).sum()))

    def facts(self, outcome: tuple[Floats, list[Look]]) -> dict[str, str]:
        """Scales and step."""
        kept, fresh = (Fraction(rate) for rate in self.rates)
        return {
            "scale of the thresholds": str(1 / kept),
            "scale of the looks": str(1 / fresh),
            "step": str(self.step),
        }


def peeled(
    graph: Graph,
    kept: Floats,
    fresh: Noise,
    *,
    step: int,
    rounds: int,
    progress: Progress = SILENT,
) -> tuple[Floats, list[Look]]:
    """Estimates of the core numbers from thresholds and fresh noise, shape (n,), and all looks.

    Parameters
    ----------
    graph : Graph
    kept : ndarray of float64, shape (n,)
        What each node adds to all its thresholds.
    fresh : callable
        Noise for all nodes at one look; that of nodes which have left is not used.
    step, rounds : int
    progress : Progress, optional
    """
    left = np.ones(graph.n, dtype=np.bool_)
    degrees = graph.degrees.astype(np.float64)
    estimates = np.full(graph.n, max(1.0, _estimate(max(graph.n - 1, 1), step)))
    adjacency, looks = graph.adjacency(), []
    for level in range(step, max(graph.n, 2), step):
        for _ in range(rounds):
            leaves = left & (degrees + fresh() < level + kept)
            looks.append((level, leaves))
            if not leaves.any():
                break
            estimates[leaves] = max(1.0, _estimate(level, step))
            degrees -= adjacency @ leaves.astype(np.float64)
            left &= ~leaves
        remaining = int(np.count_nonzero(left))
        progress(1.0 - remaining / max(graph.n, 1), f"{remaining:,} nodes are left")
        if not remaining:
            break
    return estimates, looks


def _estimate(level: int, step: int) -> float:
    """The middle between a level and the one before."""
    return level - step / 2.0
