"""Times spectral releases on 147 nodes, by the clock and by the processor.

Run as ``PYTHONPATH=. python tests/bench/bench_spectra.py``.
"""

from __future__ import annotations

import statistics
import time

import graphdp_core as gdp
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


if __name__ == "__main__":
    main()
