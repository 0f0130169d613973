"""Keeps the largest connected component of a graph that was read, and says so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from graphdp_core.graphs.edge_addition import induced_subgraph
from graphdp_core.intake.files.raw_graph import Loaded, count_of


def in_largest_component(loaded: Loaded) -> Loaded:
    """The part of a graph in its largest connected component; of equal ones the first.

    *Privacy*: the choice reads the edges; the sentence says so, and the graph keeps it in mind:
    also where nothing is left out, which with an edge less might be.

    Examples
    --------
    >>> from graphdp_core.graphs.graph import Graph
    >>> whole = Loaded(Graph.from_edges(4, [(1, 2), (2, 3)]), "Nothing had to be cleaned.")
    >>> in_largest_component(whole).graph.edges.tolist()
    [[0, 1], [1, 2]]
    """
    graph = replace(loaded.graph, chosen="the largest component of the private graph")
    numbers = graph.components
    kept = np.flatnonzero(numbers == np.argmax(np.bincount(numbers, minlength=1)))
    if len(kept) == graph.n:
        return replace(loaded, graph=graph)
    smaller = induced_subgraph(graph, kept)
    words = (
        f"{count_of(graph.n - len(kept), 'node')} outside the largest component left out: which "
        "these are reads the private data."
    )
    return replace(loaded, graph=smaller, cleaned=f"{loaded.cleaned} {words}")
