"""Nodes in another order for a publication, and whatever names one of them with them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import schema
from graphdp_core.privacy.coins import Coins

__all__ = ["Renumbered", "named_nodes", "renumbered"]


@dataclass(frozen=True)
class Renumbered:
    """What a publication is drawn from.

    Parameters
    ----------
    graph : Graph
        Nothing beside nodes, edges, weights and the answers' public facts; names if they are kept,
        and public groups if the mechanism reads them.
    mechanism : Mechanism
        With the new numbers of the nodes that its parameters name.
    order : ndarray of int64, shape (n,)
        The old number of each new node.
    """

    graph: Graph
    mechanism: Mechanism
    order: Ints

    @property
    def names(self) -> list[str]:
        """Of all nodes, as they are published."""
        return self.graph.all_names()


def renumbered(graph: Graph, mechanism: Mechanism, *, names: str, coins: Coins) -> Renumbered:
    """Put nodes in random order, or by name, so that no file's order shows.

    Parameters
    ----------
    graph : Graph
    mechanism : Mechanism
        Checked against this graph.
    names : {"numbers", "public"}
    coins : Coins

    Examples
    --------
    >>> from graphdp_core.mechanisms.personal_nearness import PersonalNearness
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)], names=["z", "x", "y"])
    >>> made = renumbered(path, PersonalNearness(node=0), names="public", coins=Coins())
    >>> made.names, made.graph.edges.tolist(), made.mechanism.node
    (['x', 'y', 'z'], [[0, 1], [0, 2]], 2)
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
    return Renumbered(made, mechanism.for_nodes(place), order)


def named_nodes(graph: Graph, mechanism: Mechanism) -> str:
    """Whom the parameters name, by the names of this graph: a number alone is easily misread.

    In a part of a graph, or a file with names of its own, node 5 need not be called 5.

    Examples
    --------
    >>> from graphdp_core.mechanisms.personal_nearness import PersonalNearness
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)], names=["7", "8", "9"])
    >>> named_nodes(path, PersonalNearness(node=1))
    "Near node: number 1, whose name is '8'."
    """
    return " ".join(
        f"{parameter.label}: number {node}, whose name is {graph.name(node)!r}."
        for parameter in schema(mechanism)
        if parameter.names_node
        for node in (getattr(mechanism, parameter.name),)
    )
