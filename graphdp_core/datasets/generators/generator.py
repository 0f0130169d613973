"""What every generator offers: a random graph from parameters and a stream of random numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused, validate

__all__ = ["MOST_EDGES", "Generator"]

MOST_EDGES = 5_000_000
"""Largest expected number of edges of a generated graph."""


@dataclass(frozen=True)
class Generator(ABC):
    """A random graph model; the fields are its parameters, declared with `param`.

    `label` names the ground-truth classes of the nodes; it is empty where there are none.
    `most_edges` bounds the expected number of edges, so that a graph is drawn within half a minute.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str]
    label: ClassVar[str] = ""
    most_edges: ClassVar[int] = MOST_EDGES

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

    @property
    def latent_dimension(self) -> int | None:
        """Rank of the matrix of probabilities, where the model fixes a small one; else None."""
        return None

    def check(self) -> None:
        """Raise Refused if parameters that are allowed each do not fit together."""
