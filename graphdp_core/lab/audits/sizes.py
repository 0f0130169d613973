"""Up to which size a mechanism runs: releases of ever larger graphs, timed until one is slow."""

from __future__ import annotations

import time

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.trust.evidence import Size

__all__ = ["DEGREE", "NODES", "random_graph", "sizes"]

NODES = (100, 1_000, 10_000, 100_000)
DEGREE = 10  # edges that a node has on average
SLOW_S = 1.5
"""Processor time after which the next size is not tried: it may take a hundred times as long."""


def sizes(mechanism: Mechanism, epsilon: float, *, seed: int = 0) -> list[Size]:
    """Processor time of one release of random graphs, and the refusal of those that are too large.

    The graphs are a path through all nodes, so that a spanning tree exists, with uniformly random
    edges beside it; weights are uniform on the public range of the mechanism.

    Examples
    --------
    >>> from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
    >>> [size.nodes for size in sizes(NoisyDegrees(), 1.0)]
    [100, 1000, 10000, 100000]
    """
    found: list[Size] = []
    for n in NODES:
        graph = random_graph(n, mechanism, np.random.default_rng(seed))
        if refusal := mechanism.refusal(graph, epsilon):
            found.append(Size(n, graph.m, refused=refusal))
            break
        if not found:
            mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))  # compiles
        begun = time.process_time()
        mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))
        found.append(Size(n, graph.m, seconds=time.process_time() - begun))
        if found[-1].seconds > SLOW_S:
            break
    return found


def random_graph(n: int, mechanism: Mechanism, rng: np.random.Generator) -> Graph:
    """A connected graph of n nodes with about ten edges a node, and weights where protected."""
    path = np.column_stack([np.arange(n - 1), np.arange(1, n)])
    ends = np.sort(rng.integers(n, size=(n * DEGREE // 2 - (n - 1), 2)), axis=1)
    edges = np.unique(np.concatenate([path, ends[ends[:, 0] != ends[:, 1]]]), axis=0)
    if mechanism.reads_groups:
        return Graph(n, edges, labels=np.arange(n, dtype=np.int32) % 2, label_names=("a", "b"))
    if not mechanism.protects_weights:
        return Graph(n, edges)
    low, high = mechanism.weight_range or (0.0, 1.0)
    return Graph(n, edges, weights=rng.uniform(low, high, len(edges)))
