"""Common neighbours, both ways, against dense products."""

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


def test_bits_hold_the_adjacency_matrix(edge_case_graph):
    rows = bit_rows(edge_case_graph.n, *edge_case_graph.neighbours)
    bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little")[:, : edge_case_graph.n]
    np.testing.assert_array_equal(bits, edge_case_graph.adjacency().toarray())
