"""What every generator offers: a random graph from parameters and a stream of random numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused, validate

MOST_EDGES = 5_000_000
"""Largest expected number of edges of a generated graph."""


@dataclass(frozen=True, eq=False)
class DotProducts:
    """Points whose inner products are the probabilities of edges, independent of each other.

    Parameters
    ----------
    points : ndarray, shape (n, p + q)
    signature : pair of int
        (p, q): the last q coordinates count negatively.
    """

    points: Floats
    signature: tuple[int, int]

    def probabilities(self) -> Floats:
        """Of all pairs, shape (n, n)."""
        return np.asarray((self.points * np.repeat((1.0, -1.0), self.signature)) @ self.points.T)


@dataclass(frozen=True)
class Generator(ABC):
    """A random graph model; the fields are its parameters, declared with `param`.

    `label` names the ground-truth classes of the nodes; it is empty where there are none.
    `most_edges` bounds the expected number of edges, so that a graph is drawn within half a minute.
    `no_dot_products` says why edges are not drawn by inner products of points of few dimensions;
    it is empty where they are, and then `dot_products` gives the points. `at_most_n` and `below_n`
    name parameters that are bounded by the number of nodes.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str]
    label: ClassVar[str] = ""
    most_edges: ClassVar[int] = MOST_EDGES
    no_dot_products: ClassVar[str] = ""
    at_most_n: ClassVar[tuple[str, ...]] = ()
    below_n: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        validate(self)
        self.check()
        if self.expected_edges() > self.most_edges:
            raise Refused(
                f"the graph would have about {self.expected_edges():,.0f} edges, "
                f"{self.most_edges:,} are allowed; use fewer nodes or a lower density."
            )

    @property
    def weight_width(self) -> float | None:
        """How far weights may about lie apart, by the parameters alone; None if not known."""
        return None

    @abstractmethod
    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph; the same stream of random numbers gives the same graph."""

    @abstractmethod
    def expected_edges(self) -> float:
        """The mean number of edges, or an upper bound that is reached."""

    def dot_products(self, *, rng: np.random.Generator) -> DotProducts | None:
        """The latent positions of the graph that the same stream draws; None if there are none."""
        return None

    @property
    def signature(self) -> tuple[int, int] | None:
        """How many latent coordinates count positively and negatively; None if there are none."""
        return _signature(self)

    @property
    def latent_dimension(self) -> int | None:
        """Rank of the matrix of probabilities, where the model fixes a small one; else None."""
        signature = self.signature
        return None if signature is None else sum(signature)

    def check(self) -> None:
        """Raise Refused if parameters that are allowed each do not fit together."""
        n = getattr(self, "n", 0)
        for name in (*self.at_most_n, *self.below_n):
            bound, value = "at most" if name in self.at_most_n else "less than", getattr(self, name)
            if value > n - (name in self.below_n):
                raise Refused(f"{name} must be {bound} n = {n}, got {value}.")


@lru_cache(maxsize=64)
def _signature(model: Generator) -> tuple[int, int] | None:
    """Kept: pages ask with every run, and all points are drawn to tell it."""
    points = model.dot_products(rng=np.random.default_rng(0))
    return None if points is None else points.signature
