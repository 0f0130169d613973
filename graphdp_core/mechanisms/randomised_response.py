"""Randomised response on node pairs: what edgeFlip and LaplaceFlip share, and its debiasing."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.kernels.flips import BLOCK_PAIRS, flip_blocks
from graphdp_core.mechanisms.exact_draw import FLIPS, ExactDraw, flipped_exactly
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import LARGEST_EPSILON, Refused
from graphdp_core.privacy.assumptions import OF_THE_SEED
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.dyadic import DyadicRates
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.progress import Progress

__all__ = [
    "MAX_EXPECTED_FLIPS",
    "PUBLIC_BY_ASSUMPTION",
    "RandomisedResponse",
    "flipped_in_parts",
]

MAX_EXPECTED_FLIPS = 60_000_000
"""Drawn in about a second of processor time and half a gibibyte."""

PART = 1 << 20  # edges
MOST_BLOCKS = 1 << 12  # of pairs at a call

PUBLIC_BY_ASSUMPTION = (
    "The nodes and their names are public, and so are the mechanism and its ε.",
    *OF_THE_SEED,
)


@dataclass(frozen=True)
class RandomisedResponse(Mechanism[Graph]):
    """Flip every node pair independently with the same probability: absent to present and back.

    A subclass says only how the flip probability follows from epsilon. Streams in the same state
    flip nested sets of pairs: a pair flipped at a larger epsilon is flipped at every smaller one.
    The flip probability that is realised differs from the stated one by less than 1e-10 of its
    value up to epsilon = 20.
    """

    relation = NeighbouringRelation.EDGE
    returns = Graph
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
    def epsilon_for(probability: float) -> float:
        """The nominal epsilon at which the flip probability has this value."""

    @staticmethod
    @abstractmethod
    def dyadic_rates(epsilon: Fraction) -> DyadicRates:
        """The probabilities of a publication, on a grid of 2**-64."""

    def _draw_exactly(self, graph: Graph, *, epsilon: Fraction, coins: Coins) -> ExactDraw[Graph]:
        """Toss a coin of 64 bits for every pair."""
        rates = self.dyadic_rates(epsilon)
        exact = min(rates.exact_epsilon, float(epsilon))
        return ExactDraw(flipped_exactly(graph, rates, coins), exact, rates.facts())

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Graph:
        """Draw one noisy graph in O(m + flips) time and memory."""
        probability = self.flip_probability(epsilon)
        key = int(rng.integers(2**63))
        return Graph(
            n=graph.n,
            edges=_flipped(graph, probability, key, progress),
            names=graph.names,
            noise=EdgeNoise(true_positive_rate=1.0 - probability, false_positive_rate=probability),
            title=self.title_of(graph, epsilon),
        )

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused if epsilon is out of range or more than 60 million flips are expected.

        The limit looks at the number of nodes only, which is public: a refusal that depended on
        the edges would itself be a release.
        """
        pairs, probability = pair_count(graph.n), self.flip_probability(epsilon)
        if pairs * probability <= MAX_EXPECTED_FLIPS:
            return
        enough = math.ceil(self.epsilon_for(MAX_EXPECTED_FLIPS / pairs) * 100) / 100
        largest_n = int((1 + math.sqrt(1 + 8 * MAX_EXPECTED_FLIPS / probability)) / 2)
        remedy = f"raise epsilon to {enough:g} or more, or " if enough <= LARGEST_EPSILON else ""
        raise Refused(
            f"{self.title} at epsilon = {epsilon:g} on n = {graph.n:,} nodes would flip about "
            f"{pairs * probability:,.0f} node pairs; at most {MAX_EXPECTED_FLIPS:,} are allowed: "
            f"{remedy}take a graph of at most {largest_n:,} nodes."
        )


def flipped_in_parts(
    graph: Graph, probability: float, key: int, progress: Progress
) -> Iterator[NDArray[np.int32]]:
    """The sorted edges after the flips that `key` names, some at a time in the same memory.

    They are those of a release whose stream gave this key: for flips too many to be listed.
    """
    blocks = -(-pair_count(graph.n) // BLOCK_PAIRS)
    cursor, block = np.zeros(3, dtype=np.int64), 0
    out = np.empty((PART, 2), dtype=np.int32)
    hazard = -math.log1p(-probability)
    while block < blocks:
        stop = min(block + MOST_BLOCKS, blocks)
        block = flip_blocks(block, stop, graph.n, graph.edges, hazard, key, out, cursor)
        yield out[: cursor[2]]
        cursor[2] = 0
        progress(block / blocks, "flipping node pairs")


def _flipped(graph: Graph, probability: float, key: int, progress: Progress) -> NDArray[np.int32]:
    """The sorted edges after the flips that `key` names, shape (m', 2)."""
    pairs = pair_count(graph.n)
    blocks = -(-pairs // BLOCK_PAIRS)
    hazard = -math.log1p(-probability)
    # One step is a block, an arrival or an edge, about 3 ns each: some 60 ms for a call.
    steps_per_block = 2.0 + hazard * BLOCK_PAIRS + graph.m / max(blocks, 1)
    blocks_per_call = max(1, int(2e7 / steps_per_block))
    cursor = np.zeros(3, dtype=np.int64)
    out = np.empty((_room(pairs, graph.m, probability), 2), dtype=np.int32)
    block = 0
    while block < blocks:
        stop = min(block + blocks_per_call, blocks)
        done = flip_blocks(block, stop, graph.n, graph.edges, hazard, key, out, cursor)
        if done < stop:  # the draw is larger than foreseen
            out = np.concatenate([out, np.empty((len(out) + BLOCK_PAIRS, 2), dtype=np.int32)])
        block = done
        progress(block / blocks, "flipping node pairs")
    return out[: cursor[2]]


def _room(pairs: int, m: int, probability: float) -> int:
    """Edges that a release hardly ever exceeds (8 standard deviations), plus one block."""
    flips = pairs * probability
    return min(pairs, int(m + flips + 8.0 * math.sqrt(flips)) + BLOCK_PAIRS)
