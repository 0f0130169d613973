"""Formats of lines: NCOL, LGL, LEDA, DIMACS, TGF, SIF, and networkx's lists of several lines.

Reads GDF, the format of GUESS that Gephi exports: a table of nodes, then one of edges.

Reads graph6, digraph6 and sparse6: a whole graph in one line of printable letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

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
from graphdp_core.intake.readers.neighbour_table import weight_in_dictionary

_INCOMPLETE = "it ends too early; the file is not complete, export it again."


def read_ncol(file: GraphFile, columns: Columns) -> RawGraph:
    """Read one edge a line; names may hold any sign but blanks, and no line is a header."""
    graph = RawBuilder(file, columns)
    for line, words in file.words():
        if len(words) not in (2, 3):
            raise file.refuse(
                f"line {line} has {len(words)} words; give every tie a line of two names and "
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
            raise file.refuse(f"line {line} must be one of {n:,} nodes |{{label}}|; export again.")
        if node_type != _VOID and len(text) > 4:
            graph.give(node, NAME_ATTRIBUTE, text[2:-2])
    for _ in range(_count(file, *_next(file, lines))):
        line, text = _next(file, lines)
        parts = _EDGE.fullmatch(text)
        if parts is None or not all(1 <= int(end) <= n for end in parts.groups()[:2]):
            raise file.refuse(f"line {line} must be 'source target 0 |{{label}}|' of {n} nodes.")
        weight = parts[3] if edge_type != _VOID else None
        graph.add_edge(str(int(parts[1])), str(int(parts[2])), weight)
    return graph.as_raw()


def _next(file: GraphFile, lines: Iterator[tuple[int, str]]) -> tuple[int, str]:
    if (line := next(lines, None)) is None:
        raise file.refuse(_INCOMPLETE)
    return line


def _count(file: GraphFile, line: int, text: str) -> int:
    if (count := as_count(text)) < 0:
        raise file.refuse(f"line {line} must be a number of nodes or ties; export it again.")
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
                    f"line {line} must be a tie between two nodes from 1 to {max(n, 0):,}."
                )
            graph.add_edge(str(counts[0]), str(counts[1]), *words[2:])
            graph.directed |= kind == "a"
        elif kind not in ("c", "n", "d", "v", "x"):
            raise file.refuse(f"line {line} must begin with c, p, e or a, got {quoted(kind)}.")
    if n < 0:
        raise file.refuse("it needs a line with the sizes, such as p edge 34 78.")
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
            raise file.refuse(f"line {line} names one end of a tie; give both.")
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
            "the third word of every line is a number, where SIF has a node; if these are ties "
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


_SECTION = re.compile(r"\s*(nodedef|edgedef)\s*>", re.IGNORECASE)
_CELL = re.compile(
    r"""\s*(?:"((?:[^"]|"")*+)"\s*(?:,|$)|'((?:[^']|'')*+)'\s*(?:,|$)|([^,]*+)(?:,|$))"""
)


def read_gdf(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the rows below ``nodedef>`` and ``edgedef>``; either table may be missing.

    The first column of a node is its id, the first two of an edge its ends. A column ``label``
    holds the names of nodes, ``weight`` the weights, ``directed`` whether an edge has a direction.
    Types of columns are not looked at. Commas stand within double or single quotes.

    References
    ----------
    Adar (2006). GUESS: a language and interface for graph exploration. CHI 2006.
    """
    graph = RawBuilder(file, columns)
    section, titles, has_labels = "", [""], False
    is_name = columns.label != "label"
    for line, text in file.lines():
        if (head := _SECTION.match(text)) is not None:
            section = head[1].lower()
            titles = [cell.partition(" ")[0].lower() for cell in _cells(text[head.end() :])]
            continue
        cells = _cells(text) if text.strip() else []
        ends = 1 if section == "nodedef" else 2
        if cells and not section:
            raise file.refuse(f"line {line} stands above nodedef> and edgedef>; put it below one.")
        if len(cells) > len(titles):
            raise file.refuse(
                f"line {line} has {len(cells)} cells, {len(titles)} columns are named above; put "
                "quotes around cells that hold commas."
            )
        if cells and not all((*cells, "")[:ends]):
            what = "node has no name" if ends == 1 else "tie has no two ends"
            raise file.refuse(f"line {line}: the {what}; export it as GDF again.")
        facts = {key: cell for key, cell in zip(titles, cells, strict=False) if cell}
        if cells and ends == 2:
            graph.add_edge(cells[0], cells[1], facts.get(graph.weight_attribute().lower()))
            graph.directed |= facts.get("directed", "").lower() == "true"
        elif cells:
            node = graph.add_node(cells[0])
            for key, cell in facts.items():
                if key == "label" and is_name:
                    graph.captions.give(node, cell)
                    has_labels = True
                elif key != "name":
                    graph.give(node, key, cell)
    if has_labels:  # nodes that only edges name have none
        graph.captions.fill_from(graph.number_of.names(), len(graph.number_of))
    return graph.as_raw()


def _cells(text: str) -> list[str]:
    """The cells of a row, without the quotes and blanks around them."""
    cells, place = [], 0
    while place <= len(text):
        match = _CELL.match(text, place)
        assert match is not None  # the last form takes whatever is there
        double, single, bare = match.groups()
        cells.append((double.replace('""', '"') if double else single or bare or "").strip())
        place = match.end() if match[0].endswith(",") else len(text) + 1
    return cells


_HEADERS = (b">>graph6<<", b">>sparse6<<", b">>digraph6<<")
_FIRST, _LAST = 63, 126
_PIECE = 1 << 14
_STEPS = 6 * 1024  # of sparse6 at once: their bits fill whole letters


def read_graph6(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the one graph of a .g6, .d6 or .s6 file; nodes are numbered from 0.

    Every letter holds six bits. In graph6 they are the upper triangle of the adjacency matrix,
    column by column; in digraph6 the whole matrix; in sparse6 a list of edges.

    References
    ----------
    B. McKay: *Description of graph6, sparse6 and digraph6 encodings*.
    """
    data = file.data.strip()
    for header in _HEADERS:
        data = data.removeprefix(header)
    data = data.strip()
    if b"\n" in data:
        raise file.refuse("it holds more than one graph; keep one line in the file.")
    kind = data[:1]
    letters = np.frombuffer(data[kind in (b":", b"&") :], dtype=np.uint8)
    if not len(letters) or letters.min() < _FIRST or letters.max() > _LAST:
        raise file.refuse("it holds a letter that is not of the format; export it again.")
    marks = int((letters[:2] == _LAST).cumprod().sum())  # the number of nodes has 1, 3 or 6 letters
    start, end = ((0, 1), (1, 4), (2, 8))[marks]
    if len(letters) < end:
        raise file.refuse("it ends too early; the file is not complete, export it again.")
    n = int("".join(f"{value - _FIRST:06b}" for value in letters[start:end].tolist()), 2)
    file.check_size(nodes=n)
    if n == 0:
        raise file.refuse("it holds no nodes; choose a file with a graph in it.")
    if kind == b":":
        return RawGraph(n, _sparse(file, letters[end:], n))
    return _dense(file, letters[end:], n, directed=kind == b"&")


def _dense(file: GraphFile, body: NDArray[np.uint8], n: int, *, directed: bool) -> RawGraph:
    pairs = n * n if directed else n * (n - 1) // 2
    if len(body) != -(-pairs // 6):
        raise file.refuse(f"its length does not fit {n:,} nodes; export it again.")
    first = np.arange(n, dtype=np.int64) * (np.arange(n, dtype=np.int64) - 1) // 2  # of column j
    ends, edges = [np.empty((0, 2), dtype=np.int32)], 0
    for start in range(0, len(body), _PIECE):
        ones = np.flatnonzero(_bits(body[start : start + _PIECE])) + 6 * start
        ones = ones[ones < pairs]
        edges += len(ones)
        file.check_size(edges=edges)
        column = ones % n if directed else np.searchsorted(first, ones, side="right") - 1
        row = ones // n if directed else ones - first[column]
        ends.append(np.column_stack((row, column)).astype(np.int32))
    return RawGraph(n, np.concatenate(ends), directed=directed)


def _sparse(file: GraphFile, body: NDArray[np.uint8], n: int) -> NDArray[np.int32]:
    """Steps of 1 + k bits: whether to move to the next node, and a neighbour x or a jump to x.

    With B the number of moves so far, the node at step t is B + max(x - B) over the steps up to
    t; where x lies beyond the node it is a jump, else an edge.
    """
    k = max(1, (n - 1).bit_length())
    file.check_size(edges=6 * len(body) // (k + 1) // 2)
    values = 1 << np.arange(k - 1, -1, -1, dtype=np.int64)
    ends, moved, lead = [np.empty((0, 2), dtype=np.int32)], 0, 0
    letters = _STEPS * (k + 1) // 6
    for start in range(0, len(body), letters):
        bits = _bits(body[start : start + letters])
        steps = len(bits) // (k + 1)
        rows = bits[: steps * (k + 1)].reshape(steps, k + 1)
        moves = moved + rows[:, 0].cumsum(dtype=np.int64)
        neighbour = rows[:, 1:] @ values
        leads = np.maximum.accumulate(np.concatenate(([lead], neighbour - moves)))
        node = leads[:-1] + moves
        good = ((neighbour < n) & (node < n)).cumprod(dtype=bool)  # padding ends it
        pairs = np.column_stack((neighbour, node))[good & (neighbour <= node)]
        ends.append(pairs.astype(np.int32))
        if not good.all() or not steps:
            break
        moved, lead = int(moves[-1]), int(leads[-1])
    return np.concatenate(ends)


def _bits(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The six bits of every letter, one after the other."""
    return np.unpackbits(values[:, None] - np.uint8(_FIRST), axis=1)[:, 2:].ravel()
