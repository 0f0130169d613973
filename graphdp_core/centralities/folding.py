"""A graph without its leaves, for sums over shortest paths: a node counts for its leaves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph

__all__ = ["Folded", "fold_leaves"]


class Folded(NamedTuple):
    """The core of a graph, its nodes by falling degree so that hubs lie together in memory.

    Parameters
    ----------
    core : Graph
    nodes : ndarray, shape (core.n,)
        Their numbers in the graph.
    sizes : ndarray, shape (core.n,)
        1 and the number of leaves of each.
    through : ndarray, shape (n,)
        Ordered pairs of nodes with a leaf among them, all of whose shortest paths pass through the
        neighbour of that leaf: those that the core knows nothing of.
    """

    core: Graph
    nodes: NDArray[np.int64]
    sizes: NDArray[np.int64]
    through: Floats


def fold_leaves(graph: Graph) -> Folded:
    """Take off every node with one neighbour, unless that one is a leaf as well.

    With l leaves in a component of c nodes, 2 l (c - 1 - l) ordered pairs of a leaf and a node
    elsewhere meet in their neighbour, and l (l - 1) pairs of leaves.

    References
    ----------
    M. Baglioni, F. Geraci, M. Pellegrini, E. Lastres, Fast exact computation of betweenness
    centrality in social networks, ASONAM, 2012.

    Examples
    --------
    >>> folded = fold_leaves(Graph.from_edges(5, [(0, 1), (0, 2), (0, 3), (3, 4)]))
    >>> folded.nodes.tolist(), folded.sizes.tolist(), folded.through.tolist()
    ([0, 3], [3, 2], [10.0, 0.0, 0.0, 6.0, 0.0])
    """
    degrees, (u, v) = graph.degrees, graph.edges.T
    ends = np.concatenate([v[(degrees[u] == 1) & (degrees[v] > 1)],
                           u[(degrees[v] == 1) & (degrees[u] > 1)]])  # fmt: skip
    leaves = np.bincount(ends, minlength=graph.n)
    is_leaf = np.zeros(graph.n, dtype=bool)
    is_leaf[u[(degrees[u] == 1) & (degrees[v] > 1)]] = True
    is_leaf[v[(degrees[v] == 1) & (degrees[u] > 1)]] = True
    order = np.argsort(-degrees, kind="stable")
    nodes = order[~is_leaf[order]]
    place = np.full(graph.n, -1)
    place[nodes] = np.arange(len(nodes))
    inner = place[graph.edges]
    core = Graph.from_edges(len(nodes), inner[(inner >= 0).all(axis=1)])
    component = np.bincount(graph.components)[graph.components]
    through = leaves * (2.0 * (component - 1 - leaves) + (leaves - 1))
    return Folded(core, nodes, 1 + leaves[nodes], through)
