"""Whole-graph counts, against networkx."""

import math

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs import statistics as graph_statistics
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import (
    clustering_statistics,
    connectivity_statistics,
    degree_assortativity,
    node_triangles,
    size_statistics,
)

NETWORKS = {
    "sparse": nx.gnp_random_graph(120, 0.02, seed=1),
    "dense": nx.gnp_random_graph(60, 0.6, seed=2),
    "hubs": nx.barabasi_albert_graph(200, 3, seed=3),
    "clustered": nx.watts_strogatz_graph(100, 6, 0.1, seed=4),
}
each_network = pytest.mark.parametrize("name", list(NETWORKS))


@each_network
@pytest.mark.parametrize("largest_bit_n", [0, 1000])
def test_triangles_and_clustering_equal_networkx_both_ways(name, largest_bit_n, monkeypatch):
    monkeypatch.setattr(graph_statistics, "LARGEST_BIT_N", largest_bit_n)
    network = NETWORKS[name]
    graph = Graph.from_networkx(network)
    triangles, notes = node_triangles(graph)
    assert notes == ()
    np.testing.assert_array_equal(triangles, list(nx.triangles(network).values()))
    values = clustering_statistics(graph, triangles)
    assert values["triangles"] == sum(nx.triangles(network).values()) / 3
    assert values["transitivity"] == pytest.approx(nx.transitivity(network), abs=1e-12)
    assert values["average_clustering"] == pytest.approx(nx.average_clustering(network), abs=1e-12)
    assert values["wedges"] == sum(math.comb(d, 2) for _, d in network.degree())


@each_network
def test_sizes_equal_networkx(name):
    network = NETWORKS[name]
    values = size_statistics(Graph.from_networkx(network))
    assert values["edges"] == network.number_of_edges()
    assert values["density"] == pytest.approx(nx.density(network))
    assert values["max_degree"] == max(d for _, d in network.degree())


@each_network
def test_assortativity_equals_networkx(name):
    network = NETWORKS[name]
    expected = nx.degree_assortativity_coefficient(network)
    assert degree_assortativity(Graph.from_networkx(network)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("network", [nx.cycle_graph(10), nx.complete_graph(6), nx.empty_graph(4)])
def test_assortativity_of_equal_degrees_is_undefined(network):
    assert math.isnan(degree_assortativity(Graph.from_networkx(network)))


@each_network
def test_paths_and_components_equal_networkx(name):
    network = NETWORKS[name]
    values, notes = connectivity_statistics(Graph.from_networkx(network))
    parts = sorted(nx.connected_components(network), key=len)
    assert values["components"] == len(parts)
    assert values["largest_component"] == len(parts[-1]) / len(network)
    exact = nx.average_shortest_path_length(network.subgraph(parts[-1]))
    assert values["average_path_length"] == pytest.approx(exact, rel=1e-12)
    assert not notes


def test_paths_of_a_very_large_graph_are_sampled_and_said(monkeypatch):
    network = max(
        (nx.gnp_random_graph(150, 0.05, seed=seed) for seed in range(3)), key=nx.is_connected
    )
    monkeypatch.setattr(graph_statistics, "EXACT_PATHS", 100)
    values, notes = connectivity_statistics(Graph.from_networkx(network))
    part = network.subgraph(max(nx.connected_components(network), key=len))
    exact = nx.average_shortest_path_length(part)
    assert values["average_path_length"] == pytest.approx(exact, rel=0.05)
    assert values["average_path_length"] != exact
    assert notes == ("Path length: from 64 evenly spaced nodes of the largest component.",)


def test_work_beyond_the_limit_is_left_out_and_said(monkeypatch):
    graph = Graph.from_networkx(NETWORKS["dense"])
    for limit in ("DENSE_WORDS", "FORWARD_STEPS"):
        monkeypatch.setattr(graph_statistics, limit, 10)
    triangles, notes = node_triangles(graph)
    assert triangles is None
    assert "not counted" in notes[0]
    values = clustering_statistics(graph, triangles)
    assert values["wedges"] > 0
    assert all(math.isnan(values[k]) for k in ("triangles", "transitivity", "average_clustering"))
