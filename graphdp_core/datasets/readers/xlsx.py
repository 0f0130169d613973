"""Finds the rows of a sheet of an Excel workbook (.xlsx)."""

from __future__ import annotations

import datetime
import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import ParseError

from graphdp_core.datasets.files.graph_file import GraphFile, GraphFileError
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.datasets.files.sheets import first_table, open_zip
from graphdp_core.datasets.files.table import Table

__all__ = ["is_xlsx", "xlsx_table"]

_DAMAGE = (
    AssertionError,
    AttributeError,
    EOFError,
    ImportError,  # a member that names a packing which this Python cannot undo
    LookupError,
    NotImplementedError,
    OSError,
    ParseError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,  # the hardened parser's refusals of entities among them
    ArithmeticError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What openpyxl was seen to raise, or may raise, on workbooks that are damaged."""


def is_xlsx(file: GraphFile) -> bool:
    """Whether the file is a zip that holds an Excel workbook."""
    return file.data.startswith(b"PK") and b"[Content_Types].xml" in file.data


def xlsx_table(file: GraphFile, reading: Reading) -> Table:
    """The cells of a sheet as text: results of formulas, numbers with a point, dates by ISO 8601.

    Raises
    ------
    GraphFileError
        If openpyxl is not installed, the workbook is damaged or too large, or there is no such
        sheet.
    """
    try:
        import openpyxl
    except ImportError:
        raise file.refuse(
            "reading Excel files needs the package openpyxl; install it, or save the sheet as CSV."
        ) from None
    open_zip(file)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # on styles and extensions, which nobody reads here
            book = openpyxl.load_workbook(io.BytesIO(file.data), read_only=True, data_only=True)
            sheets = tuple(sheet.title for sheet in book.worksheets)
            return first_table(file, reading, sheets, lambda name: _rows(book[name]))
    except GraphFileError:
        raise
    except _DAMAGE:
        raise file.refuse(
            "the workbook is damaged or of an unusual kind; save it as .xlsx or CSV again."
        ) from None


def _rows(sheet: Any) -> Iterator[list[str]]:
    sheet.reset_dimensions()  # some programs write wrong ones
    for cells in sheet.iter_rows(values_only=True):
        yield [_text(value) for value in cells]


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    return str(value).strip()
