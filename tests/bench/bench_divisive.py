"""ModDivisive and one-pass labelling at scale: proposals a second, seconds, memory, modularity.

Run as ``GRAPHDP_DATA_DIR=... python -m tests.bench.bench_divisive`` from the project's folder.
Times are CPU seconds of one run each; a plain Python loop of the same Metropolis step gives the
ratio. com-DBLP is left out where its file is not available.
"""

import math
import random
import resource
import time

import numpy as np

import graphdp_core as gdp
from graphdp_core.datasets import dataset
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.division_tree import grow
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.mod_divisive import ModDivisive
from graphdp_core.mechanisms.one_pass_labelling import OnePassLabelling
from graphdp_core.metrics.partitions import modularity
from tests.bench.bench_louvain import _large


def main() -> None:
    """Print proposals a second, then one row per graph and mechanism."""
    warm = gdp.load_graph("karate")
    for mechanism in (ModDivisive(), OnePassLabelling()):
        mechanism.release(warm, epsilon=1.0, rng=gdp.noise_stream(0))
    _proposals()
    graphs = [_large()]
    if dataset("com-dblp").available():
        graphs.insert(0, gdp.load_graph("com-dblp"))
    for graph in graphs:
        for mechanism in (ModDivisive(), ModDivisive(max_level=5), OnePassLabelling(k=20)):
            _row(graph, mechanism)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"peak memory of the whole bench {peak:.2f} GB")


def _proposals() -> None:
    """Random graphs of mean degree 10, two groups, one level, 50 proposals a node."""
    for n in (10_000, 100_000):
        pairs = np.random.default_rng(0).integers(0, n, (5 * n, 2))
        graph = Graph.from_edges(n, pairs[pairs[:, 0] != pairs[:, 1]])
        start = time.process_time()
        tree = grow(graph, budgets=[1.0], k=2, burn_in=50, smallest=20, key=1)
        ours = 50 * n / (time.process_time() - start)
        plain = _plain_python(graph, 1.0 / 4.0)
        print(
            f"n={n:<9,} degree 10: {ours / 1e6:6.1f} M proposals/s, {tree.accepted:.0%} accepted;"
            f" plain Python {plain / 1e6:.2f} M/s, {ours / plain:.0f}x",
            flush=True,
        )


def _plain_python(graph: Graph, exponent: float, steps: int = 200_000) -> float:
    indptr, indices = (part.tolist() for part in graph.neighbours)
    degrees = graph.degrees.tolist()
    group = [random.randrange(2) for _ in range(graph.n)]
    sums = [0.0, 0.0]
    for u, d in enumerate(degrees):
        sums[group[u]] += d
    start = time.process_time()
    for _ in range(steps):
        u = random.randrange(graph.n)
        a = group[u]
        b = 1 - a
        towards = 0
        for v in indices[indptr[u] : indptr[u + 1]]:
            towards += 1 if group[v] == b else -1
        d = degrees[u]
        gain = towards - d * (sums[b] - sums[a] + d) / (2 * graph.m)
        if gain >= 0 or random.random() < math.exp(exponent * gain):
            group[u] = b
            sums[a] -= d
            sums[b] += d
    return steps / (time.process_time() - start)


def _row(graph: Graph, mechanism: Mechanism) -> None:
    for epsilon in (2.0, 0.5 * math.log(graph.n)):
        start = time.process_time()
        release = mechanism.release(graph, epsilon=epsilon, rng=gdp.noise_stream(0))
        seconds = time.process_time() - start
        print(
            f"{graph!r} {mechanism.id} {getattr(mechanism, 'max_level', '')} ε={epsilon:.2f} "
            f"{seconds:6.1f} s, Q {modularity(graph, release.labels):.3f}, "
            f"{release.k:,} communities",
            flush=True,
        )


if __name__ == "__main__":
    main()
