"""Reads a graph from any file format of the table below, and says what was cleaned."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

from graphdp_core.datasets.graph_file import (
    GraphFile,
    GraphFileError,
    Limits,
    Source,
    open_graph_file,
)
from graphdp_core.datasets.raw_graph import Columns, Loaded, RawGraph, Repeats, clean
from graphdp_core.datasets.read_edge_list import read_edge_list
from graphdp_core.datasets.read_gml import read_gml
from graphdp_core.datasets.read_graphml import read_graphml
from graphdp_core.graph import Graph

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
        (".csv", ".tsv", ".txt", ".edges", ".edgelist", ".el", ".gr"),
        read_edge_list,
    ),
    FileFormat("graphml", "GraphML", (".graphml",), read_graphml),
    FileFormat("gml", "GML", (".gml",), read_gml),
)


def read_graph(
    path_or_file: Source,
    format: str | None = None,
    *,
    weight: str | None = None,
    label: str | None = None,
    repeats: Repeats = "first",
    limits: Limits = Limits(),
) -> Graph:
    r"""Read a graph from a path or an open file; gzip is unpacked.

    Directions, loops and repeated edges are dropped, nothing else: isolated nodes stay.

    Parameters
    ----------
    path_or_file : str, path or binary file
    format : {"edge_list", "graphml", "gml"}, optional
        By default the ending of the file name decides.
    weight : str, optional
        Column or edge attribute to read as weight. By default the usual ones.
    label : str, optional
        Node attribute to read as class (GraphML, GML). By default the usual ones.
    repeats : {"first", "sum"}
        Which weight an edge has that is written more than once.
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
        path_or_file, format, weight=weight, label=label, repeats=repeats, limits=limits
    ).graph


def read_upload(
    data: bytes,
    filename: str,
    format: str | None = None,
    *,
    weight: str | None = None,
    label: str | None = None,
    repeats: Repeats = "first",
    limits: Limits = Limits(),
) -> Loaded:
    r"""Read a graph that someone sent, with one sentence on what was cleaned.

    Parameters
    ----------
    data : bytes
    filename : str
        For the format and for messages; nothing of that name is opened.

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
    return load_file(
        io.BytesIO(data),
        format,
        name=filename,
        weight=weight,
        label=label,
        repeats=repeats,
        limits=limits,
    )


def load_file(
    source: Source,
    format: str | None = None,
    *,
    name: str | None = None,
    weight: str | None = None,
    label: str | None = None,
    repeats: Repeats = "first",
    limits: Limits = Limits(),
) -> Loaded:
    """Read a graph and say what was cleaned; see :func:`read_graph`."""
    if repeats not in ("first", "sum"):
        raise ValueError(f"repeats must be 'first' or 'sum', got {repeats!r}.")
    file = open_graph_file(source, name=name, limits=limits)
    raw = read_raw(file, format, Columns(weight=weight, label=label))
    return clean(raw, repeats=repeats, title=file.name)


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
        raise ValueError(f"format must be one of {', '.join(f.id for f in FORMATS)}, got {id!r}.")
    name = file.name.lower().removesuffix(".gz")
    for known in FORMATS:
        if name.endswith(known.endings):
            return known
    endings = ", ".join(ending for known in FORMATS for ending in known.endings)
    raise GraphFileError(
        f"{file.name}: the format is not known; use a file that ends in {endings} (or .gz after "
        "it), or name the format."
    )
