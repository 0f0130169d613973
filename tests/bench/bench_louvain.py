"""CPU seconds and modularity of Louvain on all real graphs and a large one, beside other libraries.

Run as ``GRAPHDP_DATA_DIR=... python -m tests.bench.bench_louvain`` from the project's folder;
graphs and libraries that are not there are left out. Medians over repeats, the candidates taken
in turn. networkx gets the graphs of at most 200,000 edges.
"""

import importlib.util
import os
import re
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import numpy as np

from graphdp_core.datasets import GraphFileError, Limits, read_graph
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.louvain import louvain_communities
from graphdp_core.metrics.partitions import modularity

REPEATS = 3
LARGEST_FOR_NETWORKX = 200_000  # edges
SUFFIXES = (".gml", ".txt", ".gr")
Candidate = Callable[[Graph, int], np.ndarray]


def main() -> None:
    """Print one row per graph and candidate: seconds, modularity, ratio to ours."""
    louvain_communities(*Graph.from_edges(3, [(0, 1), (1, 2)]).neighbours)  # compile
    for graph in _graphs():
        results = {name: [] for name in _candidates(graph)}
        for key in range(REPEATS):
            for name, candidate in _candidates(graph).items():
                start = time.process_time()
                labels = candidate(graph, key)
                results[name].append((time.process_time() - start, modularity(graph, labels)))
        best = statistics.median(seconds for seconds, _ in results["ours"])
        for name, rows in results.items():
            seconds, quality = (statistics.median(column) for column in zip(*rows, strict=True))
            print(
                f"{graph.title:26.26} n={graph.n:<9,} m={graph.m:<9,} {name:16} "
                f"{seconds:9.4f} s  Q {quality:.4f}  {seconds / best:8.1f}x",
                flush=True,
            )


def _graphs():
    folder = Path(os.environ.get("GRAPHDP_DATA_DIR", "."))
    limits = Limits(bytes=200_000_000)
    for file in sorted(folder.rglob("*")):
        if file.name.removesuffix(".gz").endswith(SUFFIXES) and not {"labels", "departments"} & set(
            re.split(r"[_.-]", file.name)
        ):
            try:
                graph = read_graph(file, limits=limits)
            except GraphFileError:
                continue  # classes or communities, not a graph
            if graph.m:
                yield Graph(n=graph.n, edges=graph.edges, title=file.name)
    yield _large()


def _large(n: int = 1_134_890, m: int = 2_987_624, blocks: int = 20_000) -> Graph:
    """Heavy-tailed degrees and planted blocks, of the size of com-youtube."""
    rng = np.random.default_rng(0)
    degrees = rng.pareto(1.6, n) + 1
    block = np.sort(rng.integers(0, blocks, n))
    sums = np.concatenate([[0.0], np.cumsum(degrees)])
    edges = np.empty(0, dtype=np.int64)
    while len(edges) < m:
        u = np.searchsorted(sums[1:], rng.random(m) * sums[-1])
        low = sums[np.searchsorted(block, block[u])]
        high = sums[np.searchsorted(block, block[u], side="right")]
        far = rng.random(m) < 0.3
        low, high = np.where(far, 0.0, low), np.where(far, sums[-1], high)
        v = np.minimum(np.searchsorted(sums[1:], low + (high - low) * rng.random(m)), n - 1)
        codes = np.minimum(u, v) * n + np.maximum(u, v)
        edges = np.union1d(edges, codes[u != v])
    chosen = np.sort(rng.permutation(len(edges))[:m])
    place = rng.permutation(n)  # real numbers do not follow the blocks
    pairs = np.column_stack(np.divmod(edges[chosen], n))
    return Graph.from_edges(n, place[pairs], title="generated")


def _candidates(graph: Graph) -> dict[str, Candidate]:
    found: dict[str, Candidate] = {"ours": _ours, "ours, one round": _one_round}
    if graph.m <= LARGEST_FOR_NETWORKX:
        found["networkx"] = _networkx
    if importlib.util.find_spec("igraph"):
        found["igraph"] = _igraph
    if importlib.util.find_spec("networkit"):
        found["networkit"] = _networkit
    return found


def _ours(graph: Graph, key: int) -> np.ndarray:
    return louvain_communities(*graph.neighbours, key=key)


def _one_round(graph: Graph, key: int) -> np.ndarray:
    return louvain_communities(*graph.neighbours, key=key, rounds=1)


def _networkx(graph: Graph, key: int) -> np.ndarray:
    labels = np.empty(graph.n, dtype=np.int64)
    for c, nodes in enumerate(nx.community.louvain_communities(graph.to_networkx(), seed=key)):
        labels[list(nodes)] = c
    return labels


def _igraph(graph: Graph, key: int) -> np.ndarray:
    import random

    import igraph

    random.seed(key)
    found = igraph.Graph(n=graph.n, edges=graph.edges).community_multilevel()
    return np.array(found.membership)


def _networkit(graph: Graph, key: int) -> np.ndarray:
    import networkit

    networkit.setNumberOfThreads(1)
    networkit.setSeed(key, False)
    u, v = graph.edges.astype(np.int64).T
    network = networkit.GraphFromCoo((u, v), n=graph.n)
    return np.array(networkit.community.detectCommunities(network, inspect=False).getVector())


if __name__ == "__main__":
    main()
