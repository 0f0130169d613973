"""Clustering by degree class: against networkx, and how much one edge changes it."""

import itertools

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.sensitivities.clustering import (
    class_clustering,
    class_count,
    class_weights,
    clustering_sensitivity,
)


def written_out(graph, cap):
    """The definition, edge by edge, with sets."""
    classes = class_count(graph.n)
    weights = class_weights(graph.degrees, classes)
    near = [set(nx.neighbors(graph.to_networkx(), v)) for v in range(graph.n)]
    total = np.zeros(classes)
    for u, v in graph.edges.tolist():
        x = sum((weights[w] / (len(near[w]) - 1) for w in near[u] & near[v]), np.zeros(classes))
        total += x * min(1.0, cap / x.sum()) if x.sum() else 0.0
    return total


@pytest.mark.parametrize("cap", [0.3, 1.0, np.inf])
def test_the_sums_are_those_of_the_definition(cap):
    graph = gdp.load_graph("karate")
    assert class_clustering(graph, cap) == pytest.approx(written_out(graph, cap), rel=1e-12)


def test_without_a_cap_they_are_clustering_times_half_the_degree():
    graph = gdp.generate("powerlaw_cluster", n=200, seed=1)
    local = np.array(list(nx.clustering(graph.to_networkx()).values()))
    weights = class_weights(graph.degrees, class_count(graph.n))
    expected = weights.T @ (local * graph.degrees / 2)
    assert class_clustering(graph, np.inf) == pytest.approx(expected, rel=1e-12)


@pytest.mark.sample
@pytest.mark.parametrize("cap", [0.25, 1.0, 2.0])
def test_one_edge_changes_them_by_no_more_than_is_proved(cap):
    """On all graphs of 5 nodes and all their neighbours."""
    pairs = list(itertools.combinations(range(5), 2))
    sums = [
        class_clustering(
            Graph.from_edges(5, [pair for i, pair in enumerate(pairs) if held >> i & 1]), cap
        )
        for held in range(2 ** len(pairs))
    ]
    worst = max(
        np.abs(sums[held] - sums[held | 1 << i]).sum()
        for held in range(len(sums))
        for i in range(len(pairs))
        if not held >> i & 1
    )
    assert 2.0 * cap < worst < clustering_sensitivity(cap)


def test_weights_of_classes_add_up_to_one_and_move_slowly():
    """One more edge moves a node by 2 log2(1 + 1/d) in l1, and by that between two classes."""
    degrees = np.arange(2, 1000)
    weights = class_weights(degrees, 12)
    assert weights.sum(axis=1) == pytest.approx(1.0)
    moved = np.abs(np.diff(weights, axis=0)).sum(axis=1)
    assert (moved <= 2 * np.log2(1 + 1 / degrees[:-1]) + 1e-12).all()
