"""The table of file formats that can be read, and which of them a file is in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from graphdp_core.datasets.files.graph_file import GraphFile, GraphFileError
from graphdp_core.datasets.files.packed import without_packing
from graphdp_core.datasets.files.raw_graph import Columns, RawGraph
from graphdp_core.datasets.files.reading import Reading, Shape
from graphdp_core.datasets.files.survey_export import without_survey_heads
from graphdp_core.datasets.files.table import Table, text_table
from graphdp_core.datasets.readers.adjacency_list import (
    read_adjacency_list,
    read_multiline_adjacency_list,
)
from graphdp_core.datasets.readers.dimacs import read_dimacs
from graphdp_core.datasets.readers.dot import read_dot
from graphdp_core.datasets.readers.gexf import read_gexf
from graphdp_core.datasets.readers.gml import read_gml
from graphdp_core.datasets.readers.graph6 import read_graph6
from graphdp_core.datasets.readers.graphml import read_graphml
from graphdp_core.datasets.readers.json import read_json
from graphdp_core.datasets.readers.json_records import json_records_table
from graphdp_core.datasets.readers.leda import read_leda
from graphdp_core.datasets.readers.lgl import read_lgl
from graphdp_core.datasets.readers.matrix_market import matrix_market_rows, read_matrix_market
from graphdp_core.datasets.readers.metis import read_metis
from graphdp_core.datasets.readers.ncol import read_ncol
from graphdp_core.datasets.readers.neo4j_json import read_neo4j_json
from graphdp_core.datasets.readers.numpy_arrays import is_numpy, numpy_rows, read_numpy
from graphdp_core.datasets.readers.ods import is_ods, ods_table
from graphdp_core.datasets.readers.pajek import pajek_rows, read_pajek
from graphdp_core.datasets.readers.parquet import is_parquet, parquet_table
from graphdp_core.datasets.readers.ucinet import read_ucinet, ucinet_rows
from graphdp_core.datasets.readers.xlsx import is_xlsx, xlsx_table
from graphdp_core.params import Refused

__all__ = ["FORMATS", "FileFormat", "binary_format", "format_of"]


@dataclass(frozen=True)
class FileFormat:
    """A file format: its id, its name for people, its file name endings and how it is read.

    Parameters
    ----------
    read : callable, optional
        Reads a graph format whole.
    table : callable, optional
        Finds the rows of a format that holds a table; `table_shapes` says what they mean.
    shape : str, optional
        What the rows of such a table are, if the format leaves no choice.
    sign : callable, optional
        Of a format that is no text: whether a file is of it. Its reader gets the bytes as they
        are.
    rows : callable, optional
        Of a graph format that may hold nodes of two kinds: how many are rows of its table, from
        the head of the file; 0: one kind.
    """

    id: str
    title: str
    endings: tuple[str, ...]
    read: Callable[[GraphFile, Columns], RawGraph] | None = None
    table: Callable[[GraphFile, Reading], Table] | None = None
    shape: Shape | None = None
    sign: Callable[[GraphFile], bool] | None = None
    rows: Callable[[GraphFile], int] | None = None


FORMATS: tuple[FileFormat, ...] = (
    FileFormat(
        "edge_list",
        "Table (CSV, TSV, text)",
        (".csv", ".tsv", ".txt", ".edges", ".edgelist", ".el", ".gr", ".cites"),
        table=lambda file, reading: without_survey_heads(text_table(file, reading)),
    ),
    FileFormat("graphml", "GraphML", (".graphml",), read_graphml),
    FileFormat("gexf", "GEXF (Gephi)", (".gexf",), read_gexf),
    FileFormat("gml", "GML", (".gml",), read_gml),
    FileFormat("pajek", "Pajek", (".net", ".paj"), read_pajek, rows=pajek_rows),
    FileFormat(
        "matrix_market", "Matrix Market", (".mtx",), read_matrix_market, rows=matrix_market_rows
    ),
    FileFormat(
        "json", "JSON (node-link, adjacency, tree, Cytoscape)", (".json", ".cyjs"), read_json
    ),
    FileFormat("json_records", "JSON records", (".jsonl", ".ndjson"), table=json_records_table),
    FileFormat("neo4j_json", "JSON of Neo4j", (), read_neo4j_json),
    FileFormat("adjacency_matrix", "Adjacency matrix (text)", (), table=text_table, shape="matrix"),
    FileFormat("metis", "METIS", (".graph", ".metis"), read_metis),
    FileFormat("dot", "Graphviz DOT", (".dot", ".gv"), read_dot),
    FileFormat("graph6", "graph6, sparse6, digraph6", (".g6", ".s6", ".d6"), read_graph6),
    FileFormat("adjacency_list", "Adjacency list", (".adjlist", ".adj"), read_adjacency_list),
    FileFormat(
        "multiline_adjacency_list",
        "Adjacency list of several lines (networkx)",
        (".multiline_adjlist",),
        read_multiline_adjacency_list,
    ),
    FileFormat("ncol", "NCOL", (".ncol",), read_ncol),
    FileFormat("lgl", "LGL (Large Graph Layout)", (".lgl",), read_lgl),
    FileFormat("leda", "LEDA", (".lgr", ".leda"), read_leda),
    FileFormat("dimacs", "DIMACS", (".dimacs", ".col", ".clq"), read_dimacs),
    FileFormat("ucinet", "UCINET DL", (".dl",), read_ucinet, rows=ucinet_rows),
    FileFormat("xlsx", "Excel workbook", (".xlsx", ".xlsm"), table=xlsx_table, sign=is_xlsx),
    FileFormat("ods", "OpenDocument spreadsheet", (".ods",), table=ods_table, sign=is_ods),
    FileFormat("parquet", "Parquet", (".parquet", ".pq"), table=parquet_table, sign=is_parquet),
    FileFormat(
        "numpy",
        "NumPy, SciPy sparse",
        (".npy", ".npz"),
        read_numpy,
        sign=is_numpy,
        rows=numpy_rows,
    ),
)
"""All formats that can be read; where an ending says nothing, the first bytes decide."""

# Signs are looked for in whatever people bring: repeats are possessive where they could be cut in
# several ways, or a line of ##### would be cut in all of them.
_ENDINGS_OF_ANYTHING = (".xml", ".txt", ".gr", ".json", ".jsonl", ".ndjson")
_SIGNS = (
    ("matrix_market", re.compile(rb"%%MatrixMarket", re.IGNORECASE)),
    ("pajek", re.compile(rb"\s*\*(vertices|network)\b", re.IGNORECASE)),
    ("gexf", re.compile(rb"\s*<[^&]{0,2000}?<gexf\b|\s*<gexf\b")),
    ("graphml", re.compile(rb"\s*<")),
    ("neo4j_json", re.compile(rb'\s*\{[^\n]*"type"\s*:\s*"(?:node|relationship)"')),
    ("json_records", re.compile(rb'\s*\[\s*\{(?!\s*"(?:data|group)")|\s*\{[^\n]*\}\s*\n\s*\{')),
    ("json", re.compile(rb"\s*[\[{]")),
    ("graph6", re.compile(rb">>(?:graph6|sparse6|digraph6)<<")),
    ("leda", re.compile(rb"LEDA\.GRAPH\s")),
    ("dimacs", re.compile(rb"(?:c\b[^\n]*\n)*p[ \t]+[a-z]+[ \t]+\d+[ \t]+\d+\s")),
    ("ucinet", re.compile(rb"\s*dl\s[^:]*?\bn[rc]?\s*=\s*\d", re.IGNORECASE)),
    (
        "dot",
        re.compile(
            rb"\s*+(?:(?:/\*.*?\*/|//[^\n]*+|#[^\n]*+)\s*+)*+(?:strict\s+)?(?:di)?graph\b[^\[{}]*\{",
            re.I | re.S,
        ),
    ),
    (
        "multiline_adjacency_list",
        re.compile(rb"(?:#[^\n]*\n|[^\s#]\S* 0\n)*+\S[^\n]* [1-9]\d*\n\S[^\n]* \{[^\n]*\}\n"),
    ),
    ("gml", re.compile(rb"\s*(graph\s*\[|Creator\b)")),
)


def format_of(file: GraphFile, id: str | None) -> FileFormat:
    """The format of a file by its id, else by the ending of its name or its first bytes.

    Raises
    ------
    Refused
        If there is no format of that id.
    GraphFileError
        If neither ending nor content tell the format.
    """
    if id is not None:
        for known in FORMATS:
            if known.id == id:
                return known
        raise Refused(f"format must be one of {', '.join(f.id for f in FORMATS)}, got {id!r}.")
    name = without_packing(file.name).lower()
    tells = not name.endswith(_ENDINGS_OF_ANYTHING)
    by_ending = next((known for known in FORMATS if name.endswith(known.endings)), None)
    if by_ending is not None and tells:
        return by_ending
    sign = next((id for id, sign in _SIGNS if sign.match(file.data[:4000])), None)
    if sign is not None:
        return next(known for known in FORMATS if known.id == sign)
    if by_ending is not None:
        return by_ending
    endings = ", ".join(known.endings[0] for known in FORMATS if known.endings)
    raise GraphFileError(
        f"{file.name}: the format is not known; use a file that ends in {endings} (or .gz, "
        ".bz2, .xz, .zip after it), or name the format."
    )


def binary_format(file: GraphFile) -> FileFormat | None:
    """The binary format of which the first bytes are, else that of the file name's ending."""
    binary = [known for known in FORMATS if known.sign is not None]
    for known in binary:
        if known.sign is not None and known.sign(file):
            return known
    name = without_packing(file.name).lower()
    return next((known for known in binary if name.endswith(known.endings)), None)
