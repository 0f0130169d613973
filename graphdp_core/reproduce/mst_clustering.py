"""Clusters from private spanning trees: the experiment of section 4.3 of Pinot's thesis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdp_core.analyses.dbmstclu import DBMSTClu
from graphdp_core.analyses.msdr import MSDR
from graphdp_core.analyses.single_linkage import SingleLinkage
from graphdp_core.analyses.tree_partitioning import TreePartitioning
from graphdp_core.datasets.generators.point_clouds import Shapes
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import forest_edges
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.minus_exponential import MinusExponential
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.metrics.overlaps import Overlaps
from graphdp_core.params import by_id, param
from graphdp_core.progress import Progress
from graphdp_core.reproduce.intervals import mean_with_interval
from graphdp_core.reproduce.reproduction import Chart, Reproduction, Table, frame
from graphdp_core.reproduce.stopwatch import SECONDS, Stopwatch
from graphdp_core.results import Partition

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MSTClustering"]

Found = dict[tuple[Any, ...], list[tuple[float, int]]]  # by row: (ARI, clusters) of every set
Watches = dict[tuple[Any, ...], Stopwatch]

EPSILONS = (0.1, 1.0)
FAILS, CONVINCES = 0.2, 0.8  # ARI of clusters with the shapes
LEAST = 1e-3  # units of the noise of the points: least weight after lifting
PUBLISHED_N = 1000
METHODS: tuple[type[TreePartitioning], ...] = (DBMSTClu, SingleLinkage, MSDR)
COLUMNS = {
    "protected": "What neighbours may differ by: every weight by a radius at once (l∞), or all "
    "weights by it in total (l1), in units of the noise of the points",
    "tree from": "Laplace: minimum spanning tree of noisy weights, with these weights; others: "
    "the tree with half of ε, noisy weights on its edges with the other half",
    "epsilon": "ε of tree and weights together",
    "published": "What the thesis' pictures show (Figures 4.4 and 4.5; it gives no number)",
    "ARI": "Adjusted Rand index with the true shapes, mean over point sets and repeats",
    "±": "Half the 95% interval of that mean",
    "clusters": "Median number of clusters; 5 are true",
    "seconds": SECONDS + ", of release and cuts; the thesis prints none for these",
}


@dataclass(frozen=True)
class MSTClustering(Reproduction):
    """DBMSTClu on the Laplace tree and on PAMST's tree, 1,000 points in arbitrary shapes."""

    id: ClassVar[str] = "mst-clustering"
    title: ClassVar[str] = "Clusters from private spanning trees"
    claim: ClassVar[str] = (
        "On 1,000 points in arbitrary shapes, with 0.1-differential privacy, DBMSTClu fails on the "
        "tree of the Laplace mechanism and finds a convincing partition on the tree of PAMST."
    )
    source: ClassVar[str] = (
        "Pinot, Minimum spanning tree release under differential privacy constraints, 2017, "
        "section 4.3, Figures 4.3 to 4.5"
    )

    chart: ClassVar[Chart] = Chart(
        "epsilon", ("ARI",), "ARI with the shapes", panels=("protected",), curves=("tree from",),
        interval=("±",),
    )  # fmt: skip

    repeats: int = param(20, "Point sets, each with noise of its own", low=2, high=1000)
    n: int = param(1000, "Points", low=50, high=3000)
    joined: str = param(
        "radius",
        "Graph of the points: within a radius, as published, which gives away who is near whom, "
        "or all pairs, whose topology says nothing.",
        choices=("radius", "complete"),
        choice_labels=("Within a radius", "All pairs"),
    )
    radius: float = param(
        18.0, "Largest distance of joined points, in units of their noise", low=1.0, high=1000.0
    )
    method: str = param(
        "dbmstclu",
        "How the tree is cut into clusters",
        choices=tuple(method.id for method in METHODS),
        choice_labels=tuple(method.title for method in METHODS),
    )
    negative: str = param(
        "clip",
        "Noisy weights of 0 or less, on which the thesis is silent: each counts as tiny, or all "
        "weights are lifted by as much as the least one needs.",
        choices=("clip", "lift"),
        choice_labels=("Clip", "Lift all"),
    )
    seed: int = param(0, "Random stream", low=0, high=999_999)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Under the thesis' relation PAMST gives the shapes and Laplace does not."""
        found = rows[rows["published"] != ""].set_index("tree from")["ARI"]
        fails, convinces = found["Laplace on weights"], found["PAMST"]
        return bool(fails < FAILS and convinces > CONVINCES)

    def _table(self, progress: Progress) -> Table:
        """Draw the point sets, release and cluster each in every way."""
        method = by_id("method", METHODS, self.method)()
        found: Found = {}
        watches: Watches = {}
        edges, torn = [], 0
        for repeat in range(self.repeats):
            progress(repeat / self.repeats, f"point set {repeat + 1} of {self.repeats}")
            rng = np.random.default_rng((self.seed, repeat))
            graph = Shapes(n=self.n, joined=self.joined, radius=self.radius).generate(rng=rng)
            edges.append(graph.m)
            torn += forest_edges(graph) < graph.n - 1
            for row, partition in self._partitions(graph, method, rng, watches):
                ari = Overlaps.of(np.asarray(graph.labels), partition.labels).adjusted_rand()
                found.setdefault(row, []).append((ari, partition.k))
        return Table(
            frame(COLUMNS, _rows(found, watches)), COLUMNS, self._notes(edges, torn, found)
        )

    def _partitions(
        self,
        graph: Graph,
        method: TreePartitioning,
        rng: np.random.Generator,
        watches: Watches,
    ) -> Iterator[tuple[tuple[Any, ...], Partition]]:
        """(protected, tree, epsilon, published) with the clusters found that way, each timed."""
        row: tuple[Any, ...] = ("nothing", "true weights", None, "")
        watch = watches.setdefault(row, Stopwatch())
        yield row, watch.take(partial(method.run, graph, rng=rng))
        for protected, mechanisms in _pipelines(graph.m).items():
            for mechanism in mechanisms:
                for epsilon in EPSILONS:
                    published = _published(protected, mechanism, epsilon)
                    row = protected, mechanism.title, epsilon, published
                    watch = watches.setdefault(row, Stopwatch())
                    yield (
                        row,
                        watch.take(partial(self._cut, graph, mechanism, epsilon, method, rng)),
                    )

    def _cut(
        self,
        graph: Graph,
        mechanism: Mechanism,
        epsilon: float,
        method: TreePartitioning,
        rng: np.random.Generator,
    ) -> Partition:
        """The clusters of one release."""
        release: Any = mechanism.release(graph, epsilon=epsilon, rng=rng)
        return method.run(_lifted(release) if self.negative == "lift" else release, rng=rng)

    def _notes(self, edges: list[int], torn: int, found: Found) -> tuple[str, ...]:
        topology = (
            f"Points within {self.radius:g} are joined: {np.mean(edges):,.0f} edges on average. "
            "This graph is made from the private points, so that its edges, which weight privacy "
            "takes as public, give away who is near whom; joined=complete avoids that. It falls "
            f"into parts in {torn} of {len(edges)} sets: there the parts are the clusters."
            if self.joined == "radius"
            else "All pairs are joined, so that the topology says nothing about the points. Each "
            "weight is still protected by itself: moving one point moves n - 1 of them."
        )
        return (
            topology,
            "The shapes are ours (two crescents, a ring, a disc, a wave, noise 1): the thesis "
            "does not give its own. It prints pictures, no measure of agreement.",
            _verdict(found, self.n),
            *_by_relation(found),
            "Where every weight may change by 1/|E|, a tiny step, PAMST's c at ε/2 is that of the "
            "thesis (Δu = 1/|E|), its tree weights get Laplace noise of scale 2(n-1)/(|E| ε), and "
            "the Laplace mechanism has scale 1/ε.",
            "Where most noisy weights of a tree are 0 or less, clipping makes them equal, and the "
            "best validity index is that of single nodes.",
        )


def _verdict(found: Found, n: int) -> str:
    """Whether our indices are those that the pictures show."""
    mean = {row[-1]: _mean_ari(values) for row, values in found.items() if row[-1]}
    fails, works = mean["fails"], mean["convincing"]
    match = "matches" if fails < FAILS and works > CONVINCES else "does not match"
    size = "" if n == PUBLISHED_N else f", which have {PUBLISHED_N:,} points and not {n:,}"
    return (
        f"At ε = {EPSILONS[0]:g} this {match} the pictures{size}: ARI {fails:.2f} where Laplace "
        f"fails, {works:.2f} where PAMST convinces."
    )


def _by_relation(found: Found) -> Iterator[str]:
    """Under each relation at the smallest epsilon, how good the clusters of each tree are."""
    trees: dict[str, dict[str, list[tuple[float, int]]]] = {}
    for (protected, tree, epsilon, _), values in found.items():
        if epsilon == EPSILONS[0]:
            trees.setdefault(protected, {})[tree] = values
    like_pictures = []
    for protected, values_of in trees.items():
        ranked = sorted(values_of, key=lambda tree: -_mean_ari(values_of[tree]))
        words = ", ".join(
            f"{tree} {_mean_ari(values_of[tree]):.2f} "
            f"({np.median([k for _, k in values_of[tree]]):g} clusters)"
            for tree in ranked
        )
        yield f"At ε = {EPSILONS[0]:g}, {protected}: ARI {words}."
        laplace, pamst = (_mean_ari(values_of[kind.title]) for kind in (WeightLaplace, PAMST))
        if laplace < FAILS and pamst > CONVINCES:
            like_pictures.append(protected)
    yield f"The ranking of the pictures comes out under: {'; '.join(like_pictures) or 'none'}."


def _mean_ari(values: list[tuple[float, int]]) -> float:
    return float(np.mean([ari for ari, _ in values]))


def _lifted(release: Any) -> Any:
    """The same graph or tree with all weights moved up until the least is just above 0."""
    least = float(release.weights.min(initial=LEAST))
    return replace(release, weights=release.weights + (LEAST - least))


def _pipelines(m: int) -> dict[str, tuple[Mechanism, ...]]:
    """The mechanisms compared under each relation, on a graph of m edges."""
    step = 1.0 / m
    return {
        "every weight by 1/|E|": (
            WeightLaplace(norm="linf", radius=step),
            PAMST(norm="linf", radius=step, weights_share=0.5),
            MinusExponential(norm="linf", radius=step, weights_share=0.5),
        ),
        "all weights by 1 in total": (
            WeightLaplace(norm="l1", radius=1.0),
            PAMST(norm="l1", radius=1.0, weights_share=0.5),
        ),
        "every weight by 1/2": (
            WeightLaplace(norm="linf", radius=0.5),
            PAMST(norm="linf", radius=0.5, weights_share=0.5),
        ),
    }


def _published(protected: str, mechanism: Mechanism, epsilon: float) -> str:
    if epsilon != EPSILONS[0] or not protected.endswith("|E|"):
        return ""
    return {WeightLaplace.id: "fails", PAMST.id: "convincing"}.get(mechanism.id, "")


def _rows(found: Found, watches: Watches) -> list[tuple[Any, ...]]:
    rows = []
    for row, values in found.items():
        mean, half = mean_with_interval([ari for ari, _ in values])
        clusters = float(np.median([k for _, k in values]))
        rows.append((*row, mean, half, clusters, watches[row].mean))
    return rows
