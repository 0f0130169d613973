"""Edge addition: a graph thinned to a degree bound, in an order that does not depend on it."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.thinning import thinned

__all__ = ["PUBLIC_KEY", "kept_degrees", "kept_edges"]

PUBLIC_KEY = b"graphdp edge addition"
"""The order of pairs is public: anybody can make it again."""

_orders: GraphCache[Ints] = GraphCache(size=8)
_degrees: GraphCache[Ints] = GraphCache(size=64)


def kept_edges(graph: Graph, bound: int) -> NDArray[np.int32]:
    """The edges of a subgraph with degrees of at most `bound`.

    All pairs of nodes stand in a public order, by a hash of their two names; an edge is kept if
    both its ends have kept fewer than `bound` edges before it. The order of two pairs depends on
    their own names alone, so that it stays when other nodes join or leave.

    Parameters
    ----------
    graph : Graph
    bound : int
        At least 1.

    Returns
    -------
    ndarray of int32, shape (k, 2)

    References
    ----------
    Day, Li and Lyu, Publishing graph degree distribution with node differential privacy, SIGMOD
    2016.

    Examples
    --------
    >>> star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    >>> len(kept_edges(star, 2)), len(kept_edges(star, 9))
    (2, 3)
    """
    order = _orders.get(graph, "order", lambda: _order(graph))
    return graph.edges[thinned(graph.n, graph.edges, order, bound)]


def kept_degrees(graph: Graph, bound: int) -> Ints:
    """The degrees of what :func:`kept_edges` keeps, shape (n,); known graphs are kept in mind.

    Examples
    --------
    >>> kept_degrees(Graph.from_edges(3, [(0, 1)]), 1).tolist()
    [1, 1, 0]
    """
    return _degrees.get(
        graph, bound, lambda: np.bincount(kept_edges(graph, bound).ravel(), minlength=graph.n)
    )


def _order(graph: Graph) -> Ints:
    """Places of the edges by the hash of their pair; equal hashes by the nodes' order."""
    hashes = np.fromiter(map(_hash, map(graph.name, range(graph.n))), np.uint64, graph.n)
    mixed = hashes[graph.edges].sum(axis=1, dtype=np.uint64)  # the same from either end
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)  # splitmix64
    mixed ^= mixed >> np.uint64(31)
    return np.argsort(mixed, kind="stable")


def _hash(name: str) -> int:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8, key=PUBLIC_KEY)
    return int.from_bytes(digest.digest(), "big")
