"""Reads NCOL: two names and perhaps a weight on each line, with blanks between them."""

from __future__ import annotations

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph


def read_ncol(file: GraphFile, columns: Columns) -> RawGraph:
    """Read one edge a line; names may hold any sign but blanks, and no line is a header.

    Raises
    ------
    GraphFileError
        With the number of the line, if it does not have two or three words.
    """
    graph = RawBuilder(file, columns)
    for line, text in file.lines():
        words = text.split()
        if not words:
            continue
        if len(words) not in (2, 3):
            raise file.refuse(
                f"line {line} has {len(words)} words; give every edge a line of two names and "
                "perhaps a weight, without blanks in names."
            )
        for name in words[:2]:
            graph.add_node(name)
        graph.add_edge(words[0], words[1], words[2] if len(words) == 3 else None)
    return graph.as_raw()
