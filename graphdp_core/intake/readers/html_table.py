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
    """The cells of the first table with more than one column, as text."""
    page = _Tables(file)
    for piece in file.pieces():
        page.feed(piece)
    page.close()
    wide = (table for table in page.tables if any(len(row) > 1 for row in table))
    if (table := next(wide, None)) is None:
        raise file.refuse(
            "this is a web page (HTML) without a table of two columns; fetch the file itself, or "
            "save the table as .xlsx or CSV."
        )
    rows = ([" ".join(cell.split()) for cell in row] for row in table)
    return sheet_table(file, rows, (), "table")


class _Tables(HTMLParser):
    """The rows of all tables; a table within a table is one of its own."""

    def __init__(self, file: GraphFile) -> None:
        super().__init__()
        self.file = file
        self.tables: list[list[list[str]]] = []
        self.rows = 0
        self.is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
            self.rows += 1
            self.file.check_size(edges=self.rows - 1)
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            self.tables[-1][-1].append("")
        if tag in ("table", "tr", "td", "th"):
            self.is_open = tag in ("td", "th") and bool(self.tables and self.tables[-1])

    def handle_endtag(self, tag: str) -> None:
        self.is_open &= tag not in ("td", "th", "tr", "table")

    def handle_data(self, data: str) -> None:
        if self.is_open:
            self.tables[-1][-1][-1] += data
