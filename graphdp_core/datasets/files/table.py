"""A table of text cells, wherever it came from: separated text, a sheet, a column file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from graphdp_core.datasets.files.graph_file import GraphFile
from graphdp_core.datasets.files.node_sheet import NodeSheet
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.datasets.readers.edge_list_layout import (
    BLANKS,
    fields_of,
    find_delimiter,
    first_lines,
    is_comment,
)

__all__ = ["Row", "Table", "text_table"]

Row = tuple[int, list[str]]
"""The number of a line or row, from 1, and its cells."""


@dataclass(frozen=True)
class Table:
    """Rows of text cells.

    Parameters
    ----------
    rows : callable
        The rows that are no comments, from the first one, anew at every call. Numbers are
        written with a decimal point where the file holds numbers and not text.
    separator : str, optional
        What separates the columns in the bytes of a text file ("" is any run of blanks); None
        where cells were never separated by text.
    sheets : tuple of str
        What else could be read of this file.
    sheet : str, optional
        Which of them these rows are.
    header : bool, optional
        Whether the first row names the columns, where the format says so.
    notes : tuple of str
        What of the file is not among the cells, as clauses of one sentence.
    nodes : NodeSheet, optional
        Another sheet that lists the nodes of edges in this one.
    """

    rows: Callable[[], Iterable[Row]]
    separator: str | None = None
    sheets: tuple[str, ...] = ()
    sheet: str | None = None
    header: bool | None = None
    notes: tuple[str, ...] = ()
    nodes: NodeSheet | None = None

    def head(self, count: int) -> list[Row]:
        """The first rows."""
        return list(islice(self.rows(), count))


def text_table(file: GraphFile, reading: Reading) -> Table:
    """The rows of separated text; lines that start with # or % are comments.

    Raises
    ------
    GraphFileError
        If a line at the top is too long.
    """
    separator = reading.separator
    if separator is None:
        lines = [text for _, _, text in first_lines(file)]
        separator = find_delimiter(lines) if lines else BLANKS
    elif separator == " ":
        separator = BLANKS

    def rows() -> Iterable[Row]:
        for number, text in file.lines():
            if not is_comment(text):
                yield number, fields_of(text, separator)

    return Table(rows, separator=separator)
