"""The fifteen queries: against networkx, and errors of graphs that are known to be off."""

import math

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.graph_queries import GraphQueries
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.statistics import total_variation

KARATE = gdp.load_graph("karate")


def answers(graph, **parameters):
    return GraphQueries(**parameters).run(graph, rng=np.random.default_rng(0))


def test_the_answers_are_those_of_networkx():
    network, outcome = KARATE.to_networkx(), answers(KARATE)
    degrees = [degree for _, degree in network.degree()]
    assert outcome.values == pytest.approx(
        {
            "nodes": 34,
            "edges": 78,
            "triangles": sum(nx.triangles(network).values()) / 3,
            "mean_degree": np.mean(degrees),
            "degree_variance": np.var(degrees),
            "diameter": nx.diameter(network),
            "mean_path": nx.average_shortest_path_length(network),
            "transitivity": nx.transitivity(network),
            "clustering": nx.average_clustering(network, weight=None),
            "modularity": nx.community.modularity(
                network,
                [set(np.flatnonzero(outcome.labels == c)) for c in np.unique(outcome.labels)],
                weight=None,
            ),
            "assortativity": nx.degree_assortativity_coefficient(network),
        }
    )
    central = list(nx.eigenvector_centrality_numpy(network, weight=None).values())
    assert outcome.centrality == pytest.approx(central, abs=1e-6)


def test_errors_are_relative_and_distances_are_shares():
    ring = Graph.from_edges(6, [(i, (i + 1) % 6) for i in range(6)])
    path = Graph.from_edges(6, [(i, i + 1) for i in range(5)])
    errors = GraphQueries().measure(path, answers(path), answers(ring))
    assert errors["edges_error"] == pytest.approx(0.2)
    assert errors["diameter_error"] == pytest.approx(0.4)
    assert errors["degree_distribution_error"] == pytest.approx(1 / 3)
    # Of 30 ordered pairs at distances 1 to 5: 12, 12, 6 against 10, 8, 6, 4, 2.
    assert errors["distance_distribution_error"] == pytest.approx(0.2)
    assert math.isnan(errors["triangles_error"])


def test_of_a_large_graph_paths_from_some_nodes_are_followed():
    graph = gdp.generate("barabasi_albert", n=1100, seed=1)
    every, some = (answers(graph, sources=count) for count in (1100, 200))
    assert every.distances.sum() == 1100 * 1099
    assert some.distances.sum() == 200 * 1099
    assert total_variation(every.distances, some.distances) < 0.05
    assert (answers(graph, sources=200).distances == some.distances).all()


def test_a_graph_without_edges_has_what_is_defined():
    empty = answers(Graph.from_edges(4, []))
    assert empty.values["diameter"] == 0.0
    assert math.isnan(empty.values["mean_path"])
    errors = GraphQueries().measure(KARATE, answers(KARATE), answers(Graph.from_edges(34, [])))
    assert errors["edges_error"] == 1.0
    text = GraphQueries().finding(errors, epsilon=1.0)
    assert text.endswith(".")


def test_a_release_is_read_as_it_stands_and_is_said_to_be():
    released = gdp.mechanism("edge_flip").release(KARATE, epsilon=3.0, rng=gdp.noise_stream(0))
    outcome = answers(released)
    assert outcome.values["edges"] == released.m
    assert any("nothing is corrected" in note for note in outcome.notes)
    assert not answers(KARATE).notes
