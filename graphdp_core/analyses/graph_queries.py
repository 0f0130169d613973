"""The fifteen queries of a published benchmark of synthetic graphs, as errors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis, error
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.arrays import Floats
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import (
    clustering_statistics,
    degree_assortativity,
    node_triangles,
)
from graphdp_core.kernels.closeness import distance_counts
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.partitions import Overlaps, modularity
from graphdp_core.metrics.statistics import relative_error, total_variation
from graphdp_core.params import param
from graphdp_core.progress import Progress
from graphdp_core.results import QueryAnswers
from graphdp_core.spectra.eigenpairs import leading_eigenpairs

EVERY_SOURCE = 1_000  # nodes up to which paths from all of them are followed
AT_ONCE = 64  # sources
ORDER_OF_SOURCES = 0  # seed of the public order that sources are taken in

QUERIES: Mapping[str, str] = MappingProxyType(
    {
        "nodes": "Nodes",
        "edges": "Edges",
        "triangles": "Triangles",
        "mean_degree": "Mean degree",
        "degree_variance": "Degree variance",
        "degree_distribution": "Degree distribution",
        "diameter": "Diameter",
        "mean_path": "Mean path length",
        "distance_distribution": "Distance distribution",
        "transitivity": "Transitivity",
        "clustering": "Average clustering",
        "communities": "Communities",
        "modularity": "Modularity",
        "assortativity": "Degree assortativity",
        "eigenvector": "Eigenvector centrality",
    }
)
"""The queries in the order of the benchmark, and their names."""

AS_IT_STANDS = (
    "The fifteen queries read a release as it stands: nothing is corrected for its known noise."
)

_DISTANCES = ("degree_distribution", "distance_distribution")
_HELP = {
    "nodes": "The number of nodes is public here: an error of 0.",
    "degree_distribution": "Total variation between the two degree distributions, 0 to 1.",
    "distance_distribution": "Total variation between the two distributions of path lengths.",
    "diameter": "Relative error of the longest path found from the sources.",
    "communities": "1 less the normalised mutual information of the Louvain communities of both "
    "graphs. It is kind to many small communities, alike or not.",
    "eigenvector": "Mean absolute error of the leading eigenvectors' entries, times √n: 0 to 2.",
}


@dataclass(frozen=True)
class GraphQueries(Analysis[QueryAnswers]):
    """Fifteen properties of a graph as it stands, to tell how faithful a synthetic one is.

    The graph is read as it is released: known noise is not corrected for, because the benchmark
    compares graphs. Errors of numbers are relative, those of distributions are total variations.

    References
    ----------
    Liu, Wang, Chen, Chen, Chen, Meng, Cao & Yoshikawa (2024), PGB: benchmarking differentially
    private synthetic graph generation algorithms, arXiv:2408.02928 (the queries; it measures
    distributions by the Kullback-Leibler divergence, which is infinite where a value is missing).

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    >>> answers = GraphQueries().run(kite, rng=np.random.default_rng(0))
    >>> answers.values["diameter"], answers.values["degree_variance"], answers.distances.tolist()
    (2.0, 0.5, [0.0, 8.0, 4.0])
    """

    id: ClassVar[str] = "graph_queries"
    title: ClassVar[str] = "Fifteen queries"
    summary: ClassVar[str] = (
        "Counts, degrees, path lengths, clustering, communities and centrality of a graph as it "
        "stands: how faithful a synthetic graph is, one by one."
    )
    source: ClassVar[str] = (
        "PGB: Benchmarking Differentially Private Synthetic Graph Generation Algorithms, "
        "arXiv:2408.02928, 2024"
    )
    formula: ClassVar[str] = (
        r"\mathrm{err}(q) = \frac{|q(G') - q(G)|}{|q(G)|},\qquad "
        r"\mathrm{TV}(P, P') = \tfrac12 \sum_x |P(x) - P'(x)|"
    )
    metrics: ClassVar[tuple[Metric, ...]] = tuple(
        error(
            f"{id}_error",
            f"{name}: error",
            _HELP.get(id, f"Relative error of the {name.lower()}."),
            high=1.0 if id in (*_DISTANCES, "communities") else None,
        )
        for id, name in QUERIES.items()
    )
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (
        Yardstick("degree_distribution_error", perfect=0.0, nothing=1.0),
    )

    sources: int = param(
        512,
        "Nodes that paths are followed from on graphs of more than 1,000 nodes.",
        low=1,
        high=10_000,
    )

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> QueryAnswers:
        """Answer all queries; what a very dense graph does not allow is nan, with a note."""
        progress(0.0, "triangles")
        triangles, notes = node_triangles(graph, progress=progress.between(0.0, 0.3))
        counts = clustering_statistics(graph, triangles)
        if graph.noise is not None:
            notes = (*notes, AS_IT_STANDS)
        progress(0.3, "paths")
        distances = self._distances(graph)
        progress(0.6, "communities")
        labels: NDArray[np.integer] = (
            Louvain(runs=1, debias=False)
            .run(graph, rng=rng, progress=progress.between(0.6, 0.9))
            .labels
        )
        progress(0.9, "eigenvector")
        degrees, reached = graph.degrees.astype(np.float64), distances.sum()
        values = {
            "nodes": float(graph.n),
            "edges": float(graph.m),
            "triangles": counts["triangles"],
            "mean_degree": float(degrees.mean()) if graph.n else math.nan,
            "degree_variance": float(degrees.var()) if graph.n else math.nan,
            "diameter": float(len(distances) - 1),
            "mean_path": float(distances @ np.arange(len(distances)) / reached)
            if reached
            else math.nan,
            "transitivity": counts["transitivity"],
            "clustering": counts["average_clustering"],
            "modularity": modularity(graph, labels) if graph.m else math.nan,
            "assortativity": degree_assortativity(graph),
        }
        return QueryAnswers(
            values=values,
            degrees=degrees,
            estimates=values,
            notes=notes,
            degree_estimates=degrees,
            distances=distances,
            labels=labels.astype(np.int64),
            centrality=_leading_eigenvector(graph),
        )

    def _distances(self, graph: Graph) -> Floats:
        """Ordered pairs at distance 0 (none), 1, 2, ... from the sources, a public choice."""
        order = np.random.default_rng(ORDER_OF_SOURCES).permutation(graph.n)
        sources = order if graph.n <= EVERY_SOURCE else order[: self.sources]
        total = np.zeros(1)
        for start in range(0, len(sources), AT_ONCE):
            counts = distance_counts(*graph.neighbours, sources[start : start + AT_ONCE])
            longer = np.zeros(max(len(total), len(counts)))
            longer[: len(total)] += total
            longer[: len(counts)] += counts
            total = longer
        return total

    def _measure(
        self, graph: Graph, baseline: QueryAnswers, private: QueryAnswers
    ) -> dict[str, float]:
        """The error of every query, in its order."""
        special = {
            "degree_distribution": total_variation(
                *(np.bincount(one.degrees.astype(np.int64)) for one in (baseline, private))
            ),
            "distance_distribution": total_variation(baseline.distances, private.distances),
            "communities": 1.0
            - Overlaps.of(baseline.labels, private.labels).normalised_mutual_information(),
            "eigenvector": float(np.abs(baseline.centrality - private.centrality).mean())
            * math.sqrt(graph.n)
            if graph.n
            else math.nan,
        }
        return {
            f"{id}_error": special[id]
            if id in special
            else relative_error(private.values[id], baseline.values[id])
            for id in QUERIES
        }

    def headline(self, graph: Graph) -> tuple[str, ...]:
        """Ids of the metrics shown first, in their order."""
        return (
            "degree_distribution_error",
            "clustering_error",
            "distance_distribution_error",
            "modularity_error",
        )

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """How many queries come out within a tenth, and which is worst."""
        known = {
            id: metrics[f"{id}_error"]
            for id in QUERIES
            if id != "nodes" and math.isfinite(metrics[f"{id}_error"])
        }
        if not known:
            return (
                f"At {epsilon_label(epsilon)} there is nothing to compare: one graph has no edges."
            )
        near = sum(error <= 0.1 for error in known.values())
        worst = max(known, key=lambda id: known[id])
        return (
            f"At {epsilon_label(epsilon)}, {near} of {len(known)} properties are off by a tenth "
            f"at most; farthest off is the {QUERIES[worst].lower()}."
        )


def _leading_eigenvector(graph: Graph) -> Floats:
    """Of the adjacency matrix, with entries at least 0, shape (n,); zeros without edges."""
    if graph.m == 0:
        return np.zeros(graph.n)
    _, vectors = leading_eigenpairs(graph, 1, debias=False, largest=True)
    vector: Floats = np.abs(vectors[:, 0]).astype(np.float64)
    return vector
