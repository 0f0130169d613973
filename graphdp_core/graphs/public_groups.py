"""Public groups of the nodes, and how many edges lie within and between them."""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused

__all__ = ["group_edges", "public_groups"]

MOST_GROUPS = 100


def public_groups(graph: Graph) -> tuple[Ints, tuple[str, ...]]:
    """The group of every node, and the names of the groups in alphabetical order.

    Neither the order in which a file names the groups nor one without nodes shows.

    Raises
    ------
    Refused
        If nodes have no groups, or there are more than a hundred of them.

    Examples
    --------
    >>> pair = Graph.from_edges(3, [(0, 1)], labels=["b", "a", "b"])
    >>> public_groups(pair)[0].tolist(), public_groups(pair)[1]
    ([1, 0, 1], ('a', 'b'))
    """
    if graph.labels is None:
        raise Refused(
            "the graph has no groups: give every node a public one, by an attribute or a column of "
            "its file, or a table of nodes and groups."
        )
    names = np.array(graph.label_names, dtype=object)[graph.labels]
    groups, places = np.unique(names, return_inverse=True)
    if len(groups) > MOST_GROUPS:
        raise Refused(f"there may be at most {MOST_GROUPS} public groups, got {len(groups):,}.")
    return places.astype(np.int64), tuple(map(str, groups))


def group_edges(graph: Graph, groups: Ints, k: int) -> Ints:
    """Edges within every group and between every two, symmetric, shape (k, k).

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> group_edges(path, np.array([0, 0, 1]), 2).tolist()
    [[1, 1], [1, 0]]
    """
    ends = np.sort(groups[graph.edges], axis=1)
    upper = np.bincount(ends[:, 0] * k + ends[:, 1], minlength=k * k).reshape(k, k)
    table: Ints = (upper + np.triu(upper, 1).T).astype(np.int64)
    return table
