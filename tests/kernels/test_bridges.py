"""Bridges agree with networkx."""

import networkx as nx
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.bridges import bridges


@pytest.mark.parametrize("seed", range(30))
def test_bridges_are_those_of_networkx(seed: int) -> None:
    plain = nx.gnp_random_graph(25, 0.04 + 0.004 * seed, seed=seed)
    graph = Graph.from_networkx(plain)
    found = graph.edges[bridges(graph.neighbours, graph.edges)]
    assert {tuple(pair) for pair in found.tolist()} == {
        (min(pair), max(pair)) for pair in nx.bridges(plain)
    }


def test_edge_case_graphs_are_survived(edge_case_graph: Graph) -> None:
    found = bridges(edge_case_graph.neighbours, edge_case_graph.edges)
    assert found.sum() == len(list(nx.bridges(edge_case_graph.to_networkx())))
