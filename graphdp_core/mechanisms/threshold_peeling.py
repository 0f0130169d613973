"""Core numbers by threshold peeling: nodes leave level by level, by noisy looks at degrees.

The law of core numbers that are peeled: noisy degrees beside thresholds that stay hidden.
"""

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
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import ONE_EDGE_ASSUMPTIONS, EdgeMechanism
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, Law, Loss, part_of
from graphdp_core.privacy.laws import integer_noise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER, geometric_noise, signed_tails
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.progress import SILENT, Progress
from graphdp_core.results import Scores

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
        return self._peeled(
            lambda rate: geometric_noise(signed_tails(rng, self.graph.n), epsilon=float(rate))
        )

    def drawn_exactly(self, coins: SecureRandom) -> tuple[Floats, list[Look]]:
        """Estimates and looks."""
        return self._peeled(
            lambda rate: integer_noise(coins, self.graph.n, scale=1 / Fraction(rate)).astype(float)
        )

    def _peeled(self, noise: Callable[[Budget], Floats]) -> tuple[Floats, list[Look]]:
        first, second = self.rates
        kept, fresh = noise(first), partial(noise, second)
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
    kept : ndarray of float64, shape (n,)
        What each node adds to all its thresholds.
    fresh : callable
        Noise for all nodes at one look; that of nodes which have left is not used.
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


@dataclass(frozen=True)
class ThresholdPeeling(EdgeMechanism[Scores]):
    """Estimate core numbers by peeling with noisy thresholds and noisy looks at the degrees.

    Every node v draws rho_v = Geom(e^-epsilon_1) once. For the levels k = s, 2s, 3s, ... at most
    `rounds` times: every node that is left draws fresh nu = Geom(e^-epsilon_2) and leaves if its
    number of neighbours among those left, plus nu, is below k + rho_v. A level ends early when
    nobody leaves. Who leaves at the j-th level gets max(1, (j - 1) s + s/2). With
    epsilon_1 = share * epsilon and epsilon_2 = (1 - 2 share) epsilon.

    *Privacy*: pure epsilon-DP for one edge, epsilon = 2 epsilon_1 + epsilon_2. Who leaves when
    fixes who is left; given that, nodes are independent, and only the two of the changed edge
    differ. The first of them to leave saw its degree moved by exactly 1 in all its looks: moving
    its rho by 1 makes up for it. The other saw 1, then 0: moving rho makes every look that it
    passed no likelier, and the one at which it left at most e^epsilon_2 likelier.

    References
    ----------
    Dhulipala, Li & Liu, Near-optimal differentially private k-core decomposition,
    arXiv:2312.07706, 2023 (thresholds for peeling); constants and proof are given here.

    Examples
    --------
    >>> import numpy as np
    >>> clique = Graph.from_edges(6, [(u, v) for u in range(5) for v in range(u)])
    >>> ThresholdPeeling().release(clique, epsilon=20.0, rng=np.random.default_rng(0)).values
    array([4.5, 4.5, 4.5, 4.5, 4.5, 1. ])
    """

    share: float = param(
        0.35,
        "Share of ε for the noise that each node keeps; it counts twice, and what is left pays "
        "for the noise that is fresh with every look.",
        label="Share for the threshold",
        low=0.05,
        high=0.45,
    )
    step: int = param(
        0,
        "Distance of the levels; 0 takes 3/ε, about the size of the noise, and at least 1.",
        label="Step",
        low=0,
        high=1_000,
    )
    rounds: int = param(
        2,
        "The most rounds for one level: more follow cascades, and draw more noise.",
        label="Rounds a level",
        low=1,
        high=20,
    )

    measure = "core"
    id = "threshold_peeling"
    title = "Threshold peeling"
    everyday = "how deep each node lies"
    summary = (
        "Takes nodes of few neighbours away, level by level, by noisy looks at how many neighbours "
        "are left: core numbers, which say how deep a node lies in a dense part. They are "
        "estimates, off by about the step or more."
    )
    source = (
        "Dhulipala, Li & Liu, Near-optimal differentially private k-core decomposition, 2023; "
        "constants and proof given here"
    )
    procedure = (
        "Every node draws noise ρ for its threshold once, P(x) ∝ e^(−ε₁|x|).",
        "For the levels k = s, 2s, 3s, ...: every node that is left draws noise ν, P(x) ∝ "
        "e^(−ε₂|x|), and leaves if its neighbours among those left, plus ν, are fewer than k + ρ. "
        "A level ends when nobody leaves or after so many rounds.",
        "Who leaves at level j is said to have a core number of about (j − 1/2) s.",
    )
    formula = (
        r"v \text{ leaves at level } k \iff \deg_{\text{left}}(v) + \nu < k + \rho_v, \quad "
        r"\rho_v \sim \mathrm{Geom}(e^{-\varepsilon_1}),\ \nu \sim "
        r"\mathrm{Geom}(e^{-\varepsilon_2}),\ \varepsilon = 2\varepsilon_1 + \varepsilon_2"
    )
    assumptions = ONE_EDGE_ASSUMPTIONS
    sampler = DISCRETE_SAMPLER
    proof = (
        "Given who leaves when, nodes are independent. The node of the edge that leaves "
        "first costs ε₁, moving its threshold by 1; the other ε₁ + ε₂."
    )
    exact_sampler = INTEGER_NOISE

    def level_step(self, epsilon: float) -> int:
        """s: the distance of the levels.

        Examples
        --------
        >>> ThresholdPeeling().level_step(0.5), ThresholdPeeling().level_step(20.0)
        (6, 1)
        """
        return self.step or max(1, round(3.0 / epsilon))

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Scores:
        step = self.level_step(float(epsilon))
        law = Peeling("core numbers", epsilon, graph, self.share, step, self.rounds, progress)
        values, _ = draws.draw(law)
        return Scores(values, measure=self.measure)
