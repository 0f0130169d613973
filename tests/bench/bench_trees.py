"""Private spanning trees beside a plain one and a sort."""

import heapq
from collections.abc import Callable

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.kernels import compiled
from graphdp_core.kernels.adjacency_rows import incident_edges
from graphdp_core.mechanisms.minus_exponential import MinusExponential
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from tests.bench.timing import in_turn


@pytest.mark.parametrize(("n", "m"), [(5_000, 500_000), (20_000, 5_000_000)])
def test_private_trees_cost_little_more_than_a_plain_one(n: int, m: int) -> None:
    times = in_turn(works_on(random_graph(n, m)))
    plain = times["plain Prim"]
    print(f"\nn = {n:,}, m = {m:,}; plain Prim {1e3 * plain:.0f} ms")
    for name, taken in times.items():
        print(f"  {name:<40} {taken / plain:.2f} of it")
    assert max(taken for name, taken in times.items() if "PAMST" in name) < 4.0 * plain


def works_on(graph: Graph) -> dict[str, Callable[[], object]]:
    """What is measured; at these radii c times the range of the weights has the size named."""
    works: dict[str, Callable[[], object]] = {}
    for spread in (1, 100, 10_000):
        mechanism = PAMST(radius=10.0 / (graph.n - 1) / spread)
        works[f"PAMST, prim, c x range = {spread:,}"] = lambda m=mechanism: release(m, graph)
    return works | {
        "PAMST, kruskal": lambda: release(PAMST(selection="kruskal"), graph),
        "minus-exponential": lambda: release(MinusExponential(), graph),
        "Laplace noise alone": lambda: release(WeightLaplace(), graph),
        "plain Prim": lambda: prim(graph.n, incident_edges(graph.n, graph.edges), graph.weights),
        "our minimum spanning tree": lambda: minimum_spanning_forest(graph, graph.weights),
        "floor: sort of the weights": lambda: np.sort(graph.weights),
    }


@compiled
def prim(
    n: int, incidence: tuple[np.ndarray, np.ndarray, np.ndarray], weights: np.ndarray
) -> np.ndarray:
    """Prim's algorithm with a binary heap: by node, the edge that reached it."""
    rows, ends, positions = incidence
    lightest, reached_by = np.full(n, np.inf), np.full(n, -1)
    is_inside = np.zeros(n, dtype=np.bool_)
    heap = [(0.0, np.int64(0))]
    while heap:
        v = heapq.heappop(heap)[1]
        if is_inside[v]:
            continue
        is_inside[v] = True
        for i in range(rows[v], rows[v + 1]):
            u, w = ends[i], weights[positions[i]]
            if not is_inside[u] and w < lightest[u]:
                lightest[u], reached_by[u] = w, positions[i]
                heapq.heappush(heap, (w, np.int64(u)))
    return reached_by


def release(mechanism: PAMST | MinusExponential | WeightLaplace, graph: Graph) -> object:
    return mechanism.release(graph, epsilon=1.0, rng=np.random.default_rng(1))


def random_graph(n: int, m: int) -> Graph:
    """m different random pairs with weights of U(0, 10)."""
    rng = np.random.default_rng(0)
    u, v = np.divmod(rng.integers(0, n * n, size=3 * m), n)
    codes = np.sort(rng.permutation(np.unique((u * n + v)[u < v]))[:m])
    edges = np.column_stack(np.divmod(codes, n))
    return Graph.from_edges(n, edges, weights=rng.uniform(0, 10, len(edges)))
