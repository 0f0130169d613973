"""The bound lies above the largest eigenvalue, never rises, and meets it."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.neighbour_sums import short_indices
from graphdp_core.spectra.ceiling import Ceiling

GRAPHS = {
    "random": nx.gnm_random_graph(60, 150, seed=1),
    "a star": nx.star_graph(30),
    "two parts and a lone node": nx.disjoint_union(nx.cycle_graph(9), nx.empty_graph(1)),
    "a path": nx.path_graph(40),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_the_bound_comes_down_to_the_largest_eigenvalue(name: str) -> None:
    graph = Graph.from_networkx(GRAPHS[name])
    largest = np.linalg.eigvalsh(graph.adjacency().toarray())[-1]
    ceiling = Ceiling(graph.neighbours[0], short_indices(graph.neighbours[1], graph.n))
    assert ceiling.value == pytest.approx(graph.degrees.max())
    for _ in range(40):
        before = ceiling.value
        ceiling.lower(25)
        assert largest <= ceiling.value <= before
    assert ceiling.value == pytest.approx(largest, abs=1e-2)


def test_a_graph_without_edges_has_none_above_zero() -> None:
    indptr, indices = Graph.from_edges(3, []).neighbours
    assert Ceiling(indptr, short_indices(indices, 3)).value == 0.0
