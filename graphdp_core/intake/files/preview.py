"""What a file was understood to be, shown before anybody believes it."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from graphdp_core.intake.files.encoding import GUESSES
from graphdp_core.intake.files.graph_file import (
    GraphFile,
    GraphFileError,
    Limits,
    plain_text,
)
from graphdp_core.intake.files.notices import Notice, notices_of
from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.question import Question, Unclear
from graphdp_core.intake.files.raw_graph import Loaded, clean
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Row, Table
from graphdp_core.intake.formats import TableShape, shape_of
from graphdp_core.intake.loading import (
    OF_NAMES,
    load_file,
    open_for,
    open_question,
    read_known,
)
from graphdp_core.intake.readers.answer_table import likely_scale
from graphdp_core.intake.readers.edge_columns import EdgeColumns, find_columns
from graphdp_core.intake.readers.file_format import FileFormat
from graphdp_core.intake.readers.neighbour_table import has_names_above
from graphdp_core.params import Refused
from graphdp_core.progress import Progress, Report

_SEEN = re.compile(
    r"columns? |the time in |it was read as|nodes are those of the sheet|its \w+ half|the answers"
    r" of|answers lie|of every person|the first line of|weights were left out because all"
)
"""Notes of what a preview shows anyway."""
_SHOWN = 10
_READ_TWICE = 1_000_000  # bytes; of a longer text only the head is read for the preview
_EXAMINED = 5_000  # rows
_CELLS = 50_000  # of all of them together, but some rows always
_FEWEST = 50
_SAMPLES = 3
_LONGEST_CELL = 60
_ROLES = ("source", "target", "weight", "label", "time")


@dataclass(frozen=True)
class Column:
    """A column of a table: its name (or "" without a header), number from 1, role, and content.

    Parameters
    ----------
    role : str
        source, target, weight, label, time or ignore; empty where columns have no roles.
    samples : tuple of str
        The first values that are not blank.
    kind : str
        text, number or blank: what most cells are.
    share : float
        The share of the cells examined that are of this kind.
    """

    name: str
    number: int
    role: str
    samples: tuple[str, ...]
    kind: str
    share: float


@dataclass(frozen=True)
class Preview:
    """What was understood of a file.

    Parameters
    ----------
    reading : Reading
        Every guess filled in.
    guessed : frozenset of str
        The fields of `reading` that are guesses.
    columns : tuple of Column
        Empty for graph files.
    rows : tuple of tuple of str
        The first rows of data, shortened.
    sheets : tuple of str
        What else could be read of this file.
    n_bytes : int
        Size as it came.
    shape_key : str
        The same for files of the same shape: format, separator, header and kinds of columns.
    question : Question, optional
        What has to be said before the file is read.
    looks_like : str
        "edge table", "adjacency matrix", "incidence table", "survey table" or "graph file".
    """

    name: str
    reading: Reading
    guessed: frozenset[str]
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    notices: tuple[Notice, ...]
    sheets: tuple[str, ...]
    n_bytes: int
    shape_key: str
    looks_like: str
    question: Question | None = None

    def answer(self) -> Reading:
        """The reading in the fewest words that give it again: what was said, and the columns.

        What the file says by itself, such as its separator, is left out if nobody gave it.
        """
        kept = ("header", *_ROLES)
        vague = {name: None for name in self.guessed if name not in kept}
        if "weight" in self.guessed and self.reading.weight == "":
            vague["weight"] = None
        return replace(self.reading, **vague)  # type: ignore[arg-type]


def preview(
    data: bytes,
    name: str,
    reading: Reading = Reading(),
    *,
    limits: Limits = Limits(),
    progress: Report | None = None,
) -> Preview:
    r"""Look at the head of a file and say how it would be read.

    Parameters
    ----------
    name : str
        For the format and for messages; nothing of that name is opened.
    reading : Reading
        What a person said; the rest is guessed.
    progress : callable, optional
        Called now and then with the share done; workbooks have to be read whole.

    Examples
    --------
    >>> shown = preview(b"Person,Friend,hours\nann,bob,3\nbob,cy,1\n", "friends.csv")
    >>> shown.looks_like, [column.role for column in shown.columns]
    ('edge table', ['source', 'target', 'weight'])
    >>> print(shown.answer().as_python("friends.csv"))
    read_graph("friends.csv", header=True, source="Person", target="Friend", weight="hours")
    """
    watched = Progress.of(progress)
    try:
        file, known = open_for(
            reading, io.BytesIO(data), name=name, limits=limits, progress=watched
        )
    except Unclear as asked:
        none = frozenset[str](), (), (), (), ()
        return Preview(name, reading, *none, len(data), "", "text", asked.question)
    if known.table is None:
        return _graph_file(file, known, reading, n_bytes=len(data))
    reading = replace(reading, shape=known.shape or reading.shape)
    return _table(file, known, reading, n_bytes=len(data))


def read(
    data: bytes, name: str, reading: Reading = Reading(), *, limits: Limits = Limits()
) -> Loaded:
    """Read the file as it was previewed: with the reading of a `Preview`, nothing is guessed."""
    return load_file(io.BytesIO(data), reading, name=name, limits=limits)


def _graph_file(file: GraphFile, known: FileFormat, reading: Reading, *, n_bytes: int) -> Preview:
    is_long = len(file.data) > _READ_TWICE
    is_tried = known.id in OF_NAMES or (known.two_kinds and not is_long)
    question, notes, rows = _tried(file, known, reading) if is_tried else (None, (), 0)
    may_project = rows > 0 or (known.two_kinds and is_long)  # of a long file nobody knows yet
    guesses = {**_of_file(file, known), "projection": "none" if may_project else None}
    return _filled_in(
        file,
        reading,
        guesses,
        columns=(),
        rows=(),
        notices=notices_of(notes, reading, ["projection"] * may_project),
        sheets=file.parts,
        n_bytes=n_bytes,
        shape_key=_digest(known.id),
        question=question,
        looks_like="graph file",
    )


def _table(file: GraphFile, known: FileFormat, reading: Reading, *, n_bytes: int) -> Preview:
    table = known.data(file, reading)
    question = shape = columns = None
    notes: tuple[str, ...] = ()
    problem: tuple[Notice, ...] = ()
    try:
        question = open_question(file, known, table, reading)
        shape = shape_of(file, table, reading)
        columns = find_columns(file, table, reading) if shape.id == "edges" else None
        if question is None:
            question, notes, _ = _tried(file, known, reading)
    except GraphFileError as error:
        if any(getattr(reading, role) is not None for role in _ROLES):
            raise
        problem = (Notice("problem", str(error)),)
    width = max((len(cells) for _, cells in table.head(1)), default=1)
    examined = max(_FEWEST, min(_EXAMINED, _CELLS // width))  # fewer rows of a wide table
    sample = table.head(examined + 1)
    data = sample if columns is None else [row for row in sample if row[0] >= columns.line]
    shown = _columns(data[:examined], columns)
    guesses = _found(table, shape, columns, reading) | _of_file(file, known, table.sheet)
    kinds = ",".join(column.name.casefold() or column.kind for column in shown)
    of_shape = {"incidence": ["projection"], "answers": ["counted"]}
    id = "" if shape is None else shape.id
    guessed = file.encoding in GUESSES and reading.encoding is None
    fields = [*of_shape.get(id, ()), *["encoding"] * guessed]
    first = [[plain_text(cell, longest=_LONGEST_CELL) for cell in row] for _, row in data[:_SHOWN]]
    return _filled_in(
        file,
        reading,
        guesses,
        columns=shown,
        rows=tuple(map(tuple, first)),
        notices=(*problem, *notices_of(notes, reading, fields, id)),
        sheets=table.sheets or file.parts,
        n_bytes=n_bytes,
        shape_key=_digest(f"{known.id}|{table.separator}|{PurePath(file.name).suffix}|{kinds}"),
        looks_like="edge table" if shape is None else shape.title,
        question=question,
    )


def _tried(
    file: GraphFile, known: FileFormat, reading: Reading
) -> tuple[Question | None, tuple[str, ...], int]:
    """What is asked when a file, or the head of a long text, is read; notes; rows of two kinds."""
    if known.sign is None and len(file.data) > _READ_TWICE:
        file = replace(file, data=file.data[: file.data.rfind(b"\n", 0, _READ_TWICE)])
    try:
        raw = read_known(file, known, reading)
        told = clean(raw, repeats=reading.repeated or "first").notes
    except Unclear as asked:
        return asked.question, (), 0
    except Refused:
        return None, (), 0  # said when the file is read
    again = [note for note in told if note.startswith("of ties written more than once")]
    notes = tuple(note for note in (*raw.notes, *again) if _SEEN.match(note) is None)
    return None, notes, raw.rows


def _of_file(file: GraphFile, known: FileFormat, sheet: str | None = None) -> dict[str, object]:
    return {"format": known.id, "encoding": file.encoding, "sheet": sheet or file.part or None}


def _filled_in(
    file: GraphFile, reading: Reading, guesses: dict[str, object], **shown: Any
) -> Preview:
    """A preview with the guesses in the fields that nobody gave."""
    kept = {name: value for name, value in guesses.items() if getattr(reading, name) is None}
    filled = replace(reading, **kept)  # type: ignore[arg-type]
    guessed = frozenset(name for name, value in kept.items() if value is not None)
    return Preview(name=file.name, reading=filled, guessed=guessed, **shown)


def _columns(rows: Sequence[Row], columns: EdgeColumns | None) -> tuple[Column, ...]:
    width = columns.width if columns else max((len(cells) for _, cells in rows[:_SHOWN]), default=0)
    shown = []
    for i in range(min(width, 200)):
        cells = [cells[i] for _, cells in rows if len(cells) > i]
        kinds = [
            ("number" if looks_numeric(cell) else "text") if cell else "blank" for cell in cells
        ]
        kind = max(("text", "number", "blank"), key=kinds.count)
        name = columns.names[i] if columns and columns.names else ""
        told = list(dict.fromkeys(filter(None, cells)))[:_SAMPLES]
        samples = tuple(plain_text(cell, longest=_LONGEST_CELL) for cell in told)
        role = columns.role(i) if columns else ""
        shown.append(
            Column(name, i + 1, role, samples, kind, kinds.count(kind) / max(len(cells), 1))
        )
    return tuple(shown)


def _found(
    table: Table, shape: TableShape | None, columns: EdgeColumns | None, reading: Reading
) -> dict[str, object]:
    """What was guessed of a table, by the fields of a reading."""
    guesses: dict[str, object] = {"missing_weight": "one", "repeated": "first"}
    if table.separator is not None:
        guesses["separator"] = table.separator or " "
    id = "dictionaries" if shape is None else shape.id
    if id != "dictionaries":
        guesses["shape"] = id
    if id == "incidence":
        guesses["projection"] = "none"
    if id == "answers":
        guesses |= {"counted": "agree", "scale": likely_scale(table, reading)}
    if id == "lists":
        guesses["header"] = has_names_above(table, reading)
    if columns is not None:
        guesses |= {"header": columns.names is not None, "decimal": columns.decimal, "weight": ""}
        folded = [name.casefold() for name in columns.names or ()]
        for role in _ROLES:
            if (place := getattr(columns, role)) is not None:
                name = columns.names[place] if columns.names else ""  # if it stands for it alone
                is_clear = name and folded.count(name.casefold()) == 1
                guesses[role] = name if is_clear else place + 1
    return guesses


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
