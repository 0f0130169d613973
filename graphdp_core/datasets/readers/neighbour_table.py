"""Reads tables of a person and the people whom this person names, as surveys write them."""

from __future__ import annotations

from graphdp_core.datasets.files.graph_file import GraphFile
from graphdp_core.datasets.files.raw_builder import RawBuilder
from graphdp_core.datasets.files.raw_graph import Columns, RawGraph, once_undirected
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.datasets.files.table import Table
from graphdp_core.datasets.readers.header import looks_like_header

__all__ = ["has_names_above", "read_neighbours"]

_SAMPLE = 200


def has_names_above(table: Table, reading: Reading) -> bool:
    """Whether the first row is a header: as said, as the format has it, or as it looks."""
    header = table.header if reading.header is None else reading.header
    if header is None:
        rows = [cells for _, cells in table.head(_SAMPLE)]
        header = bool(rows) and looks_like_header(rows, reading)
    return header


def read_neighbours(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read a node in the first column and its neighbours in all others; blank cells are nobody.

    Two people who name each other are one edge.

    Raises
    ------
    GraphFileError
        With the number of the row, if it names neighbours of nobody; or if a weight or a label
        was asked for.
    """
    if reading.weight or reading.label is not None:
        raise file.refuse("a table of neighbours has no weights and no classes; leave both out.")
    header = has_names_above(table, reading)
    graph = RawBuilder(file, Columns())
    for place, (line, cells) in enumerate(table.rows()):
        names = [cell for cell in cells if cell]
        if not names or (header and place == 0):
            continue
        if not cells[0]:
            raise file.refuse(f"line {line} names neighbours of nobody; fill the first column.")
        for name in names:
            graph.add_node(name)
        for neighbour in names[1:]:
            graph.add_edge(names[0], neighbour)
    return once_undirected(graph.as_raw())
