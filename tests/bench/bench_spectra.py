"""Times spectral releases on 147 nodes; private eigenvalues at 100,000 beside scipy's, in turn."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse.linalg import eigsh

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from tests.bench.timing import in_turn

N, M = 100_000, 500_000


@pytest.mark.parametrize("structure", ["none", "blocks of 1,000", "power law"])
def test_private_eigenvalues_of_a_large_graph_beside_scipy(structure: str) -> None:
    random = np.random.default_rng(0)
    ends = random.integers(0, N, (M, 2))
    if structure == "blocks of 1,000":
        near = np.minimum(ends[:, 0] // 1000 * 1000 + random.integers(0, 1000, M), N - 1)
        ends[:, 1] = np.where(random.random(M) < 0.3, near, ends[:, 1])
    elif structure == "power law":
        weights = np.cumsum(random.pareto(1.6, N) + 1.0)
        ends = np.searchsorted(weights, random.random((M, 2)) * weights[-1])
    graph = Graph.from_edges(N, ends[ends[:, 0] != ends[:, 1]])
    matrix, x = graph.adjacency(), np.ones(N)
    mechanism = gdp.mechanism("noisy_eigenvalues")
    seconds = in_turn(
        {
            "ours": lambda: mechanism.release(graph, epsilon=1.0, rng=gdp.noise_stream(0)),
            "scipy": lambda: eigsh(matrix, 5, which="LA", tol=1e-8),
            "100 products": lambda: [matrix @ x for _ in range(100)],
        }
    )
    row = ", ".join(f"{label} {taken:.2f} s" for label, taken in seconds.items())
    print(f"\nnoisy_eigenvalues, n={N:,}, structure: {structure}: {row}")
    assert seconds["ours"] < 15.0 * seconds["100 products"]
