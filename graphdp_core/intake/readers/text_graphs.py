"""Reads GML, Pajek, METIS and adjacency lists: text in which lines or brackets say what is what."""

from __future__ import annotations

import html
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from graphdp_core.graphs.pair_index import tidy_pairs
from graphdp_core.intake.files.graph_file import GraphFile, plain_text, quoted
from graphdp_core.intake.files.raw_builder import (
    CLASS_ATTRIBUTES,
    COORDINATES,
    NAME_ATTRIBUTE,
    SURE_CLASS,
    RawBuilder,
)
from graphdp_core.intake.files.raw_graph import (
    Columns,
    RawGraph,
    as_count,
    as_weight,
    count_of,
    is_number,
    once_undirected,
)

_WORDS = re.compile(r'"[^"]*"|[^\s"]+')
_SECTIONS = ("edges", "arcs", "edgeslist", "arcslist", "matrix")
_PASSED_OVER = ("vector", "permutation", "cluster")


def read_pajek(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the one network of a Pajek file (.net, .paj).

    In a two-mode network (*Vertices 32 18) the first 18 vertices are the rows of its matrix.

    A vertex has a number, a label and perhaps coordinates; what follows is passed over. Edges
    without a weight weigh 1. Where all edges weigh the same, the weights say nothing and are
    left out. A partition becomes the classes.
    """
    network = _Pajek(file, RawBuilder(file, columns))
    for network.line, text in file.lines():
        stripped = text.strip()
        if stripped.startswith("*"):
            network.start_section(stripped)
        elif stripped and not stripped.startswith("%"):
            network.row(stripped)
    return network.as_raw()


@dataclass
class _Pajek:
    file: GraphFile
    graph: RawBuilder
    line: int = 0
    section: str = ""
    n: int = -1
    first_mode: int = 0  # vertices in the rows of a two-mode network; 0: one mode
    stray: int = 0  # the first line before *Vertices that is of no section
    rows: int = 0  # of the section so far
    in_partition: bool = False

    def start_section(self, text: str) -> None:
        word, *rest = text[1:].split() or [""]
        word = word.lower()
        self.rows = 0
        if word == "vertices" and not self.in_partition and self.section not in _PASSED_OVER:
            self._start_vertices(rest)
        elif word == "partition":
            self.in_partition = True
        elif word in (*_SECTIONS, *_PASSED_OVER):
            self.in_partition = False
            if self.n < 0 and word in _SECTIONS:
                raise self._refuse("stands before *Vertices; put the vertices first")
            self.graph.directed |= word in ("arcs", "arcslist", "matrix") and not self.first_mode
        elif word not in ("vertices", "network", "tworelational"):
            raise self._refuse(f"starts a section *{plain_text(word)} that is not known; remove it")
        if word not in ("vertices", "network") or self.section not in _PASSED_OVER:
            self.section = word

    def row(self, text: str) -> None:
        if text.count('"') % 2:
            raise self._refuse("has a quote that is not closed; close it")
        tokens = [token.strip('"') for token in _WORDS.findall(text)]
        match self.section:
            case "vertices" if self.in_partition:
                self.graph.give(self._vertex(str(self.rows + 1)), SURE_CLASS, tokens[0])
            case "vertices":
                node = self._vertex(tokens[0])
                if len(tokens) > 1 and tokens[1] != str(node + 1):
                    self.graph.give(node, NAME_ATTRIBUTE, tokens[1])
                for key, value in zip(COORDINATES, tokens[2:], strict=False):
                    self.graph.give(node, key, value)
            case "edges" | "arcs":
                self._edge_row(tokens)
            case "edgeslist" | "arcslist":
                for target in tokens[1:]:
                    self._edge_row([tokens[0], target])
            case "matrix":
                self._matrix_row(tokens)
            case "":
                self.stray = self.stray or self.line
        self.rows += 1

    def as_raw(self) -> RawGraph:
        if self.n < 0:
            self.line = self.stray or self.line
            raise self._refuse("stands before *Vertices; export the network as Pajek")
        notes = ["what stands before *Vertices was passed over"] * bool(self.stray)
        weights = set(self.graph.weights)
        if len(weights) == 1 and self.graph.columns.weight is None:
            if (same := weights.pop()) != 1:
                notes.append(f"weights were left out because all are {same:g}")
            self.graph.forget_weights()
        self.graph.fill_names()
        raw = self.graph.as_raw()
        return replace(raw, notes=(*notes, *raw.notes))

    def _start_vertices(self, rest: list[str]) -> None:
        if self.n >= 0:
            raise self._refuse("starts a second network; keep one network in the file")
        if not rest or min(map(as_count, rest[:2])) < 0:
            raise self._refuse("must say how many vertices there are: *Vertices 34")
        self.n, first_mode = (*map(int, rest[:2]), 0)[:2]
        self.graph.rows = self.first_mode = first_mode if first_mode < self.n else 0
        self.graph.add_numbered(self.n)

    def _edge_row(self, tokens: list[str]) -> None:
        if len(tokens) < 2:
            raise self._refuse("has one end of a tie; give both")
        source, target = (self._vertex(token) for token in tokens[:2])
        self.graph.add_edge(str(source + 1), str(target + 1), tokens[2] if len(tokens) > 2 else "1")

    def _matrix_row(self, tokens: list[str]) -> None:
        width = self.n - self.first_mode
        if len(tokens) != width:
            raise self._refuse(f"has {len(tokens):,} numbers; a row of the matrix needs {width:,}")
        if self.rows >= (self.first_mode or self.n):
            raise self._refuse("is one too many for the matrix; give every vertex one")
        for target, value in enumerate(tokens, self.first_mode + 1):
            if value not in ("0", "0.0"):
                self.graph.add_edge(str(self.rows + 1), str(target), value)

    def _vertex(self, text: str) -> int:
        """The node of a vertex number, from 0."""
        if not 1 <= (number := as_count(text)) <= self.n:
            raise self._refuse(f"names the vertex {quoted(text)}; vertices are 1 to {self.n:,}")
        return number - 1

    def _refuse(self, problem: str) -> Exception:
        return self.file.refuse(f"line {self.line} {problem}.")


_TOKEN = re.compile(r'^[ \t]*#[^\n]*|"[^"]*"|\[|\]|"|[^\s\[\]"]+', re.MULTILINE)
_DEEPEST = 32
_TOLD_EVERY = 50_000  # tokens
_KEPT: frozenset[str | None] = frozenset(
    {"id", "name", "directed", "source", "target", "weight", *CLASS_ATTRIBUTES, *COORDINATES}
)


def read_gml(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the graph of a GML file.

    A node's name is its ``label``, else its ``id``; its class is the attribute asked for or a
    usual one such as ``value`` (see `RawBuilder`). An edge's weight is the attribute asked for,
    else ``weight``, else ``value``. No edge can name a node without an id: it is a node alone.
    """
    gml = _GML(RawBuilder(file, columns))
    for path, block in _blocks(file, _KEPT | {columns.weight, columns.label}):
        match path:
            case ["graph", "node", "graphics"]:
                gml.graphics = {key: block[key] for key in COORDINATES if key in block}
            case ["graph", "node"]:
                gml.node(block)
            case ["graph", "edge"]:
                gml.edge(block)
            case ["graph"]:
                gml.graphs += 1
                gml.graph.directed = block.get("directed") == "1"
    return gml.as_raw()


@dataclass
class _GML:
    graph: RawBuilder
    graphs: int = 0
    without_id: int = 0
    graphics: dict[str, str] = field(default_factory=dict)

    def node(self, block: dict[str, str]) -> None:
        id = block.pop("id", None)
        if id is None:
            self.without_id += 1
            id = f"node {self.without_id} without id"
        if self.graph.is_declared(id):
            shown = plain_text(id, longest=20)
            words = f"two nodes have the id {shown}; give every node its own id."
            raise self.graph.file.refuse(words)
        node = self.graph.add_node(id)
        for key, value in (self.graphics | block).items():
            self.graph.give(node, key, html.unescape(value))
        self.graphics = {}

    def edge(self, block: dict[str, str]) -> None:
        if "source" not in block or "target" not in block:
            raise self.graph.file.refuse(f"edge {self.graph.edges + 1} needs source and target.")
        value = block.get("value", "")
        other = value if self.graph.columns.weight is None and is_number(value) else None
        weight = block.get(self.graph.weight_attribute(), other)
        self.graph.add_edge(block["source"], block["target"], weight)

    def as_raw(self) -> RawGraph:
        if self.graphs != 1 or not self.graph.number_of:
            graphs = {0: "no graph", 1: "no nodes"}.get(self.graphs, "more than one graph")
            raise self.graph.file.refuse(f"it holds {graphs}; keep exactly one graph in the file.")
        is_class = self.graph.columns.label == "label"
        raw = self.graph.as_raw(name_attributes=("name",) if is_class else ("label", "name"))
        if not self.without_id:
            return raw
        alone = f"{count_of(self.without_id, 'node')} without an id stand without ties"
        return replace(raw, notes=(*raw.notes, alone))


def _blocks(
    file: GraphFile, kept: frozenset[str | None]
) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Path and scalar values (those kept) of every block, each when it closes."""
    path: list[str] = []
    values: list[dict[str, str]] = [{}]
    key: str | None = None
    for token in _tokens(file):
        if token == "[" if key is None else token == "]":
            raise file.refuse("a bracket stands where none belongs; export it as GML again.")
        if token == "]":
            if not path:
                raise file.refuse("a bracket ] closes nothing; export it as GML again.")
            yield path, values.pop()
            path.pop()
        elif key is None:
            key = token
        elif token == "[":
            path.append(key)
            values.append({})
            key = None
            if len(path) > _DEEPEST:
                raise file.refuse("its blocks are nested too deeply; export it as GML.")
        else:
            if key in kept:
                values[-1][key] = token.strip('"')
            key = None
    if path or key is not None:
        raise file.refuse("it ends inside a block; the file is not complete, export it as GML.")


def _tokens(file: GraphFile) -> Iterator[str]:
    text = file.text()
    for number, match in enumerate(_TOKEN.finditer(text)):
        if not number % _TOLD_EVERY:
            file.read_until(match.start(), len(text))
        token = match.group()
        if token == '"':
            raise file.refuse("a quote is not closed; close it, or export the graph as GML again.")
        if not token.lstrip().startswith("#"):
            yield token


def read_metis(file: GraphFile, columns: Columns) -> RawGraph:
    """Read a graph whose line i holds the neighbours of node i, from 1, perhaps with weights.

    The first line gives the numbers of nodes and edges, and perhaps which weights follow. Every
    edge stands in two lines; it is taken once. Weights of nodes are passed over.
    """
    rows = (
        (number, text.split()) for number, text in file.lines() if not text.lstrip().startswith("%")
    )
    number, fields = next(rows, (1, []))
    head = [*fields, *("", "", "0", "1")[len(fields) :]]  # what may be left out
    n, m, _, constraints = counts = [as_count(field) for field in head[:4]]
    if len(head) > 4 or min(counts) < 0 or n == 0 or not re.fullmatch("[01]{1,3}", head[2]):
        raise file.refuse(f"line {number} must give the numbers of nodes and ties, such as 7 11.")
    file.check_size(nodes=n, edges=m)
    has_sizes, has_node_weights, weighted = map(int, head[2].zfill(3))
    skipped = has_sizes + constraints * has_node_weights
    ends, weights, node = array("i"), array("d"), 0
    for number, tokens in rows:
        node += 1
        if node > n and tokens:
            raise file.refuse(f"line {number} is one too many for {n:,} nodes; export it again.")
        for place, word in list(enumerate(tokens))[skipped :: 1 + weighted]:
            if not 1 <= (neighbour := as_count(word)) <= n:
                raise file.refuse(f"line {number} names node {quoted(word)}; nodes are 1 to {n:,}.")
            ends.extend((node - 1, neighbour - 1))
            if weighted:
                text = (*tokens, "")[place + 1]
                weights.append(as_weight(text, file, f"line {number}"))
        file.check_size(edges=len(ends) // 4)  # every edge stands there twice
    if node < n:
        raise file.refuse(f"it promises {n:,} nodes and has lines for {node:,}; fetch it again.")
    pairs = np.asarray(ends).reshape(-1, 2)
    tidy = tidy_pairs(pairs, n, rows=bool(weighted))
    loops = np.unique(pairs[pairs[:, 0] == pairs[:, 1], 0])
    if m - len(tidy.edges) not in (0, len(loops)):
        distinct = len(tidy.edges) + len(loops)
        raise file.refuse(f"it promises {m:,} ties and holds {distinct:,}; fetch it again.")
    edges = np.vstack((tidy.edges, np.column_stack((loops, loops))))
    if not weighted:
        return RawGraph(n, edges)
    return RawGraph(n, edges, np.append(tidy.first(np.asarray(weights)), np.ones(len(loops))))


def read_adjacency_list(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines of a node and its neighbours, with blanks between them; # begins a comment.

    An edge may stand at one of its ends or at both; at both it is one edge.
    """
    graph = RawBuilder(file, columns)
    for _, text in file.lines():
        if names := text.partition("#")[0].split():
            graph.join(names[0], names[1:])
    return once_undirected(graph.as_raw())
