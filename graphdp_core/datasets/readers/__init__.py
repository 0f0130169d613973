"""Reads a graph from any file format of the table below, and says what was cleaned."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass

from graphdp_core.datasets.files.graph_file import (
    GraphFile,
    GraphFileError,
    Limits,
    Source,
    open_graph_file,
)
from graphdp_core.datasets.files.label_file import with_classes
from graphdp_core.datasets.files.raw_graph import Columns, Loaded, RawGraph, Repeats, clean
from graphdp_core.datasets.largest_component import in_largest_component
from graphdp_core.datasets.readers.adjacency_matrix import read_adjacency_matrix
from graphdp_core.datasets.readers.edge_list import read_edge_list
from graphdp_core.datasets.readers.gexf import read_gexf
from graphdp_core.datasets.readers.gml import read_gml
from graphdp_core.datasets.readers.graphml import read_graphml
from graphdp_core.datasets.readers.json import read_json
from graphdp_core.datasets.readers.matrix_market import read_matrix_market
from graphdp_core.datasets.readers.metis import read_metis
from graphdp_core.datasets.readers.pajek import read_pajek
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused

__all__ = ["FORMATS", "FileFormat", "load_file", "read_graph", "read_raw", "read_upload"]


@dataclass(frozen=True)
class FileFormat:
    """A file format: its id, its name for people, its file name endings and its reader."""

    id: str
    title: str
    endings: tuple[str, ...]
    read: Callable[[GraphFile, Columns], RawGraph]


FORMATS: tuple[FileFormat, ...] = (
    FileFormat(
        "edge_list",
        "Edge list (CSV, TSV, text)",
        (".csv", ".tsv", ".txt", ".edges", ".edgelist", ".el", ".gr", ".cites"),
        read_edge_list,
    ),
    FileFormat("graphml", "GraphML", (".graphml",), read_graphml),
    FileFormat("gexf", "GEXF (Gephi)", (".gexf",), read_gexf),
    FileFormat("gml", "GML", (".gml",), read_gml),
    FileFormat("pajek", "Pajek", (".net", ".paj"), read_pajek),
    FileFormat("matrix_market", "Matrix Market", (".mtx",), read_matrix_market),
    FileFormat("json", "JSON node-link", (".json",), read_json),
    FileFormat("adjacency_matrix", "Adjacency matrix (text)", (), read_adjacency_matrix),
    FileFormat("metis", "METIS", (".graph", ".metis"), read_metis),
)
"""All formats that can be read; where an ending says nothing, the first bytes decide."""

_ENDINGS_OF_ANYTHING = (".xml", ".txt")
_SIGNS = (
    ("matrix_market", re.compile(rb"%%MatrixMarket", re.IGNORECASE)),
    ("pajek", re.compile(rb"\s*\*(vertices|network)\b", re.IGNORECASE)),
    ("gexf", re.compile(rb"\s*<[^&]{0,2000}?<gexf\b|\s*<gexf\b")),
    ("graphml", re.compile(rb"\s*<")),
    ("json", re.compile(rb"\s*\{")),
    ("gml", re.compile(rb"\s*(graph\s*\[|Creator\b)")),
)


def read_graph(
    path_or_file: Source,
    format: str | None = None,
    *,
    weight: str | None = None,
    label: str | None = None,
    classes: Source | None = None,
    repeats: Repeats = "first",
    largest_component: bool = False,
    limits: Limits = Limits(),
) -> Graph:
    r"""Read a graph from a path or an open file; gzip is unpacked.

    Directions, loops and repeated edges are dropped, nothing else: isolated nodes stay.

    Parameters
    ----------
    path_or_file : str, path or binary file
    format : str, optional
        The id of one of `FORMATS`. By default the ending of the file name decides, or the first
        bytes where it says nothing.
    weight : str, optional
        Column or edge attribute to read as weight. By default the usual ones.
    label : str, optional
        Node attribute to read as class, in the formats that have any. By default the usual ones.
    classes : str, path or binary file, optional
        A file that gives every node its class: node and class on each line.
    repeats : {"first", "sum"}
        Which weight an edge has that is written more than once.
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
    return load_file(
        path_or_file,
        format,
        columns=Columns(weight=weight, label=label),
        classes=None if classes is None else open_graph_file(classes, limits=limits),
        repeats=repeats,
        largest=largest_component,
        limits=limits,
    ).graph


def read_upload(
    data: bytes,
    filename: str,
    format: str | None = None,
    *,
    weight: str | None = None,
    label: str | None = None,
    classes: tuple[str, bytes] | None = None,
    repeats: Repeats = "first",
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
    label_file = None
    if classes is not None:
        label_file = open_graph_file(io.BytesIO(classes[1]), name=classes[0], limits=limits)
    return load_file(
        io.BytesIO(data),
        format,
        name=filename,
        columns=Columns(weight=weight, label=label),
        classes=label_file,
        repeats=repeats,
        largest=largest_component,
        limits=limits,
    )


def load_file(
    source: Source,
    format: str | None = None,
    *,
    name: str | None = None,
    columns: Columns = Columns(),
    classes: GraphFile | None = None,
    repeats: Repeats = "first",
    largest: bool = False,
    limits: Limits = Limits(),
) -> Loaded:
    """Read a graph and say what was cleaned; see :func:`read_graph`."""
    if repeats not in ("first", "sum"):
        raise Refused(f"repeats must be 'first' or 'sum', got {repeats!r}.")
    file = open_graph_file(source, name=name, limits=limits)
    raw = read_raw(file, format, columns)
    if classes is not None:
        raw = with_classes(raw, classes)
    loaded = clean(raw, repeats=repeats, title=file.name)
    return in_largest_component(loaded) if largest else loaded


def read_raw(file: GraphFile, format: str | None, columns: Columns) -> RawGraph:
    """Read what the file says, before anything is cleaned."""
    raw = _format(file, format).read(file, columns)
    file.check_size(nodes=raw.n, edges=len(raw.edges))
    return raw


def _format(file: GraphFile, id: str | None) -> FileFormat:
    if id is not None:
        for known in FORMATS:
            if known.id == id:
                return known
        raise Refused(f"format must be one of {', '.join(f.id for f in FORMATS)}, got {id!r}.")
    name = file.name.lower().removesuffix(".gz")
    tells = not name.endswith(_ENDINGS_OF_ANYTHING)
    by_ending = next((known for known in FORMATS if name.endswith(known.endings)), None)
    if by_ending is not None and tells:
        return by_ending
    sign = next((id for id, sign in _SIGNS if sign.match(file.data[:4000])), None)
    if sign is not None:
        return next(known for known in FORMATS if known.id == sign)
    if by_ending is not None:
        return by_ending
    endings = ", ".join(ending for known in FORMATS for ending in known.endings)
    raise GraphFileError(
        f"{file.name}: the format is not known; use a file that ends in {endings} (or .gz after "
        "it), or name the format."
    )
