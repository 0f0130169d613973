"""Seconds and memory of private communities on large graphs, end to end, and of their parts.

Run as ``GRAPHDP_DATA_DIR=... python tests/bench/bench_communities.py``; com-DBLP is left out where
its file is not available. Medians over repeats; CPU seconds are the ones to read on a busy machine.
"""

import math
import resource
import statistics
import time
from collections.abc import Callable

import numpy as np

import graphdp_core as gdp
from graphdp_core.datasets import GraphFileError, load_graph
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.louvain_dp import LouvainDP
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.privgraph import PrivGraph
from graphdp_core.mechanisms.supergraph import Supergraph
from graphdp_core.mechanisms.top_m_filter import TopMFilter
from graphdp_core.metrics.partitions import modularity
from graphdp_core.privacy.draws import SeededDraws

REPEATS = 3


def main() -> None:
    """Print one row per graph and mechanism."""
    karate = load_graph("karate")
    candidates: tuple[Mechanism, ...] = (LouvainDP(k=20), LouvainDP(), PrivGraph(), TopMFilter())
    for mechanism in candidates:
        mechanism.release(karate, epsilon=2.0, rng=gdp.noise_stream(0))  # compile
    print(f"{'graph':14} {'step':34} {'wall s':>9} {'CPU s':>9} {'communities':>12} {'Q':>7}")
    for name, graph in (("com-DBLP", _dblp()), ("1.13 million", _planted())):
        if graph is None:
            print(f"{name:14} not found: set GRAPHDP_DATA_DIR to the folder of real graphs")
            continue
        _rows(name, graph, candidates)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"largest memory {peak:.2f} GiB")


def _rows(name: str, graph: Graph, candidates: tuple[Mechanism, ...]) -> None:
    epsilon = 0.5 * math.log(graph.n)
    _row(
        name,
        "supergraph, k = 20",
        lambda i: Supergraph.drawn(graph, size=20, draws=SeededDraws(gdp.noise_stream(i))),
    )
    _row(name, "the same cells by np.unique", lambda i: _unique(graph, i))
    for mechanism in candidates:
        label = f"{mechanism.title} {getattr(mechanism, 'k', '')}, ε = {epsilon:.2f}"

        def release(i: int, mechanism: Mechanism = mechanism) -> object:
            return mechanism.release(graph, epsilon=epsilon, rng=gdp.noise_stream(i))

        _row(name, label, release, graph)


def _row(name: str, label: str, work: Callable[[int], object], graph: Graph | None = None) -> None:
    wall, busy, found = [], [], None
    for repeat in range(REPEATS):
        start, worked = time.perf_counter(), time.process_time()
        found = work(repeat)
        wall.append(time.perf_counter() - start)
        busy.append(time.process_time() - worked)
    text = f"{name:14} {label:34} {statistics.median(wall):9.2f} {statistics.median(busy):9.2f}"
    if graph is not None and isinstance(found, gdp.analysis("louvain").returns):
        text += f" {found.k:12,} {modularity(graph, found.labels):7.3f}"
    print(text, flush=True)


def _unique(graph: Graph, seed: int) -> object:
    groups = gdp.noise_stream(seed).permutation(graph.n) // 20
    u, v = groups[graph.edges[:, 0]], groups[graph.edges[:, 1]]
    return np.unique(np.minimum(u, v) * graph.n + np.maximum(u, v), return_counts=True)


def _dblp() -> Graph | None:
    try:
        return load_graph("com-dblp")
    except GraphFileError:
        return None


def _planted() -> Graph:
    """1,134,890 nodes in groups of 100, 2.99 million edges, four in five of them inside."""
    rng = np.random.default_rng(0)
    n, m = 1_134_890, 2_990_000
    u = rng.integers(0, n, size=m)
    near = u // 100 * 100 + rng.integers(0, 100, size=m)
    v = np.where(rng.random(m) < 0.8, np.minimum(near, n - 1), rng.integers(0, n, size=m))
    held = u != v
    return Graph.from_edges(n, np.column_stack((u[held], v[held])), title="planted groups")


if __name__ == "__main__":
    main()
