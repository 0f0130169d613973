"""Mechanisms as they were first published or are easily misread, with the claim that is false."""

from __future__ import annotations

import dataclasses
import itertools
import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.edge_addition import kept_edges
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.lab.audits.fault_injection import Louder
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.lnpp import LNPP
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import checked_epsilon
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.results import Partition, Result, Scores, SpanningTree


@dataclass(frozen=True)
class Reworded(Louder):
    """Another mechanism with another claim: changes to its guarantee by name."""

    changes: tuple[tuple[str, Any], ...] = ()

    def guarantee(self, epsilon: float) -> Guarantee:
        """The claim as it is misread."""
        return dataclasses.replace(self.inner.guarantee(epsilon), **dict(self.changes))


@dataclass(frozen=True)
class AsPublished:
    """Claims to be proved, pure, for one edge; a subclass draws."""

    relation: ClassVar[NeighbouringRelation] = NeighbouringRelation.EDGE

    def check(self, graph: Graph, epsilon: float) -> None:
        """Refuse what no mechanism takes."""
        checked_epsilon(epsilon, low=0.01)

    def guarantee(self, epsilon: float) -> Guarantee:
        """The claim, which is false."""
        return Guarantee(self.relation, epsilon, Status.PROVED_PURE)

    def release(self, graph: Graph, *, epsilon: float, rng: np.random.Generator) -> Graph | Result:
        """One release."""
        self.check(graph, epsilon)
        return self.draw(graph, epsilon, rng)

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Graph | Result:
        """Draw what is released."""
        raise NotImplementedError


@dataclass(frozen=True)
class DoubleFlip(AsPublished):
    """Edge flipping of (i, j) and of (j, i), and both are published (as weights 1 and 2)."""

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Graph:
        """Draw what is released."""
        keep = 1 / (1 + math.exp(-epsilon))
        pairs = list(itertools.combinations(range(graph.n), 2))
        edges = set(map(tuple, graph.edges.tolist()))
        true = np.array([pair in edges for pair in pairs])
        first, second = (true ^ (rng.random(len(pairs)) > keep) for _ in range(2))
        seen = first + 2 * second
        return Graph.from_edges(
            graph.n,
            [p for p, s in zip(pairs, seen, strict=True) if s],
            weights=[float(s) for s in seen if s],
        )


@dataclass(frozen=True)
class ClippedFlip(AsPublished):
    """Degrees clipped to 1, then every pair flipped at epsilon/2, as if a node moved two edges."""

    relation: ClassVar[NeighbouringRelation] = NeighbouringRelation.NODE

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Graph:
        """Draw what is released."""
        clipped = Graph(graph.n, kept_edges(graph, 1))
        return EdgeFlip().release(clipped, epsilon=epsilon / 2, rng=rng)


@dataclass(frozen=True)
class FixedTotal(AsPublished):
    """The top-m filter as first published: edges above a threshold, then pairs up to the count.

    The count gets Laplace noise at one half of epsilon, every edge at the other, and the edges
    above a threshold are kept, which is set so that about as many pairs would pass as were
    counted. Pairs that were not kept are added at random until there are as many as counted.
    Where the noisy count is 0 or less, or all pairs or more, the threshold is not defined, and
    nothing is released but an empty graph.
    """

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Graph:
        """Draw what is released."""
        every = list(itertools.combinations(range(graph.n), 2))
        counted = graph.m + rng.laplace(scale=2 / epsilon)
        if not 0 < counted < len(every):
            return Graph.from_edges(graph.n, [])
        noisy = 1 + rng.laplace(scale=2 / epsilon, size=graph.m)
        above = noisy >= _threshold(counted, len(every), epsilon / 2)
        kept = {pair for pair, is_kept in zip(_pairs(graph), above, strict=True) if is_kept}
        rest = [pair for pair in every if pair not in kept]
        few = max(math.ceil(counted) - len(kept), 0)
        added = [rest[i] for i in rng.permutation(len(rest))[:few]]
        return Graph.from_edges(graph.n, [*kept, *added])

    def check(self, graph: Graph, epsilon: float) -> None:
        """Refuse what was not published for."""
        super().check(graph, epsilon)
        if graph.n < 3:
            raise Refused(f"the graph must have at least three nodes, got {graph.n}.")


def _pairs(graph: Graph) -> list[tuple[int, int]]:
    return [(u, v) for u, v in graph.edges.tolist()]


def _threshold(counted: float, pairs: int, epsilon: float) -> float:
    """Where as many noisy pairs are expected above as were counted; from 1 or from below."""
    odds = math.log(pairs / counted - 1)
    if epsilon < odds:
        return math.log(pairs / (2 * counted) + math.expm1(epsilon) / 2) / epsilon
    return 0.5 + odds / (2 * epsilon)


@dataclass(frozen=True)
class BalancedChain(AsPublished):
    """ModDivisive's chain from halves of equal size: each move changes the parity of a group."""

    steps: int = 12

    def check(self, graph: Graph, epsilon: float) -> None:
        """Refuse what was not published for."""
        super().check(graph, epsilon)
        if graph.n > 4:
            raise Refused(f"the graph must have at most four nodes, got {graph.n}.")

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Partition:
        """Draw what is released."""
        n, m = graph.n, graph.m
        a = graph.adjacency().toarray()
        group = np.arange(n) % 2
        for node, luck in zip(
            rng.integers(n, size=self.steps), rng.random(self.steps), strict=True
        ):
            moved = group.copy()
            moved[node] = 1 - moved[node]
            gain = _score(a, moved, m) - _score(a, group, m)
            if luck < math.exp(min(0.0, epsilon * gain / 4)):
                group = moved
        return Partition(group.astype(np.int32))


def _score(a: Floats, group: Ints, m: int) -> float:
    """mQ: edges inside minus their expectation."""
    if m == 0:
        return 0.0
    total = 0.0
    for c in (0, 1):
        inside = a[np.ix_(group == c, group == c)].sum() / 2
        total += inside - a[group == c].sum() ** 2 / (4 * m)
    return total


@dataclass(frozen=True)
class SecondVector(AsPublished):
    """LNPP's second eigenvector alone, at the part of epsilon that is spent on it."""

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Scores:
        """Draw what is released."""
        # k = 2, and all but a hundredth goes to the two vectors in equal parts.
        inner = LNPP(k=2, split="free", value_share=0.01)
        release = inner.release(graph, epsilon=2 * epsilon / 0.99, rng=rng)
        return Scores(release.vectors[:, 1].copy(), measure="second eigenvector")


@dataclass(frozen=True)
class PlusExponential(AsPublished):
    """The lightest tree of w + Exp(b), at the scale at which w - Exp(b) is private."""

    relation: ClassVar[NeighbouringRelation] = NeighbouringRelation.WEIGHT_LINF

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> SpanningTree:
        """Draw what is released."""
        scale = 2 * (graph.n - 1) / epsilon
        noisy = np.asarray(graph.weights) + scale * rng.standard_exponential(graph.m)
        return SpanningTree(graph.edges[minimum_spanning_forest(graph, noisy)], n=graph.n)
