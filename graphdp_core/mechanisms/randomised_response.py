"""Randomised response on node pairs: what edgeFlip and LaplaceFlip share, and its debiasing."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.mechanisms.exact_draw import FLIPS
from graphdp_core.mechanisms.mechanism import USUAL_EPSILONS, EdgeMechanism
from graphdp_core.mechanisms.pair_coins import PairCoins
from graphdp_core.params import Refused
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.secure_random import DyadicRates
from graphdp_core.progress import Progress

MAX_EXPECTED_FLIPS = 60_000_000
"""Drawn in about a second of processor time and half a gibibyte."""

LARGER = ("private_block_model", "noisy_degrees")
"""What protects one edge as well, and takes any number of nodes: named where coins do not."""


@dataclass(frozen=True)
class RandomisedResponse(EdgeMechanism[Graph]):
    """Flip every node pair independently with the same probability: absent to present and back.

    A subclass says only how the flip probability follows from epsilon. Streams in the same state
    flip nested sets of pairs: a pair flipped at a larger epsilon is flipped at every smaller one.
    The flip probability that is realised differs from the stated one by less than 1e-10 of its
    value up to epsilon = 20.
    """

    epsilon_range = USUAL_EPSILONS
    family = "randomised response"
    flips_pairs: ClassVar[bool] = True
    noise_per_pair: ClassVar[bool] = True
    exact_sampler = FLIPS
    trusted = "nobody: the two ends of a pair can toss its coin themselves"

    @staticmethod
    @abstractmethod
    def flip_probability(epsilon: float) -> float:
        """Probability, in (0, 1/2], with which each pair is flipped."""

    @staticmethod
    @abstractmethod
    def dyadic_rates(epsilon: Fraction) -> DyadicRates:
        """The probabilities of a publication, on a grid of 2**-64."""

    @classmethod
    def rates(cls, epsilon: Budget) -> EdgeNoise | DyadicRates:
        """Those of a publication, or the same in floating point."""
        if isinstance(epsilon, Fraction):
            return cls.dyadic_rates(epsilon)
        probability = cls.flip_probability(epsilon)
        return EdgeNoise(1.0 - probability, probability)

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Graph:
        """Draw one noisy graph, at most O(m + flips) time and memory where it is seeded."""
        rates = self.rates(epsilon)
        flipped: Graph = draws.draw(
            PairCoins("coins of all pairs", epsilon, graph, rates, progress)
        )
        return replace(flipped, title=self.title_of(graph, float(epsilon)))

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused if epsilon is out of range or more than 60 million flips are expected.

        The limit looks at the number of nodes only, which is public: a refusal that depended on
        the edges would itself be a release.
        """
        pairs, probability = pair_count(graph.n), self.flip_probability(epsilon)
        if pairs * probability <= MAX_EXPECTED_FLIPS:
            return
        largest_n = int((1 + math.sqrt(1 + 8 * MAX_EXPECTED_FLIPS / probability)) / 2)
        raise Refused(
            f"{graph.n:,} nodes are too many for {self.title}, a coin for every pair: about "
            f"{pairs * probability:,.0f} node pairs would flip, and {MAX_EXPECTED_FLIPS:,} are "
            "drawn at most. Take Private block model, which redraws the graph from communities, "
            "or Noisy degrees, which ranks its nodes; or a graph of at most "
            f"{largest_n:,} nodes."
        )
