"""Trees by elimination: the law for any order, disconnected graphs, and the count of the work."""

import itertools
import math

import networkx as nx
import numpy as np
import pytest
from tree_laws import complete, drawn_law, exponential_law, surprise

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.wilson import eliminated_forest, elimination_order
from graphdp_core.results import SpanningTree

RARE = 1e-6  # failure probability of each chi-square test


def _logs(graph, costs):
    u, v = graph.edges.T
    logs = np.full((graph.n, graph.n), -np.inf)
    logs[u, v] = logs[v, u] = -costs
    return logs


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2), (2, 3, 1, 0)])
def test_any_order_of_elimination_gives_the_law(order):
    costs = np.array([0.3, 1.1, -0.4, 2.0, 0.0, 0.9])
    graph = complete(4, costs)
    logs = _logs(graph, costs)

    def draw(seed):
        ends = eliminated_forest(logs, np.array(order), seed)
        return SpanningTree(np.sort(ends, axis=1))

    assert surprise(drawn_law(graph, draw, 6000), exponential_law(graph, costs)) > RARE


@pytest.mark.parametrize("seed", range(5))
def test_a_forest_spans_every_part_whatever_the_weights(seed):
    network = nx.disjoint_union(nx.gnp_random_graph(30, 0.2, seed=seed), nx.path_graph(4))
    graph = Graph.from_edges(34, list(network.edges))
    costs = 1000.0 * np.random.default_rng(seed).standard_normal(graph.m)
    order, _ = elimination_order(_logs(graph, costs) > -np.inf, 34**3)
    ends = eliminated_forest(_logs(graph, costs), order, seed)
    outcome = nx.Graph(ends.tolist())
    assert nx.is_forest(outcome)
    assert len(ends) == 34 - nx.number_connected_components(network)
    assert all(network.has_edge(*pair) for pair in ends.tolist())
    # At such weights the lightest forest is drawn, but for ties that are not here.
    for (u, v), cost in zip(graph.edges.tolist(), costs, strict=True):
        network[u][v]["weight"] = cost
    lightest = nx.minimum_spanning_edges(network, data=False)
    assert {frozenset(e) for e in lightest} == {frozenset(e) for e in ends.tolist()}


def test_the_work_is_counted_from_who_is_joined_alone():
    n = 12
    path = np.zeros((n, n), dtype=bool)
    for i in range(n - 1):
        path[i, i + 1] = path[i + 1, i] = True
    order, pairs = elimination_order(path, 10**6)
    assert pairs == 0  # ends of a path have one neighbour
    assert sorted(order.tolist()) == list(range(n))
    full = ~np.eye(n, dtype=bool)
    assert elimination_order(full, 10**6)[1] == sum(math.comb(k, 2) for k in range(n))
    assert all(a != b for a, b in itertools.pairwise(order))
