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
_WEIGHT = r"""['"]%s['"]\s*:\s*([+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?)\s*[,}]"""


def weight_in_dictionary(graph: RawBuilder, text: str) -> str | None:
    """The number behind the weight's name; nothing of the dictionary is evaluated."""
    match = re.search(_WEIGHT % re.escape(graph.weight_attribute()), text)
    return match[1] if match else None


def has_attribute_dictionaries(file: GraphFile, table: Table, reading: Reading) -> bool:
    """Whether the first lines that are no comments are two names and a dictionary each."""
    lines = [text for _, _, text in first_lines(file)] if table.separator is not None else []
    return bool(lines) and all(map(_LINE.fullmatch, lines))


def read_attribute_dictionaries(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read one edge a line: source, target, {'weight': 2.0, ...}."""
    graph = RawBuilder(file, reading.attributes())
    for line, text in file.lines():
        if is_comment(text):
            continue
        if (parts := _LINE.fullmatch(text)) is None:
            raise file.refuse(
                f"line {line} is not a source, a target and {{attributes}} as the lines before "
                "it; give all lines the same form."
            )
        graph.join(parts[1], parts.groups()[1:2], weight_in_dictionary(graph, parts[3]))
    return graph.as_raw()
