"""Reads GML tolerantly: repeated edges, missing labels and unknown blocks are no obstacle."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from graphdp_core.intake.files.graph_file import GraphFile, plain_text
from graphdp_core.intake.files.raw_builder import CLASS_ATTRIBUTES, COORDINATES, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, count_of, is_number

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
            raise self.graph.file.refuse(
                f"edge {self.graph.edges + 1:,} has no source or no target; give it both."
            )
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
        alone = f"{count_of(self.without_id, 'node')} without an id stand without edges"
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
