"""Edge-connectivity against networkx."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.kernels.edge_connectivity import edge_connectivity


@pytest.mark.parametrize("seed", range(40))
def test_it_is_the_size_of_a_minimum_cut(seed):
    rng = np.random.default_rng(seed)
    graph = nx.gnp_random_graph(int(rng.integers(2, 14)), rng.random(), seed=seed)
    edges = np.array(sorted(graph.edges()), dtype=np.int32).reshape(-1, 2)
    assert edge_connectivity(len(graph), edges) == nx.edge_connectivity(graph)


def test_one_node_or_none_has_no_cut():
    for n in (0, 1):
        assert edge_connectivity(n, np.empty((0, 2), dtype=np.int32)) == 0
