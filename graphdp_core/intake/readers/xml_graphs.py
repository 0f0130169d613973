"""Reads GraphML and GEXF, the format of Gephi, as streams of elements."""

from __future__ import annotations

import math
from xml.etree.ElementTree import ParseError

from graphdp_core.intake.files.graph_file import GraphFile, plain_text
from graphdp_core.intake.files.raw_builder import COORDINATES, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, is_finite
from graphdp_core.intake.files.sheets import HARMFUL

_DEEPEST = 64


def read_graphml(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the one graph of a GraphML file, and the graphs within its nodes, as yEd's groups.

    The edge attribute ``weight`` (or the one asked for) is the weight; a node attribute can be
    the class, another the name, ``x`` and ``y`` the place (see `RawBuilder`). Nothing but these
    is kept.
    """
    return _GraphML(file, columns).read()


def read_gexf(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the one graph of a GEXF file; what changes over time is read as it is at any time.

    A node's name is its attribute ``name``, else its label, else its id; attributes by their
    titles can be the class (see `RawBuilder`). An edge's weight is its own ``weight`` or the
    attribute asked for. Positions are kept if every node has one.
    """
    return _GEXF(file, columns).read()


class _Elements:
    """What both formats have: one graph, nodes that may hold others, attributes with defaults."""

    title = ""

    def __init__(self, file: GraphFile, columns: Columns) -> None:
        self.file, self.graph = file, RawBuilder(file, columns)
        self.path: list[str] = []
        self.names: dict[tuple[str, str], str] = {}  # of attributes: (domain, id)
        self.defaults: dict[tuple[str, str], str] = {}
        self.domain, self.key = "all", ""
        self.pieces: list[str] = []
        self.graphs = 0
        self.nodes: list[int] = []  # that are open

    def read(self) -> RawGraph:
        from defusedxml import DefusedXmlException
        from defusedxml.ElementTree import DefusedXMLParser

        parser = DefusedXMLParser(target=self, forbid_dtd=True)
        try:
            for piece in self.file.pieces():
                parser.feed(piece)
            parser.close()
        except DefusedXmlException:
            raise self.file.refuse(HARMFUL) from None
        except ParseError as error:
            words = f"it is not well-formed XML ({error}); export it again."
            raise self.file.refuse(words) from None
        for (domain, key), value in self.defaults.items():
            self.fill_in(domain, self.names[domain, key], value)
        return self.graph.as_raw()

    def start(self, tag: str, given: dict[str, str]) -> None:
        name = tag.rpartition("}")[2]
        if not self.path and name != self.title.lower():
            shown = f"<{plain_text(name, longest=20)}>, not <{self.title.lower()}>"
            raise self.file.refuse(f"its XML is {shown}; export it as {self.title}.")
        self.path.append(name)
        if len(self.path) > _DEEPEST:
            words = f"its elements are nested too deeply; export it as {self.title}."
            raise self.file.refuse(words)
        if name in ("data", "default"):
            self.pieces.clear()
        self.element(name, given)

    def element(self, name: str, given: dict[str, str]) -> None:
        raise NotImplementedError

    def data(self, text: str) -> None:
        if self.path and self.path[-1] in ("data", "default"):
            self.pieces.append(text)

    def end(self, tag: str) -> None:
        name = self.path.pop()
        if name == "node" and self.nodes:
            self.nodes.pop()
        elif name == "default" and (self.domain, self.key) in self.names:
            self.defaults[self.domain, self.key] = self.value()
        elif name == "data":
            self.datum()

    def close(self) -> None:
        """Called by the parser at the end of the document."""

    def datum(self) -> None:
        """An element with data ends."""

    def fill_in(self, domain: str, name: str, value: str) -> None:
        """A default for all of which nothing is said."""
        if domain in ("node", "all"):
            self.graph.fill(name, value)

    def start_graph(self, *, directed: bool) -> None:
        self.graphs += 1
        if self.graphs > 1:
            raise self.file.refuse("it holds more than one graph; keep one graph in the file.")
        self.graph.directed = directed

    def needed(self, given: dict[str, str], *attributes: str) -> list[str]:
        for attribute in attributes:
            if attribute not in given:
                words = f"one <{self.path[-1]}> has no {attribute}; export it as {self.title}."
                raise self.file.refuse(words)
        return [given[attribute] for attribute in attributes]

    def value(self) -> str:
        return "".join(self.pieces).strip()


class _GraphML(_Elements):
    title = "GraphML"

    def element(self, name: str, given: dict[str, str]) -> None:
        match name:
            case "graph" if self.path[-2:-1] == ["node"]:
                self.graph.boxes.append(self.nodes[-1])
            case "graph":
                self.start_graph(directed=given.get("edgedefault") == "directed")
            case "node":
                self.nodes.append(self.graph.add_node(*self.needed(given, "id")))
            case "edge":
                self.graph.add_edge(*self.needed(given, "source", "target"))
                self.graph.directed |= given.get("directed") == "true"
            case "hyperedge":
                raise self.file.refuse("it has hyperedges; replace them by edges of two nodes.")
            case "key":
                self.domain, self.key = given.get("for", "all"), given.get("id", "")
                self.names[self.domain, self.key] = given.get("attr.name", self.key)
            case "data":
                self.key = given.get("key", "")

    def datum(self) -> None:
        """An attribute; some programs number keys of nodes and edges apart."""
        element = self.path[-1]
        domains = (element, "all", "node", "edge")
        names = (self.names[d, self.key] for d in domains if (d, self.key) in self.names)
        attribute = next(names, self.key)
        if element == "node":
            self.graph.give(self.nodes[-1], attribute, self.value())
        elif element == "edge" and attribute == self.graph.weight_attribute():
            self.graph.give_weight(self.value())

    def fill_in(self, domain: str, name: str, value: str) -> None:
        super().fill_in(domain, name, value)
        if domain in ("edge", "all") and name == self.graph.weight_attribute():
            if not is_finite(value):
                self.graph.no_number = self.graph.no_number or value
            for edge in range(0 if self.graph.no_number else self.graph.edges):
                if not self.graph.weights or math.isnan(self.graph.weights[edge]):
                    self.graph.set_weight(edge, float(value))


class _GEXF(_Elements):
    title = "GEXF"

    def element(self, name: str, given: dict[str, str]) -> None:
        match name:
            case "graph":
                self.start_graph(directed=given.get("defaultedgetype") == "directed")
            case "attributes":
                self.domain = given.get("class", "")
            case "attribute":
                self.key = given.get("id", "")
                self.names[self.domain, self.key] = given.get("title", self.key)
            case "node":
                self.nodes.append(self.graph.add_node(*self.needed(given, "id")))
                if "label" in given:
                    self.graph.captions.give(self.nodes[-1], given["label"])
            case "edge":
                asked = self.graph.columns.weight
                weight = given.get("weight") if asked in (None, "weight") else None
                source, target = self.needed(given, "source", "target")
                self.graph.add_edge(source, target, weight)
                self.graph.directed |= given.get("type") == "directed"
            case "attvalue":
                key = given.get("for", given.get("id", ""))
                self._attribute(key, given.get("value", "").strip())
            case "position" if self.nodes:
                for coordinate in COORDINATES:
                    if coordinate in given:
                        self.graph.give(self.nodes[-1], coordinate, given[coordinate].strip())

    def _attribute(self, key: str, text: str) -> None:
        if "node" in self.path and self.nodes:
            self.graph.give(self.nodes[-1], self.names.get(("node", key), key), text)
            return
        is_weight = self.names.get(("edge", key), key) == self.graph.weight_attribute()
        if "edge" in self.path and self.graph.edges and is_weight:
            self.graph.give_weight(text)
