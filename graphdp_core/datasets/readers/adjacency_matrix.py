"""Reads adjacency matrices written as text: plain numbers, or names above and beside them."""

from __future__ import annotations

from itertools import islice

import numpy as np
from numpy.typing import NDArray

from graphdp_core.datasets.files.graph_file import GraphFile
from graphdp_core.datasets.files.raw_graph import RawGraph, as_weight, is_number
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.datasets.files.small_numbers import SmallNumbers, is_symmetric, nonzero_entries
from graphdp_core.datasets.files.table import Table

__all__ = ["is_adjacency_matrix", "read_adjacency_matrix"]

_SMALLEST = 4
"""Nodes from which on a square of numbers is a matrix; three columns are an edge list."""

_SMALLEST_NAMED = 2
"""The same where one list of names stands above the numbers and beside them."""

_TOO_WIDE = 8
"""Columns of plain numbers beyond which a file without a header is no edge list."""


def is_adjacency_matrix(file: GraphFile, table: Table, reading: Reading) -> bool:
    """Whether a table is a square of numbers, with or without names around it.

    A square without names must be symmetric or hold nothing but 0 and 1: an edge list with as
    many columns as rows would hardly be either.

    Raises
    ------
    GraphFileError
        If it has more columns of plain numbers than an edge list has, and is not square.
    """
    rows = [cells for _, cells in table.head(2)]
    if len(rows) < 2:
        return False
    above, beside = _frame(rows)
    width = len(rows[1])
    numbers = rows[1][beside:] if above else rows[0] + rows[1]
    smallest = _SMALLEST_NAMED if beside and _is_named_twice(rows[0], table) else _SMALLEST
    if width - beside < smallest or not all(map(is_number, numbers)):
        return False
    count = sum(1 for _ in islice(table.rows(), width + 2))
    if count != width - beside + above or (not above and len(rows[0]) != width):
        if len(rows[0]) > _TOO_WIDE and not above:
            raise file.refuse(
                f"it has {len(rows[0])} columns of numbers and not as many lines; an adjacency "
                "matrix is square, an edge list has a source, a target and perhaps a weight."
            )
        return False
    if beside:
        return True
    matrix, _ = _matrix(file, table)
    return is_symmetric(matrix) or bool(matrix.max() <= 1 and matrix.dtype == np.uint8)


def read_adjacency_matrix(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read a square of numbers: entry (i, j) is the weight of the edge from i to j, 0 if none.

    A symmetric matrix is read above its diagonal. Where all entries are 0 or 1, the graph has no
    weights. Names may stand in the first line, and again in the first column.

    Raises
    ------
    GraphFileError
        If it is not square or an entry is not a finite number, with the number of the line.
    """
    if reading.weight is not None or reading.label is not None:
        raise file.refuse("a matrix names no weight and no classes; leave both out.")
    matrix, names = _matrix(file, table)
    undirected = is_symmetric(matrix)
    ends, weights = nonzero_entries(matrix, above=undirected)
    file.check_size(nodes=len(matrix), edges=len(ends))
    return RawGraph(
        len(matrix),
        ends,
        weights=None if (weights == 1).all() else weights,
        names=names,
        directed=not undirected,
        notes=("it was read as an adjacency matrix",),
    )


def _frame(rows: list[list[str]]) -> tuple[int, int]:
    """Lines of names above the numbers and columns of names beside them.

    The first line may begin with any corner, with none as R writes it, or stand over numbers
    alone.
    """
    if len(rows) < 2 or len(rows[0]) < 2:
        return 0, 0
    first, second = rows[0], rows[1]
    names = first[1:] if len(first) == len(second) else first
    if len(names) == len(second) - 1 and names[0] == second[0] and all(map(is_number, second[1:])):
        corner = len(first) == len(second)
        return (0, 0) if corner and is_number(first[0]) else (1, 1)
    is_header = len(first) == len(second) and not any(map(is_number, first))
    return (1, 0) if is_header and all(map(is_number, second)) else (0, 0)


def _is_named_twice(first: list[str], table: Table) -> bool:
    """Whether the names above are those beside, in the same order."""
    beside = [cells[0] for _, cells in islice(table.rows(), 1, len(first) + 2)]
    return beside in (first, first[1:])


def _matrix(
    file: GraphFile, table: Table
) -> tuple[NDArray[np.uint8] | NDArray[np.float64], list[str] | None]:
    """The numbers, row by row without a copy of the text, and the names above them."""
    above, beside = _frame([cells for _, cells in table.head(2)])
    values, first, n, rows = SmallNumbers(), [""], 0, 0
    for line, (_, row) in enumerate(table.rows(), 1):
        if line <= above:
            first = row
            continue
        n = n or len(row) - beside
        rows += 1
        if len(row) != n + beside:
            raise file.refuse(
                f"line {line} of the matrix has {len(row) - beside} entries, "
                f"{n} are needed; give every line as many as there are lines."
            )
        file.check_size(nodes=max(n, rows))
        where = f"line {line} of the matrix"
        values.extend(as_weight(entry, file, where) for entry in row[beside:])
    if rows != n:
        raise file.refuse(
            f"it has {n} entries on each line and {rows} lines; an adjacency matrix is square."
        )
    return values.as_array().reshape(n, n), first[len(first) - n :] if above else None
