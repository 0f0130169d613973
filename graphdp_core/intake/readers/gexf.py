"""Reads GEXF, the format of Gephi, as a stream of elements."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import COORDINATES, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph
from graphdp_core.intake.files.xml_stream import feed_xml, start_element

_TITLE = "GEXF"


def read_gexf(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the one graph of a GEXF file; what changes over time is read as it is at any time.

    A node's name is its attribute ``name``, else its label, else its id; attributes by their
    titles can be the class (see `RawBuilder`). An edge's weight is its own ``weight`` or the
    attribute asked for. Positions are kept if every node has one.

    Raises
    ------
    GraphFileError
        If the file is not well-formed XML or not GEXF, has a DTD or an entity, more than one
        graph, a node without id, an edge without end, or a weight that is not a finite number.
    """
    elements = _GEXF(file, RawBuilder(file, columns))
    feed_xml(file, elements)
    elements.fill_in()
    return elements.graph.as_raw()


@dataclass
class _GEXF:
    file: GraphFile
    graph: RawBuilder
    path: list[str] = field(default_factory=list)
    graphs: int = 0
    domain: str = ""  # of the attributes being declared: "node" or "edge"
    titles: dict[tuple[str, str], str] = field(default_factory=dict)  # (domain, id) -> title
    defaults: dict[tuple[str, str], str] = field(default_factory=dict)  # (domain, title) -> text
    attribute: str = ""
    pieces: list[str] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)  # those open: nodes may hold nodes

    def start(self, tag: str, given: dict[str, str]) -> None:
        name = start_element(self.file, self.path, tag, root="gexf", title=_TITLE)
        match name:
            case "graph":
                self._start_graph(given)
            case "attributes":
                self.domain = given.get("class", "")
            case "attribute":
                self.attribute = given.get("id", "")
                title = given.get("title", self.attribute)
                self.titles[self.domain, self.attribute] = title
            case "default":
                self.pieces.clear()
            case "node":
                self._start_node(given)
            case "edge":
                self._start_edge(given)
            case "attvalue":
                self._value(given.get("for", given.get("id", "")), given.get("value", ""))
            case "position" if self.nodes:
                for key in COORDINATES:
                    if key in given:
                        self.graph.give(self.nodes[-1], key, given[key].strip())

    def data(self, text: str) -> None:
        if self.path and self.path[-1] == "default":
            self.pieces.append(text)

    def end(self, tag: str) -> None:
        name = self.path.pop()
        if name == "node":
            self.nodes.pop()
        elif name == "default" and (self.domain, self.attribute) in self.titles:
            title = self.titles[self.domain, self.attribute]
            self.defaults[self.domain, title] = "".join(self.pieces).strip()

    def close(self) -> None:
        """Called by the parser at the end of the document."""

    def fill_in(self) -> None:
        """Defaults for nodes that say nothing."""
        for (domain, title), value in self.defaults.items():
            if domain == "node":
                self.graph.fill(title, value)

    def _start_graph(self, given: dict[str, str]) -> None:
        self.graphs += 1
        if self.graphs > 1:
            raise self.file.refuse("it holds more than one graph; keep one graph in the file.")
        self.graph.directed = given.get("defaultedgetype") == "directed"

    def _start_node(self, given: dict[str, str]) -> None:
        if "id" not in given:
            raise self.file.refuse(f"one <node> has no id; export it as {_TITLE}.")
        self.nodes.append(self.graph.add_node(given["id"]))
        if "label" in given:
            self.graph.captions.give(self.nodes[-1], given["label"])

    def _start_edge(self, given: dict[str, str]) -> None:
        for end in ("source", "target"):
            if end not in given:
                raise self.file.refuse(f"one <edge> has no {end}; export it as {_TITLE}.")
        weight = given.get("weight") if self.graph.columns.weight in (None, "weight") else None
        self.graph.add_edge(given["source"], given["target"], weight)
        self.graph.directed |= given.get("type") == "directed"

    def _value(self, attribute: str, text: str) -> None:
        if "node" in self.path and self.nodes:
            title = self.titles.get(("node", attribute), attribute)
            self.graph.give(self.nodes[-1], title, text.strip())
        elif "edge" in self.path and self.graph.edges:
            title = self.titles.get(("edge", attribute), attribute)
            if title == self.graph.weight_attribute():
                self.graph.give_weight(text.strip())
