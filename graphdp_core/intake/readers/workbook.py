"""Finds the rows of a sheet of a workbook: xlsx, xlsb and xls of Excel, ods of LibreOffice."""

from __future__ import annotations

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.sheets import check_zip, first_table
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.guarded import read_guarded

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
