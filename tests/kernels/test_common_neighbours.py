"""Common neighbours, both ways, against dense products.

Bits instead of a list of edges: the same product, the same edges.

Bits are found and counted right for every kind of word.
"""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels import common_neighbours as module
from graphdp_core.kernels.common_neighbours import (
    bit_rows,
    bit_sums,
    bit_triangles,
    common_by_bits,
    common_by_merge,
    common_neighbours,
    count_ones,
    lowest_bit,
    set_edges,
    some_edges,
)


def _graph(n: int, probability: float) -> Graph:
    return Graph.from_networkx(nx.gnp_random_graph(n, probability, seed=n))


def _all_pairs(n: int) -> np.ndarray:
    return Graph.from_edges(n, np.argwhere(np.triu(np.ones((n, n)), 1))).edges


@pytest.mark.parametrize(("n", "probability"), [(63, 0.2), (64, 0.5), (65, 0.9), (130, 0.05)])
def test_both_ways_equal_the_square_of_the_adjacency_matrix(n, probability):
    graph, pairs = _graph(n, probability), _all_pairs(n)
    dense = graph.adjacency().toarray()
    expected = (dense @ dense)[pairs[:, 0], pairs[:, 1]]
    np.testing.assert_array_equal(common_by_merge(*graph.neighbours, pairs), expected)
    rows = bit_rows(n, *graph.neighbours)
    np.testing.assert_array_equal(common_by_bits(rows, pairs), expected)


@pytest.mark.sample
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


def rows_of(graph: Graph) -> np.ndarray:
    rows = np.zeros((graph.n, -(-graph.n // 64)), dtype=np.uint64)
    set_edges(rows, graph.edges)
    return rows


@pytest.fixture(params=[2, 63, 64, 65, 700])
def dense(request: pytest.FixtureRequest) -> Graph:
    n = request.param
    present = np.triu(np.random.default_rng(n).random((n, n)) < 0.4, 1)
    return Graph.from_edges(n, np.argwhere(present))


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sums_over_bits_are_the_product(dense: Graph, dtype: type) -> None:
    x = np.random.default_rng(0).integers(-50, 50, dense.n).astype(dtype)
    sums = np.full(dense.n, np.nan, dtype=dtype)
    bit_sums(rows_of(dense).view(np.uint8), x, sums)
    np.testing.assert_array_equal(sums, dense.adjacency(dtype=dtype) @ x)


@pytest.mark.sample
def test_edges_are_found_by_their_ranks(dense: Graph) -> None:
    rows = rows_of(dense)
    for ranks in (np.arange(dense.m), np.arange(0, dense.m, 7), np.arange(0)):
        assert some_edges(rows, ranks).tolist() == dense.edges[ranks].tolist()


def test_triangles_by_words_are_those_of_the_matrix():
    rng = np.random.default_rng(0)
    for n, density in [(3, 1.0), (64, 0.3), (65, 0.9), (200, 0.1)]:
        full = np.triu(rng.random((n, n)) < density, 1)
        edges = Graph.from_edges(n, np.argwhere(full)).edges
        whole = (full | full.T).astype(np.int64)
        assert bit_triangles(n, edges) == np.trace(whole @ whole @ whole) // 6


RANDOM = np.random.default_rng(0).integers(0, 2**64, size=200, dtype=np.uint64).tolist()


def test_ones_are_counted() -> None:
    for word in [0, 1, 2**63, 2**64 - 1, *RANDOM]:
        assert count_ones(np.uint64(word)) == int(word).bit_count()


def test_the_lowest_bit_is_found() -> None:
    for word in [2**64 - 1, *(1 << bit for bit in range(64)), *RANDOM]:
        assert lowest_bit(np.uint64(word)) == (word & -word).bit_length() - 1
