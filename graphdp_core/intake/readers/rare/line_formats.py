"""Reads NCOL: two names and perhaps a weight on each line, with blanks between them.

Reads LGL, the format of Large Graph Layout: # node, then a neighbour on each line.

Reads graphs of the LEDA library: labels of nodes between bars, then edges by number.

Reads DIMACS files: p lines give the sizes, e and a lines the edges.

Reads TGF, the trivial graph format of yEd: nodes with labels, a line #, then edges.

Reads SIF, the simple interaction format of Cytoscape: a node, a kind of tie, and nodes.

Reads adjacency lists in which every neighbour has a line of its own, as networkx writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphdp_core.intake.files.graph_file import GraphFile, plain_text
from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.raw_builder import NAME_ATTRIBUTE, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, is_number, once_undirected


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
    line = next(lines, None)
    if line is None:
        raise file.refuse("it ends too early; the file is not complete, export it again.")
    return line


def _count(file: GraphFile, line: int, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise file.refuse(f"line {line} must be a number of nodes or edges; export it again.")
    return int(text)


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


def read_sif(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines "a pp b c": a is joined to b and to c; a line of one name is a node.

    If there is a tab anywhere in the file, tabs separate and blanks belong to names; else blanks
    separate. Kinds of ties are not kept.

    Raises
    ------
    GraphFileError
        With the number of the line, if it has two words, or if every third word is a number: such
        a file is a list of edges with weights.

    References
    ----------
    Cytoscape User Manual, Supported Network File Formats.
    """
    if columns.weight is not None or columns.label is not None:
        raise file.refuse("a SIF file names no weights and no classes; leave both out.")
    graph = RawBuilder(file, columns)
    separator = "\t" if b"\t" in file.data else None
    may_be_weights = True
    for line, text in file.lines():
        words = [word.strip() for word in text.split(separator) if word.strip()]
        if not words:
            continue
        if len(words) == 2:
            raise file.refuse(
                f"line {line} has two words; a line of SIF is a node, a kind of tie, and one node "
                "or more. Name a list of pairs .txt."
            )
        may_be_weights &= len(words) == 3 and looks_numeric(words[2])
        may_be_weights &= not looks_numeric(words[0])
        graph.add_node(words[0])
        for neighbour in words[2:]:
            graph.add_node(neighbour)
            graph.add_edge(words[0], neighbour)
    if graph.edges and may_be_weights:
        raise file.refuse(
            "the third word of every line is a number, where SIF has a node; if these are edges "
            "with weights, name the file .txt."
        )
    return graph.as_raw()


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
            match = weight.search(parts[2])
            graph.add_edge(node, parts[1], match[1] if match else None)
            left -= 1
        else:
            node, left = parts[1], int(parts[2])
    if left:
        raise file.refuse(f"it ends too early: {left:,} neighbours are missing; export it again.")
    return once_undirected(graph.as_raw())
