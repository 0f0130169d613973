"""What every mechanism offers: a release, and a true statement of what the release protects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.params import LARGEST_EPSILON, check_epsilon, validate
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation
from graphdp_core.progress import Progress, Report
from graphdp_core.results import Result

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, as typing has it from Python 3.13 on

    Released_co = TypeVar(
        "Released_co", bound=Graph | Result, default=Graph | Result, covariant=True
    )
else:
    from typing import TypeVar

    Released_co = TypeVar("Released_co", covariant=True)

__all__ = ["USUAL_EPSILONS", "Mechanism"]

USUAL_EPSILONS = (0.0, LARGEST_EPSILON)


@dataclass(frozen=True)
class Mechanism(ABC, Generic[Released_co]):
    """A randomised map from a graph and an epsilon to a release.

    A subclass is a frozen dataclass whose fields are its parameters, declared with
    :func:`graphdp_core.params.param`, in a module of the same name as its `id`. It writes
    :meth:`_draw` and :meth:`guarantee`, and :meth:`_check` if there are graphs or settings that it
    does not take. `epsilon_range` holds the least and the largest epsilon that it takes; `measure`
    names the centrality of released scores and is empty where other things are released.
    `from_noisy_numbers` lists the fields of a release, beside its arrays and numbers, that may
    differ between neighbours because they are computed from noisy numbers alone.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str]
    formula: ClassVar[str]  # LaTeX
    relation: ClassVar[NeighbouringRelation]
    returns: ClassVar[type[Graph] | type[Result]]
    epsilon_range: ClassVar[tuple[float, float]] = USUAL_EPSILONS
    measure: ClassVar[str] = ""
    from_noisy_numbers: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        validate(self)

    def release(
        self,
        graph: Graph,
        *,
        epsilon: float,
        rng: np.random.Generator,
        progress: Report | None = None,
    ) -> Released_co:
        """Draw one release.

        Parameters
        ----------
        graph : Graph
            What is private in it, its edges or its weights, the guarantee says; it is not changed.
        epsilon : float
            Nominal privacy loss, within `epsilon_range`.
        rng : numpy.random.Generator
            All randomness is drawn from it. Streams in the same state give common random
            numbers: the noise is the same at every epsilon and changes only its size.
        progress : callable, optional
            ``progress(fraction, text)``, called about every 100 ms; may raise to stop.

        Returns
        -------
        Graph or Result
            As `returns` says. Node names are public and stay; labels and positions never do.

        Raises
        ------
        Refused
            As :meth:`check`.

        Notes
        -----
        *Privacy*: as :meth:`guarantee` says for this epsilon.
        """
        self.check(graph, epsilon)
        return self._draw(graph, epsilon=epsilon, rng=rng, progress=Progress.of(progress))

    def check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused, saying what to do, if this release cannot be drawn."""
        low, high = self.epsilon_range
        of = "" if self.epsilon_range == USUAL_EPSILONS else self.title
        check_epsilon(epsilon, low=low, high=high, of=of)
        self._check(graph, epsilon)

    def measure_of(self, graph: Graph) -> str:
        """What released scores of this graph measure, as :attr:`Scores.measure`; else ''."""
        return self.measure

    @abstractmethod
    def guarantee(self, epsilon: float) -> Guarantee:
        """What one release at this epsilon protects."""

    @abstractmethod
    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Released_co:
        """Draw one release of a graph that has been checked."""

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused for what else is not taken, by public facts only; epsilon is in range."""
