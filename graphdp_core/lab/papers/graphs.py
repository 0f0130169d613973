"""Graphs of the papers: those of the centrality paper, two by CONTEST's generators; and trees."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphdp_core.data import load_graph
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest

GENERATED = ("Preferential attachment", "Small world")
GRAPHS = ("p2p-Gnutella05", "Wiki-Vote", *GENERATED)


def centrality_graph(name: str, *, n: int, rng: np.random.Generator) -> Graph:
    """One of the paper's graphs by name; n and rng are for the two generated ones.

    Raises
    ------
    ValueError
        If a download is not on this machine.
    """
    match name:
        case "Preferential attachment":
            return preferential(n, 2, rng=rng)
        case "Small world":
            return small_world(n, 2, 0.1, rng=rng)
    return load_graph(name.lower())


def preferential(n: int, d: int, *, rng: np.random.Generator) -> Graph:
    """CONTEST's pref(n, d): every new node draws d ends in ratio to degree, repeats merged.

    References
    ----------
    Taylor & Higham (2009), CONTEST, ACM Transactions on Mathematical Software; Batagelj & Brandes
    (2005), Physical Review E, Algorithm 5.
    """
    ends = np.zeros(2 * n * d, dtype=np.int64)
    choice = rng.random(n * d)
    for node in range(n):
        for i in range(d):
            at = 2 * (node * d + i)
            ends[at] = node
            ends[at + 1] = ends[int(choice[node * d + i] * (at + 1))]
    return _simple(n, ends.reshape(-1, 2), f"Preferential attachment, {n:,} nodes")


def small_world(n: int, k: int, p: float, *, rng: np.random.Generator) -> Graph:
    """CONTEST's smallw(n, k, p): a ring joined to k neighbours each way, plus random shortcuts.

    Every node gets, with probability p, one edge to a random node; no edge of the ring is lost.
    """
    nodes = np.arange(n)
    ring = [np.column_stack((nodes, (nodes + step) % n)) for step in range(1, k + 1)]
    far = nodes[rng.random(n) < p]
    shortcuts = np.column_stack((far, rng.integers(0, n, len(far))))
    return _simple(n, np.concatenate([*ring, shortcuts]), f"Small world, {n:,} nodes")


def largest_component(graph: Graph) -> Graph:
    """The largest connected component, nodes renumbered; the graph itself if connected."""
    component = graph.components
    if component.max(initial=0) == 0:
        return graph
    inside = component == np.argmax(np.bincount(component))
    number = np.cumsum(inside) - 1
    kept = inside[graph.edges[:, 0]]
    return Graph.from_edges(int(inside.sum()), number[graph.edges[kept]], title=graph.title)


def lightest(graph: Graph, weights: Any) -> float:
    """What the lightest tree of these weights, shape (m,), weighs by those of the graph."""
    return float(np.asarray(graph.weights)[minimum_spanning_forest(graph, weights)].sum())


def tree_weight(graph: Graph, edges: np.ndarray) -> float:
    """Of a tree whose edges, shape (n - 1, 2), are some of the graph's."""
    codes, taken = (
        pairs[:, 0].astype(np.int64) * graph.n + pairs[:, 1] for pairs in (graph.edges, edges)
    )
    return float(np.asarray(graph.weights)[np.searchsorted(codes, taken)].sum())


def _simple(n: int, pairs: np.ndarray, title: str) -> Graph:
    return Graph.from_edges(n, pairs[pairs[:, 0] != pairs[:, 1]], title=title)
