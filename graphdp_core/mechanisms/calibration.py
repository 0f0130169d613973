"""How noise on centralities may be measured out: what every calibration answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.progress import SILENT, Progress
from graphdp_core.sensitivities.measures import MEASURES, Measure
from graphdp_core.sensitivities.neighbours import SUPPORTS, ThetaEdges

__all__ = ["Asked"]

Notes = tuple[str, ...]


@dataclass(frozen=True)
class Asked:
    """What noise is measured out for.

    Parameters
    ----------
    score : {"laplacian", "eigenvector", "closeness"}
    neighbours : ThetaEdges
    epsilon, delta : float
    noise : {"laplace", "cauchy", "student"}
        Where the calibration leaves the law open.
    """

    score: str
    neighbours: ThetaEdges
    epsilon: float
    delta: float
    noise: str = "laplace"

    @property
    def measure(self) -> Measure:
        """The score's formulas and bounds."""
        return MEASURES[self.score]

    def largest(self, n: int) -> float:
        """A public bound of a score in graphs of n nodes."""
        return 1.0 if self.score != "closeness" else 1.0 / (max(n - 1, 1) * self.neighbours.lowest)


class Calibration(ABC):
    """One way to measure out the noise on all scores of a graph.

    Attributes
    ----------
    id, label : str
        In settings and in menus.
    scores : tuple of str
        The scores for which it exists.
    proof : str
        What proves it private.
    sampler : str
        How its noise is drawn.
    not_private : str
        Why it protects nothing; "" where it is proved.
    searches : bool
        Whether a bound of the eigenvector's gap sets the noise.
    may_fail : bool
        Whether some graphs have no number for its scale, which only computing it tells.
    """

    id: ClassVar[str]
    label: ClassVar[str]
    scores: ClassVar[tuple[str, ...]] = tuple(MEASURES)
    proof: ClassVar[str]
    sampler: ClassVar[str]
    not_private: ClassVar[str] = ""
    searches: ClassVar[bool] = False
    may_fail: ClassVar[bool] = False

    @property
    def is_proved(self) -> bool:
        """Whether it is proved private."""
        return not self.not_private

    def needs_delta(self, noise: str) -> bool:
        """Whether delta counts, with this law of the noise."""
        return False

    def supports(self, score: str) -> tuple[str, ...]:
        """What may differ between neighbours."""
        return SUPPORTS

    @abstractmethod
    def scale(
        self, graph: Graph, asked: Asked, *, progress: Progress = SILENT
    ) -> tuple[float, Notes]:
        """Scale of the noise on this graph, and notes on how it was found. *Privacy*: none.

        Raises
        ------
        Refused
            If there is no number for this graph.
        """

    @abstractmethod
    def noisy(
        self, graph: Graph, values: Floats, asked: Asked, *,
        epsilon: Budget, draws: Draws, progress: Progress,
    ) -> tuple[Floats, Notes]:  # fmt: skip
        """The scores with noise, shape (n,), and notes that may be told."""
