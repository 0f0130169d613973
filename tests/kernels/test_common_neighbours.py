"""Common neighbours and triangles, both ways, against dense products and networkx."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels import common_neighbours as module
from graphdp_core.kernels.common_neighbours import (
    bit_rows,
    common_by_bits,
    common_by_merge,
    common_neighbours,
)
from graphdp_core.kernels.neighbours import nearest_neighbours
from graphdp_core.kernels.path_lengths import distance_total
from graphdp_core.kernels.triangles import forward_rows, forward_triangles


def _graph(n: int, probability: float) -> Graph:
    return Graph.from_networkx(nx.gnp_random_graph(n, probability, seed=n))


def _all_pairs(n: int) -> np.ndarray:
    return np.argwhere(np.triu(np.ones((n, n)), 1)).astype(np.int32)


@pytest.mark.parametrize(("n", "probability"), [(63, 0.2), (64, 0.5), (65, 0.9), (130, 0.05)])
def test_both_ways_equal_the_square_of_the_adjacency_matrix(n, probability):
    graph, pairs = _graph(n, probability), _all_pairs(n)
    dense = graph.adjacency().toarray()
    expected = (dense @ dense)[pairs[:, 0], pairs[:, 1]]
    np.testing.assert_array_equal(common_by_merge(*graph.neighbours, pairs), expected)
    rows = bit_rows(n, *graph.neighbours)
    np.testing.assert_array_equal(common_by_bits(rows, pairs), expected)


@pytest.mark.parametrize("largest_bit_n", [0, 1000])
def test_blocks_join_without_gaps_and_report(monkeypatch, largest_bit_n):
    monkeypatch.setattr(module, "LARGEST_BIT_N", largest_bit_n)
    monkeypatch.setattr(module, "BLOCK", 100)
    graph, pairs = _graph(40, 0.5), _all_pairs(40)
    seen = []
    counts = common_neighbours(
        *graph.neighbours, pairs, progress=lambda fraction, text: seen.append(fraction)
    )
    np.testing.assert_array_equal(counts, common_by_merge(*graph.neighbours, pairs))
    assert seen == sorted(seen)
    assert len(seen) == 8


def test_bits_hold_the_adjacency_matrix(nasty_graph):
    rows = bit_rows(nasty_graph.n, *nasty_graph.neighbours)
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")[:, : nasty_graph.n]
    np.testing.assert_array_equal(bits, nasty_graph.adjacency().toarray())


@pytest.mark.parametrize(("n", "probability"), [(50, 0.1), (80, 0.5), (30, 1.0)])
def test_forward_triangles_equal_networkx_in_any_order(n, probability):
    graph = _graph(n, probability)
    expected = list(nx.triangles(graph.to_networkx()).values())
    for order in (np.argsort(graph.degrees), np.arange(n), np.random.default_rng(0).permutation(n)):
        starts, targets = forward_rows(n, *graph.neighbours, order)
        assert len(targets) == graph.m
        np.testing.assert_array_equal(forward_triangles(starts, targets, order), expected)


def test_distances_from_many_sources_equal_networkx():
    network = nx.gnp_random_graph(150, 0.02, seed=3)
    graph = Graph.from_networkx(network)
    sources = np.arange(0, 128, 2)
    lengths = [nx.single_source_shortest_path_length(network, int(s)) for s in sources]
    total, pairs = distance_total(*graph.neighbours, sources)
    assert total == sum(sum(row.values()) for row in lengths)
    assert pairs == sum(len(row) - 1 for row in lengths)


def test_of_equally_near_points_the_lower_number_comes_first():
    coordinates = np.array([[0.0, 1.0, -1.0, 1.0, 0.0, 5.0]])
    found = nearest_neighbours(coordinates, np.array([0, 5]), 3)
    assert found.tolist() == [[4, 1, 2], [1, 3, 0]]
