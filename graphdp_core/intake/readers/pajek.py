"""Reads Pajek network files: vertices, edges, arcs, lists, matrices and one partition."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from graphdp_core.intake.files.graph_file import GraphFile, plain_text, quoted
from graphdp_core.intake.files.raw_builder import (
    COORDINATES,
    NAME_ATTRIBUTE,
    SURE_CLASS,
    RawBuilder,
)
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, as_count

_TOKEN = re.compile(r'"[^"]*"|[^\s"]+')
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
            raise self._refuse(
                f"starts a section *{plain_text(word, longest=20)} that is not known; remove it"
            )
        if word not in ("vertices", "network") or self.section not in _PASSED_OVER:
            self.section = word

    def row(self, text: str) -> None:
        if text.count('"') % 2:
            raise self._refuse("has a quote that is not closed; close it")
        tokens = [token.strip('"') for token in _TOKEN.findall(text)]
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
            raise self._refuse("has one end of an edge; give both")
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
