"""Sheets of a workbook as tables of text: which sheet, without the blank rows and columns.

Which sheet of a workbook holds edges, and which their nodes: one names the ids of the other.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, dropwhile, islice, permutations

from graphdp_core.intake.files.encoding import without_invisible
from graphdp_core.intake.files.graph_file import GraphFile, listed, quoted
from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.own_columns import NOT_SAID, groups_by, offers, said_of
from graphdp_core.intake.files.raw_graph import RawGraph, count_of, in_numeric_order
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import ALL_SHEETS, NodeSheet, Row, Table
from graphdp_core.intake.readers.data_rows import data_rows
from graphdp_core.intake.readers.header import ENDS, has_word

RowsOf = Callable[[str], Iterable[list[str]]]

_ROWS_OF_EDGES = 200  # rows
_COLUMNS = 12
_MOST = 0.9  # of the ends of edges are ids
NODEXL = "Visual Properties"
"""What NodeXL writes above the names of columns."""
_NAMES = ("label", "name", "title", "bezeichnung", "nom", "nombre", "nome")


def edges_among(
    sheets: Sequence[str], rows_of: RowsOf, asked: str | None = None
) -> tuple[str | None, NodeSheet | None]:
    """The sheet of edges and the sheet of their nodes, as far as they tell each other apart.

    In a sheet of edges two columns hold what one column of another sheet lists, each once. Where
    two sheets fit each other both ways, the names of columns decide, then the number of rows.
    With `asked`, only that sheet is looked at for edges. Without such a pair, a sheet whose
    columns are called source and target is one of edges.
    """
    heads = {
        name: [row[:_COLUMNS] for row in islice(rows_of(name), _ROWS_OF_EDGES)] for name in sheets
    }
    fits = [
        (edges, sheet)
        for nodes, edges in permutations(sheets, 2)
        if asked in (None, edges) and (sheet := _nodes(nodes, heads, edges, rows_of)) is not None
    ]
    if fits:
        return max(fits, key=lambda fit: (_says_ends(heads[fit[0]]), len(heads[fit[0]])))
    said = [name for name in sheets if _says_ends(heads[name])]
    return (said[0] if asked is None and len(said) == 1 else None), None


def with_nodes(
    raw: RawGraph, nodes: NodeSheet, file: GraphFile, label: str | int | None = None
) -> RawGraph:
    """The graph with the nodes that no edge names, their names for ids, and a fact as groups."""
    ids = [str(i) for i in range(raw.n)] if raw.names is None else list(map(str, raw.names))
    known = set(ids)
    more = [id for id in nodes.names if id not in known]
    file.check_size(nodes=raw.n + len(more))
    tidy = in_numeric_order(
        replace(
            raw,
            n=raw.n + len(more),
            names=[*ids, *more],
            classes=None if raw.classes is None else [*raw.classes, *[NOT_SAID] * len(more)],
            edges=raw.edges.copy(),
        )
    )
    tidy = replace(tidy, offers=offers(nodes.facts, tidy.n) + raw.offers)
    if label in nodes.facts and tidy.names is not None:
        groups = groups_by(nodes.facts[str(label)], map(str, tidy.names))
        tidy = replace(tidy, classes=groups, grouped_by=str(label))
    note = f"nodes are those of the sheet {quoted(nodes.sheet)}"
    if more:
        note += f", {count_of(len(more), 'node')} of them without a tie"
    if nodes.column and tidy.names is not None:
        note += f", named by its column {quoted(nodes.column)}"
        tidy = replace(tidy, names=[nodes.names.get(str(id), str(id)) for id in tidy.names])
    return replace(tidy, notes=(*tidy.notes, note))


def _nodes(
    nodes: str, heads: dict[str, list[list[str]]], edges: str, rows_of: RowsOf
) -> NodeSheet | None:
    """The nodes of a sheet, if one of its columns lists the ends of another's edges once each."""
    pairs = list(combinations((set(c) - {""} for c in _columns(heads[edges])), 2))
    head = heads[nodes]
    for place, column in enumerate(_columns(head)):
        if len(column) < 2 or len(set(column)) < len(column) or "" in column:
            continue
        if not any(u & set(column) and v & set(column) for u, v in pairs):
            continue
        ids = [row[place] for row in _body(rows_of(nodes)) if len(row) > place]
        known = set(ids)
        if len(known) == len(ids) and any(
            all(cells and len(cells & known) >= _MOST * len(cells) for cells in pair)
            for pair in pairs
        ):
            return _named(nodes, head, place, rows_of)
    return None


def _named(nodes: str, head: list[list[str]], place: int, rows_of: RowsOf) -> NodeSheet:
    """Ids with their names: those of a column called so, if it names every node apart."""
    titles = [cell.casefold() for cell in _first(head)]
    given = list(_below_titles(rows_of(nodes)))
    table = data_rows(Table(lambda: enumerate(given, 1)), Reading(header=True))  # without totals
    body = list(_body(cells for _, cells in table.rows()))
    ids = [row[place] for row in body if len(row) > place and row[place]]
    free = {name: i for i, name in enumerate(_first(head)) if i != place and name}
    facts = said_of(body, place, free)
    for wanted in _NAMES:
        at = titles.index(wanted) if wanted in titles else place
        names = [row[at] for row in body if len(row) > max(at, place) and row[place]]
        if at != place and all(names) and len(set(names)) == len(names) == len(ids):
            return NodeSheet(nodes, dict(zip(ids, names, strict=True)), _first(head)[at], facts)
    return NodeSheet(nodes, {id: id for id in ids}, facts=facts)


def _says_ends(head: list[list[str]]) -> bool:
    """Whether columns are called as the two ends of an edge."""
    titles = _first(head)
    exact = {ENDS.get(title.casefold()) for title in titles}
    source = any(has_word(title, "source") for title in titles)
    return {0, 1} <= exact or (source and any(has_word(title, "target") for title in titles))


def _first(head: Iterable[list[str]]) -> list[str]:
    """The names of the columns: the first row of two cells, below titles."""
    return next(_below_titles(head), [])


def _body(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """The rows below it, without blank ones."""
    return (row for row in islice(_below_titles(rows), 1, None) if any(row))


def _below_titles(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    return dropwhile(lambda row: sum(map(bool, row)) < 2 or NODEXL in row, rows)


def _columns(head: list[list[str]]) -> list[list[str]]:
    """The cells below the first row, column by column."""
    body = list(_body(head))
    width = max(map(len, body), default=0)
    return [[row[i] if len(row) > i else "" for row in body] for i in range(width)]


HARMFUL = "it has a document type or an entity, which may be harmful; remove the DOCTYPE part."
_WIDEST = 5_000
_MOST_CELLS = 20_000_000
_TOO_MANY = f"its sheet has more than {_MOST_CELLS:,} cells; use a part of it."
_TOO_WIDE = f"its sheet has more than {_WIDEST:,} columns; use a part of it."
_FAR = {  # numbers of eight digits
    re.compile(rb"""\b(r|number-rows-repeated)\s*=\s*["'][A-Z]{0,3}0*[1-9]\d{7}"""): _TOO_MANY,
    re.compile(rb"""\bnumber-columns-repeated\s*=\s*["']0*[1-9]\d{7}"""): _TOO_WIDE,
}
"""What no sheet has, and what is said of it before a library opens the file."""
_MEMBERS = 10_000
_ROWS = 1_000
_USUAL_ROWS = 50_000
_PEEKED = 8  # sheets that are looked at
_HEAD = 30  # rows of each
_XML_HEAD = 1 << 16


def first_table(
    file: GraphFile,
    reading: Reading,
    sheets: tuple[str, ...],
    rows_of: Callable[[str], Iterable[list[str]]],
) -> Table:
    """The sheet that was asked for, else the one of edges, else the first with cells side by side.

    Before the table there may be a sheet with a title or with remarks, and beside it one that
    lists its nodes.
    """
    if reading.sheet == ALL_SHEETS:
        alike = _alike(sheets, rows_of)
        rows = (row for i, name in enumerate(alike) for row in islice(rows_of(name), i > 0, None))
        return sheet_table(file, rows, sheets, ALL_SHEETS)
    sheet = chosen_sheet(file, reading, sheets)
    if len(sheets) == 1:
        return sheet_table(file, rows_of(sheet), sheets, sheet)
    wide = [name for name in sheets[:_PEEKED] if _is_wide(rows_of(name))]
    edges, nodes = edges_among(wide, rows_of, reading.sheet)
    if reading.sheet is None:
        sheet = edges or next(iter(wide), sheet)
    table = sheet_table(file, rows_of(sheet), sheets, sheet)
    others = [name for name in wide if name not in (sheet, nodes and nodes.sheet)]
    alike = () if edges else _alike(sheets, rows_of)
    return replace(table, nodes=nodes, notes=_unread(others), alike=alike)


def _alike(sheets: Sequence[str], rows_of: Callable[[str], Iterable[list[str]]]) -> tuple[str, ...]:
    """The sheets whose first row is that of the first with cells side by side, if it names columns.

    Empty if there is one alone.
    """
    heads = {name: next((row for row in rows_of(name) if any(row)), []) for name in sheets}
    first = next((head for head in heads.values() if sum(map(bool, head)) > 1), [])
    same = tuple(name for name, head in heads.items() if head == first)
    return same if len(same) > 1 and not any(map(looks_numeric, first)) else ()


def _unread(sheets: list[str]) -> tuple[str, ...]:
    """The sheets of which nothing was read, as a clause of a sentence."""
    shown = listed(sheets, 3) + ", …" * (len(sheets) > 3)
    word, verb = ("sheet", "was") if len(sheets) == 1 else ("sheets", "were")
    return (f"the {word} {shown} {verb} not read",) if sheets else ()


def _is_wide(rows: Iterable[list[str]]) -> bool:
    """Whether half of the first rows, or more, have two cells or more."""
    head = list(islice(rows, _HEAD))
    filled = [count for cells in head if (count := sum(map(bool, cells)))]
    is_wide = bool(filled) and 2 * sum(count > 1 for count in filled) >= len(filled)
    return is_wide or any(NODEXL in cells for cells in head[:1])


def chosen_sheet(file: GraphFile, reading: Reading, sheets: tuple[str, ...]) -> str:
    """The sheet that was asked for, else the first one."""
    if not sheets:
        raise file.refuse("it has no sheet with cells; save it as a workbook or as CSV again.")
    asked = sheets[0] if reading.sheet is None else reading.sheet
    if asked not in sheets:
        raise file.refuse(f"there is no sheet {quoted(asked)}; it has {listed(sheets, 5)}.")
    return asked


def sheet_table(
    file: GraphFile, rows: Iterable[list[str]], sheets: tuple[str, ...], sheet: str
) -> Table:
    """A table of all rows and columns that are not blank, every row of the same width."""
    kept: list[Row] = []
    same: dict[str, str] = {}  # names and numbers stand in many cells; as they are seen
    first, last, seen = _WIDEST, 0, 0
    for number, cells in enumerate(rows, 1):
        seen += len(cells)
        if seen > _MOST_CELLS:
            raise file.refuse(_TOO_MANY)
        filled = [i for i, cell in enumerate(cells) if cell]
        if filled:
            first, last = min(first, filled[0]), max(last, filled[-1])
            if last >= _WIDEST:
                raise file.refuse(_TOO_WIDE)
            told = cells[: filled[-1] + 1]
            kept.append((number, [same.get(c) or same.setdefault(c, _seen(c)) for c in told]))
            file.check_size(edges=len(kept) - 1)
        if not number % _ROWS:  # how many there will be is not known: less and less is left
            file.read_until(number, number + _USUAL_ROWS)
    if not kept:
        raise file.refuse(f"its sheet {quoted(sheet)} is empty; choose another sheet or fill it.")

    def square() -> Iterator[Row]:
        for number, cells in kept:
            yield number, cells[first:] + [""] * (last + 1 - max(first, len(cells)))

    return Table(square, sheets=sheets, sheet=sheet)


def _seen(cell: str) -> str:
    """A cell without signs that nobody sees."""
    return cell if cell.isascii() else without_invisible(cell.encode()).decode().strip()


def check_zip(file: GraphFile) -> None:
    """Look through a zip of XML before a library opens it: sizes, checksums, entities, far rows."""
    names, member = open_zip(file)
    for name in names:
        text = member(name) or b""
        if b"<!DOCTYPE" in text[:_XML_HEAD] or b"<!ENTITY" in text[:_XML_HEAD]:
            raise file.refuse(HARMFUL)
        for far, said in _FAR.items() if name.endswith(".xml") else ():
            if far.search(text):
                raise file.refuse(said)


def open_zip(file: GraphFile) -> tuple[set[str], Callable[[str], bytes | None]]:
    """The names in a zip file, and what gives a member by name, None or never beyond the limits."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(file.data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        raise _damaged(file) from None
    entries = archive.infolist()
    total = sum(entry.file_size for entry in entries)
    file.check_bytes(total if len(entries) <= _MEMBERS else file.limits.bytes + 1)
    names = {entry.filename for entry in entries}

    def member(name: str) -> bytes | None:
        if name not in names:
            return None
        try:
            with archive.open(name) as stream:
                return stream.read(file.limits.bytes + 1)  # not beyond the size it declares
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, ImportError):
            raise _damaged(file) from None
        except (NotImplementedError, RuntimeError):
            raise file.refuse("it is locked or packed in an unusual way; save it again.") from None

    return names, member


def _damaged(file: GraphFile) -> Exception:
    return file.refuse("the file is damaged; fetch or save it again.")
