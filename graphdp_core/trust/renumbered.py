"""Nodes in another order for a publication."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.secure_random import SecureRandom


@dataclass(frozen=True)
class Renumbered:
    """What a publication is drawn from.

    Parameters
    ----------
    graph : Graph
        Nothing beside nodes, edges, weights and the answers' public facts; names if they are kept,
        and public groups if the mechanism reads them.
    order : ndarray of int64, shape (n,)
        The old number of each new node.
    """

    graph: Graph
    order: Ints

    @property
    def names(self) -> list[str]:
        """Of all nodes, as they are published."""
        return self.graph.all_names()


def renumbered(
    graph: Graph, mechanism: Mechanism, *, names: str, coins: SecureRandom
) -> Renumbered:
    """Put nodes in random order, or by name, so that no file's order shows.

    Parameters
    ----------
    graph : Graph
    mechanism : Mechanism
        Checked against this graph.
    names : {"numbers", "public"}
    coins : SecureRandom

    Examples
    --------
    >>> from graphdp_core.mechanisms.edge_flip import EdgeFlip
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)], names=["z", "x", "y"])
    >>> made = renumbered(path, EdgeFlip(), names="public", coins=SecureRandom())
    >>> made.names, made.graph.edges.tolist(), made.order.tolist()
    (['x', 'y', 'z'], [[0, 1], [0, 2]], [1, 2, 0])
    """
    if names == "public":
        by_name = sorted(range(graph.n), key=lambda node: (graph.name(node), node))
        order = np.array(by_name, dtype=np.int64)
    else:
        order = coins.permutation(graph.n)
    place = np.empty(graph.n, dtype=np.int64)
    place[order] = np.arange(graph.n)
    kept = tuple(graph.name(int(node)) for node in order) if names == "public" else None
    made = Graph.from_edges(graph.n, place[graph.edges], weights=graph.weights, names=kept)
    made = replace(made, answers=graph.answers)
    if mechanism.reads_groups and graph.labels is not None:
        made = replace(made, labels=graph.labels[order], label_names=graph.label_names)
    return Renumbered(made, order)
