"""Claims that do not hold: what was claimed, two neighbours that refute it, and the audit of it.

What a release shows more often than a claim allows: one event for each claim.

Mechanisms as they were first published or are easily misread, with the claim that is false.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.edge_addition import kept_edges
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.lab.audits.fault_injection import Louder
from graphdp_core.lab.audits.neighbours import Pair, neighbouring_pairs
from graphdp_core.lab.audits.outcomes import Refusal
from graphdp_core.mechanisms.dk_series import DKSeries
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.k_anonymous import KAnonymous
from graphdp_core.mechanisms.lnpp import LNPP
from graphdp_core.mechanisms.louvain_dp import LouvainDP
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.names_off import NamesOff
from graphdp_core.mechanisms.noisy_centrality import NoisyCentrality
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.metrics.partitions import modularity
from graphdp_core.params import Refused, by_id
from graphdp_core.privacy.amounts import checked_epsilon
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.results import Partition, Result, Scores, SpanningTree
from graphdp_core.stored import table


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
        return Graph.from_edges(graph.n, np.array(pairs)[seen > 0], weights=seen[seen > 0])


@dataclass(frozen=True)
class ShuffledRows(AsPublished):
    """Coins at 2 epsilon for every pair, then all nodes in a random order, as if that halved it.

    Who reads it sorts the nodes by their ties again, which is post-processing.
    """

    def draw(self, graph: Graph, epsilon: float, rng: np.random.Generator) -> Graph:
        """Draw what is released, as it is read."""
        flipped = EdgeFlip().release(graph, epsilon=2 * epsilon, rng=rng)
        place = np.empty(graph.n, dtype=np.int64)
        shuffled = rng.permutation(graph.n)
        place[shuffled[np.argsort(-flipped.degrees[shuffled], kind="stable")]] = range(graph.n)
        return Graph.from_edges(graph.n, place[flipped.edges])


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
        kept = set(map(tuple, graph.edges[above].tolist()))
        rest = [pair for pair in every if pair not in kept]
        few = max(math.ceil(counted) - len(kept), 0)
        added = [rest[i] for i in rng.permutation(len(rest))[:few]]
        return Graph.from_edges(graph.n, [*kept, *added])

    def check(self, graph: Graph, epsilon: float) -> None:
        """Refuse what was not published for."""
        super().check(graph, epsilon)
        if graph.n < 3:
            raise Refused(f"the graph must have at least three nodes, got {graph.n}.")


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
        group, nodes = np.arange(graph.n) % 2, rng.integers(graph.n, size=self.steps)
        for node, luck in zip(nodes, rng.random(self.steps), strict=True):
            moved = group.copy()
            moved[node] = 1 - moved[node]
            gain = _score(graph, moved) - _score(graph, group)
            if luck < math.exp(min(0.0, epsilon * gain / 4)):
                group = moved
        return Partition(group.astype(np.int32))


def _score(graph: Graph, group: Ints) -> float:
    """mQ: edges inside minus their expectation."""
    return graph.m * modularity(graph, group) if graph.m else 0.0


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


def rising_edge(release: SpanningTree, pair: Pair) -> bool:
    """A tree with one of the twenty edges whose weight goes up."""
    change = np.asarray(pair.right.weights) - np.asarray(pair.left.weights)
    rising = set(map(tuple, pair.left.edges[change > 0].tolist()))
    return not rising.isdisjoint(map(tuple, release.edges.tolist()))


def as_in_the_whole_path(release: Graph, pair: Pair) -> bool:
    """Edges 1, 3, 5 and 7 of the path are there, 2, 4 and 6 are not."""
    shown = set(map(tuple, release.edges.tolist()))
    return [edge in shown for edge in clipped_path()] == [True, False] * 3 + [True]


def clipped_path() -> list[tuple[int, int]]:
    """The edges of a path of eight nodes, from the end that is cut off; in the public order."""
    walk = (2, 0, 7, 6, 5, 1, 3, 4)
    return [(min(u, v), max(u, v)) for u, v in itertools.pairwise(walk)]


WORDS = table(Path(__file__).with_suffix(".toml"))


@dataclass(frozen=True)
class FalseClaim:
    """A claim that an audit refutes.

    Parameters
    ----------
    runs : int
        Releases of each neighbour that catch it in more than 95% of all audits.
    holds : callable
        Whether a release, or refusal, shows the event. The second argument is the pair.
    """

    id: str
    title: str
    mechanism: str
    claimed: str
    wrong: str
    instead: str
    event: str
    epsilon: float
    runs: int
    searches: bool
    published: bool
    neighbours: str | Pair
    made: Any
    holds: Callable[[Any, Pair], bool]

    @cached_property
    def pair(self) -> Pair:
        """The neighbours of the counterexample."""
        if isinstance(self.neighbours, Pair):
            return self.neighbours
        every = neighbouring_pairs(self.made, self.made.guarantee(self.epsilon))
        return next(pair for pair in every if pair.name.startswith(self.neighbours))

    @property
    def pairs(self) -> list[Pair] | None:
        """The neighbours that an audit tries; None for all."""
        return None if self.searches else [self.pair]


@dataclass(frozen=True)
class Integral:
    """A claim that no count of releases refutes, but the chances of an event by integration do.

    Its fields are those of a false claim; `chances` are of the event with either neighbour.
    """

    mechanism: str
    title: str
    claimed: str
    wrong: str
    instead: str
    epsilon: float
    neighbours: str
    event: str
    chances: tuple[float, float]

    def in_words(self) -> str:
        """The event, its two chances and what is lost."""
        one, other = self.chances
        return (
            f"{self.event[0].upper()}{self.event[1:]}: with probability {one:.3g} and {other:.3g}, "
            f"a loss of {math.log(one / other):.3g} where {epsilon_label(self.epsilon)}."
        )


def integral_about(mechanism: str) -> Integral | None:
    """The claim of this kind about a mechanism, by its id; None if there is none."""
    claim = Integral(**WORDS["by_integral"])
    return claim if claim.mechanism == mechanism else None


def claims_about(mechanism: str) -> tuple[FalseClaim, ...]:
    """The false claims about one mechanism, by its id."""
    return tuple(claim for claim in FALSE_CLAIMS if claim.mechanism == mechanism)


def false_claim(id: str) -> FalseClaim:
    """The claim of an id."""
    return cast("FalseClaim", by_id("the claim", FALSE_CLAIMS, id))


def _paths() -> Pair:
    """A path of ten nodes with weights 15.5 or 16.5 in all."""
    path, less = [(i, i + 1) for i in range(9)], np.full(9, 15.5 / 9)
    left, right = (
        Graph.from_edges(10, path, weights=weights) for weights in (less, less + np.eye(9)[0])
    )
    return Pair("a path of ten nodes: one weight moves by one", left, right, ((0, 1),))


def _cut_path() -> Pair:
    """A path of eight nodes, and the same without the edge of its first."""
    edges = clipped_path()
    left, right = Graph.from_edges(8, edges), Graph.from_edges(8, edges[1:])
    return Pair("the end of a path is isolated", left, right, (edges[0],))


def _hubs() -> Pair:
    """Thirty nodes: two that all others are joined with, and these two joined or not."""
    spokes = [(hub, other) for hub in (0, 1) for other in range(2, 30)]
    left, right = (Graph.from_edges(30, edges) for edges in (spokes, [(0, 1), *spokes]))
    return Pair("two hubs among thirty nodes, joined or not", left, right, ((0, 1),))


def _whole() -> Pair:
    """Six nodes with all edges but one, and with all."""
    edges = list(itertools.combinations(range(6), 2))
    left, right = Graph.from_edges(6, edges[1:]), Graph.from_edges(6, edges)
    return Pair("all edges of six nodes but one, and all", left, right, (edges[0],))


def _promised(made: Mechanism) -> Reworded:
    """A practice, as if "anonymous" were a promise for one tie."""
    return Reworded(made, changes=(("status", Status.PROVED_PURE),))


_MADE: dict[str, tuple[Any, Callable[[Any, Pair], bool]]] = {
    "empty-cells": (
        LouvainDP(variant="as_published", k=1), lambda release, pair: len(release.sizes) <= 7
    ),
    "parity": (BalancedChain(), lambda release, pair: bool((release.sizes % 2).any())),
    "private-gap": (
        SecondVector(), lambda release, pair: release.values @ [0, 0, -1, 1, 1, -1] > 1.3
    ),
    "local-sensitivity": (
        NoisyCentrality(
            score="eigenvector", calibration="published_local", theta=1e-3, lowest=1e-6,
            highest=2.0, support="fixed",
        ), lambda release, pair: bool(np.abs(release.values).max() > 1.0),
    ),
    "closeness-peak": (
        NoisyCentrality(
            score="closeness", calibration="published_smooth", theta=1.0, lowest=0.1,
            highest=20.0, delta=0.1,
        ), lambda release, pair: isinstance(release, Refusal),
    ),
    "both-directions": (
        DoubleFlip(), lambda release, pair: release.m and bool((release.weights == 3.0).any())
    ),
    "shuffled-rows": (
        ShuffledRows(), lambda release, pair: [0, 1] in release.edges.tolist()
    ),
    "plus-exponential": (PlusExponential(), rising_edge),
    "fixed-total": (
        FixedTotal(), lambda release, pair: release.edges.tolist() == pair.left.edges.tolist()
    ),
    "unseen-degrees": (
        DKSeries(series="2k_as_published"),
        lambda release, pair: bool(release.degrees.max() >= 2),
    ),
    "undivided-radius": (
        Reworded(
            PAMST(sensitivity="normalised", norm="linf", radius=0.5),
            changes=(("radius_text", ""),),
        ),
        lambda release, pair: sorted(map(sorted, release.edges.tolist())) == [
            [0, 1], [1, 2], [2, 3]
        ],
    ),
    "clipped-flip": (ClippedFlip(), as_in_the_whole_path),
    "names-off": (_promised(NamesOff()), lambda release, pair: release.m == pair.right.m),
    "k-anonymous": (_promised(KAnonymous()), lambda release, pair: release.m == pair.right.m),
}  # fmt: skip
"""By id: the mechanism as published, and the event of the counterexample: see `event`."""

_PAIRS = {
    "closeness-peak": _paths(), "clipped-flip": _cut_path(), "shuffled-rows": _hubs(),
    **dict.fromkeys(("fixed-total", "names-off", "k-anonymous"), _whole()),
}  # fmt: skip

FALSE_CLAIMS = tuple(
    FalseClaim(
        **{"neighbours": _PAIRS.get(words["id"]), **words},
        made=_MADE[words["id"]][0],
        holds=_MADE[words["id"]][1],
    )
    for words in WORDS["claims"]
)
"""Each is caught by an audit of so many runs; tests run them all."""
