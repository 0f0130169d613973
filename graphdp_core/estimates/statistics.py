"""Every statistic that can be asked for, by its id, with what it needs beside the release.

Graphs that a release by flips may have come from, drawn from what it leaves likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import free_numbers, pair_count, pair_numbers, sorted_pair_ends
from graphdp_core.params import Refused


@dataclass(frozen=True)
class Statistic:
    """A number of a graph.

    Parameters
    ----------
    meaning : str
        In a sentence.
    needs : str
        "groups", "partition" or "nodes" where one of these must be given; else "".
    """

    title: str
    meaning: str
    needs: str = ""


STATISTICS: dict[str, Statistic] = {
    "edges": Statistic("Edges", "How many pairs of nodes are joined."),
    "density": Statistic("Density", "The share of pairs that are joined."),
    "mean_degree": Statistic("Mean degree", "Neighbours of a node, on average."),
    "degree_deviation": Statistic(
        "Standard deviation of the degrees", "How much the degrees differ."
    ),
    "degree_shares": Statistic(
        "Share of nodes by degree", "The degrees' distribution, in classes that double."
    ),
    "degree": Statistic("Degree", "Neighbours of one node.", needs="nodes"),
    "top": Statistic("Top by degree", "Which nodes surely have the largest degrees."),
    "wedges": Statistic("Paths of two ties", "Wedges: two ties that meet in a node."),
    "triangles": Statistic("Triangles", "Three nodes, each joined with the others."),
    "transitivity": Statistic("Transitivity", "The share of wedges that are closed."),
    "components": Statistic("Components", "Parts that no edge joins."),
    "eigenvalues": Statistic("Eigenvalues", "The three largest, of the adjacency matrix."),
    "within": Statistic("Edges within groups", "All groups together.", needs="groups"),
    "between": Statistic("Edges between groups", "All pairs of groups together.", needs="groups"),
    "homophily": Statistic(
        "Share of edges within groups", "Homophily by public groups.", needs="groups"
    ),
    "segregation": Statistic(
        "Segregation (assortativity)",
        "Newman's coefficient: 1 if no edge leaves its group, 0 if edges are blind to groups.",
        needs="groups",
    ),
    "connectedness": Statistic(
        "Connectedness",
        "The share of a group's ties that lead out, over the share of the other nodes.",
        needs="groups",
    ),
    "mixing": Statistic("Edges", "Within each group and between every two.", needs="groups"),
    "count": Statistic("Count", "Another subgraph that was counted."),
    "mean_weight": Statistic("Mean weight", "Of all edges."),
    "tree_cost": Statistic("Cost of the spanning tree", "What it costs to join everything."),
    "modularity": Statistic(
        "Modularity of the partition",
        "Edges within communities beyond what degrees explain.",
        needs="partition",
    ),
}
"""In the order in which they are listed."""


LARGEST_PAIRS = 50_000_000
"""Pairs up to which truths are drawn."""


def chances_of_edges(graph: Graph) -> tuple[float, float]:
    """The posterior chance of an edge where one was released, and where none was.

    Bayes' rule with the estimated density as the chance of every pair before:
    rho p/(rho p + (1 - rho) q) and rho (1 - p)/(rho (1 - p) + (1 - rho)(1 - q)).

    Parameters
    ----------
    graph : Graph
        With its rates.

    Examples
    --------
    >>> from graphdp_core.graphs.edge_noise import EdgeNoise
    >>> square = np.array([[0, 1], [0, 3], [1, 2]], dtype=np.int32)
    >>> chances_of_edges(Graph(4, square, noise=EdgeNoise(0.75, 0.25)))
    (0.75, 0.25)
    """
    noise = graph.noise
    if noise is None or not noise.contrast > 0.0:
        raise Refused("graph must be a release whose public rates leave a signal: set its noise.")
    p, q, pairs = noise.true_positive_rate, noise.false_positive_rate, max(pair_count(graph.n), 1)
    rho = min(max((graph.m - pairs * q) / noise.contrast / pairs, 1.0 / pairs), 1.0 - 1.0 / pairs)
    seen = rho * p + (1.0 - rho) * q
    return rho * p / seen, rho * (1.0 - p) / (1.0 - seen)


def possible_truths(graph: Graph, count: int, *, rng: np.random.Generator) -> Iterator[Graph]:
    """Independent draws from the posterior, pair by pair.

    Parameters
    ----------
    graph : Graph
        With its rates, of at most 50 million pairs.
    rng : numpy.random.Generator
        No secret: the draws are post-processing.
    """
    pairs = pair_count(graph.n)
    if pairs > LARGEST_PAIRS:
        raise Refused(
            f"truths are drawn of at most {LARGEST_PAIRS:,} pairs, got {pairs:,}: take a part."
        )
    there, hidden = chances_of_edges(graph)
    released = pair_numbers(graph.n, *graph.edges.T).astype(np.int64)
    for _ in range(count):
        kept = released[rng.random(graph.m) < there]
        added = int(rng.binomial(pairs - graph.m, hidden))
        ranks = np.sort(rng.choice(pairs - graph.m, size=added, replace=False, shuffle=False))
        numbers = np.sort(np.concatenate([kept, free_numbers(ranks, released)]))
        yield Graph(graph.n, sorted_pair_ends(graph.n, numbers), names=graph.names)
