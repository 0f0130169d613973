"""Speed of private spanning trees beside a plain one and a sort: medians of CPU ms."""

import heapq
import time
from collections.abc import Callable, Sequence

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.kernels import compiled
from graphdp_core.kernels.incidence import incident_edges
from graphdp_core.mechanisms.minus_exponential import MinusExponential
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.weight_laplace import WeightLaplace


def test_private_trees_cost_little_more_than_a_plain_one() -> None:
    """Print the report; no figure is asserted, machines differ."""
    print()
    for what, milliseconds, remark in rows():
        print(f"{what:<52} {milliseconds:9.1f} ms  {remark}")


def rows(*, repeats: int = 5) -> list[tuple[str, float, str]]:
    """(what, median CPU milliseconds, ratio or goal), one per line of the report."""
    report = []
    for n, m, goal in ((5_000, 500_000, "goal 150 ms"), (20_000, 5_000_000, "goal 2,000 ms")):
        works = works_on(random_graph(n, m))
        times = dict(zip(works, interleaved(list(works.values()), repeats), strict=True))
        plain = times["plain Prim"]
        report.append((f"n = {n:,}, m = {m:,}", 0.0, goal))
        report += [
            (f"  {name}", t, f"{t / plain:.2f} times plain Prim") for name, t in times.items()
        ]
    return report


def works_on(graph: Graph) -> dict[str, Callable[[int], object]]:
    """What is measured; at these radii c times the range of the weights has the size named."""
    works: dict[str, Callable[[int], object]] = {}
    for spread in (1, 100, 10_000):
        mechanism = PAMST(radius=10.0 / (graph.n - 1) / spread)
        works[f"PAMST, prim, c x range = {spread:,}"] = lambda seed, m=mechanism: release(
            m, graph, seed
        )
    return works | {
        "PAMST, kruskal": lambda seed: release(PAMST(selection="kruskal"), graph, seed),
        "minus-exponential": lambda seed: release(MinusExponential(), graph, seed),
        "Laplace noise alone": lambda seed: release(WeightLaplace(), graph, seed),
        "plain Prim": lambda _: prim(graph.n, incident_edges(graph.n, graph.edges), graph.weights),
        "our minimum spanning tree": lambda _: minimum_spanning_forest(graph, graph.weights),
        "floor: sort of the weights": lambda _: np.sort(graph.weights),
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


def release(mechanism: PAMST | MinusExponential | WeightLaplace, graph: Graph, seed: int) -> object:
    return mechanism.release(graph, epsilon=1.0, rng=np.random.default_rng(seed))


def random_graph(n: int, m: int) -> Graph:
    """m different random pairs with weights of U(0, 10)."""
    rng = np.random.default_rng(0)
    u, v = np.divmod(rng.integers(0, n * n, size=3 * m), n)
    codes = np.sort(rng.permutation(np.unique((u * n + v)[u < v]))[:m])
    edges = np.column_stack(np.divmod(codes, n))
    return Graph.from_edges(n, edges, weights=rng.uniform(0, 10, len(edges)))


def interleaved(works: Sequence[Callable[[int], object]], repeats: int) -> list[float]:
    """Median CPU milliseconds of each work; they take turns, so that a busy machine hits all."""
    times: list[list[float]] = [[] for _ in works]
    for work in works:
        work(0)  # compile
    for seed in range(repeats):
        for work, own in zip(works, times, strict=True):
            start = time.process_time()
            work(seed)
            own.append(1e3 * (time.process_time() - start))
    return [float(np.median(own)) for own in times]
