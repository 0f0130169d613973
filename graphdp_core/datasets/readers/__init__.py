"""Reads a graph from any file format of the table below, and says what was cleaned."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from graphdp_core.datasets.files.encoding import FALLBACK
from graphdp_core.datasets.files.graph_file import (
    GraphFile,
    GraphFileError,
    Limits,
    Source,
    open_packed,
)
from graphdp_core.datasets.files.label_file import with_classes
from graphdp_core.datasets.files.packed import without_packing
from graphdp_core.datasets.files.projection import projected
from graphdp_core.datasets.files.raw_graph import Columns, Loaded, RawGraph, clean
from graphdp_core.datasets.files.reading import (
    MissingWeight,
    Projection,
    Reading,
    Repeated,
    Role,
    Shape,
)
from graphdp_core.datasets.files.survey_export import without_survey_heads
from graphdp_core.datasets.files.table import Table, text_table
from graphdp_core.datasets.largest_component import in_largest_component
from graphdp_core.datasets.readers.adjacency_list import (
    read_adjacency_list,
    read_multiline_adjacency_list,
)
from graphdp_core.datasets.readers.class_rows import class_rows
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
from graphdp_core.datasets.readers.table_shapes import shape_of
from graphdp_core.datasets.readers.ucinet import read_ucinet, ucinet_rows
from graphdp_core.datasets.readers.xlsx import is_xlsx, xlsx_table
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Progress, Report

__all__ = [
    "FORMATS",
    "FileFormat",
    "format_of",
    "load_file",
    "open_for",
    "read_graph",
    "read_known",
    "read_raw",
    "read_upload",
]


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


def read_graph(
    path_or_file: Source,
    format: str | None = None,
    *,
    source: Role | None = None,
    target: Role | None = None,
    weight: Role | None = None,
    label: Role | None = None,
    time: Role | None = None,
    header: bool | None = None,
    separator: str | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
    shape: Shape | None = None,
    sheet: str | None = None,
    missing_weight: MissingWeight | None = None,
    repeated: Repeated | None = None,
    projection: Projection | None = None,
    classes: Source | None = None,
    repeats: Repeated | None = None,
    largest_component: bool = False,
    limits: Limits = Limits(),
) -> Graph:
    r"""Read a graph from a path or an open file; packed files are unpacked.

    Directions, loops and repeated edges are dropped, nothing else: isolated nodes stay. What is
    not said is guessed; `preview` shows the guesses.

    Parameters
    ----------
    path_or_file : str, path or binary file
    format : str, optional
        The id of one of `FORMATS`. By default the ending of the file name decides, or the first
        bytes where it says nothing.
    source, target, weight, label, time, header, separator, decimal, encoding, shape, sheet, \
    missing_weight, repeated, projection : optional
        How a table is to be understood; see `Reading`. In formats with attributes, `weight` is
        the attribute of edges and `label` that of nodes.
    classes : str, path or binary file, optional
        A file that gives every node its class: node and class on each line of text or of a
        sheet, packed or not.
    repeats : optional
        An older name of `repeated`.
    largest_component : bool
        Keep the largest connected component only. *Privacy*: which nodes are in it depends on
        the edges, so that no guarantee for the smaller graph covers this choice.
    limits : Limits
        How large the file and the graph may be.

    Raises
    ------
    GraphFileError
        One sentence that names the file, what is wrong and what to do.

    Examples
    --------
    >>> read_graph(io.BytesIO(b"source,target,weight\nann,bob,2.5\n"), "edge_list")
    <weighted Graph the file: n=2, m=1>
    """
    reading = Reading(
        format=format,
        shape=shape,
        encoding=encoding,
        separator=separator,
        decimal=decimal,
        header=header,
        source=source,
        target=target,
        weight=weight,
        label=label,
        time=time,
        sheet=sheet,
        missing_weight=missing_weight,
        repeated=repeated or repeats,
        projection=projection,
        largest_component=largest_component,
    )
    labels = None if classes is None else open_packed(classes, limits=limits)
    return load_file(path_or_file, reading, classes=labels, limits=limits).graph


def read_upload(
    data: bytes,
    filename: str,
    format: str | None = None,
    *,
    weight: Role | None = None,
    label: Role | None = None,
    classes: tuple[str, bytes] | None = None,
    repeats: Repeated | None = None,
    largest_component: bool = False,
    limits: Limits = Limits(),
) -> Loaded:
    r"""Read a graph that someone sent, with one sentence on what was cleaned.

    Parameters
    ----------
    data : bytes
    filename : str
        For the format and for messages; nothing of that name is opened.
    classes : (str, bytes), optional
        Name and content of a file that gives every node its class.

    Returns
    -------
    Loaded
        ``graph`` and ``cleaned``.

    Raises
    ------
    GraphFileError
        As for :func:`read_graph`.

    Examples
    --------
    >>> read_upload(b"1 2\n2 1\n3 3\n", "tiny.txt").cleaned
    'Direction was dropped (1 pair stood in both directions) and 1 loop was removed.'
    """
    reading = Reading(
        format=format,
        weight=weight,
        label=label,
        repeated=repeats,
        largest_component=largest_component,
    )
    label_file = None
    if classes is not None:
        label_file = open_packed(io.BytesIO(classes[1]), name=classes[0], limits=limits)
    return load_file(io.BytesIO(data), reading, name=filename, classes=label_file, limits=limits)


def load_file(
    source: Source,
    reading: Reading = Reading(),
    *,
    name: str | None = None,
    classes: GraphFile | None = None,
    limits: Limits = Limits(),
    progress: Report | None = None,
) -> Loaded:
    """Read a graph and say what was cleaned; see :func:`read_graph`.

    `progress` is called now and then with the share of the file that has been read; what it
    raises ends the reading.
    """
    watched = Progress.of(progress)
    file, known = open_for(reading, source, name=name, limits=limits, progress=watched)
    raw = read_known(file, known, reading)
    if classes is not None:
        raw = with_classes(raw, classes, class_rows(classes))
    loaded = clean(raw, repeats=reading.repeated or "first", title=file.name)
    return in_largest_component(loaded) if reading.largest_component else loaded


def open_for(
    reading: Reading,
    source: Source,
    *,
    name: str | None = None,
    limits: Limits,
    progress: Progress = SILENT,
) -> tuple[GraphFile, FileFormat]:
    """Open a file and find its format; what is not in a binary format comes as text.

    Raises
    ------
    GraphFileError
        If the file cannot be opened or its format is not known.
    """
    packed = open_packed(source, name=name, part=reading.sheet, limits=limits, progress=progress)
    known = format_of(packed, reading.format) if reading.format else _binary_format(packed)
    if known is not None and known.sign is not None:
        return packed, known
    file = packed.as_text(reading.encoding)
    return file, known or format_of(file, None)


def read_raw(file: GraphFile, reading: Reading) -> RawGraph:
    """Read what an open file says, before anything is cleaned."""
    return read_known(file, format_of(file, reading.format), reading)


def read_known(file: GraphFile, known: FileFormat, reading: Reading) -> RawGraph:
    """The same in a format that is known."""
    if known.table is not None:
        if known.shape is not None:
            reading = replace(reading, shape=known.shape)
        table = known.table(file, reading)
        raw = shape_of(file, table, reading).read(file, table, reading)
        raw = replace(raw, notes=(*raw.notes, *table.notes))
    else:
        assert known.read is not None
        raw = known.read(file, reading.attributes())
    raw = projected(raw, reading.projection or "none", file)
    file.check_size(nodes=raw.n, edges=len(raw.edges))
    if file.encoding == FALLBACK and reading.encoding is None:
        raw = replace(raw, notes=(*raw.notes, f"the text was taken for {file.encoding}"))
    return raw


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


def _binary_format(file: GraphFile) -> FileFormat | None:
    """The binary format of which the first bytes are, else that of the file name's ending."""
    binary = [known for known in FORMATS if known.sign is not None]
    for known in binary:
        if known.sign is not None and known.sign(file):
            return known
    name = without_packing(file.name).lower()
    return next((known for known in binary if name.endswith(known.endings)), None)
