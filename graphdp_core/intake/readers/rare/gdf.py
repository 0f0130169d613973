"""Reads GDF, the format of GUESS that Gephi exports: a table of nodes, then one of edges."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import COORDINATES, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph

_SECTION = re.compile(r"\s*(nodedef|edgedef)\s*>", re.IGNORECASE)
_CELL = re.compile(r"""\s*(?:"((?:[^"]|"")*+)"|'((?:[^']|'')*+)'|([^,]*+))\s*(?:,|$)""")
_FIRST = {"nodedef": 1, "edgedef": 2}  # columns that every row needs


def read_gdf(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the rows below ``nodedef>`` and ``edgedef>``; either table may be missing.

    The first column of a node is its id, the first two of an edge its ends. A column ``label``
    holds the names of nodes, ``weight`` the weights, ``directed`` whether an edge has a direction.
    Types of columns are not looked at. Commas stand within double or single quotes.

    Raises
    ------
    GraphFileError
        With the number of the line, if it stands above both tables, lacks an id or an end, or has
        more cells than the columns named.

    References
    ----------
    Adar (2006). GUESS: a language and interface for graph exploration. CHI 2006.
    """
    tables = _Tables(file, RawBuilder(file, columns))
    for line, text in file.lines():
        if text.strip():
            tables.line(line, text)
    graph = tables.graph
    if tables.has_labels:  # nodes that only edges name have none
        graph.captions.fill_from(graph.number_of.names(), len(graph.number_of))
    return graph.as_raw()


@dataclass
class _Tables:
    file: GraphFile
    graph: RawBuilder
    section: str = ""
    names: tuple[str, ...] = ()
    has_labels: bool = False

    def line(self, line: int, text: str) -> None:
        head = _SECTION.match(text)
        if head is not None:
            self.section = head[1].lower()
            titles = [cell.partition(" ")[0].lower() for cell in _cells(text[head.end() :])]
            self.names = tuple(titles)
            return
        cells = _cells(text)
        if not self.section:
            raise self.file.refuse(f"line {line} stands above nodedef> and edgedef>.")
        if len(cells) > len(self.names):
            raise self.file.refuse(
                f"line {line} has {len(cells)} cells, {len(self.names)} columns are named above; "
                "put quotes around cells that hold commas."
            )
        if not all(cells[: _FIRST[self.section]]) or len(cells) < _FIRST[self.section]:
            what = "node has no name" if self.section == "nodedef" else "edge has no two ends"
            raise self.file.refuse(f"line {line}: the {what}; export it as GDF again.")
        facts = {key: cell for key, cell in zip(self.names, cells, strict=False) if cell}
        if self.section == "nodedef":
            self._node(cells[0], facts)
        else:
            self._edge(cells[0], cells[1], facts)

    def _node(self, name: str, facts: dict[str, str]) -> None:
        node = self.graph.add_node(name)
        wanted = self.graph.wanted()
        for key, text in facts.items():
            if key == "label" and self.graph.columns.label != "label":
                self.graph.captions.give(node, text)
                self.has_labels = True
            elif key in COORDINATES or (key in wanted and key != "name"):
                self.graph.give(node, key, text)

    def _edge(self, source: str, target: str, facts: dict[str, str]) -> None:
        self.graph.add_edge(source, target, facts.get(self.graph.weight_attribute().lower()))
        self.graph.directed |= facts.get("directed", "").lower() == "true"


def _cells(text: str) -> list[str]:
    """The cells of a row, without the quotes and blanks around them."""
    if '"' not in text and "'" not in text:
        return [cell.strip() for cell in text.split(",")]
    cells, place = [], 0
    while place <= len(text):
        match = _CELL.match(text, place)
        if match is None:  # a quote inside a word
            end = text.find(",", place)
            end = len(text) if end < 0 else end
            cells.append(text[place:end].strip())
            place = end + 1
            continue
        double, single, bare = match.groups()
        cell = bare if double is None and single is None else double or single or ""
        cells.append(cell.replace('""', '"') if double else cell.strip())
        place = match.end() if match[0].endswith(",") else len(text) + 1
    return cells
