"""Reads GML tolerantly: repeated edges, missing labels and unknown blocks are no obstacle."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from graphdp_core.datasets.graph_file import GraphFile, plain_text
from graphdp_core.datasets.raw_graph import (
    CLASS_ATTRIBUTES,
    Columns,
    RawGraph,
    as_weight,
    complete_weights,
    count_of,
    in_numeric_order,
    is_number,
    names_and_classes,
)

__all__ = ["read_gml"]

_TOKEN = re.compile(r'^[ \t]*#[^\n]*|"[^"]*"|\[|\]|"|[^\s\[\]"]+', re.MULTILINE)
_DEEPEST = 32
_KEPT: frozenset[str | None] = frozenset(
    {"id", "name", "directed", "source", "target", "weight", *CLASS_ATTRIBUTES}
)


def read_gml(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the graph of a GML file.

    A node's name is its ``label``, else its ``id``; its class is the attribute asked for or a
    usual one such as ``value`` (see `names_and_classes`). An edge's weight is the attribute asked
    for, else ``weight``, else ``value``.

    Raises
    ------
    GraphFileError
        If brackets or quotes do not match, there is no graph, a node has no id or an id twice,
        an edge lacks an end, or a weight is not a finite number.
    """
    graph = _GMLGraph(file, columns)
    for path, block in _blocks(file, _KEPT | {columns.weight, columns.label}):
        if path == ["graph", "node"]:
            graph.add_node(block)
        elif path == ["graph", "edge"]:
            graph.add_edge(block)
        elif path == ["graph"]:
            graph.close(block)
    return graph.as_raw()


@dataclass
class _GMLGraph:
    file: GraphFile
    columns: Columns
    graphs: int = 0
    directed: bool = False
    number_of: dict[str, int] = field(default_factory=dict)
    attributes: dict[str, dict[int, str]] = field(default_factory=dict)
    ends: list[str] = field(default_factory=list)
    weights: list[float | None] = field(default_factory=list)

    def add_node(self, block: dict[str, str]) -> None:
        id = block.pop("id", None)
        if id is None or id in self.number_of:
            problem = (
                "a node has no id"
                if id is None
                else f"two nodes have the id {plain_text(id, longest=20)}"
            )
            raise self.file.refuse(f"{problem}; give every node its own id.")
        node = self.number_of[id] = len(self.number_of)
        self.file.check_size(nodes=node + 1)
        for key, value in block.items():
            self.attributes.setdefault(key, {})[node] = html.unescape(value)

    def add_edge(self, block: dict[str, str]) -> None:
        if "source" not in block or "target" not in block:
            raise self.file.refuse(
                f"edge {len(self.weights) + 1:,} has no source or no target; give it both."
            )
        self.ends += (block["source"], block["target"])
        text = block.get(self.columns.weight or "weight")
        if text is None and self.columns.weight is None and is_number(block.get("value", "")):
            text = block["value"]
        where = f"edge {len(self.weights) + 1:,}"
        self.weights.append(None if text is None else as_weight(text, self.file, where))
        self.file.check_size(edges=len(self.weights))

    def close(self, block: dict[str, str]) -> None:
        self.graphs += 1
        self.directed = block.get("directed") == "1"

    def as_raw(self) -> RawGraph:
        if self.graphs != 1 or not (self.number_of or self.ends):
            found = "no graph" if self.graphs == 0 else "no nodes"
            found = "more than one graph" if self.graphs > 1 else found
            raise self.file.refuse(f"it holds {found}; keep exactly one graph in the file.")
        declared = len(self.number_of)
        edges = [self.number_of.setdefault(end, len(self.number_of)) for end in self.ends]
        self.file.check_size(nodes=len(self.number_of))
        names, classes = names_and_classes(
            self.file,
            list(self.number_of),
            self.attributes,
            label=self.columns.label,
            name_attributes=("label", "name") if self.columns.label != "label" else ("name",),
        )
        weights, notes = complete_weights(self.weights)
        if self.columns.weight is not None and weights is None:
            raise self.file.refuse(
                f"not every edge has the attribute '{plain_text(self.columns.weight)}' asked for."
            )
        if len(self.number_of) > declared:
            added = count_of(len(self.number_of) - declared, "node")
            notes += (f"{added} named by edges alone had to be added",)
        pairs = np.array(edges, dtype=np.int64).reshape(-1, 2)
        n = len(self.number_of)
        raw = RawGraph(n, pairs, weights, names, classes, directed=self.directed, notes=notes)
        return in_numeric_order(raw)


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
    for match in _TOKEN.finditer(file.text()):
        token = match.group()
        if token == '"':
            raise file.refuse("a quote is not closed; close it, or export the graph as GML again.")
        if not token.lstrip().startswith("#"):
            yield token
