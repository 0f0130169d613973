"""The most probable pairs under a low-rank matrix of probabilities, a strip of rows at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_numbers
from graphdp_core.privacy.samplers import first_distinct
from graphdp_core.progress import SILENT, Progress

__all__ = ["pair_log_odds"]

ROWS = 256  # of the matrix of probabilities computed at a time
FLOOR, CEILING = 0.02, 0.98
SLACK = 1e-4  # of a probability, well above the rounding of its log odds


class Reported(Protocol):
    """The edges of a noisy graph, however they are held."""

    @property
    def n(self) -> int:
        """Nodes."""

    @property
    def m(self) -> int:
        """Edges."""

    def mask(self, first: int, stop: int) -> NDArray[np.bool_]:
        """Which pairs of rows first to stop - 1 with columns from `first` on are joined."""

    def drawn(self, ranks: Ints) -> Ints:
        """Numbers of the pairs that are the edges of these rising ranks, in row order."""


@dataclass(frozen=True, eq=False)
class Listed:
    """Edges held as the list of a graph.

    Examples
    --------
    >>> Listed(Graph.from_edges(3, [(0, 1), (1, 2)])).drawn(np.array([1])).tolist()
    [2]
    """

    graph: Graph

    @property
    def n(self) -> int:
        """Nodes."""
        return self.graph.n

    @property
    def m(self) -> int:
        """Edges."""
        return self.graph.m

    def mask(self, first: int, stop: int) -> NDArray[np.bool_]:
        """Which pairs of these rows, with columns from `first` on, are listed; u < v alone."""
        is_listed = np.zeros((stop - first, self.n - first), dtype=np.bool_)
        start, end = np.searchsorted(self.graph.edges[:, 0], (first, stop))
        u, v = self.graph.edges[start:end].T - first
        is_listed[u, v] = True
        return is_listed

    def drawn(self, ranks: Ints) -> Ints:
        """Numbers of the pairs that are the edges of these rising ranks."""
        return pair_numbers(self.n, *self.graph.edges[ranks].T).astype(np.int64)


@dataclass
class Best:
    """The `count` largest scores of a sequence that comes in parts; equal ones are drawn evenly.

    Every candidate has a random number, which decides among equal scores. What is below the least
    of the best so far never comes back, so that no more than some candidates are held at a time.

    Examples
    --------
    >>> best = Best(2, np.random.default_rng(0))
    >>> best.offer(np.array([0, 1, 2]), np.array([1.0, 5.0, 2.0]))
    >>> best.offer(np.array([3, 4]), np.array([0.0, 3.0]))
    >>> best.places().tolist()
    [1, 4]
    """

    count: int
    rng: np.random.Generator
    least: tuple[float, float] = (-np.inf, -1.0)
    _held: list[tuple[Ints, Floats, Floats]] = field(default_factory=list)
    _waiting: int = 0

    def offer(self, places: Ints, scores: NDArray[np.floating]) -> None:
        """Take new candidates; those that cannot be among the best are dropped."""
        ties = self.rng.random(len(scores))
        good = (scores > self.least[0]) | ((scores == self.least[0]) & (ties > self.least[1]))
        self._held.append((places[good], scores[good].astype(np.float64), ties[good]))
        self._waiting += int(good.sum())
        if self._waiting > 2 * self.count:
            self._cut()

    def places(self) -> Ints:
        """Where the best stand, rising; fewer than `count` if no more were offered."""
        self._cut()
        return np.sort(self._held[0][0]) if self._held else np.empty(0, dtype=np.int64)

    def _cut(self) -> None:
        if not self._held:
            return
        places, scores, ties = (np.concatenate(part) for part in zip(*self._held, strict=True))
        if self.count == 0:
            places, scores, ties = places[:0], scores[:0], ties[:0]
        elif len(scores) > self.count:
            least = np.partition(scores, len(scores) - self.count)[len(scores) - self.count]
            above, equal = np.flatnonzero(scores > least), np.flatnonzero(scores == least)
            wanted = self.count - len(above)
            order = equal[np.argsort(-ties[equal])[:wanted]]
            self.least = (float(least), float(ties[order[-1]]))
            kept = np.concatenate((above, order))
            places, scores, ties = places[kept], scores[kept], ties[kept]
        self._held, self._waiting = [(places, scores, ties)], len(places)


def most_probable(
    values: Floats,
    vectors: Floats,
    count: int,
    *,
    seen: Reported,
    bonus: float,
    rng: np.random.Generator,
    progress: Progress = SILENT,
) -> Ints:
    """Numbers of the `count` most probable pairs, rising; of equal ones, random ones.

    Memory: some rows of the matrix and a few times `count`, never all pairs.

    Parameters
    ----------
    values, vectors : ndarrays of shape (k,) and (n, k)
        Eigenpairs of the matrix of probabilities. Without any, all reported edges are equal.
    count : int
        At most the number of pairs; its share of them gives the floor of a probability.
    seen : Reported
        Its edges have log odds raised by `bonus`, which is at least 0.
    bonus : float
    rng : numpy.random.Generator
    progress : Progress

    Examples
    --------
    >>> two = np.array([[0.5, 0.5, 0.5, 0.5]]).T
    >>> edge = Listed(Graph.from_edges(4, [(1, 2)]))
    >>> most_probable(np.array([2.0]), two, 1, seen=edge, bonus=1.0, rng=np.random.default_rng(0))
    array([3])
    """
    n, best = seen.n, Best(count, rng)
    if not len(values) and count <= seen.m:
        return seen.drawn(np.sort(first_distinct(rng, population=seen.m, count=count)))
    density = count / max(pair_count(n), 1)
    for first, block in _strips(values, vectors, density, progress):
        rows = len(block)
        block[np.tril_indices(rows, 0, block.shape[1])] = np.nan  # not a pair, or a pair below
        is_seen = seen.mask(first, first + rows)
        least = best.least[0]
        near = block >= _probability(least) * (1.0 - SLACK)
        near |= is_seen & (block >= _probability(least - bonus) * (1.0 - SLACK))
        row, column = np.nonzero(near)
        scores = _log_odds(block[row, column])
        scores[is_seen[row, column]] += np.float32(bonus)
        best.offer(pair_numbers(n, row + first, column + first).astype(np.int64), scores)
    return best.places()


def pair_log_odds(values: Floats, vectors: Floats, density: float) -> NDArray[np.float32]:
    """log(p/(1-p)) of every pair in row order, p cut to [0.02 density, 0.98], shape (N,)."""
    n, end = len(vectors), 0
    odds = np.empty(pair_count(n), dtype=np.float32)
    for _, block in _strips(values, vectors, density, SILENT):
        for row, line in enumerate(_log_odds(block)):
            rest = line[row + 1 :]
            odds[end : end + len(rest)] = rest
            end += len(rest)
    return odds


def _strips(
    values: Floats, vectors: Floats, density: float, progress: Progress
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Some rows of the matrix of probabilities at a time, from the diagonal on; the first row."""
    n = len(vectors)
    left, right = (vectors * values).astype(np.float32), vectors.T.astype(np.float32)
    floor = np.float32(max(FLOOR * density, 1e-12))
    for first in range(0, n, ROWS):
        block = np.clip(left[first : first + ROWS] @ right[:, first:], floor, np.float32(CEILING))
        yield first, block
        progress(0.6 + 0.35 * first / n, "weighing node pairs")


def _log_odds(p: NDArray[np.float32]) -> NDArray[np.float32]:
    odds: NDArray[np.float32] = np.log(p) - np.log1p(-p)
    return odds


def _probability(odds: float) -> float:
    """The inverse of the log odds."""
    return 1.0 / (1.0 + math.exp(min(-odds, 700.0)))
