"""What is asked of the slider, epsilon apart; each of its stops is a pure function of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.compare import (
    Comparison,
    check_fits,
    compare,
    noise_stream,
    run_baseline,
)
from graphdp_core.experiment.scenario import EPSILONS, key_of
from graphdp_core.experiment.store_file import code_version
from graphdp_core.experiment.survival import SAME, Verdict, chance_level, judge
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.kinds import Places, kind_named
from graphdp_core.plots.kinds.drawn import chart_of, pair_of
from graphdp_core.plots.pair.message import digest
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.sides import Sides
from graphdp_core.progress import Progress, Report
from graphdp_core.stage.packed import LARGE, cloud_of, matrix_of
from graphdp_core.stage.stop import Metrics, Stop, no_such_stop, refused_stop, stop_of

Draw = Callable[[Comparison], Pair | Chart | None]
"""How a comparison is drawn; to None where nothing is drawn of its kind of result."""


@dataclass(frozen=True, eq=False)
class Stage:
    """One analysis of one graph by one mechanism and one noise draw, at every epsilon.

    Nothing is computed before the first stop is asked for.

    Parameters
    ----------
    epsilons : tuple of float
        The stops, rising.

    Notes
    -----
    *Privacy*: one draw at many epsilons, beside the true graph: for teaching, never a release.
    """

    graph: Graph = field(repr=False)
    mechanism: Mechanism
    analysis: Analysis[Any]
    seed: int = 0
    epsilons: tuple[float, ...] = EPSILONS
    draw: Draw | None = field(default=None, repr=False)
    view: str = ""
    first: Comparison | None = field(default=None, repr=False)
    repeats: int = 0

    @classmethod
    def of(
        cls, c: Comparison, *, draw: Draw | None = None, epsilons: Sequence[float] = EPSILONS
    ) -> Stage:
        """The stage of a comparison; its own epsilon is one of the stops."""
        if c.epsilon <= 0:
            raise Refused(f"epsilon must be above 0 to stand on a slider, got {c.epsilon:g}.")
        stops = tuple(sorted({*map(float, epsilons), float(c.epsilon)}))
        return cls(c.graph, c.mechanism, c.analysis, c.seed, stops, draw, first=c)

    @cached_property
    def key(self) -> str:
        """Two stages with one key have the same stops to the byte, by the same code."""
        asked = key_of(
            self.graph, self.mechanism, self.analysis, seed=self.seed,
            part=f"{self.view} {self.repeats}",
        )  # fmt: skip
        return digest(asked, code_version(drawing=True))

    @cached_property
    def baseline(self) -> Any:
        """The result without privacy."""
        return self.first.baseline if self.first else run_baseline(self.graph, self.analysis)

    @cached_property
    def drawing(self) -> Draw:
        """How every stop is drawn."""
        return self.draw or usual_drawing(self.analysis.returns.kind)

    def comparison(self, epsilon: float, *, progress: Report | None = None) -> Comparison:
        """The comparison at one stop."""
        if self.first is not None and epsilon == self.first.epsilon:
            return self.first
        mechanism = at_epsilon(self.mechanism, epsilon)
        check_fits(mechanism, self.analysis)
        mechanism.check(self.graph, epsilon)  # a refusal comes before any work
        whole = Progress.of(progress)
        release = release_at(
            self.graph, mechanism, epsilon, self.seed, progress=whole.between(0.0, 0.4)
        )
        return compare(
            self.graph, mechanism, self.analysis, epsilon=epsilon, seed=self.seed,
            baseline=self.baseline, release=release, progress=whole.between(0.4, 1.0),
        )  # fmt: skip

    def stop(self, epsilon: float, *, progress: Report | None = None) -> Stop:
        """What stands at one epsilon; a refusal is a stop that says so."""
        if epsilon not in self.epsilons:
            raise no_such_stop(epsilon, self.epsilons)
        whole = Progress.of(progress)
        own = 1.0 / (1 + self.repeats)
        try:
            c = self.comparison(epsilon, progress=whole.between(0.0, own))
        except Refused as error:
            return refused_stop(epsilon, error)
        drawn = self.drawing(c)
        stop = stop_of(
            c, drawn, self._repeated(c, whole.between(own, 1.0)), is_public=self._is_public(c)
        )
        played = kind_named(c.baseline.kind).steps
        if played is None or not isinstance(drawn, Pair):
            return stop
        return replace(stop, repeats=played(c, drawn), steps="steps")

    def _is_public(self, c: Comparison) -> bool:
        """Whether public facts alone give the whole of this view, so that nothing hides in it."""
        if not c.guarantee.relation.edges_are_public or c.mechanism.returns is not Graph:
            return False
        yardstick = c.analysis.yardsticks[0]
        if abs(c.metrics.get(yardstick.metric, math.nan) - yardstick.perfect) > SAME:
            return False
        levels = chance_level(c.graph, c.mechanism, c.analysis, c.baseline)
        return judge(c.analysis, [c.metrics], levels).verdict is Verdict.PUBLIC

    def _repeated(self, c: Comparison, progress: Report) -> list[tuple[Picture, Metrics]]:
        whole, drawings = Progress.of(progress), []
        for k in range(self.repeats):
            again = compare(
                c.graph, c.mechanism, c.analysis, epsilon=c.epsilon, seed=c.seed + 1 + k,
                baseline=c.baseline, progress=whole.part(k, self.repeats),
            )  # fmt: skip
            if isinstance(drawn := self.drawing(again), Pair):
                drawings.append((drawn.private, again.metrics))
        return drawings


def release_at(
    graph: Graph, mechanism: Mechanism, epsilon: float, seed: int, *, progress: Report
) -> Any:
    """The release at one stop; the views of one graph and its board read the same."""
    return _RELEASES.get(
        graph,
        (repr(mechanism), epsilon, seed),
        lambda: mechanism.release(
            graph, epsilon=epsilon, rng=noise_stream(seed), progress=progress
        ),
    )


def usual_drawing(kind: str, *, places: Places | None = None) -> Draw:
    """How comparisons of this kind of result are drawn where nothing else is asked.

    Nodes stand where `places` says; by default their layout is found once. A graph of very many is
    drawn in shades.
    """
    if not kind_named(kind).picture:
        return chart_of if kind_named(kind).columns else lambda c: None
    each = partial(pair_of, places=places or layout_of)
    return lambda c: each(c) if c.graph.n <= LARGE else _shades(c, each)


def _shades(c: Comparison, each: Callable[[Comparison], Pair]) -> Chart | None:
    if c.baseline.kind == "statistics":
        return matrix_of(c)
    return cloud_of(each(c), Sides.of(c)) if c.baseline.kind == "embedding" else None


def layout_of(graph: Graph) -> NDArray[np.float32]:
    """Where the nodes of every stage of a graph are drawn; found once."""
    return _LAYOUTS.get(graph, "layout", lambda: layout_positions(graph))


_LAYOUTS: GraphCache[NDArray[np.float32]] = GraphCache(8)
_RELEASES: GraphCache[Any] = GraphCache(6)
