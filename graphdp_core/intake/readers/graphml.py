"""Reads GraphML as a stream of elements."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, is_finite
from graphdp_core.intake.files.xml_stream import feed_xml, start_element


def read_graphml(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the one graph of a GraphML file, and the graphs within its nodes, as yEd's groups.

    The edge attribute ``weight`` (or the one asked for) is the weight; a node attribute can be
    the class, another the name, ``x`` and ``y`` the place (see `RawBuilder`). Nothing but these
    is kept.

    Raises
    ------
    GraphFileError
        If the file is not well-formed XML or not GraphML, has a DTD or an entity, more than one
        graph, hyperedges, or a weight that is not a finite number.
    """
    elements = _GraphML(file, RawBuilder(file, columns))
    feed_xml(file, elements)
    elements.fill_in_defaults()
    return elements.graph.as_raw()


@dataclass
class _GraphML:
    file: GraphFile
    graph: RawBuilder
    path: list[str] = field(default_factory=list)
    names: dict[tuple[str, str], str] = field(default_factory=dict)  # of keys: (domain, id)
    defaults: dict[tuple[str, str], str] = field(default_factory=dict)
    domain: str = "all"
    key: str = ""
    pieces: list[str] = field(default_factory=list)
    graphs: int = 0
    node: int = -1
    nodes: list[int] = field(default_factory=list)  # that are open: a group holds others

    def start(self, tag: str, given: dict[str, str]) -> None:
        match start_element(self.file, self.path, tag, root="graphml", title="GraphML"):
            case "graph" if self.path[-2:-1] == ["node"]:
                self.graph.boxes.append(self.node)
            case "graph":
                self._start_graph(given)
            case "node":
                self.node = self.graph.add_node(self._given(given, "node", "id"))
                self.nodes.append(self.node)
            case "edge":
                source, target = (self._given(given, "edge", end) for end in ("source", "target"))
                self.graph.add_edge(source, target)
                self.graph.directed |= given.get("directed") == "true"
            case "hyperedge":
                raise self.file.refuse("it has hyperedges; replace them by edges of two nodes.")
            case "key":
                self.domain, self.key = given.get("for", "all"), given.get("id", "")
                self.names[self.domain, self.key] = given.get("attr.name", self.key)
            case "data":
                self.key = given.get("key", "")
                self.pieces.clear()
            case "default":
                self.pieces.clear()

    def data(self, text: str) -> None:
        if self.path and self.path[-1] in ("data", "default"):
            self.pieces.append(text)

    def end(self, tag: str) -> None:
        name = self.path.pop()
        if name == "node" and self.nodes:
            self.nodes.pop()
            self.node = self.nodes[-1] if self.nodes else -1
        if name == "default" and (self.domain, self.key) in self.names:
            self.defaults[self.domain, self.key] = self._value()
        elif name == "data" and self.path[-1] in ("node", "edge"):
            attribute = self._attribute(self.path[-1])
            if self.path[-1] == "node":
                self.graph.give(self.node, attribute, self._value())
            elif attribute == self.graph.weight_attribute():
                self.graph.give_weight(self._value())

    def close(self) -> None:
        """Called by the parser at the end of the document."""

    def fill_in_defaults(self) -> None:
        for (domain, key), value in self.defaults.items():
            name = self.names[domain, key]
            if domain in ("node", "all"):
                self.graph.fill(name, value)
            if domain in ("edge", "all") and name == self.graph.weight_attribute():
                if not is_finite(value):
                    self.graph.no_number = self.graph.no_number or value
                for edge in range(0 if self.graph.no_number else self.graph.edges):
                    if not self.graph.weights or math.isnan(self.graph.weights[edge]):
                        self.graph.set_weight(edge, float(value))

    def _start_graph(self, given: dict[str, str]) -> None:
        self.graphs += 1
        if self.graphs > 1:
            raise self.file.refuse("it holds more than one graph; keep one graph in the file.")
        self.graph.directed = given.get("edgedefault") == "directed"

    def _attribute(self, element: str) -> str:
        """What the key of a datum names; some programs number keys of nodes and edges apart."""
        for domain in (element, "all", "node", "edge"):
            if (domain, self.key) in self.names:
                return self.names[domain, self.key]
        return self.key

    def _given(self, given: dict[str, str], element: str, attribute: str) -> str:
        if attribute not in given:
            raise self.file.refuse(f"one <{element}> has no {attribute}; export it as GraphML.")
        return given[attribute]

    def _value(self) -> str:
        return "".join(self.pieces).strip()
