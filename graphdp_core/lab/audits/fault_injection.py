"""Errors planted in a mechanism on purpose: to see whether an audit finds them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.progress import SILENT
from graphdp_core.results import Result, Scores


@dataclass(frozen=True)
class Louder:
    """Another mechanism, whose noise fits an epsilon `louder` times as large as it claims.

    A release states the distribution of its noise only if `honest`: else only statistics can tell.
    """

    inner: Mechanism
    louder: float = 1.0
    honest: bool = False

    def check(self, graph: Graph, epsilon: float) -> None:
        """As the mechanism itself."""
        self.inner.check(graph, epsilon)

    def guarantee(self, epsilon: float) -> Guarantee:
        """The claim, which is false."""
        return self.inner.guarantee(epsilon)

    def release(self, graph: Graph, *, epsilon: float, rng: np.random.Generator) -> Graph | Result:
        """One release with too little noise."""
        self.check(graph, epsilon)
        return self._shown(self.inner.release(graph, epsilon=epsilon * self.louder, rng=rng))

    def _shown(self, release: Graph | Result) -> Graph | Result:
        if isinstance(release, Graph) and not self.honest:
            return dataclasses.replace(release, noise=None)
        return release

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


@dataclass(frozen=True)
class Published(Louder):
    """Another mechanism, drawn as its publications are: with integers, from secret coins."""

    def check(self, graph: Graph, epsilon: float) -> None:
        """As a publication is checked."""
        super().check(graph, epsilon)
        self.inner.check_publication(graph, Fraction(repr(float(epsilon))))

    def release(self, graph: Graph, *, epsilon: float, rng: np.random.Generator) -> Graph | Result:
        """One publication."""
        self.check(graph, epsilon)
        exact = Fraction(repr(float(epsilon * self.louder)))
        coins = SecureRandom(rng.bytes)
        return self._shown(self.inner.publish(graph, epsilon=exact, coins=coins).released)


@dataclass(frozen=True)
class SecretRefusal(Louder):
    """Another mechanism that refuses graphs with fewer than two edges: a refusal tells a secret."""

    def check(self, graph: Graph, epsilon: float) -> None:
        """Refuse by what is private."""
        super().check(graph, epsilon)
        if graph.m < 2:
            raise Refused("the graph must have at least two edges.")


@dataclass(frozen=True)
class SecretFailure(Louder):
    """Another mechanism that fails on graphs with fewer than two edges, in an error of its own."""

    def release(self, graph: Graph, *, epsilon: float, rng: np.random.Generator) -> Graph | Result:
        """Fail by what is private."""
        self.check(graph, epsilon)
        if graph.m < 2:
            raise ValueError(f"too few edges to draw from: {graph.m}.")
        return super().release(graph, epsilon=epsilon, rng=rng)


@dataclass(frozen=True)
class Unchecked(Louder):
    """Another mechanism without its check: it draws at any epsilon, whatever comes of it."""

    def check(self, graph: Graph, epsilon: float) -> None:
        """Take everything."""

    def release(self, graph: Graph, *, epsilon: float, rng: np.random.Generator) -> Graph | Result:
        """Draw without a check."""
        inner: Any = self.inner
        release: Graph | Result = inner._draw(graph, epsilon=epsilon, rng=rng, progress=SILENT)
        return release


@dataclass(frozen=True)
class NoiseTwice(Louder):
    """Two releases of another mechanism, at a third and at two thirds of epsilon, with one noise.

    With fresh noise they would cost epsilon together. Of graphs, an edge of the first has weight
    1, of the second 2, of both 3; scores stand one after the other.
    """

    def release(self, graph: Graph, *, epsilon: float, rng: np.random.Generator) -> Graph | Result:
        """Two releases in one."""
        self.check(graph, epsilon)
        seed = int(rng.integers(2**63))
        first, second = (
            self.inner.release(graph, epsilon=epsilon * share, rng=np.random.default_rng(seed))
            for share in (1 / 3, 2 / 3)
        )
        if isinstance(first, Scores) and isinstance(second, Scores):
            return Scores(np.concatenate((first.values, second.values)), measure=first.measure)
        if not isinstance(first, Graph) or not isinstance(second, Graph):
            raise Refused(f"{self.inner.title} releases neither a graph nor scores.")
        weights: dict[tuple[int, int], float] = {}
        for said, release in ((1.0, first), (2.0, second)):
            for u, v in release.edges.tolist():
                weights[u, v] = weights.get((u, v), 0.0) + said
        return Graph.from_edges(graph.n, list(weights), weights=list(weights.values()))


_FAULTS: dict[str, tuple[str, Callable[[Mechanism], Mechanism | Louder]]] = {
    "none": ("No error: the mechanism as it is", lambda made: made),
    "half": ("Half the noise", lambda made: Louder(made, 2.0)),
    "fifth": ("A fifth too little noise", lambda made: Louder(made, 1.25)),
    "twice": ("One noise used twice", NoiseTwice),
    "refusal": ("It refuses sparse graphs", SecretRefusal),
    "failure": ("It fails on sparse graphs", SecretFailure),
    "unchecked": ("It never checks its input", Unchecked),
}
PLANTED = {error: words for error, (words, _) in _FAULTS.items()}
"""What may be planted, in words."""


def offered_errors(mechanism: Mechanism) -> dict[str, str]:
    """The errors that can be planted in a mechanism, in words."""
    twice = mechanism.returns in (Graph, Scores) and not mechanism.protects_weights
    return {error: words for error, words in PLANTED.items() if twice or error != "twice"}


def with_fault(mechanism: Mechanism, error: str) -> Mechanism | Louder:
    """The mechanism with an error in it, under its own claim; itself for "none"."""
    if error not in _FAULTS:
        raise Refused(f"error must be one of {', '.join(PLANTED)}, got {error!r}.")
    return _FAULTS[error][1](mechanism)
