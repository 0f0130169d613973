"""A part of a graph: some of its nodes with all edges between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.number_names import NumberNames


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
