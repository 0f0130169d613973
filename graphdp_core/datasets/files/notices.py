"""What a person should know before they believe a file: a sentence each, perhaps a choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from graphdp_core.datasets.files.encoding import ENCODINGS, FALLBACK
from graphdp_core.datasets.files.graph_file import plain_text
from graphdp_core.datasets.files.numbers import as_number, looks_numeric
from graphdp_core.datasets.files.people_names import is_nobody
from graphdp_core.datasets.files.raw_graph import count_of
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.datasets.files.table import Row, Table
from graphdp_core.datasets.readers.edge_columns import EdgeColumns
from graphdp_core.graphs.answers import COUNTED

__all__ = [
    "COUNTED_AS",
    "HEADER",
    "LARGE",
    "LISTED",
    "MISSING_WEIGHTS",
    "NO_DATA",
    "ODD_ROWS",
    "PROJECTIONS",
    "REPEATED",
    "SHAPES",
    "Notice",
    "edge_notices",
    "encoding_notices",
    "kinds_notices",
    "left_out_notices",
    "names_notices",
    "shape_notices",
    "square_notices",
]

MISSING_WEIGHTS = (
    ("one", "count as 1"),
    ("drop", "leave these edges out"),
    ("stop", "refuse the file"),
)
HEADER = (("true", "it names the columns"), ("false", "it is an edge"))
PROJECTIONS = (
    ("none", "a graph of both"),
    ("rows", "join the rows that share a column"),
    ("columns", "join the columns that share a row"),
)
SHAPES = (
    ("edges", "one edge a line"),
    ("matrix", "an adjacency matrix"),
    ("incidence", "people by groups"),
    ("lists", "a person and those named"),
    ("answers", "people's answers"),
)
LARGE = (
    ("near", "near"),
    ("far", "far, a distance"),
    ("turned", "far, turned into nearness"),
)
COUNTED_AS = tuple(COUNTED.items())
NO_DATA = (("skip", "leave out"), ("keep", "these are data"))
NOBODY = (("skip", "nobody"), ("keep", "a name"))
ALIKE = (("one", "the same"), ("two", "different ones"))
ODD_ROWS = (
    ("skip", "leave out"),
    ("above", "an empty place is as above"),
    ("stop", "refuse the file"),
)
LISTED = (
    ("each", "join with each of them"),
    ("all", "join them with each other"),
    ("one", "one name"),
)
REPEATED = (
    ("first", "keep the first"),
    ("last", "keep the last"),
    ("sum", "add up"),
    ("stop", "refuse the file"),
)


@dataclass(frozen=True)
class Notice:
    """One thing to know about a file, and perhaps to decide.

    Parameters
    ----------
    id : str
        Which notice it is, the same for every file.
    text : str
        One sentence.
    count : int
        How many rows it is about; 0 if it is not about rows.
    field : str
        The field of the reading that decides it; empty if there is nothing to decide.
    choices : tuple of (str, str)
        The values of that field, and what they mean in words.
    choice : str
        The value that holds now.
    """

    id: str
    text: str
    count: int = 0
    field: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    choice: str = ""


def encoding_notices(encoding: str, reading: Reading) -> tuple[Notice, ...]:
    """That the encoding is a guess, where bytes alone cannot tell."""
    if encoding not in (FALLBACK, "iso8859-1", "shift_jis") or reading.encoding is not None:
        return ()
    text = "The text is not UTF-8: letters such as é may be others in another encoding."
    return (Notice("encoding", text, 0, "encoding", ENCODINGS, encoding),)


def left_out_notices(table: Table, reading: Reading) -> tuple[Notice, ...]:
    """What of the file is not among the cells of its table, and which rows are no data."""
    notes = [Notice("left out", f"{note[0].upper()}{note[1:]}.") for note in table.notes]
    if table.left_out:
        text = f"Not data, it seems: {'; '.join(table.left_out)}."
        choice = reading.odd_rows or "skip"
        notes.append(Notice("no data", text, 0, "odd_rows", NO_DATA, choice))
    return tuple(notes)


def shape_notices(shape: str, reading: Reading) -> tuple[Notice, ...]:
    """That the rows are no edges, and what can be made of them."""
    if shape == "matrix":
        text = "This looks like an adjacency matrix: every number that is not 0 is an edge."
        matrix = Notice("matrix", text, 0, "shape", SHAPES, shape)
        if reading.large is None:
            return (matrix,)
        return matrix, Notice("large", "A large number means", 0, "large", LARGE, reading.large)
    if shape == "answers":
        text = "This looks like a survey: nodes are its questions, joined by people's answers."
        counts = reading.counted or "agree"
        return (
            Notice("survey", text, 0, "shape", SHAPES, shape),
            Notice("counted", "The weight between two counts", 0, "counted", COUNTED_AS, counts),
        )
    if shape == "lists":
        text = "Every line is a person and those whom this person names."
        return (Notice("lists", text, 0, "shape", SHAPES, shape),)
    if shape != "incidence":
        return ()
    text = "This looks like a table of people and groups: every mark is an edge between the two."
    choice = reading.projection or "none"
    return (
        Notice("incidence", text, 0, "shape", SHAPES, shape),
        Notice("projection", "Its graph can be one of both:", 0, "projection", PROJECTIONS, choice),
    )


def square_notices(rows: Sequence[Row], reading: Reading) -> tuple[Notice, ...]:
    """That rows taken for edges could be a small matrix: as many as columns, all of them numbers.

    Where a person said what the rows are, nothing is asked again.
    """
    cells = [cell for _, row in rows for cell in row]
    square = len(rows) > 2 and all(len(row) == len(rows) for _, row in rows)
    if reading.shape is not None or not square or not all(map(looks_numeric, cells)):
        return ()
    text = "There are as many columns as lines: this could be an adjacency matrix."
    return (Notice("square", text, 0, "shape", SHAPES, "edges"),)


def names_notices(cells: Iterable[str], reading: Reading) -> tuple[Notice, ...]:
    """That words for nobody, and names that look alike, are taken as somebody said, or left out."""
    notices = []
    if reading.nobody is not None or any(map(is_nobody, cells)):
        text = "Words such as 'nobody' and '-' in the place of names are"
        notices.append(Notice("nobody", text, 0, "nobody", NOBODY, reading.nobody or "skip"))
    if reading.alike is not None:
        text = "Names that differ only in capitals or blanks are"
        notices.append(Notice("alike", text, 0, "alike", ALIKE, reading.alike))
    return tuple(notices)


def kinds_notices(rows: int, reading: Reading) -> tuple[Notice, ...]:
    """That the nodes of a graph file are of two kinds, and what can be made of them."""
    if not rows:
        return ()
    count = "row is" if rows == 1 else "rows are"
    text = f"Its nodes are of two kinds, as people and groups: {rows:,} {count} joined to columns."
    choice = reading.projection or "none"
    return (Notice("two kinds", text, 0, "projection", PROJECTIONS, choice),)


def edge_notices(
    rows: Sequence[Row], columns: EdgeColumns, reading: Reading, *, whole: bool
) -> tuple[Notice, ...]:
    """What the rows of a table of edges hold that is not a plain edge.

    Parameters
    ----------
    rows : sequence of (int, list of str)
        Rows of data, without the header.
    columns : EdgeColumns
    reading : Reading
    whole : bool
        Whether these are all rows of the file; else the sentences say so.
    """
    among = "" if whole else f" among the first {len(rows):,} lines"
    full = [cells for _, cells in rows if len(cells) == columns.width]
    notices = [
        *_header(full, columns, reading),
        *_listed(columns, reading),
        *(_uneven(rows, columns) or _nameless(rows, columns, reading)),
        *_missing(full, columns, reading, among),
    ]
    lists = any(columns.signs)
    return (*notices, *([] if lists else _repeats(full, columns, reading, among)))


def _header(rows: list[list[str]], columns: EdgeColumns, reading: Reading) -> list[Notice]:
    """Where nobody said it and words stand over words: what the first line was taken for."""
    if reading.header is not None or not rows or looks_numeric(rows[0][columns.source]):
        return []
    if columns.names is None:
        text = "The first line was taken for an edge, not for the names of the columns."
    else:
        shown = ", ".join(f"'{plain_text(name, longest=20)}'" for name in columns.names[:4])
        text = f"The first line was taken for the names of the columns: {shown}."
    return [Notice("header", text, 0, "header", HEADER, str(columns.names is not None).lower())]


def _listed(columns: EdgeColumns, reading: Reading) -> list[Notice]:
    """What cells of several names were said to mean."""
    if reading.listed is None:
        return []
    text = "Some entries list several names."
    return [Notice("listed", text, 0, "listed", LISTED, reading.listed)]


def _uneven(rows: Sequence[Row], columns: EdgeColumns) -> list[Notice]:
    odd = [(line, len(cells)) for line, cells in rows if any(cells[columns.width :])]
    if not odd:
        return []
    line, width = odd[0]
    text = (
        f"Line {line} has {count_of(width, 'column')} and the first line {columns.width}: "
        "the file will be refused like this."
    )
    return [Notice("odd rows", text, len(odd), "shape", SHAPES, "edges")]


def _nameless(rows: Sequence[Row], columns: EdgeColumns, reading: Reading) -> list[Notice]:
    """Rows that are too short, or name one end alone."""
    last = max(columns.source, columns.target)
    short = sum(0 < len(cells) <= last for _, cells in rows)
    alone = sum(
        bool(cells[columns.source]) != bool(cells[columns.target])
        for _, cells in rows
        if len(cells) > last
    )
    if not short + alone:
        return []
    verb = "names" if short + alone == 1 else "name"
    text = f"{count_of(short + alone, 'line')} {verb} one end alone, and no edge."
    choice = reading.odd_rows or "skip"
    return [Notice("nameless", text, short + alone, "odd_rows", ODD_ROWS, choice)]


def _missing(
    rows: list[list[str]], columns: EdgeColumns, reading: Reading, among: str
) -> list[Notice]:
    if columns.weight is None:
        return []
    texts = [cells[columns.weight] for cells in rows]
    gaps = [text for text in texts if np.isnan(as_number(text, columns.decimal))]
    if not gaps:
        return []
    shown = next((text for text in gaps if text), "")
    words = f"no number as weight (such as '{shown[:20]}')" if shown else "no weight"
    verb = "has" if len(gaps) == 1 else "have"
    return [
        Notice(
            "missing weight",
            f"{count_of(len(gaps), 'line')}{among} {verb} {words}.",
            len(gaps),
            "missing_weight",
            MISSING_WEIGHTS,
            reading.missing_weight or "one",
        )
    ]


def _repeats(
    rows: list[list[str]], columns: EdgeColumns, reading: Reading, among: str
) -> list[Notice]:
    """Loops, pairs in both directions, repeats, and repeats of another weight."""
    seen: dict[tuple[str, str], str | None] = {}
    loops = both = repeats = differing = 0
    for cells in rows:
        source, target = cells[columns.source], cells[columns.target]
        weight = None if columns.weight is None else cells[columns.weight]
        if source == target:
            loops += 1
            continue
        if (source, target) in seen:
            repeats += 1
            differing += seen[source, target] != weight
        elif (target, source) in seen:
            both += 1
            differing += seen[target, source] != weight
        seen.setdefault((source, target), weight)
    notices = []
    if loops:
        verb = "is" if loops == 1 else "are"
        notices.append(Notice("loops", f"{count_of(loops, 'loop')}{among} {verb} left out.", loops))
    if both:
        verb = "stands" if both == 1 else "stand"
        text = f"Direction is ignored: {count_of(both, 'pair')}{among} {verb} in both directions."
        notices.append(Notice("direction", text, both))
    if repeats:
        verb = "is" if repeats == 1 else "are"
        text = f"{count_of(repeats, 'repeated edge')}{among} {verb} left out."
        notices.append(Notice("repeats", text, repeats))
    if differing:
        verb = "has" if differing == 1 else "have"
        text = f"{count_of(differing, 'repeated edge')}{among} {verb} another weight than before."
        choice = reading.repeated or "first"
        notices.append(Notice("two weights", text, differing, "repeated", REPEATED, choice))
    return notices
