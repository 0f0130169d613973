"""Exact laws of random spanning trees on tiny graphs, by enumeration; a tree is a position set."""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations

import networkx as nx
import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2

from graphdp_core.graphs.graph import Graph
from graphdp_core.results import SpanningTree

__all__ = [
    "complete",
    "drawn_law",
    "exponential_law",
    "kruskal_law",
    "networkx_total",
    "prim_law",
    "random_graph",
    "surprise",
    "trees",
]


def complete(n: int, weights: ArrayLike | None) -> Graph:
    pairs = list(combinations(range(n), 2))
    return Graph.from_edges(n, pairs, weights=weights)


def random_graph(seed: int) -> Graph:
    """A connected graph of 4 to 6 nodes with weights in [0, 10]."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 7))
    network = nx.gnm_random_graph(n, min(n * (n - 1) // 2, n + 2), seed=int(rng.integers(10**6)))
    while not nx.is_connected(network):
        network = nx.gnm_random_graph(n, n + 2, seed=int(rng.integers(10**6)))
    edges = list(network.edges)
    return Graph.from_edges(n, edges, weights=rng.uniform(0, 10, len(edges)))


def trees(graph: Graph) -> list[frozenset[int]]:
    values = []
    for subset in combinations(range(graph.m), graph.n - 1):
        network = nx.Graph(graph.edges[list(subset)].tolist())
        if len(network) == graph.n and nx.is_tree(network):
            values.append(frozenset(subset))
    return values


def _shares(costs: np.ndarray) -> np.ndarray:
    weights = np.exp(costs.min() - costs)
    return weights / weights.sum()


def exponential_law(graph: Graph, costs: np.ndarray) -> dict[frozenset[int], float]:
    """P(T) proportional to exp(-cost of T)."""
    every = trees(graph)
    return dict(zip(every, _shares(np.array([costs[list(t)].sum() for t in every])), strict=True))


def prim_law(graph: Graph, costs: np.ndarray) -> dict[frozenset[int], float]:
    """Grown from node 0, each edge drawn by exp(-cost) among those that leave the tree."""
    return _grown(graph, costs, lambda u, v, part: (part[u] == part[0]) != (part[v] == part[0]))


def kruskal_law(graph: Graph, costs: np.ndarray) -> dict[frozenset[int], float]:
    """Each edge drawn by exp(-cost) among those that join two parts."""
    return _grown(graph, costs, lambda u, v, part: part[u] != part[v])


def _grown(
    graph: Graph, costs: np.ndarray, is_choice: Callable[[int, int, dict[int, int]], bool]
) -> dict[frozenset[int], float]:
    law: dict[frozenset[int], float] = {frozenset(): 1.0}
    for _ in range(graph.n - 1):
        longer: defaultdict[frozenset[int], float] = defaultdict(float)
        for tree, chance in law.items():
            network = nx.Graph(graph.edges[list(tree)].tolist())
            network.add_nodes_from(range(graph.n))
            part: dict[int, int] = {}
            for number, nodes in enumerate(nx.connected_components(network)):
                part.update(dict.fromkeys(nodes, number))
            choices = [e for e, (u, v) in enumerate(graph.edges.tolist()) if is_choice(u, v, part)]
            for e, share in zip(choices, _shares(costs[choices]), strict=True):
                longer[tree | {e}] += chance * share
        law = longer
    return dict(law)


def drawn_law(
    graph: Graph, draw: Callable[[int], SpanningTree], count: int
) -> Counter[frozenset[int]]:
    """How often each tree came out of `draw(seed)`, which returns a SpanningTree."""
    number = {(u, v): e for e, (u, v) in enumerate(graph.edges.tolist())}
    return Counter(
        frozenset(number[u, v] for u, v in draw(seed).edges.tolist()) for seed in range(count)
    )


def surprise(seen: Counter[frozenset[int]], law: dict[frozenset[int], float]) -> float:
    """p-value of Pearson's chi-square; rare trees (expected < 5) are put together.

    0 if something came out that has no probability.
    """
    count = sum(seen.values())
    if any(law.get(tree, 0.0) == 0.0 for tree in seen):
        return 0.0
    common = [tree for tree, share in law.items() if share * count >= 5]
    expected = [law[tree] * count for tree in common]
    observed = [seen[tree] for tree in common]
    rest = count - sum(expected)
    if rest >= 1.0:
        expected.append(rest)
        observed.append(count - sum(observed))
    elif count - sum(observed) > 20:
        return 0.0
    if len(expected) < 2:
        return 1.0
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    return float(chi2.sf(statistic, len(expected) - 1))


def networkx_total(graph: Graph, lengths: np.ndarray) -> tuple[float, int]:
    """Length and number of edges of networkx's lightest forest."""
    network = nx.Graph()
    network.add_nodes_from(range(graph.n))
    network.add_weighted_edges_from(
        (int(u), int(v), float(w)) for (u, v), w in zip(graph.edges, lengths, strict=True)
    )
    tree = nx.minimum_spanning_tree(network)
    return tree.size(weight="weight"), tree.number_of_edges()
