"""Distances from many sources at once are those of networkx."""

from collections import Counter

import networkx as nx
import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.path_lengths import distance_counts


def test_distances_from_many_sources_equal_networkx():
    network = nx.gnp_random_graph(150, 0.02, seed=3)
    graph = Graph.from_networkx(network)
    sources = np.arange(0, 128, 2)
    lengths = [nx.single_source_shortest_path_length(network, int(s)) for s in sources]
    known = Counter(length for row in lengths for length in row.values() if length)
    counts = distance_counts(*graph.neighbours, sources)
    assert counts.tolist() == [known[distance] for distance in range(max(known) + 1)]


def test_without_edges_no_pair_is_at_any_distance():
    assert distance_counts(*Graph.from_edges(3, []).neighbours, np.arange(3)).tolist() == [0]
