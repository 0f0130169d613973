"""Random graphs of known groups, and whether two graphs or results are the same."""

import dataclasses

import networkx as nx
import numpy as np

from graphdp_core.graphs.graph import Graph

__all__ = ["blocks", "same"]


def blocks(sizes: list[int], p: float, q: float, seed: int = 0) -> Graph:
    """Groups of these sizes: pairs within one are joined with chance p, others with q."""
    k = len(sizes)
    chances = [[p if i == j else q for j in range(k)] for i in range(k)]
    graph = nx.stochastic_block_model(sizes, chances, seed=seed)
    return Graph.from_networkx(graph, label="block")


def same(one, two) -> bool:
    """Equal graphs, or results with equal fields."""
    if isinstance(one, Graph):
        return one == two
    return all(
        np.array_equal(getattr(one, f.name), getattr(two, f.name)) for f in dataclasses.fields(one)
    )
