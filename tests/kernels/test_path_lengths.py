"""Distances from many sources at once are those of networkx."""

import networkx as nx
import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.path_lengths import distance_total


def test_distances_from_many_sources_equal_networkx():
    network = nx.gnp_random_graph(150, 0.02, seed=3)
    graph = Graph.from_networkx(network)
    sources = np.arange(0, 128, 2)
    lengths = [nx.single_source_shortest_path_length(network, int(s)) for s in sources]
    total, pairs = distance_total(*graph.neighbours, sources)
    assert total == sum(sum(row.values()) for row in lengths)
    assert pairs == sum(len(row) - 1 for row in lengths)
