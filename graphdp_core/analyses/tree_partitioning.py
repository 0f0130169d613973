"""What clusterings of a spanning tree share: what they read, and how clean their cuts are."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.partitioning import Partitioning
from graphdp_core.arrays import Floats
from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.metrics import Metric
from graphdp_core.metrics.communities import tree_validity
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Progress, Report
from graphdp_core.results import Partition, Result, SpanningTree

__all__ = ["TreePartitioning", "weighted_forest"]


FLOOR = 1e-9  # of the largest weight: what weights that are not positive are raised to


@dataclass(frozen=True, eq=False)
class WeightedForest:
    """A spanning forest with positive weights: what every clustering of a tree starts from."""

    n: int
    edges: NDArray[np.int32]  # (n - parts, 2)
    weights: Floats  # (n - parts,)
    notes: tuple[str, ...] = ()

    def cluster(self, cut: NDArray[np.bool_]) -> NDArray[np.int32]:
        """The parts that are left without the cut edges, shape (n,)."""
        return component_numbers(self.n, self.edges[~cut])


@dataclass(frozen=True)
class TreePartitioning(Partitioning):
    """A clustering that cuts edges of a minimum spanning tree; a subclass says which, in `cuts`.

    A weighted graph is read by its minimum spanning tree, its weights being lengths; a released
    spanning tree is read as it is, so that the clusters are post-processing of that release.
    Weights at or below 0, as noise makes them, count as tiny positive ones.
    """

    accepts: ClassVar[tuple[type[Graph] | type[Result], ...]] = (Graph, SpanningTree)
    metrics: ClassVar[tuple[Metric, ...]] = (
        *(metric for metric in Partitioning.metrics if not metric.id.startswith("modularity")),
        Metric(
            "validity_private",
            "Validity (DBCVI), private",
            "How much longer the edges of the true tree between private clusters are than those "
            "inside; -1 to 1, above 0 if separated.",
        ),
        Metric(
            "validity_baseline",
            "Validity (DBCVI), without privacy",
            "The same for the clusters found without privacy.",
            better="neither",
        ),
    )

    @abstractmethod
    def cuts(self, forest: WeightedForest, *, progress: Report = SILENT) -> NDArray[np.bool_]:
        """Which edges of the forest to cut, shape (n - parts,)."""

    def _run(
        self, graph: Graph | SpanningTree, *, rng: np.random.Generator, progress: Progress
    ) -> Partition:
        """Cluster a weighted graph or a weighted spanning tree.

        Raises
        ------
        Refused
            If there are no weights.
        """
        forest = weighted_forest(graph)
        labels = forest.cluster(self.cuts(forest, progress=progress))
        return Partition.from_labels(labels, notes=forest.notes)

    def _measure(self, graph: Graph, baseline: Partition, private: Partition) -> dict[str, float]:
        """Agreement of the two partitions, and how separated each is along the true tree."""
        values = super()._measure(graph, baseline, private)
        tree = weighted_forest(graph)
        for name, result in (("baseline", baseline), ("private", private)):
            del values[f"modularity_{name}"]
            labels = result.labels
            values[f"validity_{name}"] = tree_validity(tree.edges, tree.weights, labels)
        return values


def weighted_forest(graph: Graph | SpanningTree) -> WeightedForest:
    """The minimum spanning forest of a graph, or a released tree, with positive weights.

    Raises
    ------
    Refused
        If there are no weights.
    """
    if isinstance(graph, Graph):
        n, edges, weights = graph.n, *_shortest(graph)
    else:
        edges = graph.edges
        n = int(edges.max(initial=0)) + 1 if graph.n is None else graph.n
        weights = _weights(graph.weights, "This spanning tree was released")
    lengths, notes = _positive(weights)
    parts = n - len(edges)
    if parts > 1:
        notes += (
            f"The graph falls into {parts:,} parts, infinitely far apart: mostly these are the "
            "clusters, whatever the weights. Join more points to see what weights say.",
        )
    return WeightedForest(n, edges, lengths, notes)


def _shortest(graph: Graph) -> tuple[NDArray[np.int32], Floats]:
    if graph.m == 0:
        return graph.edges, np.empty(0)
    weights = _weights(graph.weights, "This graph is")
    taken = minimum_spanning_forest(graph, weights)
    return graph.edges[taken], weights[taken]


def _weights(weights: Floats | None, subject: str) -> Floats:
    if weights is None:
        raise Refused(
            f"{subject} without edge weights, and clusters of a spanning tree need them as "
            "lengths: take a point cloud or a file with weights, and a mechanism that releases "
            "weights (for a private tree, set a share of ε aside for the weights)."
        )
    return weights


def _positive(weights: Floats) -> tuple[Floats, tuple[str, ...]]:
    low = weights <= 0.0
    if not low.any():
        return weights, ()
    largest = float(weights.max())
    lengths = np.where(low, FLOOR * largest if largest > 0.0 else 1.0, weights)
    count = int(low.sum())
    words = "edge of the tree has a weight" if count == 1 else "edges of the tree have weights"
    return lengths, (f"{count:,} {words} of 0 or less, counted as tiny.",)
