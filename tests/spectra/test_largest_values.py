"""The largest eigenvalues are those of the full decomposition, copies counted, within the error.

The bound lies above the largest eigenvalue, never rises, and meets it.
"""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.adjacency_rows import short_indices
from graphdp_core.progress import Progress
from graphdp_core.spectra import largest_values as module
from graphdp_core.spectra.eigenpairs import DENSE_LIMIT
from graphdp_core.spectra.largest_values import Ceiling, largest_values

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
    "a path": Graph.from_networkx(nx.path_graph(N)),
    "a comb": Graph.from_networkx(nx.corona_product(nx.path_graph(N // 2), nx.empty_graph(1))),
    "a ring with a tail": Graph.from_edges(
        N, [*((i, (i + 1) % (N - 1)) for i in range(N - 1)), (0, N - 1)]
    ),
    "all pairs": Graph.from_networkx(nx.complete_graph(N)),
    "two sides": Graph.from_networkx(nx.complete_bipartite_graph(N // 3, N - N // 3)),
    "no edges": Graph.from_edges(N, []),
    "few nodes": Graph.from_networkx(nx.gnm_random_graph(40, 200, seed=1)),
}


@pytest.mark.sample
@pytest.mark.parametrize("name", GRAPHS)
def test_values_are_those_of_the_full_decomposition(name: str) -> None:
    graph = GRAPHS[name]
    exact = np.linalg.eigvalsh(graph.adjacency().toarray())[::-1]
    for k in (1, 5, 10):
        values = largest_values(graph, k, error=ERROR)
        np.testing.assert_allclose(values, exact[:k], atol=ERROR)


def along(n: int) -> np.ndarray:
    """Eigenvalues of a path of n nodes."""
    return 2.0 * np.cos(np.pi * np.arange(1, n + 1) / (n + 1))


LONG = {  # thousands of eigenvalues within the error: what they are is known by formula
    "ring": (nx.cycle_graph(20_000), 2.0 * np.cos(2.0 * np.pi * np.arange(20_000) / 20_000)),
    "path": (nx.path_graph(20_000), along(20_000)),
    "grid": (nx.grid_2d_graph(100, 150), np.add.outer(along(100), along(150)).ravel()),
}


@pytest.mark.sample
@pytest.mark.parametrize("name", LONG)
def test_values_without_a_gap_are_exact_and_take_few_steps(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lattice, exact = LONG[name]
    steps = []
    whole = module.filter_step
    monkeypatch.setattr(module, "filter_step", lambda *given: steps.append(whole(*given)))
    values = largest_values(Graph.from_networkx(lattice), 5, error=ERROR)
    np.testing.assert_allclose(values, -np.sort(-exact)[:5], atol=ERROR)
    assert len(steps) < 600


def test_it_can_be_stopped() -> None:
    class Stop(Exception):
        pass

    def stop(fraction: float, text: str) -> None:
        assert 0.0 <= fraction <= 1.0
        assert text == "largest eigenvalues"
        raise Stop

    with pytest.raises(Stop):
        largest_values(GRAPHS["random"], 5, error=ERROR, progress=Progress(stop))


CEILING_GRAPHS = {
    "random": nx.gnm_random_graph(60, 150, seed=1),
    "a star": nx.star_graph(30),
    "two parts and a lone node": nx.disjoint_union(nx.cycle_graph(9), nx.empty_graph(1)),
    "a path": nx.path_graph(40),
}


@pytest.mark.parametrize("name", CEILING_GRAPHS)
def test_the_bound_comes_down_to_the_largest_eigenvalue(name: str) -> None:
    graph = Graph.from_networkx(CEILING_GRAPHS[name])
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
