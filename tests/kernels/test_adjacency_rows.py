"""Rows of neighbours, parts and tables of pairs against scipy's and numpy's.

The product with no matrix is the product with the matrix.
"""

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.adjacency_rows import (
    AT_ONCE,
    adjacency_rows,
    fill_dense_rows,
    fill_rows,
    filter_step,
    neighbour_rows,
    neighbour_sums,
    part_count,
    short_indices,
)
from graphdp_core.kernels.louvain import pair_table


@pytest.mark.long
def test_rows_parts_and_tables_are_those_of_the_matrix(rng: np.random.Generator) -> None:
    cases = (1, 0), (7, 10), (40, 50), (40, 2_000), (2_050, 3_000_000), (33_000, 3_500_000)
    for n, size in cases:  # the last two are dense, and too large to be filled in one go
        u, v = np.divmod(np.unique(rng.integers(0, n * n, size)), n)
        edges = np.stack([u, v], axis=1).astype(np.int32)[u < v]
        half = coo_array((np.ones(len(edges)), tuple(edges.T)), shape=(n, n))
        whole = (half + half.T).tocsr()
        whole.sort_indices()
        indptr, indices = adjacency_rows(n, edges)
        np.testing.assert_array_equal(indptr, whole.indptr)
        np.testing.assert_array_equal(indices, whole.indices)
        assert part_count(n, edges) == connected_components(whole)[0]
        labels = rng.integers(0, 3, n)
        table = np.zeros((3, 3), dtype=int)
        np.add.at(table, (labels[edges[:, 0]], labels[edges[:, 1]]), 1)
        assert pair_table(edges, labels, 3).tolist() == table.tolist()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sums_over_neighbours_are_the_product(edge_case_graph: Graph, dtype: type) -> None:
    x = np.random.default_rng(0).integers(-50, 50, edge_case_graph.n).astype(dtype)
    sums = np.full(edge_case_graph.n, np.nan, dtype=dtype)
    indptr, indices = edge_case_graph.neighbours
    neighbour_sums(indptr, short_indices(indices, edge_case_graph.n), x, sums)
    np.testing.assert_array_equal(sums, edge_case_graph.adjacency(dtype=dtype) @ x)


@pytest.mark.sample
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("width", [8, 24])
def test_sums_of_rows_are_the_product_with_each(
    edge_case_graph: Graph, dtype: type, width: int
) -> None:
    n = edge_case_graph.n
    rows = np.random.default_rng(0).integers(-50, 50, (n, width)).astype(dtype)
    sums = np.full((n, width), np.nan, dtype=dtype)
    indptr, indices = edge_case_graph.neighbours
    for numbers in (short_indices(indices, n), indices.view(np.uint32)):
        neighbour_rows(indptr, numbers, rows, sums)
        np.testing.assert_array_equal(sums, edge_case_graph.adjacency(dtype=dtype) @ rows)


def test_many_nodes_have_longer_numbers() -> None:
    n = 2**16 + 2
    graph = Graph.from_edges(n, [(0, n - 1), (1, 2**16 - 1), (2, 3)])
    indptr, indices = graph.neighbours
    assert short_indices(indices, 2**16).dtype == np.uint16
    sums = np.empty(n)
    neighbour_sums(indptr, short_indices(indices, n), np.arange(n, dtype=float), sums)
    assert sums[[0, 1, 2, 3, n - 1]].tolist() == [n - 1, 2**16 - 1, 3, 2, 0]


@pytest.mark.sample
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_filter_step_is_a_step_of_the_recurrence(edge_case_graph: Graph, dtype: type) -> None:
    random = np.random.default_rng(0)
    rows, before = random.integers(-50, 50, (2, edge_case_graph.n, 16)).astype(dtype)
    expected = 2.0 * (edge_case_graph.adjacency(dtype=dtype) @ rows) - 4.0 * rows - 0.5 * before
    indptr, indices = edge_case_graph.neighbours
    factors = np.array([2.0, -4.0, 0.5], dtype=dtype)
    filter_step(indptr, short_indices(indices, edge_case_graph.n), rows, before, factors)
    np.testing.assert_array_equal(before, expected)


@pytest.mark.parametrize("fill", [fill_rows, fill_dense_rows])
def test_edges_that_are_not_sorted_are_refused_and_not_misread(fill):
    edges = np.array([[2, 3], [0, 1]], dtype=np.int32)
    edges.flags.writeable = False  # as a graph's own: compiled once
    with pytest.raises(ValueError, match="sorted by their smaller end"):
        fill(4, edges, np.empty(4 + AT_ONCE, dtype=np.int32))
