"""What every mechanism offers: a release, and a true statement of what the release protects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.params import validate
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation
from graphdp_core.results import Result

__all__ = ["Mechanism", "Progress", "silent"]

Progress = Callable[[float, str], None]
"""Called often with (fraction done, what is being done); may raise to stop the work."""


def silent(fraction: float, text: str) -> None:
    """Progress that nobody watches."""


@dataclass(frozen=True)
class Mechanism(ABC):
    """A randomised map from a graph and an epsilon to a release.

    A subclass is a frozen dataclass whose fields are its parameters, declared with
    :func:`graphdp_core.params.param`, in a module of the same name as its `id`.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str]
    formula: ClassVar[str]  # LaTeX
    relation: ClassVar[NeighbouringRelation]
    returns: ClassVar[type[Graph] | type[Result]]

    def __post_init__(self) -> None:
        validate(self)

    @abstractmethod
    def release(
        self,
        graph: Graph,
        *,
        epsilon: float,
        rng: np.random.Generator,
        progress: Progress | None = None,
    ) -> Graph | Result:
        """Draw one release; the input is not changed."""

    @abstractmethod
    def guarantee(self, epsilon: float) -> Guarantee:
        """What one release at this epsilon protects."""

    def check(self, graph: Graph, epsilon: float) -> None:
        """Raise ValueError, saying what to do, if this release cannot be drawn."""
