"""Minimum spanning tree of a graph whose edge lengths come from the graph itself.

Lengths of edges for a spanning tree: weights, distances, how little neighbourhoods overlap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis, share
from graphdp_core.analyses.spectral import SpectralEmbedding, dimension_param
from graphdp_core.arrays import Floats, Indices
from graphdp_core.digits import digits, epsilon_label, percent
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import (
    disconnected_param,
    minimum_spanning_forest,
    parts_of,
    random_spanning_forest,
)
from graphdp_core.kernels.common_neighbours import common_neighbours
from graphdp_core.kernels.random_streams import GOLDEN
from graphdp_core.kernels.spanning_forest import kruskal
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.trees import (
    approximation_error,
    cophenetic_error,
    edge_overlap,
    excess_length,
    relative_excess_length,
)
from graphdp_core.params import Refused, param
from graphdp_core.progress import SILENT, Progress, Report
from graphdp_core.results import SpanningTree

ROUNDING = 1e-9  # of the largest coordinate: shorter distances are zero


WAYS = {
    True: "The heaviest tree is drawn: a large weight means close here, and it joins the closest.",
    False: "The lightest tree is drawn: a large weight means far apart here.",
    None: "The lightest tree is drawn: nobody said what a large weight means, and it counts as "
    "far apart. Where it means close, say so where the file is read.",
}
"""Which tree is drawn, by whether large weights mean near."""


def jaccard_lengths(graph: Graph, pairs: NDArray[np.int32], *, progress: Report = SILENT) -> Floats:
    """Jaccard dissimilarity of the closed neighbourhoods of node pairs, in [0, 1].

    With c common neighbours, degrees d and a = 1 if u and v are joined (else 0), it is
    1 - (c + 2a) / (d_u + d_v + 2 - c - 2a). On a released graph it is taken as released: the
    noise moves all pairs alike, so that the order of lengths, all that a tree depends on, lasts
    better than that of ratios of corrected counts.

    Parameters
    ----------
    pairs : ndarray of int32, shape (e, 2)
        Joined or not.

    Returns
    -------
    ndarray, shape (e,)

    References
    ----------
    P. Jaccard, Étude comparative de la distribution florale, 1901.

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    >>> jaccard_lengths(kite, kite.edges).tolist()
    [0.0, 0.25, 0.25, 0.5]
    """
    part = Progress.of(progress).between(0.0, 0.8)
    shared = common_neighbours(*graph.neighbours, pairs, progress=part).astype(np.float64)
    both = shared + 2.0 * (True if pairs is graph.edges else edge_places(graph, pairs)[1])
    sizes = graph.degrees[pairs].sum(axis=1) + 2.0
    lengths: Floats = 1.0 - both / (sizes - both)
    return lengths


def own_lengths(graph: Graph) -> Floats:
    """The graph's weights, shape (m,), minus them where large means near; Refused without."""
    if graph.weights is None:
        raise Refused(
            "the graph that is analysed has no weights: pick a weighted graph with a mechanism "
            "for weights, or another edge length."
        )
    return -graph.weights if graph.large_is_near else graph.weights


def edge_places(
    graph: Graph, pairs: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Where pairs stand among the graph's edges, and whether they are there at all."""
    codes, wanted = (e[:, 0].astype(np.int64) * graph.n + e[:, 1] for e in (graph.edges, pairs))
    place = np.searchsorted(codes, wanted)
    return place, np.append(codes, -1)[place] == wanted


def point_distances(points: Floats, pairs: NDArray[np.int32]) -> Floats:
    """Euclidean distances of pairs of points, shape (e,)."""
    u, v = pairs.T
    distances: Floats = np.sqrt(np.square(points[u] - points[v]).sum(axis=1))
    # Nodes with equal neighbourhoods lie at one place, but for rounding.
    return np.where(distances > ROUNDING * np.abs(points).max(initial=0.0), distances, 0.0)


SAME = 1e-10
"""Of the longest: distances of points that eigenvectors give are equal to less than this."""

_embeddings: GraphCache[Floats] = GraphCache(size=4)
_random_trees: GraphCache[Indices] = GraphCache(size=4)


@dataclass(frozen=True)
class MinimumSpanningTree(Analysis[SpanningTree]):
    """The shortest tree that joins all nodes along edges of the graph (a forest if it must).

    Lengths come from the graph that is analysed, so that on a release the tree is
    post-processing: the distance in its (debiased) spectral embedding, the Jaccard dissimilarity
    of the closed neighbourhoods, 1 - |N[u] ∩ N[v]| / |N[u] ∪ N[v]|, or its own weights, minus
    these where a large weight means near. Ties go to the edge with the lower node numbers.

    References
    ----------
    J. B. Kruskal, On the shortest spanning subtree of a graph, Proc. AMS, 1956.

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    >>> tree = MinimumSpanningTree(length="jaccard").run(kite, rng=np.random.default_rng(0))
    >>> tree.edges.tolist(), tree.weights.tolist()
    ([[0, 1], [0, 2], [2, 3]], [0.0, 0.25, 0.5])
    """

    id: ClassVar[str] = "spanning_tree"
    title: ClassVar[str] = "Minimum spanning tree"
    summary: ClassVar[str] = "The shortest set of edges that still joins everything together."
    source: ClassVar[str] = "Kruskal, On the shortest spanning subtree of a graph, Proc. AMS, 1956"
    formula: ClassVar[str] = r"T^* = \arg\min_{T} \sum_{(u,v) \in T} \ell(u, v)"
    metrics: ClassVar[tuple[Metric, ...]] = (
        share(
            "edge_overlap",
            "Ties kept",
            "Share of the true backbone's ties that the private one has too.",
        ),
        share(
            "real_edges",
            "Real ties",
            "Share of the private backbone's ties that exist in the true graph.",
        ),
        Metric(
            "excess_length",
            "Extra length",
            "How much longer the private tree is than the baseline's, per edge, when both are "
            "measured in the true graph. Invented edges, or parts left unjoined, can make it "
            "shorter: below 0.",
            better="lower",
            percent=True,
        ),
        Metric(
            "relative_excess_length",
            "Extra length against a random tree",
            "0: as short as the baseline. 1: no better than a spanning tree of the true graph "
            "chosen without looking at lengths (edges in a fixed scrambled order; with the "
            "graph's own weights, a uniform random tree). Invented edges can take it below 0 or "
            "beyond 1.",
            better="lower",
        ),
        Metric(
            "error",
            "Approximation error",
            "Total length of the private tree minus that of the baseline's, both measured in the "
            "true graph, in the unit of the lengths.",
            better="lower",
        ),
        Metric(
            "cophenetic_error",
            "Merging height",
            "How much higher, on average over all pairs, two nodes merge in single linkage on the "
            "private tree than on the baseline's, with true lengths.",
            better="lower",
            percent=True,
        ),
    )
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (
        Yardstick("edge_overlap", perfect=1.0, nothing=0.0),
    )

    length: str = param(
        "embedding",
        "Edge length: distance in the spectral embedding of the graph, how little two "
        "neighbourhoods overlap, or the graph's own weights.",
        label="Length of a tie",
        choices={
            "embedding": "Embedding distance",
            "jaccard": "Jaccard dissimilarity",
            "weights": "The graph's weights",
        },
    )
    dimension: int = dimension_param(
        "Dimensions of the embedding behind the lengths; 0 finds the elbow of the scree plot.",
        usual=3,
    )
    disconnected: str = disconnected_param()

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> SpanningTree:
        """Build the tree; Refused if lengths cannot be had or a forest is refused."""
        parts = parts_of(graph, self.disconnected)
        if graph.m == 0:
            note = f"No edges: {graph.n:,} separate nodes and no tree."
            return SpanningTree(np.empty((0, 2), np.int32), np.empty(0), (note,), graph.n)
        if self.length == "weights":
            lengths = own_lengths(graph)
        elif self.length == "jaccard":
            lengths = jaccard_lengths(graph, graph.edges, progress=progress)
        else:
            embedding = SpectralEmbedding(dimension=self.dimension)
            points = embedding.run(graph, rng=rng, progress=progress).points
            lengths = point_distances(points, graph.edges)
        progress(0.9, "tree")
        taken = minimum_spanning_forest(graph, self._told_apart(lengths))
        notes = [WAYS[graph.large_is_near]] if self.length == "weights" else []
        if parts > 1:
            notes.append(f"The graph falls into {parts:,} parts: a tree for each is shown.")
        shown = graph.weights if self.length == "weights" else lengths
        assert shown is not None
        return SpanningTree(graph.edges[taken], shown[taken], tuple(notes), graph.n)

    def _measure(
        self, graph: Graph, baseline: SpanningTree, private: SpanningTree
    ) -> dict[str, float]:
        """Compare edge sets, and the lengths of both trees in the true graph."""
        random_tree = (_random_tree if self.length == "weights" else _cheap_random_tree)(graph)
        trees = (baseline.edges, private.edges, random_tree)
        ends = np.cumsum([len(edges) for edges in trees[:-1]])
        best, lengths, random = np.split(_true_lengths(self, graph, np.concatenate(trees)), ends)
        return {
            "edge_overlap": edge_overlap(baseline.edges, private.edges),
            "real_edges": edge_overlap(private.edges, graph.edges),
            "excess_length": excess_length(lengths, best),
            "relative_excess_length": relative_excess_length(lengths, best, random),
            "error": approximation_error(lengths, best),
            "cophenetic_error": cophenetic_error(
                graph.n, (private.edges, lengths), (baseline.edges, best)
            ),
        }

    def joins(self, graph: Graph) -> str:
        """What the tree is, in words that a tile has room for; "" where it is not by weights."""
        if self.length != "weights":
            return ""
        return f"{'strongest' if graph.large_is_near else 'shortest'} ties that join all"

    def headline(self, graph: Graph) -> tuple[str, ...]:
        """Ids of the metrics shown first; by the graph's own weights, the error in their unit."""
        second = "error" if self.length == "weights" else "real_edges"
        return ("edge_overlap", second, "excess_length", "relative_excess_length")

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """What became of the tree's edges and of its length, in one sentence."""
        kept, real = metrics["edge_overlap"], metrics["real_edges"]
        if not np.isfinite([kept, real]).all():
            return f"At {epsilon_label(epsilon)} one of the two graphs has no tree to compare."
        if self.length == "weights":
            return _finding_by_weight(metrics, epsilon)
        text = (
            f"At {epsilon_label(epsilon)} the backbone keeps {percent(kept, whole=True)} of its "
            f"ties. {percent(real, whole=True)} of the released ones are in the true graph"
        )
        excess = metrics["excess_length"]
        if not np.isfinite(excess):
            return text + "."
        if excess < 0:
            cause = "the invented ones make it" if real < 1.0 else "in more parts, it is"
            return f"{text}, where {cause} {percent(-excess, whole=True)} shorter per tie."
        return f"{text}, where it is {percent(excess, whole=True)} longer per tie."

    def _told_apart(self, lengths: Floats) -> Floats:
        """The lengths, of which those that differ by rounding alone are equal, for ties to be."""
        if self.length != "embedding" or not lengths.any():
            return lengths
        return np.rint(lengths * (1.0 / (SAME * lengths.max())))


def random_tree_error(graph: Graph) -> float:
    """w(T) - w(MST) of one uniform random spanning tree, by the graph's own weights.

    Reads the true weights: not private.

    Examples
    --------
    >>> cycle = Graph.from_edges(3, [(0, 1), (0, 2), (1, 2)], weights=[1.0, 1.0, 5.0])
    >>> random_tree_error(cycle) in (0.0, 4.0)
    True
    """
    weights = own_lengths(graph)
    place, _ = edge_places(graph, _random_tree(graph))
    best = minimum_spanning_forest(graph, weights)
    return approximation_error(weights[place], weights[best])


def _true_lengths(analysis: MinimumSpanningTree, graph: Graph, pairs: NDArray[np.int32]) -> Floats:
    if analysis.length == "weights" and len(pairs):
        place, is_edge = edge_places(graph, pairs)
        if not is_edge.all():
            raise Refused("a tree edge is not in the true graph: pick another edge length.")
        return own_lengths(graph)[place]
    if analysis.length == "jaccard" or graph.m == 0:
        return jaccard_lengths(graph, pairs)
    stream = np.random.default_rng(0)  # the embedding draws nothing
    embedding = SpectralEmbedding(dimension=analysis.dimension)
    points = _embeddings.get(
        graph, analysis.dimension, lambda: embedding.run(graph, rng=stream).points
    )
    return point_distances(points, pairs)


def _random_tree(graph: Graph) -> Indices:
    """One uniform random spanning forest, always the same; the cheap one if the walk takes long."""

    def draw() -> Indices:
        taken = random_spanning_forest(graph, rng=np.random.default_rng(0))
        return _cheap_random_tree(graph) if taken is None else graph.edges[taken]

    return _random_trees.get(graph, "uniform", draw)


def _cheap_random_tree(graph: Graph) -> NDArray[np.int32]:
    """A spanning forest whose edges come in the order of (position + 1) x 2^64/phi mod 2^64."""
    order = np.argsort(np.arange(1, graph.m + 1, dtype=np.uint64) * GOLDEN)
    return graph.edges[kruskal(graph.n, graph.edges, order)]


def _finding_by_weight(metrics: Mapping[str, float], epsilon: float) -> str:
    text = (
        f"At {epsilon_label(epsilon)} the backbone keeps "
        f"{percent(metrics['edge_overlap'], whole=True)} of its ties. Its weight "
        f"is off by {digits(metrics['error'])}"
    )
    way = metrics["relative_excess_length"]
    return (
        f"{text}, {percent(way, whole=True)} of what a random tree is off."
        if np.isfinite(way)
        else f"{text}."
    )
