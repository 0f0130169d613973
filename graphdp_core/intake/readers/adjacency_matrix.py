"""Reads adjacency matrices written as tables: whole or by a half, with names or without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.numbers import as_number, looks_numeric
from graphdp_core.intake.files.raw_graph import RawGraph, as_weight, is_number
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.small_numbers import SmallNumbers, is_symmetric, nonzero_entries
from graphdp_core.intake.files.table import Row, Table
from graphdp_core.intake.readers.column_roles import guess_decimal
from graphdp_core.intake.readers.header import is_blank
from graphdp_core.intake.readers.incidence import NO, YES
from graphdp_core.intake.readers.matrix_layout import MatrixLayout, find_layout

_SMALLEST = 4
"""Nodes from which on a square of numbers is a matrix; three columns are an edge list."""

_TOO_WIDE = 8
"""Columns of plain numbers beyond which a file without a header is no edge list."""

_SAMPLE = 30
_KEPT = 10_000  # numbers that are read once


@dataclass
class Matrix:
    """The numbers of a matrix.

    Parameters
    ----------
    entries : ndarray, shape (n, n)
        0 where nothing was given.
    names : tuple of str, or None
    half : str
        "lower" or "upper" if the other one was left blank, else empty.
    blanks : int
        Entries that were left blank, those of such a half not counted.
    """

    entries: NDArray[np.uint8] | NDArray[np.float64]
    names: tuple[str, ...] | None
    half: str
    blanks: int


def is_adjacency_matrix(file: GraphFile, table: Table, reading: Reading) -> bool:
    """Whether a table is a square of numbers, or half of one, with or without names around it.

    A square without names on two sides must be symmetric or hold nothing but 0 and 1: an edge
    list with as many columns as rows would hardly be either.

    Raises
    ------
    GraphFileError
        If it has more columns of plain numbers than an edge list has, and is not square.
    """
    layout = find_layout(table)
    if layout is None:
        _refuse_wide_numbers(file, table)
        return False
    if layout.sure or layout.n > _TOO_WIDE:
        return True
    if layout.n + layout.beside < _SMALLEST:
        return False
    entries = matrix_of(file, table, reading, layout).entries
    if is_symmetric(entries):
        return True
    return not layout.beside and bool(entries.max() <= 1 and entries.dtype == np.uint8)


def read_adjacency_matrix(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read a matrix: entry (i, j) is the weight of the edge from i to j, 0 or nothing if none.

    A symmetric matrix is read above its diagonal, and a half stands for both. Where all entries
    are 0 or 1, the graph has no weights. Numbers that were called distances stay weights, or
    become 1 / (1 + distance); a distance of 0 is no edge.

    Raises
    ------
    GraphFileError
        If it is not square or an entry is not a finite number, with the number of the line; or a
        distance is below 0.
    """
    if reading.weight is not None or reading.label is not None:
        raise file.refuse("a matrix names no weight and no classes; leave both out.")
    matrix = matrix_of(file, table, reading, find_layout(table) or _as_square(table))
    is_twice = not matrix.half and is_symmetric(matrix.entries)
    ends, weights = nonzero_entries(matrix.entries, above=is_twice)
    file.check_size(nodes=len(matrix.entries), edges=len(ends))
    notes = ["it was read as an adjacency matrix"]
    if matrix.half:
        notes.append(f"its {matrix.half} half stands for both")
    if matrix.blanks:
        said = "blank entry counts" if matrix.blanks == 1 else "blank entries count"
        notes.append(f"{matrix.blanks:,} {said} as no edge")
    has_weights = not (weights == 1).all()
    if has_weights and reading.large in ("far", "turned"):
        if weights.min() < 0:
            raise file.refuse("a distance is below 0; if its numbers are no distances, say near.")
        notes.append("a large weight means far")
    if has_weights and reading.large == "turned":
        weights = 1 / (1 + weights)
        notes[-1] = "a distance d became the weight 1 / (1 + d), so that a large one means near"
    return RawGraph(
        len(matrix.entries),
        ends,
        weights=weights if has_weights else None,
        names=matrix.names,
        directed=not (is_twice or matrix.half),
        notes=tuple(notes),
    )


def matrix_of(file: GraphFile, table: Table, reading: Reading, layout: MatrixLayout) -> Matrix:
    """The numbers of a table by its layout.

    Raises
    ------
    GraphFileError
        If a line has other entries than the layout needs, or one that is no finite number.
    """
    n = layout.n
    cells = [cell for _, row in table.head(_SAMPLE) for cell in row[layout.beside :]]
    decimal = reading.decimal or guess_decimal(cells, table.separator)
    rows = _Rows(file, layout, decimal, are_words=not any(map(looks_numeric, cells)))
    body = islice(table.rows(), layout.skip, None)
    for place, (line, row) in enumerate(body):
        file.check_size(nodes=max(n, place + 1))
        if place >= len(layout.order):
            raise _not_square(file, n, "more")
        rows.take(line, row[layout.beside :], layout.order[place])
    if rows.count < len(layout.order):
        raise _not_square(file, n, str(rows.count))
    entries = rows.values.as_array().reshape(-1, n)
    if layout.order != tuple(range(n)):
        place_of = np.full(n, len(entries))
        place_of[list(layout.order)] = np.arange(len(entries))
        none = np.zeros((1, n), dtype=entries.dtype)
        entries = np.concatenate((entries, none))[place_of]
    empty = n * (n - 1) // 2
    half = "lower" if rows.above == empty else "upper" if rows.below == empty else ""
    blanks = rows.above + rows.below - (empty if half else 0)
    return Matrix(entries, layout.names, half if n > 2 else "", blanks)


@dataclass
class _Rows:
    """Entries row by row, and how many above and below the diagonal were blank."""

    file: GraphFile
    layout: MatrixLayout
    decimal: str
    are_words: bool
    values: SmallNumbers = field(default_factory=SmallNumbers)
    known: dict[str, float] = field(default_factory=dict)
    count: int = 0
    above: int = 0
    below: int = 0

    def __post_init__(self) -> None:
        """Rows that are not there are blank."""
        for node in set(range(self.layout.n)) - set(self.layout.order):
            self.above += self.layout.n - 1 - node
            self.below += node

    def take(self, line: int, cells: Sequence[str], node: int) -> None:
        cells = self._whole(line, cells)
        for place, cell in enumerate(cells):
            if not cell or is_blank(cell):
                self.above += place > node
                self.below += place < node
        self.values.extend(self._value(cell, line) for cell in cells)
        self.count += 1

    def _whole(self, line: int, cells: Sequence[str]) -> Sequence[str]:
        """A row with an entry for every node."""
        n, half = self.layout.n, self.layout.half
        if half == "square" and len(cells) != n:
            raise self.file.refuse(
                f"line {line} of the matrix has {len(cells)} entries, "
                f"{n} are needed; give every line as many as there are lines."
            )
        if half == "square":
            return cells
        given = [cell for cell in cells if cell]
        missing = [""] * (n - len(given))
        return [*given, *missing] if half == "lower" else [*missing, *given]

    def _value(self, cell: str, line: int) -> float:
        value = self.known.get(cell)
        if value is None:
            value = self._number(cell, line)
            if len(self.known) < _KEPT:
                self.known[cell] = value
        return value

    def _number(self, cell: str, line: int) -> float:
        if is_blank(cell) and (self.layout.beside or self.layout.half != "square"):
            return 0.0
        value = as_number(cell, self.decimal)
        if self.are_words and cell.casefold() in YES | NO:
            return float(cell.casefold() in YES)
        if np.isnan(value):
            return as_weight(cell, self.file, f"line {line} of the matrix")
        return value


def _as_square(table: Table) -> MatrixLayout:
    """What a table is taken for that was called a matrix and does not look like one."""
    head: list[Row] = table.head(2)
    first, second = head[0][1], head[-1][1]
    above = int(len(head) > 1 and not all(map(is_number, first)))
    beside = int(bool(above) and not is_number(second[0]))
    n = len(second) - beside
    names = tuple(first[len(first) - n :]) if above else None
    return MatrixLayout(n, above, beside, names, tuple(range(n)))


def _refuse_wide_numbers(file: GraphFile, table: Table) -> None:
    rows = [cells for _, cells in table.head(2)]
    if len(rows) < 2 or len(rows[0]) <= _TOO_WIDE:
        return
    if all(map(looks_numeric, rows[0] + rows[1])):
        raise file.refuse(
            f"it has {len(rows[0])} columns of numbers and not as many lines; an adjacency "
            "matrix is square, an edge list has a source, a target and perhaps a weight."
        )


def _not_square(file: GraphFile, n: int, lines: str) -> Exception:
    return file.refuse(
        f"it has {n} entries on each line and {lines} lines; an adjacency matrix is square."
    )
