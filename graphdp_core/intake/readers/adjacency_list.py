"""Reads adjacency lists: a node and its neighbours on each line."""

from __future__ import annotations

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, once_undirected


def read_adjacency_list(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines of a node and its neighbours, with blanks between them; # begins a comment.

    An edge may stand at one of its ends or at both; at both it is one edge.
    """
    graph = RawBuilder(file, columns)
    for _, text in file.lines():
        if names := text.partition("#")[0].split():
            graph.join(names[0], names[1:])
    return once_undirected(graph.as_raw())
