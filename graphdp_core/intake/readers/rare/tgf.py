"""Reads TGF, the trivial graph format of yEd: nodes with labels, a line #, then edges."""

from __future__ import annotations

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import NAME_ATTRIBUTE, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, is_number


def read_tgf(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines "1 Ada" up to a line "#", then lines "1 2 label"; labels that are numbers weigh.

    Raises
    ------
    GraphFileError
        If there is no line #, or with the number of the line if an edge has one end.
    """
    graph = RawBuilder(file, columns)
    below = False
    for line, text in file.lines():
        words = text.split(maxsplit=2 if below else 1)
        if text.strip() == "#":
            below = True
        elif words and not below:
            node = graph.add_node(words[0])
            if len(words) > 1:
                graph.give(node, NAME_ATTRIBUTE, words[1].strip())
        elif len(words) == 1:
            raise file.refuse(f"line {line} names one end of an edge; give both.")
        elif words:
            weight = words[2] if len(words) > 2 and is_number(words[2]) else None
            graph.add_edge(words[0], words[1], weight)
    if not below:
        raise file.refuse("it has no line # between its nodes and its edges; export it again.")
    graph.fill_names()
    return graph.as_raw()
