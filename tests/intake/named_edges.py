"""Edges by the names of their ends, to compare what was read with what was written."""

import io
from collections.abc import Callable

import networkx as nx
import numpy as np

from graphdp_core.graphs.graph import Graph

__all__ = ["ALONE", "bytes_of", "edges_of", "edges_written", "nodes_of", "pairs_of"]

ALONE = nx.Graph([("a", "b"), ("b", "c")])
ALONE.add_node("lonely")


def bytes_of(write: Callable[[nx.Graph, io.BytesIO], object], graph: nx.Graph) -> bytes:
    """What networkx writes."""
    stream = io.BytesIO()
    write(graph, stream)
    return stream.getvalue()


def edges_of(graph: Graph) -> dict[frozenset[str], float]:
    """Weight of every edge, 1 where the graph has none."""
    weights = np.ones(graph.m) if graph.weights is None else graph.weights
    return {
        frozenset((graph.name(u), graph.name(v))): weight
        for (u, v), weight in zip(graph.edges.tolist(), weights.tolist(), strict=True)
    }


def pairs_of(graph: Graph) -> dict[str, float]:
    """The same by ends such as "ann-bob"."""
    return {"-".join(sorted(ends)): weight for ends, weight in edges_of(graph).items()}


def edges_written(graph: nx.Graph) -> dict[frozenset[str], float]:
    """The same of a networkx graph; loops are left out."""
    return {
        frozenset((str(u), str(v))): float(weight)
        for u, v, weight in graph.edges(data="weight", default=1)
        if u != v
    }


def nodes_of(graph: Graph) -> list[str]:
    """All names, sorted."""
    return sorted(map(graph.name, range(graph.n)))
