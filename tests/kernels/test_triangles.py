"""Triangles at every node, in any order of the nodes, are those of networkx."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.triangles import forward_rows, forward_triangles


@pytest.mark.parametrize(("n", "probability"), [(50, 0.1), (80, 0.5), (30, 1.0)])
def test_forward_triangles_equal_networkx_in_any_order(n, probability):
    graph = Graph.from_networkx(nx.gnp_random_graph(n, probability, seed=n))
    expected = list(nx.triangles(graph.to_networkx()).values())
    for order in (np.argsort(graph.degrees), np.arange(n), np.random.default_rng(0).permutation(n)):
        starts, targets = forward_rows(n, *graph.neighbours, order)
        assert len(targets) == graph.m
        np.testing.assert_array_equal(forward_triangles(starts, targets, order), expected)
