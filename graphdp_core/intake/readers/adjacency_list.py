"""Reads adjacency lists: a node and its neighbours on each line."""

from __future__ import annotations

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, once_undirected


def read_adjacency_list(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines of a node and its neighbours, with blanks between them; # begins a comment.

    An edge may stand at one of its ends or at both; at both it is one edge. A line with one
    name is a node, perhaps without edges.

    Raises
    ------
    GraphFileError
        If a weight or a label was asked for: the format has none.
    """
    if columns.weight is not None or columns.label is not None:
        raise file.refuse("an adjacency list names no weights and no classes; leave both out.")
    graph = RawBuilder(file, columns)
    for _, text in file.lines():
        names = text.partition("#")[0].split()
        for name in names:
            graph.add_node(name)
        for neighbour in names[1:]:
            graph.add_edge(names[0], neighbour)
    return once_undirected(graph.as_raw())
