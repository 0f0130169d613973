"""Lengths of edges for a spanning tree: weights, distances, how little neighbourhoods overlap."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.common_neighbours import common_neighbours
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Progress, Report

__all__ = ["edge_places", "jaccard_lengths", "own_weights", "point_distances"]


ROUNDING = 1e-9  # of the largest coordinate: shorter distances are zero


def jaccard_lengths(graph: Graph, pairs: NDArray[np.int32], *, progress: Report = SILENT) -> Floats:
    """Jaccard dissimilarity of the closed neighbourhoods of node pairs, in [0, 1].

    With c common neighbours, degrees d and a = 1 if u and v are joined (else 0), it is
    1 - (c + 2a) / (d_u + d_v + 2 - c - 2a). On a released graph it is taken as released: the
    noise moves all pairs alike, so that the order of lengths, all that a tree depends on, lasts
    better than that of ratios of corrected counts.

    Parameters
    ----------
    graph : Graph
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
    joined = _are_joined(graph, pairs).astype(np.float64)
    both = shared + 2.0 * joined
    sizes = graph.degrees[pairs].sum(axis=1) + 2.0
    lengths: Floats = 1.0 - both / (sizes - both)
    return lengths


def own_weights(graph: Graph) -> Floats:
    """The graph's weights, shape (m,); Refused if it has none."""
    if graph.weights is None:
        raise Refused(
            "the graph that is analysed has no weights: pick a weighted graph with a mechanism "
            "for weights, or another edge length."
        )
    return graph.weights


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


def _are_joined(graph: Graph, pairs: NDArray[np.int32]) -> NDArray[np.bool_]:
    if pairs is graph.edges:
        return np.ones(graph.m, dtype=np.bool_)
    return edge_places(graph, pairs)[1]
