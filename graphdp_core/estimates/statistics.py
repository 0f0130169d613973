"""Every statistic that can be asked for, by its id, with what it needs beside the release."""

from __future__ import annotations

from dataclasses import dataclass


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
    "wedges": Statistic("Wedges", "Paths of two edges."),
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
