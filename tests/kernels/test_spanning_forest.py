"""Union-find against the components of networkx, on forests that grow edge by edge.

Edge-connectivity against networkx.

Bridges agree with networkx.
"""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.spanning_forest import bridges, edge_connectivity, root_of


def test_parts_are_the_components_after_every_edge(rng: np.random.Generator) -> None:
    n = 30
    parent, graph = np.arange(n), nx.empty_graph(n)
    for u, v in rng.integers(0, n, (40, 2)):
        parent[root_of(parent, u)] = root_of(parent, v)
        graph.add_edge(u, v)
        parts: dict[int, set[int]] = {}
        for node in range(n):
            parts.setdefault(root_of(parent, node), set()).add(node)
        assert sorted(map(sorted, parts.values())) == sorted(
            map(sorted, nx.connected_components(graph))
        )


def test_a_path_is_shortened_while_it_is_walked() -> None:
    parent = np.array([0, *range(9)])
    assert root_of(parent, 9) == 0
    assert parent[9] < 8


@pytest.mark.sample
@pytest.mark.parametrize("seed", range(40))
def test_it_is_the_size_of_a_minimum_cut(seed):
    rng = np.random.default_rng(seed)
    graph = nx.gnp_random_graph(int(rng.integers(2, 14)), rng.random(), seed=seed)
    edges = np.array(sorted(graph.edges()), dtype=np.int32).reshape(-1, 2)
    assert edge_connectivity(len(graph), edges) == nx.edge_connectivity(graph)


def test_one_node_or_none_has_no_cut():
    for n in (0, 1):
        assert edge_connectivity(n, np.empty((0, 2), dtype=np.int32)) == 0


@pytest.mark.sample
@pytest.mark.parametrize("seed", range(30))
def test_bridges_are_those_of_networkx(seed: int) -> None:
    plain = nx.gnp_random_graph(25, 0.04 + 0.004 * seed, seed=seed)
    graph = Graph.from_networkx(plain)
    outcome = graph.edges[bridges(graph.neighbours, graph.edges)]
    assert {tuple(pair) for pair in outcome.tolist()} == {
        (min(pair), max(pair)) for pair in nx.bridges(plain)
    }


def test_edge_case_graphs_are_survived(edge_case_graph: Graph) -> None:
    outcome = bridges(edge_case_graph.neighbours, edge_case_graph.edges)
    assert outcome.sum() == len(list(nx.bridges(edge_case_graph.to_networkx())))
