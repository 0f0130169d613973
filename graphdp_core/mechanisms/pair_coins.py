"""The law of independent coins for all node pairs, with a chance of its own where an edge is.

An edgeFlip release held as bits: any epsilon on up to 20,000 nodes in 50 MB.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import free_numbers, pair_count, pair_numbers, sorted_pair_ends
from graphdp_core.kernels.common_neighbours import bit_sums, set_edges, some_edges
from graphdp_core.kernels.flips import BLOCK_PAIRS, flip_blocks
from graphdp_core.mechanisms.exact_draw import flipped_exactly, flipped_slabs, noise_of
from graphdp_core.privacy.draws import Budget, Law, Loss
from graphdp_core.privacy.laws import IntegerNoise
from graphdp_core.privacy.samplers import rare_events
from graphdp_core.privacy.secure_random import WHOLE, DyadicRates, SecureRandom
from graphdp_core.progress import SILENT, Progress

if TYPE_CHECKING:
    from scipy.sparse.linalg import LinearOperator

WORD = 64


@dataclass(frozen=True, eq=False)
class FlippedBits:
    """A noisy graph too dense for a list of its edges.

    Parameters
    ----------
    n, m : int
        Nodes and edges.
    noise : EdgeNoise
        The public chances of its pairs.
    rows : ndarray of uint64, shape (n, words)
        Bit v of row u says whether u and v are joined; symmetric.

    Examples
    --------
    >>> noise = EdgeNoise(true_positive_rate=0.9, false_positive_rate=0.1)
    >>> bits = FlippedBits.of(3, [np.array([[0, 1], [1, 2]], dtype=np.int32)], noise)
    >>> bits.m, bits.mask(0, 3).astype(int).tolist()
    (2, [[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    """

    n: int
    m: int
    noise: EdgeNoise
    rows: NDArray[np.uint64]

    @classmethod
    def of(cls, n: int, parts: Iterable[NDArray[np.int32]], noise: EdgeNoise) -> FlippedBits:
        """From edges, some at a time; each part has shape (k, 2) and may be overwritten later."""
        rows, m = np.zeros((n, -(-n // WORD)), dtype=np.uint64), 0
        for edges in parts:
            set_edges(rows, edges)
            m += len(edges)
        return cls(n=n, m=m, noise=noise, rows=rows)

    @property
    def signal(self) -> LinearOperator:
        """The unbiased estimate of the true matrix, as `signal_operator` of the graph."""
        from scipy.sparse.linalg import LinearOperator

        octets = self.rows.astype("<u8", copy=False).view(np.uint8)
        rate, scale = np.float32(self.noise.false_positive_rate), np.float32(self.noise.contrast)

        def product(x: NDArray[Any]) -> NDArray[Any]:
            x = np.ascontiguousarray(x, dtype=np.float32).reshape(-1)
            sums = np.empty(self.n, dtype=np.float32)
            bit_sums(octets, x, sums)
            total = x.sum(dtype=np.float64).astype(np.float32)
            image: NDArray[Any] = (sums - rate * (total - x)) / scale
            return image

        return LinearOperator((self.n, self.n), matvec=product, dtype=np.float32)

    def mask(self, first: int, stop: int) -> NDArray[np.bool_]:
        """Which pairs of rows first to stop - 1 with columns from `first` on are joined."""
        word = first // WORD
        octets = self.rows[first:stop, word:].astype("<u8").view(np.uint8)
        bits = np.unpackbits(octets, axis=1, bitorder="little")
        return bits[:, first - word * WORD : self.n - word * WORD].view(np.bool_)

    def drawn(self, ranks: Ints) -> Ints:
        """Numbers of the pairs that are the edges of these rising ranks, in row order."""
        u, v = some_edges(self.rows, ranks).T
        return pair_numbers(self.n, u, v).astype(np.int64)


PART = 1 << 20  # edges
MOST_BLOCKS = 1 << 12  # of pairs at a call


def edge_count(graph: Graph, share: Budget) -> IntegerNoise:
    """The law of the noisy number of edges that chances are set by; one edge changes it by 1."""
    return IntegerNoise(
        "number of edges", share, np.array([graph.m]), is_coarse=True,
        fact="scale of their noise", told="noisy edges",
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class PairCoins(Law):
    """Every pair is reported by a coin of its own; the outcome is the reported graph.

    Parameters
    ----------
    graph : Graph
    rates : EdgeNoise or DyadicRates
        The chances: of a seeded release, symmetric here; of a publication.
    progress : Progress
    """

    graph: Graph
    rates: EdgeNoise | DyadicRates
    progress: Progress = SILENT

    @property
    def noise(self) -> EdgeNoise:
        """The chances as doubles."""
        return self.rates if isinstance(self.rates, EdgeNoise) else noise_of(self.rates)

    def drawn(self, rng: np.random.Generator) -> Any:
        """In O(m + flips) time and memory."""
        key, noise = int(rng.integers(2**63)), self.noise
        edges = _flipped(self.graph, noise.false_positive_rate, key, self.progress)
        return self._reported(edges)

    def drawn_exactly(self, coins: SecureRandom) -> Any:
        """A coin of 64 bits for every pair."""
        return flipped_exactly(self.graph, self._dyadic, coins)

    def _reported(self, edges: NDArray[np.int32]) -> Graph:
        return Graph(n=self.graph.n, edges=edges, names=self.graph.names, noise=self.noise)

    @property
    def _dyadic(self) -> DyadicRates:
        if not isinstance(self.rates, DyadicRates):
            raise TypeError("a publication needs rates on a grid of 2**-64.")
        return self.rates

    def loss(self, other: PairCoins, outcome: Any) -> Loss:
        """Of the pairs on which the two graphs differ."""
        if self.graph.n != other.graph.n:
            return Loss(math.inf, math.inf, math.inf)
        here, there = self._chances(), other._chances()
        moved = np.flatnonzero((here != there).any(axis=0))
        if not len(moved):
            return Loss(0.0, 0.0)
        ratios = np.abs(here[:, moved] - there[:, moved])
        reported = np.zeros(pair_count(self.graph.n), dtype=np.int64)
        edges = (
            outcome.edges if isinstance(outcome, Graph)
            else np.argwhere(np.triu(outcome.mask(0, outcome.n), 1))
        )  # fmt: skip
        reported[pair_numbers(self.graph.n, *edges.T)] = 1
        seen = reported[moved]
        apart = here[seen, moved] - there[seen, moved]
        return Loss(float(apart.sum()), float(ratios.max(axis=0).sum()), float(len(moved)))

    def _chances(self) -> Floats:
        """Logs of the chances that a pair is not reported and that it is, shape (2, pairs)."""
        rates = self.rates
        if isinstance(rates, DyadicRates):
            yes = np.log([rates.absent / WHOLE, rates.present / WHOLE])
            no = np.log([(WHOLE - rates.absent) / WHOLE, (WHOLE - rates.present) / WHOLE])
        else:
            chance = np.array([rates.false_positive_rate, rates.true_positive_rate])
            with np.errstate(divide="ignore"):
                yes, no = np.log(chance), np.log1p(-chance)
        is_edge = np.zeros(pair_count(self.graph.n), dtype=np.int64)
        is_edge[pair_numbers(self.graph.n, *self.graph.edges.T)] = 1
        return np.stack((no[is_edge], yes[is_edge]))

    def facts(self, outcome: Any) -> dict[str, str]:
        """The thresholds."""
        return self._dyadic.facts()

    @property
    def exact_epsilon(self) -> float | Fraction:
        """Of the thresholds as they are."""
        return self._dyadic.exact_epsilon


@dataclass(frozen=True, eq=False)
class RareEdges(PairCoins):
    """The same where an edge and no edge are reported with chances of their own."""

    def drawn(self, rng: np.random.Generator) -> Graph:
        """In time of the edges that come out."""
        keeping, inventing = rng.spawn(2)
        graph, noise, pairs = self.graph, self.noise, pair_count(self.graph.n)
        self.progress(0.1, "keeping edges")
        present = pair_numbers(graph.n, *graph.edges.T)
        kept = present[keeping.random(graph.m) < noise.true_positive_rate]
        ranks, _ = rare_events(
            inventing, trials=pairs - graph.m, probability=noise.false_positive_rate
        )
        self.progress(0.5, "inventing edges")
        invented = free_numbers(np.sort(ranks), present)
        numbers = np.sort(np.concatenate((kept, invented)))
        return self._reported(sorted_pair_ends(graph.n, numbers))


@dataclass(frozen=True, eq=False)
class HeldFlips(PairCoins):
    """The same where too many pairs are reported to be listed: the outcome is held as bits.

    Its facts are the flips' own.
    """

    def drawn(self, rng: np.random.Generator) -> FlippedBits:
        """As bits."""
        key, noise = int(rng.integers(2**63)), self.noise
        parts = flipped_in_parts(self.graph, noise.false_positive_rate, key, self.progress)
        return FlippedBits.of(self.graph.n, parts, noise)

    def drawn_exactly(self, coins: SecureRandom) -> FlippedBits:
        """As bits."""
        parts = flipped_slabs(self.graph, self._dyadic, coins)
        return FlippedBits.of(self.graph.n, parts, self.noise)


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
