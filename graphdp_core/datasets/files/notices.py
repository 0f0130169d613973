"""What a person should know before they believe a file: a sentence each, perhaps a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphdp_core.datasets.files.encoding import ENCODINGS, FALLBACK
from graphdp_core.datasets.files.graph_file import plain_text
from graphdp_core.datasets.files.numbers import as_number, looks_numeric
from graphdp_core.datasets.files.raw_graph import count_of
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.datasets.files.table import Row, Table
from graphdp_core.datasets.readers.edge_columns import EdgeColumns
from graphdp_core.graphs.answers import COUNTED

__all__ = [
    "COUNTED_AS",
    "HEADER",
    "MISSING_WEIGHTS",
    "PROJECTIONS",
    "REPEATED",
    "SHAPES",
    "Notice",
    "edge_notices",
    "encoding_notices",
    "kinds_notices",
    "left_out_notices",
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
COUNTED_AS = tuple(COUNTED.items())
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
    if encoding not in (FALLBACK, "iso8859-1") or reading.encoding is not None:
        return ()
    text = "The text is not UTF-8: letters such as é may be others in another encoding."
    return (Notice("encoding", text, 0, "encoding", ENCODINGS, encoding),)


def left_out_notices(table: Table) -> tuple[Notice, ...]:
    """What of the file is not among the cells of its table."""
    return tuple(Notice("left out", f"{note[0].upper()}{note[1:]}.") for note in table.notes)


def shape_notices(shape: str, reading: Reading) -> tuple[Notice, ...]:
    """That the rows are no edges, and what can be made of them."""
    if shape == "matrix":
        text = "This looks like an adjacency matrix: every number that is not 0 is an edge."
        return (Notice("matrix", text, 0, "shape", SHAPES, shape),)
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
        *(_odd_rows(rows, columns) or _nameless(full, columns)),
        *_missing(full, columns, reading, among),
    ]
    return (*notices, *_repeats(full, columns, reading, among))


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


def _odd_rows(rows: Sequence[Row], columns: EdgeColumns) -> list[Notice]:
    odd = [(line, len(cells)) for line, cells in rows if len(cells) != columns.width]
    if not odd:
        return []
    line, width = odd[0]
    return [
        Notice(
            "odd rows",
            f"Line {line} has {count_of(width, 'column')} and the first line {columns.width}: "
            "the file will be refused like this.",
            len(odd),
            "shape",
            SHAPES,
            "edges",
        )
    ]


def _nameless(rows: list[list[str]], columns: EdgeColumns) -> list[Notice]:
    count = sum(not (cells[columns.source] and cells[columns.target]) for cells in rows)
    if not count:
        return []
    verb = "names" if count == 1 else "name"
    text = f"{count_of(count, 'line')} {verb} one end of an edge alone: the file will be refused."
    return [Notice("nameless", text, count, "shape", SHAPES, "edges")]


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
