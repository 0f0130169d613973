"""The largest eigenvalues are those of the full decomposition, copies counted, within the error."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import Progress
from graphdp_core.spectra.eigenpairs import DENSE_LIMIT
from graphdp_core.spectra.largest_values import largest_values

N = DENSE_LIMIT + 100
ERROR = 5e-5


def copies(part: nx.Graph, count: int) -> Graph:
    return Graph.from_networkx(nx.disjoint_union_all([part] * count))


GRAPHS = {
    "random": Graph.from_networkx(nx.gnm_random_graph(N, 5 * N, seed=1)),
    "hubs": Graph.from_networkx(nx.barabasi_albert_graph(N, 3, seed=1)),
    "communities": Graph.from_networkx(nx.planted_partition_graph(4, N // 4, 0.2, 0.01, seed=1)),
    "six equal parts": copies(nx.gnm_random_graph(N // 6, 2 * N, seed=1), 6),
    "equal stars": copies(nx.star_graph(29), N // 30),
    "a matching": copies(nx.path_graph(2), N // 2),
    "triangles and one clique": Graph.from_networkx(
        nx.disjoint_union(nx.disjoint_union_all([nx.complete_graph(3)] * 80), nx.complete_graph(60))
    ),
    "one edge": Graph.from_edges(N, [(0, 1)]),
    "a ring": Graph.from_networkx(nx.cycle_graph(N)),
    "a grid": Graph.from_networkx(nx.grid_2d_graph(20, N // 20)),
    "all pairs": Graph.from_networkx(nx.complete_graph(N)),
    "two sides": Graph.from_networkx(nx.complete_bipartite_graph(N // 3, N - N // 3)),
    "no edges": Graph.from_edges(N, []),
    "few nodes": Graph.from_networkx(nx.gnm_random_graph(40, 200, seed=1)),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_values_are_those_of_the_full_decomposition(name: str) -> None:
    graph = GRAPHS[name]
    exact = np.linalg.eigvalsh(graph.adjacency().toarray())[::-1]
    for k in (1, 5, 10):
        values = largest_values(graph, k, error=ERROR)
        np.testing.assert_allclose(values, exact[:k], atol=ERROR)
        assert np.all(values <= exact[:k] + 1e-9)


def test_the_same_graph_gives_the_same_bits() -> None:
    first, second = (largest_values(GRAPHS["hubs"], 5, error=ERROR) for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_it_can_be_stopped() -> None:
    class Stop(Exception):
        pass

    def stop(fraction: float, text: str) -> None:
        assert 0.0 <= fraction <= 1.0
        assert text == "largest eigenvalues"
        raise Stop

    with pytest.raises(Stop):
        largest_values(GRAPHS["random"], 5, error=ERROR, progress=Progress(stop))
