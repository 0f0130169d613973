"""The centralities that are released with noise: scores and bounds, computed once a graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphdp_core.arrays import Floats
from graphdp_core.centralities import (
    weighted_closeness,
    weighted_eigenvector,
    weighted_laplacian,
)
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Report
from graphdp_core.sensitivities import closeness, eigenvector, laplacian
from graphdp_core.sensitivities.neighbours import LocalSensitivity, ThetaEdges

_scores: GraphCache[Floats] = GraphCache(size=4)
_bounds: GraphCache[float] = GraphCache(size=64)
_local: GraphCache[LocalSensitivity] = GraphCache(size=64)


@dataclass(frozen=True)
class Measure:
    """One centrality, and how far a step between neighbours can move it, in l1.

    The fields are the formulas. The methods keep what they compute, by graph: repeats with other
    noise ask for the same numbers.

    Parameters
    ----------
    formula : callable
        Scores of a graph, shape (n,); takes a progress.
    local_formula : callable
        Local sensitivity of a graph.
    smooth_formula : callable
        A proved beta-smooth bound of a graph, neighbours and beta.
    global_bound : callable
        A bound for every graph of n nodes and neighbours.
    published_bound : callable
        The paper's bound of a graph and theta.
    published_smooth : callable or None
        The paper's "smooth" bound of a graph, theta and beta; None where it gives none.
    """

    formula: Callable[..., Floats]
    local_formula: Callable[..., LocalSensitivity]
    smooth_formula: Callable[[Graph, ThetaEdges, float], float]
    global_bound: Callable[[int, ThetaEdges], float]
    published_bound: Callable[[Graph, float], float]
    published_smooth: Callable[[Graph, float, float], float] | None = None

    def scores(self, graph: Graph, *, progress: Report = SILENT) -> Floats:
        """The scores without noise, shape (n,), not to be written to. *Privacy*: none."""

        def make() -> Floats:
            values = self.formula(graph, progress=progress)
            values.flags.writeable = False
            return values

        return _scores.get(graph, self.formula, make)

    def smooth_bound(self, graph: Graph, neighbours: ThetaEdges, beta: float) -> float:
        """A proved beta-smooth upper bound of the local sensitivity. *Privacy*: none."""
        return _bounds.get(
            graph,
            (self.formula, neighbours, beta),
            lambda: self.smooth_formula(graph, neighbours, beta),
        )

    def local_sensitivity(
        self,
        graph: Graph,
        neighbours: ThetaEdges,
        *,
        pairs: str = "edges",
        progress: Report = SILENT,
    ) -> LocalSensitivity:
        """The largest move by one step from this graph. *Privacy*: none."""
        return _local.get(
            graph,
            (self.formula, neighbours, pairs),
            lambda: self.local_formula(graph, neighbours, pairs=pairs, progress=progress),
        )


MEASURES: dict[str, Measure] = {
    "laplacian": Measure(
        formula=lambda graph, progress: weighted_laplacian(graph),
        local_formula=laplacian.local_sensitivity,
        smooth_formula=laplacian.sound_smooth,
        global_bound=laplacian.global_bound,
        published_bound=lambda graph, theta: laplacian.published_bound(graph),
        published_smooth=lambda graph, theta, beta: laplacian.published_smooth(graph, beta),
    ),
    "eigenvector": Measure(
        formula=weighted_eigenvector,
        local_formula=eigenvector.local_sensitivity,
        smooth_formula=eigenvector.sound_smooth,
        global_bound=eigenvector.global_bound,
        published_bound=eigenvector.published_bound,
    ),
    "closeness": Measure(
        formula=weighted_closeness,
        local_formula=closeness.local_sensitivity,
        smooth_formula=closeness.sound_smooth,
        global_bound=closeness.global_bound,
        published_bound=closeness.published_bound,
        published_smooth=closeness.published_smooth,
    ),
}
"""The measures by id."""
