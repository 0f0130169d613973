"""Speed of closeness and Laplacian centrality beside networkx's and igraph's, in one run."""

import time
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

from graphdp_core import centralities
from graphdp_core.graphs.graph import Graph
from tests.bench.timing import milliseconds

SAMPLE = 50


def wiki_vote(folder: Path) -> Graph:
    path = folder / "snap" / "wiki-Vote.txt.gz"
    if not path.is_file():
        pytest.skip(f"needs {path.name}: download it from the SNAP collection")
    pairs = np.loadtxt(path, dtype=np.int64)
    ids, numbers = np.unique(pairs, return_inverse=True)
    return Graph.from_edges(len(ids), numbers.reshape(-1, 2), title="Wiki-Vote")


def igraph_of(graph: Graph) -> Any:
    """The same graph of igraph; None, and a line that says so, where it is not installed."""
    try:
        import igraph
    except ImportError:
        print("  igraph    not installed: not compared")
        return None
    return igraph.Graph(n=graph.n, edges=graph.edges.tolist())


def closeness(graph: Graph) -> np.ndarray:
    return centralities.closeness(graph, rng=np.random.default_rng(0))[0]


def test_closeness_is_faster_than_networkx_and_igraph(data_dir: Path) -> None:
    graph = wiki_vote(data_dir)
    plain = graph.to_networkx()
    sample = np.linspace(0, graph.n - 1, SAMPLE).astype(int).tolist()
    ours = milliseconds(lambda: closeness(graph))
    slow = milliseconds(lambda: [nx.closeness_centrality(plain, u=u) for u in sample], repeats=1)
    expected = [nx.closeness_centrality(plain, u=u) for u in sample]
    np.testing.assert_allclose(closeness(graph)[sample], expected, rtol=1e-12)
    all_slow = slow * graph.n / SAMPLE
    print(f"\nCloseness, {graph!r}")
    print(f"  GraphDP   {ours:12,.1f} ms")
    print(
        f"  networkx  {all_slow:12,.1f} ms  {all_slow / ours:8,.0f} times ours"
        f"  (extrapolated from {SAMPLE} of {graph.n:,} nodes)"
    )
    assert ours < all_slow / 100
    other = igraph_of(graph)
    if other is None:
        return
    theirs = milliseconds(lambda: other.closeness(normalized=True), repeats=3)
    print(f"  igraph    {theirs:12,.1f} ms  {theirs / ours:8,.0f} times ours")
    assert ours < theirs / 10


def test_laplacian_centrality_is_faster_than_networkx() -> None:
    plain = nx.gnm_random_graph(1000, 10_000, seed=0)
    graph = Graph.from_networkx(plain)
    ours = milliseconds(lambda: centralities.laplacian(graph, debias=False), repeats=20)
    start = time.process_time()
    expected = nx.laplacian_centrality(plain, normalized=False)
    theirs = 1e3 * (time.process_time() - start)
    values = centralities.laplacian(graph, debias=False)
    np.testing.assert_allclose(values, [expected[i] for i in range(graph.n)])
    print(f"\nLaplacian centrality, {graph!r}")
    print(f"  GraphDP   {ours:12,.2f} ms")
    print(f"  networkx  {theirs:12,.1f} ms  {theirs / ours:8,.0f} times ours")
    print("  igraph    does not have it")
    assert ours < theirs / 100


def test_pagerank_takes_fewer_products_than_power_iteration(data_dir: Path) -> None:
    graph = wiki_vote(data_dir)
    adjacency, x = graph.adjacency(), np.ones(graph.n)

    def sixty_products() -> None:
        for _ in range(60):
            adjacency @ x

    ours = milliseconds(lambda: centralities.pagerank(graph), repeats=9)
    floor = milliseconds(sixty_products, repeats=9)
    print(f"\nPageRank {ours:.2f} ms, {ours / floor:.2f} times 60 bare products, {graph!r}")
    assert ours < 1.5 * floor
    other = igraph_of(graph)
    if other is not None:
        theirs = milliseconds(other.pagerank, repeats=9)
        print(f"  igraph    {theirs:12,.2f} ms  {theirs / ours:8.2f} times ours")
        assert ours < theirs


def test_exact_betweenness_is_faster_than_networkx(data_dir: Path) -> None:
    graph = wiki_vote(data_dir)
    plain = graph.to_networkx()
    sources = np.linspace(0, graph.n - 1, 6).astype(int).tolist()
    targets = list(range(graph.n))

    def ours() -> None:
        _, notes = centralities.betweenness(graph, rng=np.random.default_rng(0))
        assert notes == ()

    def theirs() -> None:
        nx.betweenness_centrality_subset(plain, sources, targets)

    taken = milliseconds(ours, repeats=1)
    slow = milliseconds(theirs, repeats=1) * graph.n / len(sources)
    print(f"\nBetweenness, {graph!r}, of the processor")
    print(f"  GraphDP   {taken:12,.0f} ms on up to two threads")
    print(f"  networkx  {slow:12,.0f} ms  {slow / taken:8,.0f} times ours (from 6 sources)")
    assert taken < slow / 50
    other = igraph_of(graph)
    if other is not None:
        exact = milliseconds(other.betweenness, repeats=1)
        print(f"  igraph    {exact:12,.0f} ms  {exact / taken:8.1f} times ours")
        assert taken < exact
