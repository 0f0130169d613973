"""Processor time and edge length of layouts beside their floor; path lengths beside scipy's.

The floor of a layout is its start: two eigenvectors, without a single force. Edge length is the
mean over edges divided by the mean over pairs: lower is better. Average path lengths are those of
all pairs, beside scipy's breadth-first search from every node. igraph, where it is installed, lays
out by 100 steps on a grid. Candidates are taken in turn; medians over repeats.
"""

import importlib.util
import time

import networkx as nx
import numpy as np
import pytest
from scipy.sparse.csgraph import shortest_path

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import _eigenvector_start, layout_positions
from graphdp_core.graphs.statistics import EXACT_PATHS, connectivity_statistics
from tests.bench.timing import in_turn


@pytest.mark.parametrize(
    ("k", "size", "inside"), [(5, 100, 0.06), (5, 200, 0.04), (5, 200, 0.09), (10, 300, 0.03)]
)
def test_a_layout_is_not_far_above_its_start_and_as_short_as_others(k, size, inside):
    graph = _blocks(k, size, inside)
    times = in_turn(
        {
            "layout": lambda: layout_positions(graph),
            "start": lambda: _eigenvector_start(graph.n, graph.edges),
        }
    )
    length, ratio = _edge_length(graph, layout_positions(graph)), times["layout"] / times["start"]
    print(f"\nn={graph.n:,} m={graph.m:,}: {_row(times)}; {ratio:.1f} times the start")
    print(f"  edge length {length:.3f}")
    assert ratio < 25
    for name, other in _others(graph).items():
        begin = time.process_time()
        places = np.array(other())
        taken, theirs = time.process_time() - begin, _edge_length(graph, places)
        print(f"  {name} {1e3 * taken:.1f} ms, edge length {theirs:.3f}")
        assert length < 1.05 * theirs


def _others(graph):
    """Layouts by forces of networkx, and of igraph where it is installed."""
    plain = graph.to_networkx()
    others = {}
    if graph.n <= 1000:
        others["networkx"] = lambda: list(nx.spring_layout(plain, seed=0, method="force").values())
    if importlib.util.find_spec("igraph"):
        import igraph

        other = igraph.Graph(n=graph.n, edges=graph.edges.tolist())
        others["igraph"] = lambda: other.layout_fruchterman_reingold(niter=100, grid=True).coords
    return others


@pytest.mark.parametrize(("k", "size", "inside"), [(5, 200, 0.09), (10, 500, 0.015)])
def test_the_path_length_of_all_pairs_is_faster_than_scipy(k, size, inside):
    graph = _blocks(k, size, inside)
    assert graph.n <= EXACT_PATHS
    numbers, notes = connectivity_statistics(graph)
    lengths = shortest_path(graph.adjacency(), unweighted=True)
    most = graph.components == np.argmax(np.bincount(graph.components))
    pairs = lengths[np.ix_(most, most)]
    expected = pairs.sum() / (most.sum() * (most.sum() - 1))
    assert (numbers["average_path_length"], notes) == (pytest.approx(expected, rel=1e-12), ())
    work = {
        "paths": lambda: connectivity_statistics(graph),
        "scipy": lambda: shortest_path(graph.adjacency(), unweighted=True),
    }
    if importlib.util.find_spec("igraph"):
        import igraph

        other = igraph.Graph(n=graph.n, edges=graph.edges.tolist())
        work["igraph"] = other.average_path_length
    times = in_turn(work)
    print(f"\nn={graph.n:,} m={graph.m:,}, {expected:.4f} steps: {_row(times)}")
    assert times["paths"] < times["scipy"] / 10


def _row(times):
    return ", ".join(f"{name} {1e3 * seconds:.1f} ms" for name, seconds in times.items())


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
