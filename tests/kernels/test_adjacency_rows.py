"""Rows of neighbours, parts and tables of pairs against scipy's and numpy's."""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from graphdp_core.kernels.adjacency_rows import adjacency_rows, part_count
from graphdp_core.kernels.pair_tables import pair_table


def test_rows_parts_and_tables_are_those_of_the_matrix(rng: np.random.Generator) -> None:
    for n, share in ((1, 0.0), (7, 0.2), (40, 0.03), (40, 0.6)):
        u, v = np.triu_indices(n, 1)
        kept = rng.random(len(u)) < share
        edges = np.stack([u[kept], v[kept]], axis=1).astype(np.int32)
        half = coo_array((np.ones(len(edges)), tuple(edges.T)), shape=(n, n))
        whole = (half + half.T).tocsr()
        whole.sort_indices()
        indptr, indices = adjacency_rows(n, edges)
        assert indptr.tolist() == whole.indptr.tolist()
        assert indices.tolist() == whole.indices.tolist()
        assert part_count(n, edges) == connected_components(whole)[0]
        labels = rng.integers(0, 3, n)
        table = np.zeros((3, 3), dtype=int)
        np.add.at(table, (labels[edges[:, 0]], labels[edges[:, 1]]), 1)
        assert pair_table(edges, labels, 3).tolist() == table.tolist()
