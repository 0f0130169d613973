"""Reads LGL, the format of Large Graph Layout: # node, then a neighbour on each line."""

from __future__ import annotations

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph


def read_lgl(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines of a neighbour, perhaps with a weight, below a line "# node".

    Raises
    ------
    GraphFileError
        With the number of the line, if it has more than two words or stands below no node.
    """
    graph = RawBuilder(file, columns)
    node = ""
    for line, text in file.lines():
        words = text.split()
        if words and words[0] == "#":
            node = " ".join(words[1:])
            if not node:
                raise file.refuse(f"line {line} names no node behind its #; give it a name.")
            graph.add_node(node)
        elif words:
            if not node or len(words) > 2:
                raise file.refuse(
                    f"line {line} is no neighbour of a node; below a line '# node' every line is "
                    "a neighbour and perhaps a weight."
                )
            graph.add_node(words[0])
            graph.add_edge(node, words[0], words[1] if len(words) == 2 else None)
    return graph.as_raw()
