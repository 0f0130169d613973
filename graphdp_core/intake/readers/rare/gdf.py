"""Reads GDF, the format of GUESS that Gephi exports: a table of nodes, then one of edges."""

from __future__ import annotations

import re

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph

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
            raise file.refuse(f"line {line} stands above nodedef> and edgedef>.")
        if len(cells) > len(titles):
            raise file.refuse(
                f"line {line} has {len(cells)} cells, {len(titles)} columns are named above; put "
                "quotes around cells that hold commas."
            )
        if cells and not all((*cells, "")[:ends]):
            what = "node has no name" if ends == 1 else "edge has no two ends"
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
