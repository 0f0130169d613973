"""Reads rows of two ends and perhaps a weight all at once, where every line is plain."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from graphdp_core.datasets.files.graph_file import GraphFile
from graphdp_core.datasets.files.numbers import as_number, is_infinite
from graphdp_core.kernels.edge_rows import parse_edge_rows
from graphdp_core.kernels.named_rows import parse_named_rows
from graphdp_core.kernels.word_table import empty_table, joined_words

__all__ = ["PlainRows", "read_named_rows", "read_number_rows"]

_BLOCK = 200_000  # rows between two words about the progress
_CHUNK = 10_000


@dataclass(frozen=True)
class PlainRows:
    """Where in the bytes of a file the rows are, columns counted from 0.

    Parameters
    ----------
    start : int
        Byte offset of the first row.
    delimiter : str
        One character, or "" for any run of blanks.
    width : int
        Number of columns.
    source, target : int
    weight : int or None
    """

    start: int
    delimiter: str
    width: int
    source: int
    target: int
    weight: int | None


def read_number_rows(
    file: GraphFile, layout: PlainRows
) -> tuple[NDArray[np.int64], NDArray[np.float64] | None] | None:
    """Ends, shape (rows, 2), and weights of a list whose names are integers; else None.

    The bytes are read once, where they are; a weight that one multiplication does not give
    exactly is read again with care.
    """
    data, most, columns = _prepared(file, layout)
    has_weight = layout.weight is not None
    ends = np.empty((most, 2), dtype=np.int64)
    weights = np.empty(most if has_weight else 0)
    plan = (layout.start, *columns, file.limits.line)
    rows, spans = parse_edge_rows(data, plan, ends, weights)
    if rows <= 0:
        return None
    for begin in range(0, len(spans), _CHUNK):
        for row, first, last in spans[begin : begin + _CHUNK].tolist():
            weights[row] = float(file.data[first:last])
    if not np.isfinite(weights[:rows]).all():
        return None
    file.check_size(edges=rows)
    return ends[:rows], weights[:rows] if has_weight else None


def read_named_rows(
    file: GraphFile, layout: PlainRows, decimal: str
) -> tuple[NDArray[np.int32], NDArray[np.float64] | None, list[str]] | None:
    """Ends, shape (rows, 2), weights with nan for none, and names of the nodes; else None.

    Nodes are numbered as they appear. `decimal` is the mark in weights.

    Raises
    ------
    GraphFileError
        If there are too many edges or nodes, or the text is not UTF-8.
    """
    data, most, columns = _prepared(file, layout)
    has_weight = layout.weight is not None
    ends = np.empty((most, 2), dtype=np.int32)
    weights = np.empty(most if has_weight else 0)
    plan = (*columns, ord(decimal), file.limits.line)
    names = (*empty_table(), 0)
    place, rows, found = layout.start, 0, 0
    while rows < most and place < len(data):
        part = slice(rows, rows + _BLOCK)
        found, place, names, spans = parse_named_rows(
            data, place, plan, (ends[part], weights[part]), names
        )
        if found <= 0:
            break
        _fill_hard(file, weights[part], spans, decimal)
        rows += found
        file.check_size(nodes=names[2], edges=rows)
        file.read_until(place)
    if found < 0 or rows == 0:
        return None
    if not file.data.isascii():
        for _ in file.pieces():
            pass  # all of it has to be text, also what nobody reads
    words, _, nodes = names
    texts = joined_words(data, words[:nodes]).tobytes().decode().split("\n")
    return ends[:rows], weights[:rows] if has_weight else None, texts


def _prepared(
    file: GraphFile, layout: PlainRows
) -> tuple[NDArray[np.uint8], int, tuple[int, int, int, int, int]]:
    """The bytes, how many rows they can hold, and separator, width and columns for a kernel."""
    most = min(file.data.count(b"\n", layout.start) + 1, file.limits.edges + 1)
    weight = -1 if layout.weight is None else layout.weight
    delimiter = ord(layout.delimiter or "\0")
    columns = (delimiter, layout.width, layout.source, layout.target, weight)
    return np.frombuffer(file.data, dtype=np.uint8), most, columns


def _fill_hard(
    file: GraphFile, weights: NDArray[np.float64], spans: NDArray[np.int64], decimal: str
) -> None:
    """Read again with care the weights at these places: row, first and last + 1."""
    for begin in range(0, len(spans), _CHUNK):
        for row, first, last in spans[begin : begin + _CHUNK].tolist():
            text = file.data[first:last].decode(errors="replace")
            weights[row] = inf if is_infinite(text) else as_number(text, decimal)
