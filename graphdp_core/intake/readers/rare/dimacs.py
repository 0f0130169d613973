"""Reads DIMACS files: p lines give the sizes, e and a lines the edges."""

from __future__ import annotations

from graphdp_core.intake.files.graph_file import GraphFile, plain_text
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph

_PASSED_OVER = ("c", "n", "d", "v", "x")


def read_dimacs(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the edges "e u v" of a graph or the arcs "a u v length" of a network.

    Raises
    ------
    GraphFileError
        With the number of the line, if there is no line with the sizes before the edges, a node is
        not in 1..n, or a line begins with another letter.
    """
    if columns.label is not None:
        raise file.refuse("a DIMACS file holds no classes of nodes; leave the label out.")
    graph = RawBuilder(file, columns)
    n = -1
    for line, text in file.lines():
        kind, *words = text.split() or ["c"]
        if kind == "p":
            if n >= 0 or len(words) != 3 or not all(_is_count(word) for word in words[1:]):
                raise file.refuse(f"line {line} must give the sizes, once: p edge 34 78.")
            n = int(words[1])
            file.check_size(nodes=n, edges=int(words[2]))
            for i in range(1, n + 1):
                graph.add_node(str(i))
        elif kind in ("e", "a"):
            good = len(words) in (2, 3) and all(map(_is_count, words[:2]))
            if not good or not all(1 <= int(word) <= n for word in words[:2]):
                raise file.refuse(
                    f"line {line} is no edge between two nodes from 1 to {max(n, 0):,}."
                )
            graph.add_edge(
                str(int(words[0])), str(int(words[1])), words[2] if len(words) == 3 else None
            )
            graph.directed |= kind == "a"
        elif kind not in _PASSED_OVER:
            shown = plain_text(kind, longest=20)
            raise file.refuse(f"line {line} begins with '{shown}'; lines begin with c, p, e or a.")
    if n < 0:
        raise file.refuse("it has no line with the sizes: p edge 34 78.")
    return graph.as_raw()


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
