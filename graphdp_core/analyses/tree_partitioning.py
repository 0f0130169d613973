"""What clusterings of a spanning tree share: what they read, and how clean their cuts are.

DBMSTClu: clusters by cutting a minimum spanning tree where that separates best.

MSDR: clusters by cutting the edges of a tree whose lengths are the least alike.

Single linkage: clusters by cutting the longest edges of a minimum spanning tree.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.partitioning import Partitioning, of_both
from graphdp_core.arrays import Floats
from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.kernels.batch_cuts import Tree, deviation_cuts
from graphdp_core.kernels.spanning_forest import merge_sizes
from graphdp_core.kernels.tree_cuts import best_cuts, preorder
from graphdp_core.metrics import Metric
from graphdp_core.metrics.communities import tree_validity
from graphdp_core.params import Refused, param
from graphdp_core.progress import SILENT, Progress, Report
from graphdp_core.results import Partition, Result, SpanningTree

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
        *of_both(
            "validity",
            "Validity (DBCVI)",
            "How much longer the edges of the true tree between private clusters are than those "
            "inside; -1 to 1, above 0 if separated.",
            "The same for the clusters found without privacy.",
        ),
    )

    @abstractmethod
    def cuts(self, forest: WeightedForest, *, progress: Report = SILENT) -> NDArray[np.bool_]:
        """Which edges of the forest to cut, shape (n - parts,)."""

    def _run(
        self, graph: Graph | SpanningTree, *, rng: np.random.Generator, progress: Progress
    ) -> Partition:
        """Cluster a weighted graph or a weighted spanning tree."""
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
    """The minimum spanning forest of a graph, or a released tree, with positive weights."""
    if isinstance(graph, Graph):
        n, edges, weights = graph.n, graph.edges, np.empty(0)
        if graph.m:
            weights = _weights(graph.weights, "This graph is")
            if graph.large_is_near:
                raise Refused(
                    "large weights mean close here, and clusters of a spanning tree need lengths: "
                    "bring 1 / weight as a distance."
                )
            taken = minimum_spanning_forest(graph, weights)
            edges, weights = edges[taken], weights[taken]
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
    return WeightedForest(n, edges.copy(), lengths, notes)  # one sort of array, compiled once


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


WORK = 20_000_000  # nodes looked at between two reports, about 0.1 s


@dataclass(frozen=True)
class DBMSTClu(TreePartitioning):
    """Density-based clustering of a minimum spanning tree, without parameters.

    1. Start from the whole tree as one cluster, with the worst index, -1.
    2. Among all edges not yet cut, find the one whose cut gives the largest validity index
       DBCVI; cut it if the index does not fall, and start again.

    A cluster's separation SEP is the least weight of a cut edge at it, its dispersion DISP the
    largest weight of an edge left inside, 0 for a single node. Of equally good cuts the heavier
    edge goes, then the one with the lower node numbers. A cut changes SEP and DISP of its own two
    parts only, so that every part is cut by itself, in time linear in its size: two passes over
    the tree give both indices of every possible cut. With real weights the whole work is that of a
    few passes. Where many edges share the largest weight, as integers do, they are cut
    together; only where leaf after leaf falls off by weights that all differ, as on a path whose
    weights rise, the work grows as n times the cuts.

    Two properties of the published algorithm: the first cut is always made, and a cluster of two
    nodes is always split. A very noisy tree therefore falls into single nodes, with index 1.
    Parts that no edge joins are infinitely far apart: they are the clusters then, with index 1.

    References
    ----------
    A. Morvan, K. Choromanski, C. Gouy-Pailler, J. Atif, Graph sketching-based massive data
    clustering, 2017. R. Pinot, Minimum spanning tree release under differential privacy
    constraints, 2017, Algorithm 2.

    Examples
    --------
    >>> from graphdp_core.results import SpanningTree
    >>> path = np.array([[i, i + 1] for i in range(5)], dtype=np.int32)
    >>> tree = SpanningTree(path, np.array([1.0, 1.1, 9.0, 1.2, 1.0]))
    >>> DBMSTClu().run(tree, rng=np.random.default_rng(0)).labels.tolist()
    [0, 0, 0, 1, 1, 1]
    """

    id: ClassVar[str] = "dbmstclu"
    title: ClassVar[str] = "DBMSTClu"
    summary: ClassVar[str] = (
        "Cuts the minimum spanning tree, edge by edge, as long as the clusters become better "
        "separated for their spread; finds any shape, needs edge lengths and no settings."
    )
    source: ClassVar[str] = (
        "Morvan et al., Graph sketching-based massive data clustering, 2017; Pinot, Minimum "
        "spanning tree release under differential privacy constraints, 2017, Algorithm 2"
    )
    formula: ClassVar[str] = (
        r"\text{DBCVI} = \sum_i \frac{|C_i|}{N} \, "
        r"\frac{\text{SEP}(C_i) - \text{DISP}(C_i)}{\max(\text{SEP}(C_i), \text{DISP}(C_i))}"
    )

    def cuts(self, forest: WeightedForest, *, progress: Report = SILENT) -> NDArray[np.bool_]:
        """Which edges of the forest to cut, shape (n - parts,)."""
        n = forest.n
        cut, nearest = np.zeros(len(forest.edges), dtype=np.bool_), np.full(n, np.inf)
        if len(cut) != n - 1:
            return cut
        parent, edge = preorder(n, forest.edges)
        tree = Tree(parent, edge, np.append(forest.weights, np.inf)[edge])
        order, waiting = np.arange(n), np.empty((n, 2), dtype=np.int64)
        waiting[0] = 0, n
        count, done = 1, 0
        while count:
            count, finished = best_cuts(tree, (order, waiting, count), nearest, cut, WORK)
            done += finished
            progress(done / n, "cutting the tree")
        return cut


MOST_CLUSTERS = 30


@dataclass(frozen=True)
class MSDR(TreePartitioning):
    """Maximum standard deviation reduction: cut what makes the lengths inside the most alike.

    Again and again, of all edges left, that one is cut which lowers the standard deviation of the
    lengths within the parts the most, weighted by their number of edges. Unless a number of
    clusters is asked for, it makes one cut, and ends before the next that takes away less than
    `least` of the deviation that there was at first. The publication ends at a minimum of a
    polynomial that is fitted to the reductions; the share is simpler to say.

    Unlike DBMSTClu it looks at spread and not at separation: in a cluster whose density varies it
    cuts within, and of a cluster of noise points it makes many.

    References
    ----------
    O. Grygorash, Y. Zhou, Z. Jorgensen, Minimum spanning tree based clustering algorithms, ICTAI,
    2006.

    Examples
    --------
    >>> from graphdp_core.results import SpanningTree
    >>> path = np.array([[i, i + 1] for i in range(5)], dtype=np.int32)
    >>> tree = SpanningTree(path, np.array([1.0, 1.1, 9.0, 1.2, 1.0]))
    >>> MSDR().run(tree, rng=np.random.default_rng(0)).labels.tolist()
    [0, 0, 0, 1, 1, 1]
    """

    id: ClassVar[str] = "msdr"
    title: ClassVar[str] = "MSDR"
    summary: ClassVar[str] = (
        "Cuts those edges of the minimum spanning tree that leave the other lengths most alike."
    )
    source: ClassVar[str] = (
        "Grygorash, Zhou & Jorgensen, Minimum spanning tree based clustering algorithms, ICTAI, "
        "2006"
    )
    formula: ClassVar[str] = (
        r"\text{cut } \arg\min_e \frac{\sum_i |T_i| \, \sigma(T_i)}{\sum_i |T_i|}, \quad "
        r"T_i \text{ the parts without } e"
    )

    clusters: int = param(
        0, "Number of clusters, up to 30; 0 cuts as long as it helps.", low=0, high=MOST_CLUSTERS
    )
    least: float = param(
        0.1,
        "Share of the first deviation that a cut must take away, where no number is asked for.",
        label="Least gain of a cut", low=0.001, high=1.0,
    )  # fmt: skip

    def cuts(self, forest: WeightedForest, *, progress: Report = SILENT) -> NDArray[np.bool_]:
        """Which edges of the forest to cut, shape (n - parts,); none where parts are apart."""
        cut = np.zeros(len(forest.edges), dtype=np.bool_)
        if len(cut) != forest.n - 1 or not len(cut):
            return cut
        parent, edge = preorder(forest.n, forest.edges)
        above = np.append(forest.weights, 0.0)[edge]
        progress(0.2, "cutting the tree")
        taken, left = deviation_cuts(parent, above, (self.clusters or MOST_CLUSTERS) - 1)
        wanted = len(taken)
        if not self.clusters:
            small = np.flatnonzero(-np.diff(left) < self.least * left[0])
            wanted = max(1, int(small[0])) if len(small) else wanted
        cut[edge[taken[:wanted]]] = True
        return cut


@dataclass(frozen=True)
class SingleLinkage(TreePartitioning):
    """Cut the longest edges of the minimum spanning tree, but for those to outliers.

    1. Join nodes along tree edges of rising length. An edge is a split if both sides that it
       joins have at least `smallest` nodes by then: the condensed tree of HDBSCAN*.
    2. Cut the longest splits: as many as asked for, or those before the largest ratio of two
       lengths that follow each other. Parts that no edge joins are infinitely far apart, so that
       they are the clusters then.

    References
    ----------
    J. C. Gower, G. J. S. Ross, Minimum spanning trees and single linkage cluster analysis,
    Applied Statistics, 1969. R. J. G. B. Campello, D. Moulavi, J. Sander, Density-based
    clustering based on hierarchical density estimates, PAKDD, 2013 (the condensed tree).

    Examples
    --------
    >>> from graphdp_core.results import SpanningTree
    >>> path = np.array([[i, i + 1] for i in range(6)], dtype=np.int32)
    >>> tree = SpanningTree(path, np.array([1.0, 1.1, 7.0, 1.2, 1.0, 9.0]))
    >>> SingleLinkage(smallest=2).run(tree, rng=np.random.default_rng(0)).labels.tolist()
    [1, 1, 1, 0, 0, 0, 0]
    """

    id: ClassVar[str] = "single_linkage"
    title: ClassVar[str] = "Single linkage"
    summary: ClassVar[str] = (
        "Cuts the longest edges of the minimum spanning tree that part clusters, not outliers."
    )
    source: ClassVar[str] = (
        "Gower & Ross, Minimum spanning trees and single linkage cluster analysis, 1969; "
        "condensed as by Campello, Moulavi & Sander, PAKDD, 2013"
    )
    formula: ClassVar[str] = (
        r"\ell_1 \ge \ell_2 \ge \dots \text{ (splits)}, \quad "
        r"\text{cut } \ell_1, \dots, \ell_j, \quad j = \arg\max_j \ell_j / \ell_{j+1}"
    )

    clusters: int = param(
        0,
        "Number of clusters, up to 30; 0 cuts before the largest ratio between two splits.",
        low=0,
        high=MOST_CLUSTERS,
    )
    smallest: int = param(
        5,
        "Nodes that each side of an edge must hold for its cut to count as a split.",
        label="Smallest cluster",
        low=1,
        high=1000,
    )

    def cuts(self, forest: WeightedForest, *, progress: Report = SILENT) -> NDArray[np.bool_]:
        """Which edges of the forest to cut, shape (n - parts,)."""
        sizes = merge_sizes(forest.n, forest.edges, np.argsort(forest.weights, kind="stable"))
        progress(0.8, "cutting the tree")
        splits = np.flatnonzero(sizes.min(axis=1, initial=forest.n) >= self.smallest)
        splits = splits[np.argsort(-forest.weights[splits], kind="stable")]
        apart = self._parts(forest)
        if self.clusters:
            wanted = max(self.clusters - apart, 0)
        elif apart > 1:
            wanted = 0
        else:
            lengths = forest.weights[splits[:MOST_CLUSTERS]]
            ratios = lengths[:-1] / lengths[1:]
            wanted = int(np.argmax(ratios)) + 1 if len(ratios) else len(lengths)
        cut = np.zeros(len(forest.edges), dtype=np.bool_)
        cut[splits[:wanted]] = True
        return cut

    def _parts(self, forest: WeightedForest) -> int:
        """Parts that no edge joins and that are large enough to be clusters; at least 1."""
        part = forest.cluster(np.zeros(len(forest.edges), dtype=np.bool_))
        return max(1, int(np.count_nonzero(np.bincount(part) >= self.smallest)))
