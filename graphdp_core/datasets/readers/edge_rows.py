"""The rows of a table of edges with the names at both ends; rows without two ends are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from graphdp_core.datasets.files.graph_file import GraphFile, GraphFileError
from graphdp_core.datasets.files.raw_graph import count_of
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.datasets.files.spreadsheet import plain_cell
from graphdp_core.datasets.files.table import Table
from graphdp_core.datasets.readers.edge_columns import EdgeColumns
from graphdp_core.datasets.readers.header import ERRORS
from graphdp_core.datasets.readers.listed_cells import names_in

_ENOUGH = 1_000  # rows without two ends after which a file may be given up before its end

EdgeRow = tuple[int, list[str], list[str], list[str]]
"""The number of a line, its cells, and the names at either end."""


@dataclass
class EdgeRows:
    """Rows one after the other; what was met on the way is told by `notes`.

    A row with one end alone comes with no name at the other. Rows that are blank, shorter than
    their ends, or the header once more do not come. Errors of a spreadsheet are no names.

    Raises
    ------
    GraphFileError
        With the number of the line, if a row has more columns than the first, or too many rows
        have no two ends although nobody said what becomes of them.
    """

    file: GraphFile
    table: Table
    columns: EdgeColumns
    reading: Reading
    cut: int = 0
    alone: int = 0
    short: int = 0
    again: int = 0
    rows: int = 0
    _problem: GraphFileError | None = field(default=None, repr=False)

    def __iter__(self) -> Iterator[EdgeRow]:
        """All rows of data."""
        columns, above = self.columns, ""
        nothing = frozenset[str]() if self.reading.odd_rows == "keep" else ERRORS
        for line, given in self.table.rows():
            if line < columns.line or not any(given):
                continue
            cells = self._squared(line, given)
            if cells is None:
                continue
            self.rows += 1
            source, target = (
                "" if cells[i].casefold() in nothing else cells[i]
                for i in (columns.source, columns.target)
            )
            if not source and self.reading.odd_rows == "above":
                source = above
            above = source
            if not (source and target):
                self._alone(line, cells[columns.source], source, target)
            sources, targets = (
                [self._name(name) for name in names_in(cell, sign)]
                for cell, sign in zip((source, target), columns.signs, strict=True)
            )
            yield line, cells, sources, targets
        odd = self.alone + self.cut + self.short
        if self._problem and self.reading.odd_rows is None and 2 * odd >= self.rows + self.cut:
            raise self._problem

    def notes(self) -> tuple[str, ...]:
        """What was met, as clauses of a sentence."""
        told = []
        if self.alone:
            verb = "names" if self.alone == 1 else "name"
            told.append(f"{count_of(self.alone, 'row')} {verb} one end alone and no edge")
        if self.cut:
            told.append(f"{count_of(self.cut, 'row')} too short for an edge {_was(self.cut)}")
        if self.again:
            times = "once" if self.again == 1 else f"{self.again:,} times"
            told.append(f"the header, which stood there {times} more, was left out")
        if self.columns.whole:
            told.append("names such as '3.0' are those of the other end, '3'")
        return tuple(told)

    def _squared(self, line: int, cells: list[str]) -> list[str] | None:
        """A row as wide as the first; None where it is no row of data."""
        columns, width = self.columns, self.columns.width
        if len(cells) > width and any(cells[width:]):
            raise self._uneven(line, len(cells))
        if len(cells) <= max(columns.source, columns.target):
            self.cut += 1
            self._odd(line, _columns(len(cells), width))
            return None
        if len(cells) < width:
            self.short += 1
            self._odd(line, _columns(len(cells), width))
        cells = [*cells[:width], *[""] * (width - len(cells))]
        if columns.names is not None and _folded(cells) == _folded(columns.names):
            self.again += self.reading.odd_rows != "keep"
            return cells if self.reading.odd_rows == "keep" else None
        return cells

    def _alone(self, line: int, cell: str, source: str, target: str) -> None:
        """Count a row that names one end; whose source is empty may mean the one above."""
        self.alone += bool(source or target)
        error = self._odd(line, "has an empty node name; give both ends of the edge.")
        if target and not cell and self.reading.odd_rows is None:
            raise error

    def _name(self, text: str) -> str:
        name = plain_cell(text)
        return name.removesuffix(".0") if self.columns.whole else name

    def _odd(self, line: int, sentence: str) -> GraphFileError:
        error = self.file.refuse(f"line {line} {sentence}")
        if self.reading.odd_rows == "stop":
            raise error
        self._problem = self._problem or error
        lacking = self.cut + self.short
        if (
            self.reading.odd_rows is None
            and lacking > _ENOUGH
            and 2 * lacking >= self.rows + self.cut
        ):
            raise self._problem
        return error

    def _uneven(self, line: int, found: int) -> GraphFileError:
        return self.file.refuse(f"line {line} {_columns(found, self.columns.width)}")


def _folded(cells: Sequence[str]) -> list[str]:
    return [cell.casefold() for cell in cells]


def _columns(found: int, width: int) -> str:
    return (
        f"has {count_of(found, 'column')}, the lines before it {width}; "
        "give all lines the same columns."
    )


def _was(count: int) -> str:
    return "was left out" if count == 1 else "were left out"
