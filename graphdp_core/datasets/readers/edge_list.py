"""Reads edge lists: CSV, TSV and blank-separated text, with or without header and weights."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from graphdp_core.datasets.files.distinct import sorted_distinct
from graphdp_core.datasets.files.graph_file import GraphFile
from graphdp_core.datasets.files.raw_graph import (
    Columns,
    RawGraph,
    as_weight,
    count_of,
    in_numeric_order,
)
from graphdp_core.datasets.readers.adjacency_matrix import (
    is_adjacency_matrix,
    read_adjacency_matrix,
)
from graphdp_core.datasets.readers.attribute_dictionaries import (
    has_attribute_dictionaries,
    read_attribute_dictionaries,
)
from graphdp_core.datasets.readers.edge_list_layout import (
    Layout,
    fields_of,
    find_layout,
    is_comment,
)
from graphdp_core.kernels.edge_rows import parse_edge_rows

__all__ = ["read_edge_list", "read_number_rows"]

_DENSE_IDS = 8
_CHUNK = 10_000


def read_edge_list(file: GraphFile, columns: Columns) -> RawGraph:
    """Read one edge a line: source, target and perhaps a weight.

    Lines that start with ``#`` or ``%`` are comments. Node names are any text; if all are whole
    numbers, the nodes are sorted by them, else they stand in order of appearance. A third column
    of numbers is the weight, or the column named so in the header; others are ignored and noted.
    A square of numbers is read as an adjacency matrix; dictionaries of attributes behind two
    names, as networkx writes them, give the weight that they hold.

    Raises
    ------
    GraphFileError
        With the number of the line, if a line has another number of columns than the first, an
        empty name or a weight that is not a finite number.
    """
    if columns.label is not None:
        raise file.refuse("an edge list holds no classes of nodes; leave the label out.")
    if is_adjacency_matrix(file):
        return read_adjacency_matrix(file, columns)
    if has_attribute_dictionaries(file):
        return read_attribute_dictionaries(file, columns)
    layout = find_layout(file, columns)
    return _read_whole_numbers(file, layout) or _read_any_text(file, layout)


def read_number_rows(
    file: GraphFile, layout: Layout
) -> tuple[NDArray[np.int64], NDArray[np.float64] | None] | None:
    """Ends, shape (rows, 2), and weights of a list whose names are integers; else None.

    The bytes are read once, where they are; a weight that one multiplication does not give
    exactly is read again with care.
    """
    data = np.frombuffer(file.data, dtype=np.uint8)
    most = min(file.data.count(b"\n", layout.start) + 1, file.limits.edges + 1)
    has_weight = layout.weight is not None
    ends = np.empty((most, 2), dtype=np.int64)
    weights = np.empty(most if has_weight else 0)
    spans = np.empty((most if has_weight else 0, 3), dtype=np.int64)
    columns = (layout.source, layout.target, -1 if layout.weight is None else layout.weight)
    delimiter = ord(layout.delimiter or "\0")
    plan = (layout.start, delimiter, layout.width, *columns, file.limits.line)
    rows, hard = parse_edge_rows(data, plan, ends, weights, spans)
    if rows <= 0:
        return None
    for begin in range(0, hard, _CHUNK):
        for row, first, last in spans[begin : min(begin + _CHUNK, hard)].tolist():
            weights[row] = float(file.data[first:last])
    if not np.isfinite(weights[:rows]).all():
        return None
    file.check_size(edges=rows)
    return ends[:rows], weights[:rows] if has_weight else None


def _read_whole_numbers(file: GraphFile, layout: Layout) -> RawGraph | None:
    """All at once if every name is an integer and the layout regular; else None."""
    found = read_number_rows(file, layout)
    if found is None:
        return None
    ends, weights = found
    ids = _distinct(ends)
    file.check_size(nodes=len(ids))
    is_range = ids[-1] == len(ids) - 1
    if not is_range:
        ends = _positions_of(ends, ids)
    names = None if is_range else list(map(str, ids.tolist()))
    return RawGraph(len(ids), ends, weights=weights, names=names, notes=layout.notes)


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
    for line, text in file.lines(start=layout.start, number=layout.line):
        if is_comment(text):
            continue
        fields = fields_of(text, layout.delimiter)
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
