"""The table of file formats that can be read, and which of them a file is in.

What the rows of a table may be, edges or a matrix or another thing, and who reads which.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError
from graphdp_core.intake.files.packed import without_packing
from graphdp_core.intake.files.raw_graph import RawGraph
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Table, text_table
from graphdp_core.intake.readers.answer_table import (
    is_incidence_table,
    is_survey,
    read_answers,
    read_incidence_table,
    without_grid_heads,
    without_survey_heads,
)
from graphdp_core.intake.readers.edge_list import read_edges
from graphdp_core.intake.readers.file_format import FileFormat
from graphdp_core.intake.readers.json import read_json
from graphdp_core.intake.readers.json_records import json_records_table
from graphdp_core.intake.readers.matrix_layout import is_adjacency_matrix, read_adjacency_matrix
from graphdp_core.intake.readers.matrix_market import read_matrix_market
from graphdp_core.intake.readers.neighbour_table import (
    are_behind_colons,
    has_attribute_dictionaries,
    read_attribute_dictionaries,
    read_neighbours,
)
from graphdp_core.intake.readers.numpy_arrays import is_numpy, read_numpy
from graphdp_core.intake.readers.other_kinds import refuse_other_kinds
from graphdp_core.intake.readers.text_graphs import (
    read_adjacency_list,
    read_gml,
    read_metis,
    read_pajek,
)
from graphdp_core.intake.readers.workbook import (
    HTML_TABLE,
    html_table,
    is_excel,
    is_ods,
    is_parquet,
    parquet_table,
    workbook_table,
)
from graphdp_core.intake.readers.xml_graphs import read_gexf, read_graphml
from graphdp_core.params import Refused
from graphdp_core.plugins import added

_Signs = tuple[tuple[str, re.Pattern[bytes]], ...]


_rare = (
    import_module("graphdp_core.intake.readers.rare")
    if find_spec("graphdp_core.intake.readers.rare")
    else None
)  # or deleted
_RARE: tuple[FileFormat, ...] = getattr(_rare, "FORMATS", ())
_RARE_SIGNS: _Signs = getattr(_rare, "SIGNS", ())
_SURE_SIGNS: _Signs = (("html", HTML_TABLE), *getattr(_rare, "SURE_SIGNS", ()))

_OURS: tuple[FileFormat, ...] = (
    FileFormat(
        "edge_list",
        "Table (CSV, TSV, text)",
        (".csv", ".tsv", ".txt", ".edges", ".edgelist", ".el", ".gr", ".cites", ".xls", ".dat"),
        table=lambda file, reading: without_grid_heads(
            file, without_survey_heads(text_table(file, reading))
        ),
    ),
    FileFormat("graphml", "GraphML", (".graphml",), read_graphml),
    FileFormat("gexf", "GEXF (Gephi)", (".gexf",), read_gexf),
    FileFormat("gml", "GML", (".gml",), read_gml),
    FileFormat("pajek", "Pajek", (".net", ".paj"), read_pajek, two_kinds=True),
    FileFormat(
        "matrix_market",
        "Matrix Market",
        (".mtx",),
        read_matrix_market,
        holds=("weight",),
        two_kinds=True,
    ),
    FileFormat(
        "json",
        "JSON (node-link, adjacency, tree, Cytoscape)",
        (".json", ".cyjs", ".cx", ".cx2"),
        read_json,
    ),
    FileFormat("json_records", "JSON records", (".jsonl", ".ndjson"), table=json_records_table),
    FileFormat("adjacency_matrix", "Adjacency matrix (text)", (), table=text_table, shape="matrix"),
    FileFormat(
        "adjacency_list", "Adjacency list", (".adjlist", ".adj"), read_adjacency_list, holds=()
    ),
    FileFormat(
        "xlsx", "Excel workbook", (".xlsx", ".xlsm", ".xlsb"), table=workbook_table, sign=is_excel
    ),
    FileFormat("ods", "OpenDocument spreadsheet", (".ods",), table=workbook_table, sign=is_ods),
    FileFormat("html", "Table of a web page", (".html", ".htm"), table=html_table),
    FileFormat("parquet", "Parquet", (".parquet", ".pq"), table=parquet_table, sign=is_parquet),
    FileFormat(
        "numpy",
        "NumPy, SciPy sparse",
        (".npy", ".npz"),
        read_numpy,
        sign=is_numpy,
        holds=(),
        two_kinds=True,
    ),
    FileFormat("metis", "METIS", (".graph", ".metis"), read_metis, holds=("weight",)),
    *_RARE,
)
FORMATS: tuple[FileFormat, ...] = (*_OURS, *added("graphdp.readers", FileFormat, _OURS))
"""All formats that can be read, those of other packages last; where an ending says nothing, the
first bytes decide."""

# Signs are looked for in whatever people bring: repeats are possessive where they could be cut in
# several ways, or a line of ##### would be cut in all of them.
_HEAD, _HTML = 4000, 200_000
_ENDINGS_OF_ANYTHING = (".xml", ".txt", ".gr", ".json", ".jsonl", ".ndjson")
_SIGNS: _Signs = (
    *_RARE_SIGNS,
    ("matrix_market", re.compile(rb"%%?MatrixMarket", re.IGNORECASE)),
    ("pajek", re.compile(rb"\s*\*(vertices|network)\b", re.IGNORECASE)),
    ("gexf", re.compile(rb"\s*<[^&]{0,2000}?<gexf\b|\s*<gexf\b")),
    ("graphml", re.compile(rb"\s*<")),
    ("edge_list", re.compile(rb"\s*(?:\[\s*)?\(|\s*\[\s*\[\s*'")),
    ("json", re.compile(rb'\s*\[\s*\{\s*"(?:numberVerification|CXVersion)"')),
    ("json_records", re.compile(rb'\s*\{\s*"(?:data|items|results|records|value)"\s*:\s*\[\s*\{')),
    ("json_records", re.compile(rb'\s*\[\s*\{(?!\s*"(?:data|group)")|\s*\{[^\n]*\}\s*\n\s*\{')),
    ("json", re.compile(rb"\s*[\[{]")),
    ("gml", re.compile(rb"\s*(graph\s*\[|Creator\b)")),
)


def format_of(file: GraphFile, id: str | None) -> FileFormat:
    """The format of a file by its id, else by the ending of its name or its first bytes."""
    by_id = {known.id: known for known in FORMATS}
    if id is not None and id not in by_id:
        raise Refused(f"format must be one of {', '.join(by_id)}, got {id!r}.")
    if id is not None:
        return by_id[id]
    name = without_packing(file.name).lower()
    by_ending = next((known for known in FORMATS if name.endswith(known.endings)), None)
    says_nothing = by_ending is None or name.endswith(_ENDINGS_OF_ANYTHING)
    signs = _SIGNS if says_nothing else ()
    kinds = (None, "edge_list", "json", "json_records")
    if (by_ending and by_ending.id) in kinds and HTML_TABLE.match(file.data[:_HTML]) is None:
        refuse_other_kinds(file)
    if by_ending is None or by_ending.id == "edge_list":
        signs = (*_SURE_SIGNS, *signs)
    heads = {"html": file.data[:_HTML], "": file.data[:_HEAD]}
    matching = (by_id[id] for id, sign in signs if sign.match(heads.get(id, heads[""])))
    if (known := next(matching, by_ending)) is not None:
        return known
    raise GraphFileError(
        f"{file.name}: the format is not known; use a file that ends in .csv (a table), .graphml, "
        ".gexf, .net, .json or .xlsx, or name the format, such as edge_list."
    )


def binary_format(file: GraphFile) -> FileFormat | None:
    """The binary format of which the first bytes are, else that of the file name's ending."""
    name = without_packing(file.name).lower()
    signed = (known for known in FORMATS if known.sign is not None and known.sign(file))
    named = (known for known in FORMATS if known.sign is not None and name.endswith(known.endings))
    return next(signed, None) or next(named, None)


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
