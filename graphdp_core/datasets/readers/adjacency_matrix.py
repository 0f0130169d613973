"""Reads adjacency matrices written as text: plain numbers, or names above and beside them."""

from __future__ import annotations

from itertools import islice

import numpy as np
from numpy.typing import NDArray

from graphdp_core.datasets.files.graph_file import GraphFile
from graphdp_core.datasets.files.raw_graph import Columns, RawGraph, as_weight, is_number
from graphdp_core.datasets.readers.edge_list_layout import (
    fields_of,
    find_delimiter,
    first_lines,
    is_comment,
)

__all__ = ["is_adjacency_matrix", "read_adjacency_matrix"]

_SMALLEST = 4
"""Nodes from which on a square of numbers is a matrix; three columns are an edge list."""

_TOO_WIDE = 8
"""Columns of plain numbers beyond which a file without a header is no edge list."""


def is_adjacency_matrix(file: GraphFile) -> bool:
    """Whether a table of text is a square of numbers, with or without names around it.

    A square without names must be symmetric or hold nothing but 0 and 1: an edge list with as
    many columns as rows would hardly be either.

    Raises
    ------
    GraphFileError
        If it has more columns of plain numbers than an edge list has, and is not square.
    """
    rows = _fields([text for _, _, text in first_lines(file)][:2])
    if len(rows) < 2:
        return False
    width, named = len(rows[0]), _has_names(rows)
    if not named and not all(map(is_number, rows[0] + rows[1])):
        return False
    if width - named < _SMALLEST:
        return False
    if _lines_up_to(file, width + 1) != width or len(rows[1]) != width:
        if width > _TOO_WIDE and not named:
            raise file.refuse(
                f"it has {width} columns of numbers and not as many lines; an adjacency matrix "
                "is square, an edge list has a source, a target and perhaps a weight."
            )
        return False
    if named:
        return True
    matrix = _matrix(file, _rows(file))
    return bool((matrix == matrix.T).all() or np.isin(matrix, (0.0, 1.0)).all())


def read_adjacency_matrix(file: GraphFile, columns: Columns) -> RawGraph:
    """Read a square of numbers: entry (i, j) is the weight of the edge from i to j, 0 if none.

    A symmetric matrix is read above its diagonal. Where all entries are 0 or 1, the graph has no
    weights. Names may stand in the first line and the first column.

    Raises
    ------
    GraphFileError
        If it is not square or an entry is not a finite number, with the number of the line.
    """
    if columns.weight is not None or columns.label is not None:
        raise file.refuse("a matrix names no weight and no classes; leave both out.")
    rows = _rows(file)
    names = rows[0][1:] if _has_names(rows) else None
    matrix = _matrix(file, rows)
    is_symmetric = bool((matrix == matrix.T).all())
    ends = np.argwhere(np.triu(matrix) if is_symmetric else matrix)
    weights = matrix[ends[:, 0], ends[:, 1]]
    file.check_size(nodes=len(matrix), edges=len(ends))
    return RawGraph(
        len(matrix),
        ends.astype(np.int64),
        weights=None if (weights == 1).all() else weights,
        names=names,
        directed=not is_symmetric,
        notes=("it was read as an adjacency matrix",),
    )


def _lines_up_to(file: GraphFile, most: int) -> int:
    """How many lines are no comments, counted to `most` and no further."""
    return sum(1 for _ in islice((t for _, t in file.lines() if not is_comment(t)), most))


def _rows(file: GraphFile) -> list[list[str]]:
    return _fields([text for _, text in file.lines() if not is_comment(text)])


def _fields(lines: list[str]) -> list[list[str]]:
    delimiter = find_delimiter(lines[:2]) if lines else ""
    return [fields_of(text, delimiter) for text in lines]


def _has_names(rows: list[list[str]]) -> bool:
    """Whether the first line is an empty or any corner, then the name that starts the second."""
    first, second = rows[0], rows[1]
    if len(first) < 2 or len(first) != len(second):
        return False
    return first[1] == second[0] and not is_number(first[0]) and all(map(is_number, second[1:]))


def _matrix(file: GraphFile, rows: list[list[str]]) -> NDArray[np.float64]:
    offset = int(_has_names(rows))
    n = len(rows) - offset
    file.check_size(nodes=n)
    matrix = np.empty((n, n))
    for i, row in enumerate(rows[offset:]):
        if len(row) != n + offset:
            raise file.refuse(
                f"line {i + 1 + offset} of the matrix has {len(row) - offset} entries, "
                f"{n} are needed; give every line as many as there are lines."
            )
        matrix[i] = [
            as_weight(entry, file, f"line {i + 1 + offset} of the matrix") for entry in row[offset:]
        ]
    return matrix
