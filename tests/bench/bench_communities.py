"""Louvain beside networkx, and ModDivisive's proposals beside the same step in plain Python."""

import math
import random
import time
from itertools import count

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.louvain import louvain_communities
from graphdp_core.mechanisms.mod_divisive import grow
from tests.bench.timing import in_turn

STEPS = 50_000


def test_louvain_is_far_faster_than_networkx() -> None:
    graph = gdp.generate("sbm", n=3_000, blocks=10, within=0.03, between=0.001, seed=0)
    plain, rows = graph.to_networkx(), graph.neighbours
    times = in_turn(
        {
            "ours": lambda: louvain_communities(*rows, key=0),
            "networkx": lambda: nx.community.louvain_communities(plain, seed=0),
        }
    )
    print(f"\nLouvain, m={graph.m:,}: {times['networkx'] / times['ours']:.0f} times networkx")
    assert times["ours"] < times["networkx"] / 10


@pytest.mark.parametrize("name", ["email-eu-core", "ego-facebook"])
@pytest.mark.parametrize("eps", [0.0, 4.0])
def test_louvain_takes_at_most_twice_the_time_of_networkit(name: str, eps: float) -> None:
    """Of a true graph, where the second node order is the last, and of a release (five)."""
    nk, graph, q, keys = pytest.importorskip("networkit"), gdp.load_graph(name), 0.0, count()
    if eps:
        graph = gdp.mechanism("edge_flip").release(graph, epsilon=eps, rng=np.random.default_rng(1))
        q = graph.noise.false_positive_rate
    nk.setNumberOfThreads(1)
    rows, peer = graph.neighbours, nk.Graph(graph.n)
    for u, v in graph.edges.tolist():
        peer.addEdge(u, v)
    times = in_turn(
        {
            "ours": lambda: louvain_communities(*rows, background=q, key=next(keys), runs=5),
            "networkit": lambda: nk.community.PLM(peer, refine=False).run().getPartition(),
        },
        repeats=21,
    )
    print(f"\n{name}, m={graph.m:,}: {times['ours'] / times['networkit']:.2f} of networkit")
    assert times["ours"] < 2.0 * times["networkit"]


def test_a_proposal_is_far_faster_than_in_plain_python() -> None:
    """A random graph of mean degree 10, two groups, one level, 50 proposals a node."""
    n = 10_000
    pairs = np.random.default_rng(0).integers(0, n, (5 * n, 2))
    graph = Graph.from_edges(n, pairs[pairs[:, 0] != pairs[:, 1]])
    times = in_turn(
        {
            "ours": lambda: grow(graph, budgets=[1.0], k=2, burn_in=50, smallest=20, key=1),
            "Python": lambda: _plain_python(graph, 1.0 / 4.0),
        }
    )
    faster = times["Python"] / STEPS / (times["ours"] / (50 * n))
    print(f"\na proposal of ModDivisive: {faster:.0f} times as fast as in Python")
    assert faster > 10


def _plain_python(graph: Graph, exponent: float) -> float:
    """The same Metropolis step, one after the other."""
    indptr, indices = (part.tolist() for part in graph.neighbours)
    degrees = graph.degrees.tolist()
    group = [random.randrange(2) for _ in range(graph.n)]
    sums = [0.0, 0.0]
    for u, d in enumerate(degrees):
        sums[group[u]] += d
    start = time.process_time()
    for _ in range(STEPS):
        u = random.randrange(graph.n)
        a, b, d = group[u], 1 - group[u], degrees[u]
        towards = sum(1 if group[v] == b else -1 for v in indices[indptr[u] : indptr[u + 1]])
        gain = towards - d * (sums[b] - sums[a] + d) / (2 * graph.m)
        if gain >= 0 or random.random() < math.exp(exponent * gain):
            group[u] = b
            sums[a] -= d
            sums[b] += d
    return time.process_time() - start
