"""Finds the rows of the first table of a web page, as many programs write under the name .xls."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.sheets import sheet_table
from graphdp_core.intake.files.table import Table

HTML_TABLE = re.compile(
    rb"\s*<(?:!doctype|html|head|meta|style|body|div|table)\b.*?<table\b|\s*<table\b", re.I | re.S
)
"""What the first bytes of such a file look like."""


def html_table(file: GraphFile, reading: Reading) -> Table:
    """The cells of the first table with more than one column, as text.

    Raises
    ------
    GraphFileError
        If there is no such table, or it is too large.
    """
    page = _Tables(file)
    for piece in file.pieces():
        page.feed(piece)
    page.close()
    wide = (table for table in page.tables if any(len(row) > 1 for row in table))
    if (rows := next(wide, None)) is None:
        raise file.refuse(
            "this is a web page (HTML) without a table of two columns; fetch the file itself, or "
            "save the table as .xlsx or CSV."
        )
    return sheet_table(file, rows, (), "table")


class _Tables(HTMLParser):
    """The rows of all tables; a table within a table is one of its own."""

    def __init__(self, file: GraphFile) -> None:
        super().__init__()
        self.file = file
        self.tables: list[list[list[str]]] = []
        self.rows = 0
        self.cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self._end_cell()
            self.tables[-1].append([])
            self.rows += 1
            self.file.check_size(edges=self.rows - 1)
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            self._end_cell()
            self.cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._end_cell()

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell.append(data)

    def _end_cell(self) -> None:
        if self.cell is not None:
            self.tables[-1][-1].append(" ".join("".join(self.cell).split()))
            self.cell = None
