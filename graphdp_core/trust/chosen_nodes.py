"""What no promise covers where the nodes themselves were chosen by looking at the private graph."""

from __future__ import annotations

from graphdp_core.graphs.graph import Graph

__all__ = ["unprotected"]


def unprotected(graph: Graph) -> str:
    """In two sentences what a publication of this graph tells beyond its promise; "" for nothing.

    Examples
    --------
    >>> from dataclasses import replace
    >>> path = Graph.from_edges(2, [(0, 1)])
    >>> unprotected(path), unprotected(replace(path, chosen="its largest component"))[:26]
    ('', 'The nodes are those of its')
    """
    if not graph.chosen:
        return ""
    return (
        f"The nodes are those of {graph.chosen}: which they are, and how many, was found by "
        "looking at the private edges, and no ε covers that. The promise holds only if this "
        "choice of nodes is public anyway."
    )
