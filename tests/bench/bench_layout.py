"""Processor time and edge length of layouts, beside their floor and scipy's paths beside ours.

Run as ``PYTHONPATH=. python tests/bench/bench_layout.py``. The floor of a layout is its start: two
eigenvectors, without a single force. Edge length is the mean over edges divided by the mean over
pairs: lower is better. Average path lengths are those of all pairs, beside scipy's breadth-first
search from every node. igraph, where it is installed, lays out by 100 steps on a grid. Candidates
are taken in turn; medians over repeats.
"""

import importlib.util
import statistics
import time

import networkx as nx
import numpy as np
from scipy.sparse.csgraph import shortest_path

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import _eigenvector_start, layout_positions
from graphdp_core.graphs.statistics import EXACT_PATHS, connectivity_statistics

REPEATS = 5
BLOCKS = ((5, 100, 0.06), (5, 200, 0.04), (10, 300, 0.03), (10, 1000, 0.008))


def main():
    """Print one row a graph."""
    for k, size, inside in BLOCKS:
        graph = _blocks(k, size, inside)
        work = {
            "layout": lambda g=graph: layout_positions(g),
            "start": lambda g=graph: _eigenvector_start(g.n, g.edges),
            "paths": lambda g=graph: connectivity_statistics(g)[0]["average_path_length"],
        }
        if graph.n <= 1000:
            work["scipy paths"] = lambda g=graph: shortest_path(g.adjacency(), unweighted=True)
        if importlib.util.find_spec("igraph"):
            import igraph

            other = igraph.Graph(n=graph.n, edges=graph.edges.tolist())
            work["igraph layout"] = lambda o=other: o.layout_fruchterman_reingold(
                niter=100, grid=True
            )
            if graph.n <= EXACT_PATHS:
                work["igraph paths"] = other.average_path_length
        seconds = {name: [] for name in work}
        for make in work.values():
            make()
        for _ in range(REPEATS):
            for name, make in work.items():
                begin = time.process_time()
                make()
                seconds[name].append(time.process_time() - begin)
        times = {name: statistics.median(runs) for name, runs in seconds.items()}
        row = ", ".join(f"{name} {1e3 * seconds:.1f} ms" for name, seconds in times.items())
        ratio = times["layout"] / times["start"]
        length = _edge_length(graph, layout_positions(graph))
        print(f"n={graph.n:,} m={graph.m:,}: {row}; {ratio:.1f}x floor, edge length {length:.3f}")


def _blocks(k, size, inside):
    odds = [[inside if i == j else inside / 30 for j in range(k)] for i in range(k)]
    return Graph.from_networkx(nx.stochastic_block_model([size] * k, odds, seed=1, sparse=True))


def _edge_length(graph, places):
    ends = places.astype(float)[graph.edges]
    pairs = places.astype(float)[np.random.default_rng(0).integers(graph.n, size=(200_000, 2))]
    return (
        np.hypot(*(ends[:, 0] - ends[:, 1]).T).mean()
        / np.hypot(*(pairs[:, 0] - pairs[:, 1]).T).mean()
    )


if __name__ == "__main__":
    main()
