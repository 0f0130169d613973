"""The measures of centrality: one number per node, larger for a more central node."""

from graphdp_core.centralities.neighbourhood import core, degree, laplacian
from graphdp_core.centralities.paths import betweenness, closeness
from graphdp_core.centralities.walks import check_node, eigenvector, nearness, pagerank
from graphdp_core.centralities.weighted import (
    edge_weights,
    laplacian_energy,
    weighted_closeness,
    weighted_eigenvector,
    weighted_laplacian,
    weights_matrix,
)

__all__ = [
    "betweenness",
    "check_node",
    "closeness",
    "core",
    "degree",
    "edge_weights",
    "eigenvector",
    "laplacian",
    "laplacian_energy",
    "nearness",
    "pagerank",
    "weighted_closeness",
    "weighted_eigenvector",
    "weighted_laplacian",
    "weights_matrix",
]
