"""What the rows of a table may be, edges or a matrix or another thing, and who reads which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_graph import RawGraph
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.readers.answer_table import read_answers
from graphdp_core.intake.readers.attribute_dictionaries import (
    has_attribute_dictionaries,
    read_attribute_dictionaries,
)
from graphdp_core.intake.readers.edge_list import read_edges
from graphdp_core.intake.readers.incidence import (
    is_incidence_table,
    is_survey,
    read_incidence_table,
)
from graphdp_core.intake.readers.matrix_layout import (
    is_adjacency_matrix,
    read_adjacency_matrix,
)
from graphdp_core.intake.readers.neighbour_table import are_behind_colons, read_neighbours


@dataclass(frozen=True)
class TableShape:
    """A shape: its id, its name for people, how it is recognised, and its reader."""

    id: str
    title: str
    looks: Callable[[GraphFile, Table, Reading], bool]
    read: Callable[[GraphFile, Table, Reading], RawGraph]


SHAPES: tuple[TableShape, ...] = (
    TableShape("matrix", "adjacency matrix", is_adjacency_matrix, read_adjacency_matrix),
    TableShape(
        "dictionaries", "edge table", has_attribute_dictionaries, read_attribute_dictionaries
    ),
    TableShape("incidence", "incidence table", is_incidence_table, read_incidence_table),
    TableShape("answers", "survey table", is_survey, read_answers),
    TableShape("lists", "table of neighbours", are_behind_colons, read_neighbours),
    TableShape("edges", "edge table", lambda *_: True, read_edges),
)
"""All shapes; the first that a table looks like is taken when nobody says which it is."""


def shape_of(file: GraphFile, table: Table, reading: Reading) -> TableShape:
    """The shape that was asked for, else the first that the table looks like."""
    if reading.shape is not None:
        return next(shape for shape in SHAPES if shape.id == reading.shape)
    return next(shape for shape in SHAPES if shape.looks(file, table, reading))
