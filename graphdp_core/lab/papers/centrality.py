"""Tables 1 to 3 of the centrality paper, and the same tables with methods that work.

The methods of the centrality tables: each turns a stream of random numbers into a ranking.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from graphdp_core import centralities
from graphdp_core.arrays import Floats
from graphdp_core.digits import digits
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.papers.study import (
    GENERATED,
    GRAPHS,
    Study,
    centrality_graph,
    largest_component,
    mean_with_interval,
)
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.centrality_calibrations import CALIBRATIONS, Asked
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.noisy_centrality import NoisyCentrality
from graphdp_core.metrics.rankings import precision_at, random_baseline, tolerable_scale
from graphdp_core.params import Refused, make, param, schema
from graphdp_core.privacy.amounts import checked_epsilon
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.progress import SILENT, Progress, Report
from graphdp_core.sensitivities import eigenvector
from graphdp_core.sensitivities.measures import MEASURES
from graphdp_core.sensitivities.neighbours import ThetaEdges

if TYPE_CHECKING:
    import pandas as pd

PAPER = ThetaEdges(theta=1.0, support="vanish")  # theta = max weight of an unweighted graph
DELTA = 1e-6
LEVELS = (5, 10, 15)  # percent of the nodes that count as the top
NOT_PRIVATE = "none (as published)"
Draw = Callable[[np.random.Generator], Floats]


class Method(NamedTuple):
    """A row of the table.

    Parameters
    ----------
    draw : callable
        From a random generator to scores, shape (n,).
    published : int or None
        Which of the paper's three columns it stands for.
    slow : bool
        Whether it takes seconds a draw.
    """

    name: str
    guarantee: str
    draw: Draw
    published: int | None = None
    slow: bool = False


def published_methods(
    score: str,
    graph: Graph,
    truth: Floats,
    epsilon: float,
    *,
    progress: Report = SILENT,
) -> Iterator[Method]:
    """The paper's noise by local sensitivity, by its bound and by its smooth bound."""
    asked = Asked(score, PAPER, epsilon, DELTA)
    for name, scale, note in _local_scales(score, graph, epsilon, progress):
        yield Method(f"local sensitivity{name}", f"{NOT_PRIVATE}{note}", _plus(truth, scale), 0)
    for column, calibration, name in (
        (1, "published_bound", "bound of it"),
        (2, "published_smooth", "smooth bound"),
    ):
        if score == "eigenvector" and column == 2:
            continue
        try:
            scale, _ = CALIBRATIONS[calibration].scale(graph, asked)
        except Refused as error:
            # What the algorithm answers is the result: no noise, no ranking.
            said = f"{name}: {str(error).split(' on this graph')[0].removeprefix('the ')}"
            yield Method(said, NOT_PRIVATE, lambda rng: np.zeros(graph.n), column)
            continue
        yield Method(name, NOT_PRIVATE, _plus(truth, scale), column)


def rival_methods(score: str, graph: Graph, epsilon: float) -> Iterator[Method]:
    """What protects one edge, or the weights of public edges, at the same epsilon."""
    edge, edge_delta = "one edge, pure ε", f"one edge, δ = {DELTA:g}"
    ceiling = centralities.degree(graph, debias=False)
    yield Method("true degrees", "none (not private)", lambda rng: ceiling)
    for kind in MECHANISMS:
        if kind.measure in (score, "degree") and kind.relation is NeighbouringRelation.EDGE:
            has_delta = any(parameter.name == "delta" for parameter in schema(kind))
            made = make("mechanism", MECHANISMS, kind.id, {"delta": DELTA} if has_delta else {})
            guarantee = edge_delta if made.guarantee(epsilon).delta else edge
            name = made.title[0].lower() + made.title[1:]
            yield Method(name, guarantee, _released(made, graph, epsilon))
    if score == "eigenvector":
        flipped = lambda rng: centralities.eigenvector(  # noqa: E731
            EdgeFlip().release(graph, epsilon=epsilon, rng=rng), debias=True
        )
        yield Method("edgeFlip, debiased", edge, flipped, slow=True)
    if score == "closeness":
        by_bound = NoisyCentrality(score=score, calibration="global")
        yield Method("global sensitivity", edge, _released(by_bound, graph, epsilon))
        return
    smooth = NoisyCentrality(score=score, delta=DELTA)
    yield Method("proved smooth sensitivity", edge_delta, _released(smooth, graph, epsilon))
    weights = "weights of public edges, step 1, pure ε"
    yield Method("noise on the weights", weights, _on_weights(score, graph, epsilon))


def _local_scales(
    score: str, graph: Graph, epsilon: float, progress: Report
) -> Iterator[tuple[str, float, str]]:
    """Readings of the first column: name, scale on the scores, and whether it is a bound."""
    sensitivity = MEASURES[score].local_sensitivity(graph, PAPER, progress=progress)
    note = "" if sensitivity.exact else "; from below"
    scale = sensitivity.value / epsilon
    yield "", scale, note
    if score == "closeness":
        return
    yield ", noise of deviation L/ε", scale / math.sqrt(2), note
    if score == "eigenvector":
        entry = eigenvector.one_entry_sensitivity(graph, PAPER.theta)
        yield ", one entry of the matrix", entry / epsilon, "; from below"


def _plus(truth: Floats, scale: float) -> Draw:
    return lambda rng: truth + scale * rng.laplace(size=len(truth))


def _released(mechanism: Any, graph: Graph, epsilon: float) -> Draw:
    return lambda rng: mechanism.release(graph, epsilon=epsilon, rng=rng).values


def _on_weights(score: str, graph: Graph, epsilon: float) -> Draw:
    """Lap(1/epsilon) on the weight of every existing edge; edges that fall to 0 are left out."""
    measured = getattr(centralities, f"weighted_{score}")

    def draw(rng: np.random.Generator) -> Floats:
        weights = 1 + rng.laplace(size=graph.m) / epsilon
        kept = weights > 0
        scores: Floats = measured(Graph(graph.n, graph.edges[kept], weights=weights[kept]))
        return scores

    return draw


ENOUGH = 2  # of three numbers
POINTS = 6.0  # percent of precision beyond the interval: a published number is one experiment


@dataclass(frozen=True)
class CentralityTable(Study):
    """Precision of the top 5, 10 and 15% of the private ranking, at epsilon = 2."""

    repeats: int = param(20, "Repeats of the noise", low=2, high=1000)
    slow_repeats: int = param(3, "Repeats of edgeFlip, which takes seconds each", low=2, high=100)
    epsilon: float = param(2.0, "Privacy loss", low=0.01, high=20.0)
    n: int = param(10_000, "Nodes of the two generated graphs", low=100, high=100_000)
    graphs: str = param("all", "Which graphs", choices=("all", *GRAPHS))
    rivals: bool = param(True, "Show the methods that work beside the published ones")
    seed: int = param(0, "Seed of graphs and noise", low=0, high=10**9)

    score: ClassVar[str]
    published: ClassVar[dict[str, list[list[float]]]]  # by graph: columns, levels

    def is_met(self, rows: pd.DataFrame) -> bool:
        """For every published row some reading meets two of its three numbers."""
        known = rows[rows["published"].notna()]
        family = known["method"].str.split(",").str[0]
        off = (known["measured"] - known["published"]).abs() - (known["high"] - known["measured"])
        met = (off <= POINTS).groupby([known["graph"], family, known["method"]]).sum()
        return bool((met.groupby(level=[0, 1]).max() >= ENOUGH).all())

    def _graph(self, name: str) -> Graph:
        rng = np.random.default_rng((self.seed, GRAPHS.index(name)))
        return centrality_graph(name, n=self.n, rng=rng)

    def grid(self) -> tuple[str, ...]:
        """The graphs."""
        return GRAPHS if self.graphs == "all" else (self.graphs,)

    def measure(self, setting: str, progress: Progress) -> Iterator[dict[str, Any]]:
        """Every method on one graph, if it is on this machine."""
        try:
            graph = self._graph(setting)
        except Refused:
            return
        if self.score == "closeness":
            graph = largest_component(graph)
        epsilon = checked_epsilon(self.epsilon, low=NoisyCentrality.epsilon_range[0])
        progress = progress.named(setting)
        truth = MEASURES[self.score].scores(graph, progress=progress)
        methods = list(published_methods(self.score, graph, truth, epsilon, progress=progress))
        if self.rivals:
            methods += rival_methods(self.score, graph, epsilon)
        for place, method in enumerate(methods):
            repeats = self.slow_repeats if method.slow else self.repeats
            shares = np.empty((len(LEVELS), repeats))
            for repeat in range(repeats):
                progress((place + repeat / repeats) / len(methods), method.name)
                private = method.draw(np.random.default_rng((self.seed, place, repeat)))
                shares[:, repeat] = [precision_at(truth, private, x / 100) for x in LEVELS]
            for number, level in enumerate(LEVELS):
                mean, half = mean_with_interval((100 * shares[number]).tolist())
                printed = np.nan
                if method.published is not None:
                    printed = self.published[setting][method.published][number]
                yield {
                    "graph": setting, "method": method.name, "guarantee": method.guarantee,
                    "top %": level, "published": printed, "measured": mean,
                    "low": max(mean - half, 0.0), "high": min(mean + half, 100.0),
                    "random": 100 * random_baseline(graph.n, level / 100),
                }  # fmt: skip

    def about(self) -> Iterator[str]:
        """Which graphs are not here."""
        for name in self.grid():
            if name not in GENERATED:
                try:
                    self._graph(name)
                except Refused as error:
                    yield f"Left out: {name}. {error}"


class EigenvectorTable(CentralityTable):
    """Table 1: eigenvector centrality."""

    id = "centrality-table-1"
    score = "eigenvector"


class ClosenessTable(CentralityTable):
    """Table 2: closeness centrality."""

    id = "centrality-table-2"
    score = "closeness"


class LaplacianTable(CentralityTable):
    """Table 3: Laplacian centrality."""

    id = "centrality-table-3"
    score = "laplacian"


@dataclass(frozen=True)
class IdealRanking(Study):
    """Figure 1: a tenth of the nodes stands above all others by a gap, and noise is added."""

    id = "centrality-gap"
    n: int = param(1000, "Number of nodes", low=20, high=10**6)
    repeats: int = param(200, "Draws of the noise for each gap", low=2, high=10**5)
    seed: int = param(0, "Seed of the noise", low=0, high=10**9)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """At most as many jump as the theorem says, and at 1 / ln(n/2) of the gap at most one."""
        margin = rows["jump"] - rows["±"]
        borne = rows[rows["borne"]]
        return bool((margin <= rows["by the theorem"]).all() and (borne["jump"] <= 1).all())

    def said_at(self, place: float) -> str:
        """How many rise by the gap, by the law of the noise and by the theorem."""
        crowd, rises = self.n - self.n // 10, math.exp(-place) / 2.0
        borne = "bears" if tolerable_scale(place, self.n) >= 1.0 else "does not bear"
        return (
            f"At ψ = {place:.1f} b, noise lifts {digits(crowd * rises)} of the {crowd:,} in the "
            f"crowd by the gap; the theorem allows {digits(self.n * rises)}. The ranking {borne} "
            "this noise."
        )

    def grid(self) -> tuple[float, ...]:
        """The gap, in units of the scale of the noise; one of them is ln(n/2)."""
        return (1.0, 2.0, 3.0, 4.0, 5.0, 1.0 / tolerable_scale(1.0, self.n), 8.0)

    def measure(self, setting: float, progress: Progress) -> Iterator[dict[str, Any]]:
        """How many of the crowd are moved by the gap or more, and who of the top stays there."""
        jumps, kept = [], []
        top = self.n // 10
        truth = np.append(np.full(top, setting), np.zeros(self.n - top))
        for repeat in self.repeated(progress):
            noise = np.random.default_rng((self.seed, repeat)).laplace(size=self.n)
            jumps.append(float((noise[top:] >= setting).sum()))
            kept.append(100 * precision_at(truth, truth + noise, 0.1))
        mean, half = mean_with_interval(jumps)
        yield {
            "gap": setting, "jump": mean, "±": half,
            "by the theorem": self.n * math.exp(-setting) / 2, "top kept": float(np.mean(kept)),
            "borne": tolerable_scale(setting, self.n) >= 1.0 - 1e-9,
        }  # fmt: skip
