"""Finds the rows of a sheet of an OpenDocument spreadsheet (.ods), as LibreOffice saves it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

from graphdp_core.datasets.files.graph_file import GraphFile
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.datasets.files.sheets import first_table, open_zip
from graphdp_core.datasets.files.table import Table
from graphdp_core.datasets.files.xml_stream import feed_xml, start_element

__all__ = ["is_ods", "ods_table"]

_KIND = b"application/vnd.oasis.opendocument.spreadsheet"
_WIDEST = 5_000
_MOST_CELLS = 20_000_000


def is_ods(file: GraphFile) -> bool:
    """Whether the file is a zip that begins by saying that it is such a spreadsheet."""
    return file.data.startswith(b"PK") and _KIND in file.data[:200]


def ods_table(file: GraphFile, reading: Reading) -> Table:
    """The cells of a sheet as text: results of formulas, numbers with a point, dates by ISO 8601.

    Raises
    ------
    GraphFileError
        If the file is damaged or too large, or there is no such sheet.
    """
    content = open_zip(file)("content.xml")
    if content is None:
        raise file.refuse("the spreadsheet holds no content.xml; save it as .ods or CSV again.")
    names = _Names(file)
    feed_xml(replace(file, data=content), names)
    whole = replace(file, data=content)

    @cache
    def rows_of(sheet: str) -> list[list[str]]:
        cells = _Cells(file, sheet)
        feed_xml(whole, cells)
        return cells.rows

    return first_table(file, reading, tuple(names.sheets), rows_of)


def _local(given: dict[str, str]) -> dict[str, str]:
    """Attributes by their names without name spaces."""
    return {key.rpartition("}")[2]: value for key, value in given.items()}


@dataclass
class _Names:
    """The names of all sheets."""

    file: GraphFile
    path: list[str] = field(default_factory=list)
    sheets: list[str] = field(default_factory=list)

    def start(self, tag: str, given: dict[str, str]) -> None:
        name = start_element(self.file, self.path, tag, root="document-content", title="ods")
        if name == "table":
            self.sheets.append(_local(given).get("name", f"Sheet {len(self.sheets) + 1}"))

    def end(self, tag: str) -> None:
        self.path.pop()

    def data(self, text: str) -> None:
        """Text is for the second pass."""

    def close(self) -> None:
        """Called by the parser at the end of the document."""


@dataclass
class _Cells:
    """The rows of one sheet; blank rows and cells, which programs repeat to the end, are not."""

    file: GraphFile
    sheet: str
    path: list[str] = field(default_factory=list)
    sheets: int = 0
    inside: bool = False
    rows: list[list[str]] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    value: str | None = None
    repeat: int = 1  # of the cell
    row_repeat: int = 1
    cells: int = 0

    def start(self, tag: str, given: dict[str, str]) -> None:
        name = start_element(self.file, self.path, tag, root="document-content", title="ods")
        facts = _local(given)
        if name == "table":
            self.sheets += 1
            self.inside = facts.get("name", f"Sheet {self.sheets}") == self.sheet
        elif name == "table-row":
            self.row, self.row_repeat = [], _count(facts.get("number-rows-repeated"))
        elif name in ("table-cell", "covered-table-cell"):
            self.pieces.clear()
            self.repeat = _count(facts.get("number-columns-repeated"))
            values = ("value", "date-value", "time-value", "boolean-value")
            self.value = next((facts[key] for key in values if key in facts), None)
            self.value = None if facts.get("value-type") == "string" else self.value
        elif name == "s" or (name == "p" and self.pieces):
            self.pieces.append(" ")

    def data(self, text: str) -> None:
        if self.inside and "p" in self.path and "annotation" not in self.path:
            self.pieces.append(text)

    def end(self, tag: str) -> None:
        name = self.path.pop()
        if name == "table":
            self.inside = False
        elif not self.inside:
            return
        elif name in ("table-cell", "covered-table-cell"):
            text = self.value if self.value is not None else "".join(self.pieces).strip()
            self.row += [text] * min(self.repeat, _WIDEST + 1 - len(self.row))
        elif name == "table-row":
            while self.row and not self.row[-1]:
                self.row.pop()
            again = self.row_repeat if self.row else 1
            self.cells += again * len(self.row)
            if self.cells > _MOST_CELLS:
                raise self.file.refuse(
                    f"its sheet has more than {_MOST_CELLS:,} cells; use a part of it."
                )
            self.file.check_size(edges=len(self.rows) + again - 1)
            self.rows += [self.row] * again

    def close(self) -> None:
        """Called by the parser at the end of the document."""


def _count(text: str | None) -> int:
    good = text is not None and text.isascii() and text.isdecimal() and len(text) < 10
    return max(1, int(text)) if good and text is not None else 1
