"""Formats of lines: NCOL, LGL, LEDA, DIMACS, TGF, SIF, and networkx's lists of several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.raw_builder import NAME_ATTRIBUTE, RawBuilder
from graphdp_core.intake.files.raw_graph import (
    Columns,
    RawGraph,
    as_count,
    is_number,
    once_undirected,
)
from graphdp_core.intake.readers.attribute_dictionaries import weight_in_dictionary

_INCOMPLETE = "it ends too early; the file is not complete, export it again."


def read_ncol(file: GraphFile, columns: Columns) -> RawGraph:
    """Read one edge a line; names may hold any sign but blanks, and no line is a header."""
    graph = RawBuilder(file, columns)
    for line, words in file.words():
        if len(words) not in (2, 3):
            raise file.refuse(
                f"line {line} has {len(words)} words; give every edge a line of two names and "
                "perhaps a weight, without blanks in names."
            )
        graph.join(words[0], words[1:2], *words[2:])
    return graph.as_raw()


def read_lgl(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines of a neighbour, perhaps with a weight, below a line "# node"."""
    graph, node = RawBuilder(file, columns), ""
    for line, words in file.words():
        if words[0] == "#":
            node = " ".join(words[1:])
            if not node:
                raise file.refuse(f"line {line} names no node behind its #; give it a name.")
            graph.add_node(node)
        elif not node or len(words) > 2:
            raise file.refuse(
                f"line {line} is no neighbour of a node; below a line '# node' every line is a "
                "neighbour and perhaps a weight."
            )
        else:
            graph.join(node, words[:1], *words[1:])
    return graph.as_raw()


_EDGE = re.compile(r"(\d{1,9})\s+(\d{1,9})\s+\d+\s+\|\{(.*)\}\|")
_VOID = "void"


def read_leda(file: GraphFile, columns: Columns) -> RawGraph:
    """Read a LEDA.GRAPH: labels of nodes are names, numbers as labels of edges are weights."""
    lines = ((n, t.strip()) for n, t in file.lines() if t.strip() and not t.startswith("#"))
    graph = RawBuilder(file, columns)
    if _next(file, lines)[1] != "LEDA.GRAPH":
        raise file.refuse("its first line is not LEDA.GRAPH; export it again.")
    (_, node_type), (_, edge_type), (line, text) = (_next(file, lines) for _ in range(3))
    if text in ("-1", "-2"):  # directed or undirected; older files say nothing
        graph.directed = text == "-1"
        line, text = _next(file, lines)
    n = _count(file, line, text)
    graph.add_numbered(n)
    for node in range(n):
        line, text = _next(file, lines)
        if not (text.startswith("|{") and text.endswith("}|")):
            raise file.refuse(f"line {line} is no node |{{label}}|; the file promises {n:,}.")
        if node_type != _VOID and len(text) > 4:
            graph.give(node, NAME_ATTRIBUTE, text[2:-2])
    for _ in range(_count(file, *_next(file, lines))):
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
    if (line := next(lines, None)) is None:
        raise file.refuse(_INCOMPLETE)
    return line


def _count(file: GraphFile, line: int, text: str) -> int:
    if (count := as_count(text)) < 0:
        raise file.refuse(f"line {line} must be a number of nodes or edges; export it again.")
    return count


def read_dimacs(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the edges "e u v" of a graph or the arcs "a u v length" of a network."""
    graph, n = RawBuilder(file, columns), -1
    for line, (kind, *words) in file.words():
        counts = [as_count(word) for word in words]
        if kind == "p":
            if n >= 0 or len(words) != 3 or min(counts[1:]) < 0:
                raise file.refuse(f"line {line} must give the sizes, once: p edge 34 78.")
            n = counts[1]
            graph.add_numbered(n)
            file.check_size(edges=counts[2])
        elif kind in ("e", "a"):
            if len(words) not in (2, 3) or not all(1 <= end <= n for end in counts[:2]):
                raise file.refuse(
                    f"line {line} is no edge between two nodes from 1 to {max(n, 0):,}."
                )
            graph.add_edge(str(counts[0]), str(counts[1]), *words[2:])
            graph.directed |= kind == "a"
        elif kind not in ("c", "n", "d", "v", "x"):
            raise file.refuse(
                f"line {line} begins with {quoted(kind)}; lines begin with c, p, e or a."
            )
    if n < 0:
        raise file.refuse("it has no line with the sizes: p edge 34 78.")
    return graph.as_raw()


def read_tgf(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines "1 Ada", a line "#", then lines "1 2 label"; labels that are numbers weigh."""
    graph, below = RawBuilder(file, columns), False
    for line, text in file.lines():
        words = text.split(maxsplit=2 if below else 1)
        if words == ["#"]:
            below = True
        elif words and not below:
            node = graph.add_node(words[0])
            for name in words[1:]:
                graph.give(node, NAME_ATTRIBUTE, name.strip())
        elif len(words) == 1:
            raise file.refuse(f"line {line} names one end of an edge; give both.")
        elif words:
            graph.add_edge(words[0], words[1], *filter(is_number, words[2:]))
    if not below:
        raise file.refuse("it has no line # between its nodes and its edges; export it again.")
    graph.fill_names()
    return graph.as_raw()


def read_sif(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines "a pp b c": a is joined to b and to c; a line of one name is a node.

    If there is a tab anywhere in the file, tabs separate and blanks belong to names; else blanks
    separate. Kinds of ties are not kept.
    """
    graph = RawBuilder(file, columns)
    separator = "\t" if b"\t" in file.data else None
    may_be_weights = True
    for line, text in file.lines():
        words = [word.strip() for word in text.split(separator) if word.strip()]
        if len(words) == 2:
            raise file.refuse(
                f"line {line} has two words; a line of SIF is a node, a kind of tie, and one node "
                "or more. Name a list of pairs .txt."
            )
        if words:
            may_be_weights &= [*map(looks_numeric, words[::2]), len(words)] == [False, True, 3]
            graph.join(words[0], words[2:])
    if graph.edges and may_be_weights:
        raise file.refuse(
            "the third word of every line is a number, where SIF has a node; if these are edges "
            "with weights, name the file .txt."
        )
    return graph.as_raw()


_HEAD = re.compile(r"(.*\S)\s+(\d{1,9})", re.DOTALL)
_NEIGHBOUR = re.compile(r"(.*\S)\s+(\{.*\})", re.DOTALL)


def read_multiline_adjacency_list(file: GraphFile, columns: Columns) -> RawGraph:
    """Read a node and its degree on a line, then that many neighbours with {attributes}.

    This is what networkx writes by `write_multiline_adjlist`; dictionaries are not evaluated.
    """
    graph, node, left = RawBuilder(file, columns), "", 0
    stripped = ((line, text.strip()) for line, text in file.lines())
    for line, text in stripped:
        if not text or text.startswith("#"):
            continue
        is_whole = not left or text.endswith("}")  # else every brace would be tried
        parts = (_NEIGHBOUR if left else _HEAD).fullmatch(text) if is_whole else None
        if parts is None:
            wanted = "a neighbour and {attributes}" if left else "a node and its degree"
            raise file.refuse(f"line {line} is not {wanted}; give every node as many as it says.")
        if left:
            graph.join(node, parts.groups()[:1], weight_in_dictionary(graph, parts[2]))
            left -= 1
        else:
            node, left = parts[1], int(parts[2])
            graph.add_node(node)
    if left:
        raise file.refuse(f"it ends too early: {left:,} neighbours are missing; export it again.")
    return once_undirected(graph.as_raw())
