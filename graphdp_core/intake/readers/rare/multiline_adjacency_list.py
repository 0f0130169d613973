"""Reads adjacency lists in which every neighbour has a line of its own, as networkx writes them."""

from __future__ import annotations

import re

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, once_undirected

_HEAD = re.compile(r"(.*\S)\s+(\d{1,9})", re.DOTALL)
_NEIGHBOUR = re.compile(r"(.*\S)\s+(\{.*\})", re.DOTALL)
_NUMBER = r"([+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?)"


def read_multiline_adjacency_list(file: GraphFile, columns: Columns) -> RawGraph:
    """Read a node and its degree on a line, then that many neighbours with {attributes}.

    This is what networkx writes by `write_multiline_adjlist`. Nothing of the dictionaries is
    evaluated: only the number behind the weight's name is looked for.

    Raises
    ------
    GraphFileError
        With the number of the line, if it is not of this form or a node has fewer neighbours than
        its degree.
    """
    graph = RawBuilder(file, columns)
    name = re.escape(graph.weight_attribute())
    weight = re.compile(rf"""['"]{name}['"]\s*:\s*{_NUMBER}\s*[,}}]""")
    node, left = "", 0
    for line, text in file.lines():
        if not text.strip() or text.startswith("#"):
            continue
        form = _NEIGHBOUR if left else _HEAD
        line_of_two = text.strip()
        is_whole = not left or line_of_two.endswith("}")  # else every brace would be tried
        parts = form.fullmatch(line_of_two) if is_whole else None
        if parts is None:
            wanted = "a neighbour and {attributes}" if left else "a node and its degree"
            raise file.refuse(f"line {line} is not {wanted}; give every node as many as it says.")
        graph.add_node(parts[1])
        if left:
            found = weight.search(parts[2])
            graph.add_edge(node, parts[1], found[1] if found else None)
            left -= 1
        else:
            node, left = parts[1], int(parts[2])
    if left:
        raise file.refuse(f"it ends too early: {left:,} neighbours are missing; export it again.")
    return once_undirected(graph.as_raw())
