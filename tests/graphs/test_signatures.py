"""Who looks alike, against an independent count by networkx and Python's own lists."""

from collections import Counter

import networkx as nx
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.signatures import MEASURES, unique_share

GRAPHS = ["karate", "les_miserables"]


@pytest.mark.parametrize("name", GRAPHS)
def test_the_unique_are_counted_as_by_another_library(name):
    graph = gdp.load_graph(name)
    network = graph.to_networkx()
    triangles, degrees = nx.triangles(network), dict(network.degree)
    told = {
        "degree": degrees,
        "circle": {node: (degrees[node], triangles[node]) for node in network},
        "friends": {node: tuple(sorted(degrees[o] for o in network[node])) for node in network},
    }
    for measure, values in told.items():
        sizes = Counter(values.values())
        alone = sum(sizes[value] == 1 for value in values.values())
        assert unique_share(graph, measure) == pytest.approx(alone / graph.n)


def test_nobody_is_unique_in_a_ring_and_one_in_a_star():
    ring = Graph.from_edges(6, [(i, (i + 1) % 6) for i in range(6)])
    star = Graph.from_edges(6, [(0, i) for i in range(1, 6)])
    for measure in MEASURES:
        assert unique_share(ring, measure) == 0.0
        assert unique_share(star, measure) == pytest.approx(1 / 6)
    assert str(unique_share(Graph.from_edges(0, []), "degree")) == "nan"
