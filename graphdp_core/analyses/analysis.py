"""What every analysis offers: a result from a graph, metrics against the baseline, a finding."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, get_args

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.params import refuse_strangers, validate
from graphdp_core.progress import Progress, Report
from graphdp_core.results import Result

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, as typing has it from Python 3.13 on

    ResultType = TypeVar("ResultType", bound=Result, default=Any)
else:
    from typing import TypeVar

    ResultType = TypeVar("ResultType")


share = partial(Metric, low=0.0, high=1.0, percent=True)
rating = partial(Metric, low=0.0, high=1.0)
error = partial(Metric, better="lower", low=0.0)
share_off = partial(Metric, better="lower", low=0.0, percent=True)
told = partial(Metric, better="neither")
"""Usual kinds of metrics: more of the first two is better, less of the next two, of the last
neither."""


@dataclass(frozen=True)
class Analysis(ABC, Generic[ResultType]):
    """A map from a graph (true or released) to a result.

    A subclass is a frozen dataclass whose fields are its parameters, declared with
    :func:`graphdp_core.params.param`, in a module of the same name as its `id`. It writes
    :meth:`_run`, :meth:`_measure` and :meth:`finding`. It must see nothing but its input and public
    parameters: then, on a release, it is post-processing. An attack is none: it writes
    :meth:`_attack` too, and its result is not private.

    `metrics` describes what :meth:`measure` returns, headline first. `yardsticks` tell how much of
    the result survives: the first that has a value counts. `accepts` lists what `run` reads:
    graphs, and for some analyses other releases, such as a private spanning tree. Only
    :attr:`accepts` and :attr:`returns` decide which releases fit. `reads_groups` says that
    labels of the nodes are read, as public groups: a released graph gets those of the true one.
    `provider` is the package that adds it, with its version; empty for ours.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str]
    formula: ClassVar[str]  # LaTeX
    accepts: ClassVar[tuple[type[Graph] | type[Result], ...]] = (Graph,)
    returns: ClassVar[type[Result]]
    metrics: ClassVar[tuple[Metric, ...]]
    yardsticks: ClassVar[tuple[Yardstick, ...]]
    reads_groups: ClassVar[bool] = False
    provider: ClassVar[str] = ""

    def __init_subclass__(cls, **given: Any) -> None:
        """Read what it returns from ``Analysis[...]``."""
        super().__init_subclass__(**given)
        returned = [kind for base in vars(cls).get("__orig_bases__", ()) for kind in get_args(base)]
        if returned and isinstance(returned[0], type):
            cls.returns = returned[0]

    def __post_init__(self) -> None:
        validate(self)

    def run(
        self, graph: Graph, *, rng: np.random.Generator, progress: Report | None = None,
        truth: Graph | None = None,
    ) -> ResultType:  # fmt: skip
        """Analyse a graph; a released one is debiased by its public ``graph.noise``.

        Parameters
        ----------
        graph : Graph
            Or another release of a type in `accepts`.
        rng : numpy.random.Generator
            Only for what is random in the analysis itself.
        progress : callable, optional
            ``progress(fraction, text)``; may raise to stop.
        truth : Graph, optional
            Of a release the true graph, which an analysis of attacks reads and no other.

        Raises
        ------
        Refused
            If the graph is too small, too large or lacks what the analysis reads.
        """
        if not isinstance(graph, self.accepts):
            refuse_strangers(graph=graph)
        known = graph if truth is None else truth
        return self._attack(known, graph, rng=rng, progress=Progress.of(progress))

    def _attack(
        self, truth: Graph, release: Graph, *, rng: np.random.Generator, progress: Progress
    ) -> ResultType:
        """Analyse a release; what is no post-processing reads the true graph as well."""
        return self._run(release, rng=rng, progress=progress)

    @abstractmethod
    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> ResultType:
        """Analyse a graph."""

    def measure(
        self,
        graph: Graph,
        baseline: ResultType,
        private: ResultType,
        *,
        progress: Report | None = None,
    ) -> dict[str, float]:
        """Compare with the baseline; reads the true graph, so the numbers are not private.

        A value that is not defined is nan. `progress` may raise to stop what takes long.

        Raises
        ------
        ValueError
            If a result is of another type than `returns`.
        """
        for result in (baseline, private):
            if not isinstance(result, self.returns):
                raise ValueError(
                    f"{self.id} compares two results of type {self.returns.__name__}, "
                    f"got {type(result).__name__}."
                )
        return self._measure_watched(graph, baseline, private, Progress.of(progress))

    def _measure_watched(
        self, graph: Graph, baseline: ResultType, private: ResultType, progress: Progress
    ) -> dict[str, float]:
        """The same with progress, where measuring takes long on a large graph."""
        return self._measure(graph, baseline, private)

    @abstractmethod
    def _measure(self, graph: Graph, baseline: ResultType, private: ResultType) -> dict[str, float]:
        """All of `metrics` by id, from two results of the right type."""

    def headline(self, graph: Graph) -> tuple[str, ...]:
        """Ids of the metrics shown first for this graph, in their order."""
        return tuple(metric.id for metric in self.metrics[:4])

    def chances(self, n: int) -> Mapping[str, float]:
        """What a release that ignores a graph of n nodes gives on average, where that is known.

        By the id of a metric; most have no such level in closed form, see `yardsticks`.
        """
        return {}

    @abstractmethod
    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """What the metrics mean: one sentence that answers, then perhaps the figures behind it."""
