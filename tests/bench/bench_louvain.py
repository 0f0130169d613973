"""Seconds and modularity of Louvain on real graphs, beside networkx on the smaller ones.

Run as ``GRAPHDP_DATA_DIR=... python tests/bench/bench_louvain.py``; graphs that are not there are
left out with a line that says so. Medians over repeats, the candidates taken in turn.
"""

import gzip
import os
import statistics
import time
from pathlib import Path

import networkx as nx
import numpy as np

from graphdp_core.graph import Graph
from graphdp_core.kernels.louvain import louvain_communities
from graphdp_core.metrics.partitions import modularity

GRAPHS = ("facebook_combined", "as20graph", "ca-AstroPh", "com-dblp.ungraph")
REPEATS = 3
LARGEST_FOR_NETWORKX = 300_000  # edges


def main() -> None:
    """Print one row per graph."""
    folder = Path(os.environ.get("GRAPHDP_DATA_DIR", ".")) / "snap"
    louvain_communities(*Graph.from_edges(3, [(0, 1), (1, 2)]).neighbours)  # compile
    print(
        f"{'graph':18} {'n':>8} {'m':>9} {'ours s':>8} {'Q':>7} {'networkx s':>11} {'Q':>7} ratio"
    )
    for name in GRAPHS:
        file = folder / f"{name}.txt.gz"
        if file.is_file():
            _row(name, _read(file))
        else:
            print(f"{name:18} not found: set GRAPHDP_DATA_DIR to the folder of real graphs")


def _row(name: str, graph: Graph) -> None:
    rows = graph.neighbours
    with_networkx = graph.m <= LARGEST_FOR_NETWORKX
    network = graph.to_networkx() if with_networkx else None
    ours, theirs = [], []
    for key in range(REPEATS):
        start = time.perf_counter()
        labels = louvain_communities(*rows, key=key)
        ours.append((time.perf_counter() - start, modularity(graph, labels)))
        if network is not None:
            start = time.perf_counter()
            sets = nx.community.louvain_communities(network, seed=key)
            seconds = time.perf_counter() - start
            theirs.append((seconds, nx.community.modularity(network, sets)))
    seconds, quality = (statistics.median(column) for column in zip(*ours, strict=True))
    text = f"{name:18} {graph.n:8,} {graph.m:9,} {seconds:8.3f} {quality:7.4f}"
    if theirs:
        slow, other = (statistics.median(column) for column in zip(*theirs, strict=True))
        text += f" {slow:11.2f} {other:7.4f} {slow / seconds:5.0f}x"
    print(text, flush=True)


def _read(file: Path) -> Graph:
    with gzip.open(file, "rt") as lines:
        pairs = np.loadtxt(lines, dtype=np.int64, comments="#")
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    nodes, numbers = np.unique(pairs, return_inverse=True)
    return Graph.from_edges(len(nodes), numbers.reshape(-1, 2))


if __name__ == "__main__":
    main()
