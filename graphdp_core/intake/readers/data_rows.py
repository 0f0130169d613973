"""The rows of a table that are data: without titles above them, totals and notes below."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphdp_core.intake.files.graph_file import quoted
from graphdp_core.intake.files.numbers import as_number, looks_numeric
from graphdp_core.intake.files.raw_graph import count_of, is_number
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Row, Table
from graphdp_core.intake.readers.answer_table import NO, YES
from graphdp_core.intake.readers.edge_list_layout import BLANKS
from graphdp_core.intake.readers.header import ENDS, looks_like_header

_TITLES = 12
_TOTAL = re.compile(
    r"((grand|sub) ?-?)?total(s|e|en|i)?( g[eé]n[eé]ral| geral|e generale)?|sub-?total|sum|sums|"
    r"summe|zwischensumme|gesamt(summe|ergebnis|zahl)?|insgesamt|alle zusammen|somme|suma|soma|"
    r"somma|totaal|razem|ogółem|итого|всего|合計|総計|总计|总和|合计|mean|average|durchschnitt|"
    r"mittelwert|moyenne|promedio|media|n ?= ?[\d.,]+",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"[*†‡©]+\s*\S.*|(source|sources|quelle|quellen|fuente|fuentes|fonte|bron|note|notes|nota|notas|"
    r"anmerkung|anmerkungen|hinweis|hinweise|remarque|stand|as of|generated|exported|erstellt|"
    r"printed|created|datenstand|出典|注|資料)\b\s*[:.\-]?.*\S.*|[(（].*[)）]|.{60,}",
    re.IGNORECASE,
)


def data_rows(table: Table, reading: Reading) -> Table:
    """The table without rows, and a column, that are no data, unless they are to be kept.

    Titles stand above the widest rows, with one cell or above a header; a note is a cell alone
    behind a word such as "Source"; a total is a word such as "Total" with nothing or numbers
    beside it, in the last rows; a last column of totals holds the sums of the marks before it.

    Examples
    --------
    >>> rows = [["Our clubs", ""], ["who", "club"], ["Ann", "Chess"], ["Total", "1"]]
    >>> cut = data_rows(Table(lambda: enumerate(rows, start=1)), Reading())
    >>> [cells for _, cells in cut.rows()]
    [['who', 'club'], ['Ann', 'Chess']]
    >>> cut.left_out
    ("1 row above the table: 'Our clubs'", "1 row below the table: 'Total'")
    """
    if reading.odd_rows == "keep" or table.header:
        return table
    head = table.sample()
    above = _titles(head, table, reading)
    below = _ending(table.tail(), head[len(above) :])
    dropped = {line for line, _ in (*above, *below)}
    kept = [cells for line, cells in head if line not in dropped]
    width = len(kept[0]) - 1 if kept and _has_totals_beside(kept) else None
    if not dropped and width is None:
        return table

    def rows() -> Iterator[Row]:
        for line, cells in table.rows():
            if line not in dropped:
                yield line, cells[:width]

    said = [_clause(above, "above the table"), _clause(below, "below the table")]
    if width is not None:
        said.append(f"the last column: {quoted(kept[0][-1])}")
    regular = table.regular and not below and width is None
    reasons = tuple(filter(None, said))
    return replace(table, rows=rows, last=None, regular=regular, left_out=reasons)


def _titles(head: Sequence[Row], table: Table, reading: Reading) -> list[Row]:
    """The rows above a header of both ends, or above the first row that is as wide as most."""
    if table.separator != BLANKS and (above := _above_names(head, reading)):
        return above
    widths = Counter(len(cells) for _, cells in head if _filled(cells) > 1)
    if not widths:
        return []
    usual = max(widths, key=lambda width: (widths[width], width))
    place = next(i for i, (_, c) in enumerate(head) if len(c) == usual and _filled(c) > 1)
    above = list(head[:place])
    names = {cell for _, cells in head[place:] for cell in cells}
    if not above or place > _TITLES or any(map(is_number, above[0][1])):
        return []
    again = any(cell in names for _, cells in above for cell in cells if cell)
    if again or any(_filled(cells) >= _filled(head[place][1]) for _, cells in above):
        return []
    alone = all(_filled(cells) < 2 for _, cells in above)
    below = [cells for _, cells in head[place:]]
    said = reading.header or (reading.header is None and looks_like_header(below, reading))
    return above if alone + bool(said) + (table.separator != BLANKS) > 1 else []


def _above_names(head: Sequence[Row], reading: Reading) -> list[Row]:
    """Few rows of other words above one that names source and target, or fuller names."""
    for i, (_, cells) in enumerate(head[1 : _TITLES + 1], 1):
        are_ends = {0, 1} <= {ENDS.get(cell.casefold()) for cell in cells}
        fuller = i == 1 and 2 <= 2 * _filled(head[0][1]) <= _filled(cells)
        below = {cell for _, row in head[i:] for cell in row}
        if any(cell in below for _, row in head[:i] for cell in row if cell):
            return []
        rows, unsaid = [row for _, row in head[i:]], replace(reading, header=None)
        if are_ends or (fuller and looks_like_header(rows, unsaid)):
            return list(head[:i])
    return []


def _ending(tail: Sequence[Row], body: Sequence[Row]) -> list[Row]:
    """The last rows that are notes, totals or blank."""
    ending: list[Row] = []
    first = body[0][0] if body else 0
    for line, cells in reversed(tail):
        filled = [cell for cell in cells if cell]
        is_note = len(filled) == 1 and _NOTE.fullmatch(filled[0]) is not None
        is_total = (
            bool(filled) and _is_called_total(filled[0]) and all(map(looks_numeric, filled[1:]))
        )
        if line <= first or not (is_note or is_total or not filled):
            break
        ending.append((line, cells))
    last = min((line for line, _ in ending), default=0)
    names = {cell for line, cells in body[1:] for cell in cells if line < last}
    unsure = any(cell in names for _, cells in ending for cell in cells if _TOTAL.fullmatch(cell))
    return [] if unsure or all(not _filled(cells) for _, cells in ending) else ending[::-1]


def _is_called_total(cell: str) -> bool:
    return _TOTAL.fullmatch(cell.rstrip(" :")) is not None


def _has_totals_beside(rows: Sequence[list[str]]) -> bool:
    """Whether the last column is called a total and holds the sums of three or more before it."""
    first, body = rows[0], rows[1:]
    if len(first) < 5 or not body or not _is_called_total(first[-1]):
        return False
    for cells in body:  # of marks and numbers
        marks = [cell.casefold() for cell in cells[1:-1] if cell and cell.casefold() not in NO]
        total = sum(1.0 if mark in YES else as_number(mark) for mark in marks)
        if len(cells) != len(first) or total != as_number(cells[-1]):
            return False
    return True


def _filled(cells: Sequence[str]) -> int:
    return sum(map(bool, cells))


def _clause(rows: Sequence[Row], where: str) -> str:
    told = [next(cell for cell in cells if cell) for _, cells in rows if any(cells)]
    if not told:
        return ""
    return f"{count_of(len(told), 'row')} {where}: {quoted(told[0], longest=30)}"
