"""Edge addition: a graph thinned to a degree bound, in an order that does not depend on it.

A part of a graph: some of its nodes with all edges between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.kernels.closeness import thinned

PUBLIC_KEY = b"graphdp edge addition"
"""The order of pairs is public: anybody can make it again."""

_orders: GraphCache[Ints] = GraphCache(size=8)
_degrees: GraphCache[Ints] = GraphCache(size=64)


def kept_edges(graph: Graph, bound: int, *, order: Ints | None = None) -> NDArray[np.int32]:
    """The edges of a subgraph with degrees of at most `bound`.

    All pairs of nodes stand in an order; an edge is kept if both its ends have kept fewer than
    `bound` edges before it. Which of two pairs comes first may not depend on who else is there:
    either by a hash of the pairs' own names, which is public, or by chance. Of a random order of
    all pairs that there could be, what is seen is a random order of the edges, and of fewer edges
    where a node leaves: so it is enough to draw that.

    Parameters
    ----------
    bound : int
        At least 1.
    order : ndarray of int64, shape (m,), optional
        A uniformly random permutation of the edges, drawn for this release; by the names if absent.
        Only the names must be nodes' own then: numbers that are given anew do not do.

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
    if order is None:
        order = _orders.get(graph, "order", lambda: _order(graph))
    return graph.edges[thinned(graph.n, graph.edges, order, bound)]


def kept_degrees(graph: Graph, bound: int, *, order: Ints | None = None) -> Ints:
    """The degrees of what :func:`kept_edges` keeps, shape (n,); those by names are kept in mind.

    Examples
    --------
    >>> kept_degrees(Graph.from_edges(3, [(0, 1)]), 1).tolist()
    [1, 1, 0]
    """
    if order is None:
        return _degrees.get(graph, bound, lambda: _counted(graph, kept_edges(graph, bound)))
    return _counted(graph, kept_edges(graph, bound, order=order))


def name_hashes(graph: Graph) -> NDArray[np.uint64]:
    """A public number for every node, by its name alone, shape (n,)."""
    return np.fromiter(map(_hash, map(graph.name, range(graph.n))), np.uint64, graph.n)


def _counted(graph: Graph, kept: NDArray[np.int32]) -> Ints:
    return np.bincount(kept.ravel(), minlength=graph.n)


def _order(graph: Graph) -> Ints:
    """Places of the edges by the hash of their pair; equal hashes by the nodes' order."""
    mixed = name_hashes(graph)[graph.edges].sum(axis=1, dtype=np.uint64)  # the same from either end
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)  # splitmix64
    mixed ^= mixed >> np.uint64(31)
    return np.argsort(mixed, kind="stable")


def _hash(name: str) -> int:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8, key=PUBLIC_KEY)
    return int.from_bytes(digest.digest(), "big")


def induced_subgraph(graph: Graph, nodes: NDArray[np.integer]) -> Graph:
    """These nodes and the edges between them, under their old names.

    Parameters
    ----------
    nodes : ndarray of int
        In ascending order, each once.

    Examples
    --------
    >>> path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    >>> part = induced_subgraph(path, np.array([1, 2]))
    >>> part.edges.tolist(), part.names
    ([[0, 1]], ('1', '2'))
    """
    place = np.full(graph.n, -1, dtype=np.int32)
    place[nodes] = np.arange(len(nodes), dtype=np.int32)
    inside = (place[graph.edges] >= 0).all(axis=1)
    return replace(
        graph,
        n=len(nodes),
        edges=place[graph.edges[inside]],
        weights=None if graph.weights is None else graph.weights[inside],
        labels=None if graph.labels is None else graph.labels[nodes],
        positions=None if graph.positions is None else graph.positions[nodes],
        names=NumberNames(nodes) if graph.names is None else _names(graph.names, nodes),
    )


def _names(names: Sequence[str], nodes: NDArray[np.integer]) -> tuple[str, ...] | NumberNames:
    if isinstance(names, NumberNames):
        return names.take(nodes)
    return tuple(names[i] for i in nodes.tolist())
