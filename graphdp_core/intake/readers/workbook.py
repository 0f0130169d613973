"""Finds the rows of a sheet of a workbook: xlsx, xlsb and xls of Excel, ods of LibreOffice.

Finds the rows of the first table of a web page, as many programs write under the name .xls.

Finds the rows of a Parquet file, as pandas and databases write it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from graphdp_core.intake.files.graph_file import GraphFile, listed
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.sheets import check_zip, first_table, sheet_table
from graphdp_core.intake.files.table import Row, Table
from graphdp_core.intake.guarded import read_guarded
from graphdp_core.intake.guarded.reader import cell_text

_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"


def is_excel(file: GraphFile) -> bool:
    """Whether the file is a zip that holds an Excel workbook, or in the form of old ones."""
    is_new = file.data.startswith(b"PK") and b"[Content_Types].xml" in file.data
    return is_new or file.data.startswith(_OLD_EXCEL)


def is_ods(file: GraphFile) -> bool:
    """Whether the file is a zip that begins by saying that it is such a spreadsheet."""
    return file.data.startswith(b"PK") and _ODS in file.data[:200]


def workbook_table(file: GraphFile, reading: Reading) -> Table:
    """The cells of a sheet as text: results of formulas, dates by ISO 8601."""
    if not file.data.startswith(_OLD_EXCEL):
        check_zip(file)
    sheets: dict[str, list[list[str]]] = read_guarded(file, "workbook")
    return first_table(file, reading, tuple(sheets), sheets.__getitem__)


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


_ROWS = 10_000  # read at once
_MARK = b"PAR1"
_INDEX = "__index_level_"


def is_parquet(file: GraphFile) -> bool:
    """Whether the file begins as a Parquet file."""
    return file.data.startswith(_MARK)


def parquet_table(file: GraphFile, reading: Reading) -> Table:
    """The columns of plain values as text, below a header; nested columns are left out."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise file.refuse(
            "Parquet needs the package pyarrow; install it, or save it as CSV."
        ) from None
    damage = (pa.ArrowException, OSError, ValueError)
    try:
        source = pyarrow.parquet.ParquetFile(io.BytesIO(file.data))
        facts, schema = source.metadata, source.schema_arrow
        groups = [facts.row_group(i) for i in range(facts.num_row_groups)]
        size = sum(group.total_byte_size for group in groups)
    except damage:
        raise _damaged(file) from None
    nested = [field.name for field in schema if pa.types.is_nested(field.type)]
    names = [name for name in schema.names if name not in nested and not name.startswith(_INDEX)]
    file.check_size(edges=facts.num_rows)
    file.check_bytes(max(size // 4, len(names) * facts.num_rows))

    def rows() -> Iterator[Row]:
        yield 1, list(names)
        number = 1
        try:
            for batch in source.iter_batches(_ROWS, columns=names):
                columns = [map(cell_text, batch.column(name).to_pylist()) for name in names]
                for cells in zip(*columns, strict=True):
                    number += 1
                    yield number, list(cells)
        except damage:
            raise _damaged(file) from None

    return Table(rows, header=True, notes=_left_out(nested))


def _left_out(nested: list[str]) -> tuple[str, ...]:
    word = "column" if len(nested) == 1 else "columns"
    more = f" and {len(nested) - 3:,} more" if len(nested) > 3 else ""
    note = f"the {word} {listed(nested, 3)}{more} of lists or records had to be left out"
    return (note,) if nested else ()


def _damaged(file: GraphFile) -> Exception:
    return file.refuse("the Parquet file is damaged; fetch or save it again.")
