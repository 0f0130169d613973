"""Centralities of weighted graphs, by the definitions of the paper on their private release."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.centralities.neighbourhood import round_to_ties
from graphdp_core.centralities.walks import perron_vector
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Report

if TYPE_CHECKING:
    from scipy.sparse import csr_array

PATHS_CHUNK = 2e6  # entries of the distance matrix held at a time


def edge_weights(graph: Graph) -> Floats:
    """The weights, or ones for a graph without weights, shape (m,)."""
    if graph.weights is None:
        return np.ones(graph.m)
    if graph.m and graph.weights.min() <= 0:
        raise Refused(
            f"weights must be above 0 for a weighted centrality, got {graph.weights.min():g}: "
            "shift or drop such edges first, or take a graph without weights."
        )
    return graph.weights


def weights_matrix(graph: Graph) -> csr_array:
    """The symmetric matrix of the edge weights, shape (n, n)."""
    edge_weights(graph)
    return graph.adjacency(weighted=graph.weights is not None)


def weighted_eigenvector(graph: Graph, *, progress: Report = SILENT) -> Floats:
    """Unit leading eigenvector of the matrix of weights, no entry negative, shape (n,).

    Where the eigenvalue is multiple (a disconnected graph), the projection of (1, ..., 1).

    References
    ----------
    Bonacich (1972), Journal of Mathematical Sociology; Laeuchli, Ramírez-Cruz & Trujillo-Rasua
    (2022), Applied Mathematics and Computation, section 4.

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[3.0, 4.0])
    >>> weighted_eigenvector(path).round(4).tolist()
    [0.4243, 0.7071, 0.5657]
    """
    return perron_vector(graph, weights_matrix(graph), progress=progress)


def laplacian_energy(graph: Graph) -> float:
    """Sum of the squared Laplacian eigenvalues: sum of d_i^2 + 2 sum of w_e^2.

    Examples
    --------
    >>> laplacian_energy(Graph.from_edges(2, [(0, 1)], weights=[3.0]))
    36.0
    """
    weights = edge_weights(graph)
    strengths = _strengths(graph, weights)
    return float(strengths @ strengths + 2 * weights @ weights)


def weighted_laplacian(graph: Graph) -> Floats:
    """Share of the Laplacian energy that is lost as a node leaves, shape (n,); 0 without edges.

    c_i = (d_i^2 + sum_j w_ij^2 + 2 sum_j w_ij d_j) / energy, with d_i the sum of the weights at
    i. The values add up to 3 - 4 sum of w_e^2 / energy, between 2 and 3.

    References
    ----------
    Qi, Fuller, Wu, Wu & Zhang (2012), Information Sciences; Laeuchli, Ramírez-Cruz &
    Trujillo-Rasua (2022), Applied Mathematics and Computation, section 5.

    Examples
    --------
    >>> weighted_laplacian(Graph.from_edges(3, [(0, 1), (1, 2)])).tolist()
    [0.6, 1.0, 0.6]
    """
    energy = laplacian_energy(graph)
    if energy == 0:
        return np.zeros(graph.n)
    weights = edge_weights(graph)
    d = _strengths(graph, weights)
    squares = _strengths(graph, weights**2)
    values: Floats = (d**2 + squares + 2 * (weights_matrix(graph) @ d)) / energy
    return values


def weighted_closeness(graph: Graph, *, progress: Report = SILENT) -> Floats:
    """1 / (sum of the distances to all other nodes), shape (n,); 0 in a disconnected graph.

    Weights are lengths. Without weights, distances are hops.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    section 6.

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[1.0, 3.0])
    >>> weighted_closeness(path).round(3).tolist()
    [0.2, 0.25, 0.143]
    """
    from graphdp_core.kernels.closeness import add_distances

    component = graph.components
    if graph.n < 2 or component.any():
        edge_weights(graph)
        return np.zeros(graph.n)
    if graph.weights is None:
        farness = np.zeros(graph.n, dtype=np.int64)
        everyone = np.arange(graph.n, dtype=np.int32)
        add_distances(graph.neighbours, component, everyone, farness, np.zeros_like(farness))
        return 1.0 / farness
    return round_to_ties(1.0 / _weighted_farness(graph, progress))


def _weighted_farness(graph: Graph, progress: Report) -> Floats:
    from scipy.sparse.csgraph import dijkstra

    matrix, n = weights_matrix(graph), graph.n
    farness = np.empty(n)
    step = max(1, int(PATHS_CHUNK / n))
    for start in range(0, n, step):
        progress(start / n, "weighted distances")
        sources = np.arange(start, min(start + step, n))
        farness[sources] = dijkstra(matrix, directed=False, indices=sources).sum(axis=1)
    return farness


def _strengths(graph: Graph, weights: Floats) -> Floats:
    """Sum of the given edge values at every node, shape (n,); ones in a graph without weights."""
    if graph.weights is None:
        return graph.degrees.astype(np.float64)
    ends = graph.edges.ravel()
    return np.bincount(ends, np.repeat(weights, 2), graph.n).astype(np.float64)
