"""Reads edge lists whose lines end in a dictionary of attributes, as networkx writes them."""

from __future__ import annotations

import re

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import RawGraph
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.readers.edge_list_layout import first_lines, is_comment

_LINE = re.compile(r"\s*([^\s,]+)[\s,]+([^\s,]+)[\s,]+(\{.*\})\s*")
_NUMBER = r"([+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?)"


def has_attribute_dictionaries(file: GraphFile, table: Table, reading: Reading) -> bool:
    """Whether the first lines that are no comments are two names and a dictionary each."""
    if table.separator is None:
        return False
    lines = [text for _, _, text in first_lines(file)]
    return bool(lines) and all(map(_LINE.fullmatch, lines))


def read_attribute_dictionaries(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read one edge a line: source, target, {'weight': 2.0, ...}.

    Nothing of the dictionary is evaluated: only the number behind the weight's name is looked
    for.

    Raises
    ------
    GraphFileError
        With the number of the line, if a line has another form, or if an edge lacks the weight
        that was asked for.
    """
    graph = RawBuilder(file, reading.attributes())
    name = re.escape(graph.weight_attribute())
    weight = re.compile(rf"""['"]{name}['"]\s*:\s*{_NUMBER}\s*[,}}]""")
    for line, text in file.lines():
        if is_comment(text):
            continue
        parts = _LINE.fullmatch(text)
        if parts is None:
            raise file.refuse(
                f"line {line} is not a source, a target and {{attributes}} as the lines before "
                "it; give all lines the same form."
            )
        match = weight.search(parts[3])
        for node in (parts[1], parts[2]):
            graph.add_node(node)
        graph.add_edge(parts[1], parts[2], match[1] if match else None)
    return graph.as_raw()
