"""Reads graphs of the LEDA library: labels of nodes between bars, then edges by number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import NAME_ATTRIBUTE, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph

_EDGE = re.compile(r"(\d{1,9})\s+(\d{1,9})\s+\d+\s+\|\{(.*)\}\|")
_VOID = "void"


def read_leda(file: GraphFile, columns: Columns) -> RawGraph:
    """Read a LEDA.GRAPH: labels of nodes are names, numbers as labels of edges are weights.

    Raises
    ------
    GraphFileError
        With the number of the line, if it is not what the format has there.
    """
    if columns.label is not None:
        raise file.refuse("a LEDA file holds no classes of nodes; leave the label out.")
    lines = ((n, t.strip()) for n, t in file.lines() if t.strip() and not t.startswith("#"))
    graph = RawBuilder(file, columns)
    if _next(file, lines)[1] != "LEDA.GRAPH":
        raise file.refuse("its first line is not LEDA.GRAPH; export it again.")
    _, node_type = _next(file, lines)
    _, edge_type = _next(file, lines)
    line, text = _next(file, lines)
    if text in ("-1", "-2"):  # directed or undirected; older files say nothing
        graph.directed = text == "-1"
        line, text = _next(file, lines)
    n = _count(file, line, text)
    file.check_size(nodes=n)
    for i in range(1, n + 1):
        line, text = _next(file, lines)
        if not (text.startswith("|{") and text.endswith("}|")):
            raise file.refuse(f"line {line} is no node |{{label}}|; the file promises {n:,}.")
        node = graph.add_node(str(i))
        if node_type != _VOID and len(text) > 4:
            graph.give(node, NAME_ATTRIBUTE, text[2:-2])
    m = _count(file, *_next(file, lines))
    file.check_size(edges=m)
    for _ in range(m):
        line, text = _next(file, lines)
        parts = _EDGE.fullmatch(text)
        if parts is None or not all(1 <= int(end) <= n for end in parts.groups()[:2]):
            raise file.refuse(
                f"line {line} is no edge 'source target 0 |{{label}}|' of nodes 1 to {n:,}."
            )
        weight = parts[3] if edge_type != _VOID else None
        graph.add_edge(str(int(parts[1])), str(int(parts[2])), weight)
    return graph.as_raw()


def _next(file: GraphFile, lines: Iterator[tuple[int, str]]) -> tuple[int, str]:
    found = next(lines, None)
    if found is None:
        raise file.refuse("it ends too early; the file is not complete, export it again.")
    return found


def _count(file: GraphFile, line: int, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise file.refuse(f"line {line} must be a number of nodes or edges; export it again.")
    return int(text)
