"""Reads GraphML as a stream of elements, with every document type and entity refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.etree.ElementTree import ParseError

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
    names_and_classes,
)

__all__ = ["read_graphml"]

_PIECE = 1 << 20
_DEEPEST = 64


def read_graphml(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the one graph of a GraphML file.

    The edge attribute ``weight`` (or the one asked for) is the weight; a node attribute can be
    the class and another the name (see `names_and_classes`). Nothing but these is kept.

    Raises
    ------
    GraphFileError
        If the file is not well-formed XML or not GraphML, has a DTD or an entity, more than one
        graph, hyperedges, or a weight that is not a finite number.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    graph = _GraphMLGraph(file, columns)
    parser = DefusedXMLParser(target=graph, forbid_dtd=True)
    text = file.text()
    try:
        for start in range(0, len(text), _PIECE):
            parser.feed(text[start : start + _PIECE])
        parser.close()
    except DefusedXmlException:
        raise file.refuse(
            "it has a document type or an entity, which may be harmful; remove the DOCTYPE part."
        ) from None
    except ParseError as error:
        raise file.refuse(f"it is not well-formed XML ({error}); export it again.") from None
    return graph.as_raw()


@dataclass
class _GraphMLGraph:
    """What the parser calls for every element; keeps nodes, edges and the wanted attributes."""

    file: GraphFile
    columns: Columns
    path: list[str] = field(default_factory=list)
    keys: dict[str, tuple[str, str]] = field(default_factory=dict)  # id -> (domain, name)
    defaults: dict[str, str] = field(default_factory=dict)
    key: str = ""
    pieces: list[str] = field(default_factory=list)
    graphs: int = 0
    directed: bool = False
    number_of: dict[str, int] = field(default_factory=dict)
    declared: set[int] = field(default_factory=set)
    node: int = -1
    attributes: dict[str, dict[int, str]] = field(default_factory=dict)
    ends: list[int] = field(default_factory=list)
    weights: list[float | None] = field(default_factory=list)

    def start(self, tag: str, given: dict[str, str]) -> None:
        name = tag.rpartition("}")[2]
        if not self.path and name != "graphml":
            shown = plain_text(name, longest=20)
            raise self.file.refuse(f"its XML is <{shown}>, not <graphml>; export it as GraphML.")
        self.path.append(name)
        if len(self.path) > _DEEPEST:
            raise self.file.refuse("its elements are nested too deeply; export it as GraphML.")
        match name:
            case "graph":
                self._start_graph(given)
            case "node":
                self.node = self._number(given.get("id"), "node", "id")
                self.declared.add(self.node)
            case "edge":
                self._start_edge(given)
            case "hyperedge":
                raise self.file.refuse("it has hyperedges; replace them by edges of two nodes.")
            case "key":
                self.key = given.get("id", "")
                self.keys[self.key] = (given.get("for", "all"), given.get("attr.name", self.key))
            case "data" | "default":
                self.key = given.get("key", "") if name == "data" else self.key
                self.pieces.clear()

    def data(self, text: str) -> None:
        if self.path and self.path[-1] in ("data", "default"):
            self.pieces.append(text)

    def end(self, tag: str) -> None:
        name = self.path.pop()
        if name == "default" and self.key in self.keys:
            self.defaults[self.key] = self._value()
        elif name == "data" and self.path[-1] in ("node", "edge"):
            attribute = self.keys.get(self.key, ("", self.key))[1]
            if self.path[-1] == "node" and attribute in self._wanted():
                self.attributes.setdefault(attribute, {})[self.node] = self._value()
            elif self.path[-1] == "edge" and attribute == self._weight():
                where = f"edge {len(self.weights):,}"
                self.weights[-1] = as_weight(self._value(), self.file, where)

    def close(self) -> None:
        """Called by the parser at the end of the document."""

    def as_raw(self) -> RawGraph:
        n = len(self.number_of)
        if n == 0:
            raise self.file.refuse("it holds no nodes; choose a file with a graph in it.")
        self._fill_in_defaults(n)
        ids = list(self.number_of)
        names, classes = names_and_classes(
            self.file, ids, self.attributes, label=self.columns.label
        )
        weights, notes = complete_weights(self.weights)
        if self.columns.weight is not None and weights is None:
            raise self.file.refuse(
                f"not every edge has the attribute '{plain_text(self.columns.weight)}' asked for."
            )
        if n > len(self.declared):
            added = count_of(n - len(self.declared), "node")
            notes += (f"{added} named by edges alone had to be added",)
        edges = np.array(self.ends, dtype=np.int64).reshape(-1, 2)
        raw = RawGraph(n, edges, weights, names, classes, directed=self.directed, notes=notes)
        return in_numeric_order(raw)

    def _start_graph(self, given: dict[str, str]) -> None:
        self.graphs += 1
        if self.graphs > 1:
            raise self.file.refuse("it holds more than one graph; keep one graph in the file.")
        self.directed = given.get("edgedefault") == "directed"

    def _start_edge(self, given: dict[str, str]) -> None:
        for end in ("source", "target"):
            self.ends.append(self._number(given.get(end), "edge", end))
        self.weights.append(None)
        self.directed |= given.get("directed") == "true"
        self.file.check_size(edges=len(self.weights))

    def _number(self, id: str | None, element: str, attribute: str) -> int:
        if id is None:
            raise self.file.refuse(f"one <{element}> has no {attribute}; export it as GraphML.")
        number = self.number_of.setdefault(id, len(self.number_of))
        self.file.check_size(nodes=len(self.number_of))
        return number

    def _fill_in_defaults(self, n: int) -> None:
        for key, value in self.defaults.items():
            domain, name = self.keys[key]
            if domain in ("node", "all") and name in self._wanted():
                given = self.attributes.get(name, {})
                self.attributes[name] = {i: given.get(i, value) for i in range(n)}
            if domain in ("edge", "all") and name == self._weight() and None in self.weights:
                weight = as_weight(value, self.file, f"the default of '{plain_text(name)}'")
                self.weights = [weight if w is None else w for w in self.weights]

    def _wanted(self) -> tuple[str | None, ...]:
        return (self.columns.label, "name", *CLASS_ATTRIBUTES)

    def _weight(self) -> str:
        return self.columns.weight or "weight"

    def _value(self) -> str:
        return "".join(self.pieces).strip()
