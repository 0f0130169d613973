"""How often small subgraphs occur: edges, triangles, stars, triangles on one edge, 4-cliques."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.common_neighbours import common_neighbours
from graphdp_core.kernels.subgraphs import edges_among_common
from graphdp_core.params import Refused, param

__all__ = [
    "COUNTED",
    "LARGEST_CLIQUE_N",
    "check_count",
    "choose",
    "common_by_position",
    "count_name",
    "count_param",
    "size_param",
    "subgraph_count",
]

COUNTED = {
    "edges": "Edges",
    "triangles": "Triangles",
    "stars": "Stars with k leaves",
    "k_triangles": "k triangles on one edge",
    "four_cliques": "Cliques of four",
}
"""What is counted, by id, with its title."""

LARGEST_CLIQUE_N = 8_000  # 4 n^2 bytes: 256 MB
LEAST_NODES = {"edges": 0, "triangles": 0, "stars": 1, "k_triangles": 2, "four_cliques": 0}
"""Nodes that are needed beyond k."""


def count_param() -> Any:
    """The parameter that says what is counted, for whatever counts or releases it."""
    return param(
        "triangles",
        "What is counted.",
        choices=tuple(COUNTED),
        choice_labels=tuple(COUNTED.values()),
    )


def size_param() -> Any:
    """The parameter k of stars and of triangles on one edge; it stands behind `count`."""
    return param(
        2,
        "Leaves of a star, or triangles on one edge.",
        low=2,
        high=10,
        used=lambda values: values["count"] in ("stars", "k_triangles"),
    )


def count_name(count: str, k: int) -> str:
    """The name of what is counted, in the plural.

    Examples
    --------
    >>> count_name("stars", 3), count_name("k_triangles", 2), count_name("four_cliques", 2)
    ('3-stars', '2-triangles', '4-cliques')
    """
    fixed = {"edges": "edges", "triangles": "triangles", "four_cliques": "4-cliques"}
    return fixed.get(count) or f"{k}-{'stars' if count == 'stars' else 'triangles'}"


def check_count(n: int, count: str, k: int) -> None:
    """Refuse subgraphs with more nodes than there are, or graphs too large for them: by n alone.

    Raises
    ------
    Refused
    """
    if count in ("stars", "k_triangles") and n and k + LEAST_NODES[count] > n:
        raise Refused(
            f"k must be at most {max(n - LEAST_NODES[count], 0)} for {count_name(count, k)} of a "
            f"graph with {n} nodes, got {k}: take a smaller k, or another count."
        )
    if count == "four_cliques" and n > LARGEST_CLIQUE_N:
        raise Refused(
            f"4-cliques are counted on graphs of at most {LARGEST_CLIQUE_N:,} nodes, this one has "
            f"{n:,}: count triangles, or take a smaller graph."
        )


def subgraph_count(graph: Graph, count: str, k: int = 2) -> int:
    """How often a subgraph occurs, as a whole number of any size.

    Parameters
    ----------
    graph : Graph
    count : str
        One of :data:`COUNTED`.
    k : int
        Leaves of a star, or triangles on one edge.

    Raises
    ------
    Refused
        As :func:`check_count`.

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)])
    >>> [subgraph_count(kite, count) for count in COUNTED]
    [5, 2, 8, 1, 0]
    """
    check_count(graph.n, count, k)
    if count == "edges":
        return graph.m
    if count == "stars":
        return _summed(graph.degrees, k)
    if count == "four_cliques":
        return int(edges_among_common(*graph.neighbours)[1]) // 6
    shared = common_neighbours(*graph.neighbours, graph.edges)
    return int(shared.sum(dtype=np.int64)) // 3 if count == "triangles" else _summed(shared, k)


def common_by_position(graph: Graph) -> NDArray[np.int64]:
    """Common neighbours of the ends of every edge, in the order of the compressed rows."""
    from scipy.sparse import coo_array

    shared = common_neighbours(*graph.neighbours, graph.edges)
    u, v = graph.edges.T
    places = (np.concatenate([v, u]), np.concatenate([u, v]))
    # One more, so that the matrix holds no zero that could be dropped.
    rows = coo_array((np.concatenate([shared, shared]) + 1, places), shape=(graph.n, graph.n))
    return rows.tocsr().data.astype(np.int64) - 1


def choose(values: NDArray[np.integer], k: int) -> list[int]:
    """C(value, k) of each, whole numbers of any size; 0 for values below k or 0."""
    return [math.comb(value, k) if value >= k else 0 for value in values.tolist()]


def _summed(values: NDArray[np.integer], k: int) -> int:
    """The sum of C(value, k)."""
    kinds, often = np.unique(values, return_counts=True)
    return sum(c * m for c, m in zip(choose(kinds, k), often.tolist(), strict=True))
