"""Reads edge lists: CSV, TSV and blank-separated text, with or without header and weights."""

from __future__ import annotations

import io
from array import array
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from graphdp_core.datasets.distinct import sorted_distinct
from graphdp_core.datasets.edge_list import Layout, fields_of, find_layout, is_comment
from graphdp_core.datasets.graph_file import GraphFile
from graphdp_core.datasets.raw_graph import Columns, RawGraph, as_weight, count_of, in_numeric_order

__all__ = ["read_edge_list"]

_NEWLINE = ord("\n")
_LONGEST_NUMBER = 18
_DENSE_IDS = 8


def read_edge_list(file: GraphFile, columns: Columns) -> RawGraph:
    """Read one edge a line: source, target and perhaps a weight.

    Lines that start with ``#`` or ``%`` are comments. Node names are any text; if all are whole
    numbers, the nodes are sorted by them, else they stand in order of appearance. A third column
    of numbers is the weight, or the column named so in the header; others are ignored and noted.

    Raises
    ------
    GraphFileError
        With the number of the line, if a line has another number of columns than the first, an
        empty name or a weight that is not a finite number.
    """
    if columns.label is not None:
        raise file.refuse("an edge list holds no classes of nodes; leave the label out.")
    if b"\n" not in file.data:
        file = replace(file, data=file.data.replace(b"\r", b"\n"))
    layout = find_layout(file, columns)
    return _read_whole_numbers(file, layout) or _read_any_text(file, layout)


def _read_whole_numbers(file: GraphFile, layout: Layout) -> RawGraph | None:
    """All columns at once if every field is a whole number and the layout regular; else None."""
    table = _table_of_whole_numbers(file.data[layout.start :], layout)
    if table is None:
        return None
    file.check_size(edges=len(table))
    ends = table[:, [layout.source, layout.target]]
    ids = _distinct(ends)
    file.check_size(nodes=len(ids))
    is_range = ids[-1] == len(ids) - 1
    if not is_range:
        ends = _positions_of(ends, ids)
    weights = None if layout.weight is None else table[:, layout.weight].astype(np.float64)
    names = None if is_range else list(map(str, ids.tolist()))
    return RawGraph(len(ids), ends, weights=weights, names=names, notes=layout.notes)


def _table_of_whole_numbers(data: bytes, layout: Layout) -> NDArray[np.int64] | None:
    separators = b" \t\r\n" if not layout.delimiter else layout.delimiter.encode() + b"\r\n"
    if data.translate(None, b"0123456789" + separators):
        return None
    characters = np.frombuffer(data, dtype=np.uint8)
    is_digit = np.zeros(len(data) + 2, dtype=np.int8)
    is_digit[1:-1] = (characters - np.uint8(48)) < 10
    change = np.diff(is_digit)
    starts, stops = np.flatnonzero(change == 1), np.flatnonzero(change == -1)
    if not _is_regular(data, characters, starts, layout):
        return None
    lengths = stops - starts
    padded = (characters[starts] == 48) & (lengths > 1)
    if lengths.max() > _LONGEST_NUMBER or padded.any():
        return None
    values = np.zeros(len(starts), dtype=np.int64)
    for place in range(lengths.max()):
        longer = lengths > place
        digits = characters[starts[longer] + place].astype(np.int64) - 48
        values[longer] = values[longer] * 10 + digits
    return values.reshape(-1, layout.width)


def _is_regular(
    data: bytes, characters: NDArray[np.uint8], starts: NDArray[np.intp], layout: Layout
) -> bool:
    """Whether every line that is not blank has exactly `width` numbers."""
    if len(starts) == 0 or len(starts) % layout.width:
        return False
    if layout.delimiter:
        between = len(starts) // layout.width * (layout.width - 1)
        if data.count(layout.delimiter.encode()) != between:
            return False
    newlines = np.flatnonzero(characters == _NEWLINE)
    lines = np.searchsorted(newlines, starts).reshape(-1, layout.width)
    return bool((lines[:, 0] == lines[:, -1]).all() and (np.diff(lines[:, 0]) > 0).all())


def _distinct(ends: NDArray[np.int64]) -> NDArray[np.int64]:
    largest = int(ends.max())
    if largest > _DENSE_IDS * ends.size:
        return sorted_distinct(ends)
    seen = np.zeros(largest + 1, dtype=bool)
    seen[ends] = True
    return np.flatnonzero(seen)


def _positions_of(ends: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.int64]:
    largest = int(ids[-1])
    if largest > _DENSE_IDS * ends.size:
        return np.searchsorted(ids, ends)
    place = np.empty(largest + 1, dtype=np.int64)
    place[ids] = np.arange(len(ids))
    return place[ends]


def _read_any_text(file: GraphFile, layout: Layout) -> RawGraph:
    """Line by line: names of any kind, quotes, weights with a point; errors with line numbers."""
    number_of: dict[str, int] = {}
    ends, weights = array("q"), array("d")
    for line, fields in _rows(file, layout):
        if len(fields) != layout.width:
            found = count_of(len(fields), "column")
            raise file.refuse(
                f"line {line} has {found}, the lines before it {layout.width}; "
                "give all lines the same columns."
            )
        source, target = fields[layout.source], fields[layout.target]
        if not source or not target:
            raise file.refuse(f"line {line} has an empty node name; give both ends of the edge.")
        ends.append(number_of.setdefault(source, len(number_of)))
        ends.append(number_of.setdefault(target, len(number_of)))
        if layout.weight is not None:
            weights.append(as_weight(fields[layout.weight], file, f"line {line}"))
        file.check_size(nodes=len(number_of), edges=len(ends) // 2)
    return in_numeric_order(
        RawGraph(
            len(number_of),
            np.array(ends, dtype=np.int64).reshape(-1, 2),
            weights=None if layout.weight is None else np.array(weights),
            names=list(number_of),
            notes=layout.notes,
        )
    )


def _rows(file: GraphFile, layout: Layout) -> Iterator[tuple[int, list[str]]]:
    stream = io.BytesIO(file.data)
    stream.seek(layout.start)
    lines = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
    try:
        for line, text in enumerate(lines, layout.line):
            if len(text) > file.limits.line:
                raise file.refuse(
                    f"line {line} is {len(text):,} characters long, {file.limits.line:,} are "
                    "allowed; give every edge a line of its own."
                )
            if not is_comment(text):
                yield line, fields_of(text.strip("\r\n"), layout.delimiter)
    except UnicodeDecodeError as error:
        raise file.wrong_encoding(error) from None
