"""Graphs, comparisons and dense matrices that the agreement tests share; no code under test.

Everything here starts from edge lists and uses numpy alone, so that a fault of the product cannot
hide in the numbers it is compared with.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import networkx as nx
import numpy as np

import graphdp_core as gdp

CASES: dict[str, tuple[str, float, int]] = {
    "karate": ("edge_flip", 2.0, 3),
    "les_miserables": ("edge_flip", 3.0, 1),
    "sbm": ("laplace_flip", 5.0, 2),
    "moons": ("edge_flip", 4.0, 4),
    "disconnected": ("edge_flip", 4.0, 5),
    "pure noise": ("edge_flip", 0.0, 6),
}
"""Mechanism, epsilon and seed of each case."""


@cache
def graph(name: str) -> gdp.Graph:
    if name in ("karate", "les_miserables"):
        return gdp.load_graph(name)
    if name == "sbm":
        return gdp.generate("sbm", n=120, blocks=3, within=0.3, between=0.03, seed=7)
    if name == "moons":
        return gdp.generate("moons", n=110, seed=1)
    if name == "disconnected":  # cliques of 9, 7 and 5, a path of 4, two lonely nodes
        cliques = [pair for part in (range(9), range(9, 16), range(16, 21))
                   for pair in combinations(part, 2)]  # fmt: skip
        return gdp.Graph.from_edges(27, [*cliques, (21, 22), (22, 23), (23, 24)])
    return gdp.load_graph("karate")


@cache
def comparison(
    name: str, analysis: str, parameters: tuple[tuple[str, Any], ...] = ()
) -> gdp.Comparison:
    mechanism, epsilon, seed = CASES[name]
    return gdp.compare(
        graph(name),
        gdp.mechanism(mechanism),
        gdp.analysis(analysis, **dict(parameters)),
        epsilon=epsilon,
        seed=seed,
    )


def flip_probability(mechanism: str, epsilon: float) -> float:
    """The published law, not the one that the release carries."""
    return 1 / (1 + np.exp(epsilon)) if mechanism == "edge_flip" else np.exp(-epsilon / 2) / 2


def matrix(g: gdp.Graph) -> np.ndarray:
    dense = np.zeros((g.n, g.n))
    for u, v in g.edges.tolist():
        dense[u, v] = dense[v, u] = 1.0
    return dense


def signal(name: str, released: gdp.Graph) -> np.ndarray:
    """(A' - pi (J - I)) / (1 - 2 pi); A' itself where pi = 1/2."""
    mechanism, epsilon, _ = CASES[name]
    pi = flip_probability(mechanism, epsilon)
    dense = matrix(released)
    if pi == 0.5:
        return dense
    return (dense - pi * (1 - np.eye(released.n))) / (1 - 2 * pi)


def plain(g: gdp.Graph) -> nx.Graph:
    """The networkx graph without weights."""
    made = nx.Graph()
    made.add_nodes_from(range(g.n))
    made.add_edges_from(g.edges.tolist())
    return made


def leading(dense: np.ndarray, d: int) -> tuple[np.ndarray, np.ndarray]:
    """The d eigenpairs of largest magnitude."""
    values, vectors = np.linalg.eigh(dense)
    order = np.argsort(-np.abs(values), kind="stable")[:d]
    return values[order], vectors[:, order]


def points(dense: np.ndarray, d: int) -> np.ndarray:
    values, vectors = leading(dense, d)
    return vectors * np.sqrt(np.abs(values))
