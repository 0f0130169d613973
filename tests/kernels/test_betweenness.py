"""Brandes' accumulation equals the definition: shares of enumerated shortest paths."""

import itertools

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.betweenness import add_dependencies


def by_enumeration(graph: Graph, sources: list[int]) -> np.ndarray:
    plain, total = graph.to_networkx(), np.zeros(graph.n)
    for s, t in itertools.product(sources, range(graph.n)):
        if s == t or not nx.has_path(plain, s, t):
            continue
        paths = list(nx.all_shortest_paths(plain, s, t))
        for path in paths:
            total[path[1:-1]] += 1 / len(paths)
    return total


def accumulated(graph: Graph, sources: list[int], sizes: np.ndarray | None = None) -> np.ndarray:
    total = np.zeros(graph.n)
    sizes = np.ones(graph.n, dtype=np.int64) if sizes is None else sizes
    add_dependencies(graph.neighbours, sizes, np.array(sources, dtype=np.int32), total)
    return total


def test_dependencies_on_edge_case_graphs(edge_case_graph: Graph) -> None:
    sources = list(range(edge_case_graph.n))
    expected = by_enumeration(edge_case_graph, sources)
    np.testing.assert_allclose(accumulated(edge_case_graph, sources), expected, atol=1e-12)


@pytest.mark.parametrize(("n", "p"), [(30, 0.06), (25, 0.2), (20, 0.7)])
def test_dependencies_equal_the_shares_of_enumerated_paths(n: int, p: float) -> None:
    graph = Graph.from_networkx(nx.gnp_random_graph(n, p, seed=n))
    for sources in ([0], [3, 7, 11], list(range(n))):
        expected = by_enumeration(graph, sources)
        np.testing.assert_allclose(accumulated(graph, sources), expected, atol=1e-12)


def test_a_node_of_a_size_is_as_many_sources_and_targets() -> None:
    path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    total = accumulated(path, [0, 1, 2, 3], np.array([2, 1, 3, 5]))
    # Through node 1: from 0 to 2 and 3 and back; through node 2: from 3 to 0 and 1 and back.
    assert total.tolist() == [0.0, 2.0 * 2 * (3 + 5), 2.0 * 5 * (2 + 1), 0.0]


def test_total_grows_in_place() -> None:
    graph = Graph.from_edges(3, [(0, 1), (1, 2)])
    total = np.array([10.0, 20.0, 30.0])
    add_dependencies(
        graph.neighbours, np.ones(3, dtype=np.int64), np.array([0, 2], dtype=np.int32), total
    )
    assert total.tolist() == [10.0, 22.0, 30.0]
