"""Leaves are taken off and counted, and betweenness is what it was."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core import centralities
from graphdp_core.centralities.paths import fold_leaves
from graphdp_core.graphs.graph import Graph


@pytest.mark.parametrize("seed", range(12))
def test_betweenness_of_graphs_full_of_leaves_is_that_of_networkx(seed: int) -> None:
    plain = nx.gnp_random_graph(40, 0.01 + 0.005 * seed, seed=seed)
    graph = Graph.from_networkx(plain)
    scores, notes = centralities.betweenness(graph, rng=np.random.default_rng(0))
    expected = nx.betweenness_centrality(plain)
    assert notes == ()
    np.testing.assert_allclose(scores, [expected[i] for i in range(40)], atol=1e-9)


def test_every_node_is_in_the_core_or_counted_with_its_neighbour(edge_case_graph: Graph) -> None:
    folded = fold_leaves(edge_case_graph)
    assert folded.sizes.sum() == edge_case_graph.n
    assert len(set(folded.nodes.tolist())) == folded.core.n
    assert folded.core.m == edge_case_graph.m - (folded.sizes - 1).sum()


def test_two_leaves_that_hang_on_each_other_stay() -> None:
    folded = fold_leaves(Graph.from_edges(4, [(0, 1)]))
    assert folded.core.m == 1
    assert folded.through.tolist() == [0.0] * 4


def test_hubs_come_first() -> None:
    graph = Graph.from_networkx(nx.barabasi_albert_graph(50, 2, seed=0))
    degrees = graph.degrees[fold_leaves(graph).nodes]
    assert (np.diff(degrees) <= 0).all()
