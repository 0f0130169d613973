"""Times spectral releases on 147 nodes; private eigenvalues at 100,000 beside scipy's, in turn.

Run as ``PYTHONPATH=. python tests/bench/bench_spectra.py``.
"""

from __future__ import annotations

import statistics
import time

import numpy as np
from scipy.sparse.linalg import eigsh

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.sbmf import SBMF
from graphdp_core.reproduce.spectra_graphs import generated_graph

CASES = [
    ("sbmf, 1,000 sweeps, k = 5", SBMF(sweeps=1000), 460.0),
    ("sbmf, 1,000 sweeps, k = 5, probit", SBMF(sweeps=1000, model="probit"), 460.0),
    ("vector_bingham", gdp.mechanism("vector_bingham"), 2.0),
    ("lnpp", gdp.mechanism("lnpp"), 2.0),
    ("analyze_gauss", gdp.mechanism("analyze_gauss"), 2.0),
    ("noisy_subspace_iteration", gdp.mechanism("noisy_subspace_iteration"), 2.0),
]


def main(repeats: int = 3) -> None:
    """Print the median and the fastest of a few runs, after one that compiles."""
    graph = generated_graph()
    SBMF(sweeps=1, model="probit").release(graph, epsilon=460.0, rng=gdp.noise_stream(0))
    for name, mechanism, epsilon in CASES:
        seconds, processor = [], []
        for repeat in range(repeats):
            start, busy = time.perf_counter(), time.process_time()
            mechanism.release(graph, epsilon=epsilon, rng=gdp.noise_stream(0, repeat))
            seconds.append(time.perf_counter() - start)
            processor.append(time.process_time() - busy)
        clock, work = statistics.median(seconds), statistics.median(processor)
        print(f"{name:<36} clock {clock:7.3f} s   processor {work:7.3f} s")
    large_graphs(repeats)


def large_graphs(repeats: int, n: int = 100_000, m: int = 500_000) -> None:
    """Print the five largest eigenvalues' processor time, and as multiples of 100 products."""
    random = np.random.default_rng(0)
    ends = random.integers(0, n, (m, 2))
    weights = np.cumsum(random.pareto(1.6, n) + 1.0)
    near = np.minimum(ends[:, 0] // 1000 * 1000 + random.integers(0, 1000, m), n - 1)
    pairs = {
        "no structure": ends,
        "blocks of 1,000": np.column_stack(
            (ends[:, 0], np.where(random.random(m) < 0.3, near, ends[:, 1]))
        ),
        "power law": np.searchsorted(weights, random.random((m, 2)) * weights[-1]),
    }
    for name, chosen in pairs.items():
        graph = Graph.from_edges(n, chosen[chosen[:, 0] != chosen[:, 1]])
        matrix, x = graph.adjacency(), np.ones(n)
        work = {
            "ours": lambda g=graph: gdp.mechanism("noisy_eigenvalues").release(
                g, epsilon=1.0, rng=gdp.noise_stream(0)
            ),
            "scipy": lambda a=matrix: eigsh(a, 5, which="LA", tol=1e-8),
            "100 products": lambda a=matrix, x=x: [a @ x for _ in range(100)],
        }
        seconds: dict[str, list[float]] = {label: [] for label in work}
        for _ in range(repeats + 1):  # the first compiles
            for label, make in work.items():
                busy = time.process_time()
                make()
                seconds[label].append(time.process_time() - busy)
        times = {label: statistics.median(runs[1:]) for label, runs in seconds.items()}
        row = ", ".join(f"{label} {taken:.2f} s" for label, taken in times.items())
        print(f"noisy_eigenvalues, n={n:,}, {name}: {row}")


if __name__ == "__main__":
    main()
