"""Bits instead of a list of edges: the same product, the same edges."""

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.bit_rows import bit_sums, bit_triangles, set_edges, some_edges


def rows_of(graph: Graph) -> np.ndarray:
    rows = np.zeros((graph.n, -(-graph.n // 64)), dtype=np.uint64)
    set_edges(rows, graph.edges)
    return rows


@pytest.fixture(params=[2, 63, 64, 65, 700])
def dense(request: pytest.FixtureRequest) -> Graph:
    n = request.param
    present = np.triu(np.random.default_rng(n).random((n, n)) < 0.4, 1)
    return Graph.from_edges(n, np.argwhere(present))


@pytest.mark.sample
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sums_over_bits_are_the_product(dense: Graph, dtype: type) -> None:
    x = np.random.default_rng(0).integers(-50, 50, dense.n).astype(dtype)
    sums = np.full(dense.n, np.nan, dtype=dtype)
    bit_sums(rows_of(dense).view(np.uint8), x, sums)
    np.testing.assert_array_equal(sums, dense.adjacency(dtype=dtype) @ x)


def test_edges_are_found_by_their_ranks(dense: Graph) -> None:
    rows = rows_of(dense)
    for ranks in (np.arange(dense.m), np.arange(0, dense.m, 7), np.arange(0)):
        assert some_edges(rows, ranks).tolist() == dense.edges[ranks].tolist()


def test_triangles_by_words_are_those_of_the_matrix():
    rng = np.random.default_rng(0)
    for n, density in [(3, 1.0), (64, 0.3), (65, 0.9), (200, 0.1)]:
        full = np.triu(rng.random((n, n)) < density, 1)
        edges = np.argwhere(full).astype(np.int32)
        whole = (full | full.T).astype(np.int64)
        assert bit_triangles(n, edges) == np.trace(whole @ whole @ whole) // 6
