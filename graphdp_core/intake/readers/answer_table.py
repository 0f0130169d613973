"""Reads the answers of a survey, and counts from them one weight for every pair of questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.answers import COUNTED, Answers, Counted, counted_weights, every_pair
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.numbers import as_number, looks_numeric
from graphdp_core.intake.files.raw_graph import RawGraph, count_of
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Row, Table
from graphdp_core.intake.readers.header import is_blank
from graphdp_core.intake.readers.incidence import NO, YES

_SAMPLE = 200
_LONG = 3
_LARGEST = 2000
USUAL_SCALES = ("0..1", "1..5", "1..7", "0..10", "1..10", "0..100")
_MISSING = frozenset(("na", "n/a", "nan", "null", "none", "-", "--"))


def read_answers(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Questions as nodes, all pairs of them as edges; weights are counted from the answers.

    The table is wide, with a person on each line: the name and then the answers below the names
    of the questions. Or it is long, with three columns: person, question, answer; the second of
    them was named, or holds words that are no answers. Of a person who
    stands there twice the first line counts, and in a long table the first answer to each
    question; a missing answer counts as no, which is the lower end of the scale. Answers beyond
    the scale are cut to it.
    """
    rows = iter(table.rows())
    _, head = next(rows, (0, []))
    scale = _bounds(reading.scale or likely_scale(table, reading))
    values = _Values(file, reading.decimal or ".", scale)
    if _is_long(table, reading):
        questions, people = _long_answers(file, rows, values)
    else:
        questions = head[1:]
        people = _wide_answers(file, rows, len(questions), values)
    if len(questions) < 2:
        raise file.refuse(
            "it has fewer than two questions; bring a table with a person on each line and a "
            "question above each column after the first."
        )
    if len(questions) > _LARGEST:
        raise file.refuse(f"it has {len(questions):,} questions, {_LARGEST:,} are allowed.")
    return _counted(questions, people, reading, scale)


def likely_scale(table: Table, reading: Reading) -> str:
    """The usual scale that the first answers fit, as "1..5"; their own ends where none does.

    *Privacy*: it looks at the answers. Whoever confirms the scale says that it is public.
    """
    lines = [cells for _, cells in table.head(_SAMPLE)[1:]]
    is_long = bool(lines) and _is_long(table, reading)
    cells = [cell for line in lines for cell in (line[2:3] if is_long else line[1:])]
    said = {cell.casefold() for cell in cells}
    values = [as_number(cell, reading.decimal or ".") for cell in said if looks_numeric(cell)]
    finite = [value for value in values if np.isfinite(value)] or [0.0]
    least, most = min(finite), max(finite)
    ends = {scale: _bounds(scale) for scale in USUAL_SCALES}
    usual = (scale for scale, (low, high) in ends.items() if low <= least and most <= high)
    return next(usual, f"{least:g}..{max(most, least + 1.0):g}")


def _counted(
    questions: Sequence[str], people: Floats, reading: Reading, scale: tuple[float, float]
) -> RawGraph:
    """All pairs of questions with their weights, and what is public about these."""
    kind: Counted = reading.counted or "agree"
    at_most = reading.most_yes or 0
    who = "1 person" if len(people) == 1 else f"{len(people):,} people"
    notes = [
        f"the answers of {who} were counted: a weight says {COUNTED[kind]}",
        f"answers lie in {scale[0]:g} to {scale[1]:g}, which is taken to be public",
    ]
    if at_most:
        beyond = np.cumsum(people > 0.0, axis=1) > at_most
        people = np.where(beyond, 0.0, people)
        notes.append(f"of every person the first {at_most} answers above no were kept")
    is_binary = bool(reading.yes_or_no or (reading.yes_or_no is None and scale == (0.0, 1.0)))
    if is_binary:
        people = np.round(people)
    return RawGraph(
        len(questions),
        every_pair(len(questions)),
        counted_weights(people, kind),
        list(questions),
        notes=tuple(notes),
        answers=Answers(kind, yes_or_no=is_binary, most_yes=at_most),
    )


def _is_long(table: Table, reading: Reading) -> bool:
    """Three columns, of which the second holds no answers or was named: two questions are three."""
    lines = [cells for _, cells in table.head(_SAMPLE)]
    if not lines or any(len(cells) != _LONG for cells in lines):
        return False
    are_answers = all(
        is_blank(c) or looks_numeric(c) or c.casefold() in YES | NO | _MISSING
        for c in (cells[1] for cells in lines[1:])
    )
    return reading.target is not None or not are_answers


def _bounds(scale: str) -> tuple[float, float]:
    low, high = map(float, scale.split(".."))  # a reading refuses others
    return low, high


def _wide_answers(file: GraphFile, rows: Iterable[Row], questions: int, values: _Values) -> Floats:
    """One row of answers in 0..1 for each person."""
    file.check_size(nodes=questions, edges=pair_count(questions))
    seen: set[str] = set()
    answers: list[list[float]] = []
    for line, cells in rows:
        if len(cells) != questions + 1:
            raise file.refuse(
                f"line {line} has {len(cells) - 1} answers, {questions} questions are named "
                "above; give all lines the same columns."
            )
        if cells[0] not in seen or is_blank(cells[0]):
            answers.append([values.of(cell, line) for cell in cells[1:]])
        seen.add(cells[0])
    return np.array(answers, dtype=np.float64).reshape(len(answers), questions)


def _long_answers(
    file: GraphFile, rows: Iterable[Row], values: _Values
) -> tuple[list[str], Floats]:
    """The questions in the order of the file, and one row of answers for each person."""
    people: dict[str, int] = {}
    questions: dict[str, int] = {}
    said: dict[tuple[int, int], float] = {}
    for line, cells in rows:
        if len(cells) != _LONG:
            raise file.refuse(
                f"line {line} has {count_of(len(cells), 'column')}; a long table of answers has "
                "three: person, question, answer."
            )
        who = people.setdefault(cells[0], len(people))
        what = questions.setdefault(cells[1], len(questions))
        if len(questions) > _LARGEST:
            break
        said.setdefault((who, what), values.of(cells[2], line))
    answers = np.zeros((len(people), len(questions)))
    for place, value in said.items():
        answers[place] = value
    return list(questions), answers


class _Values:
    """Answers as numbers in 0..1; what has been read before is looked up."""

    def __init__(self, file: GraphFile, decimal: str, scale: tuple[float, float]) -> None:
        self._file, self._decimal, (self._low, self._high) = file, decimal, scale
        self._known: dict[str, float] = {}

    def of(self, cell: str, line: int) -> float:
        value = self._known.get(cell)
        if value is None:
            value = self._known[cell] = self._read(cell, line)
        return value

    def _read(self, cell: str, line: int) -> float:
        word = cell.casefold()
        if is_blank(cell) or word in _MISSING:
            return 0.0
        if not looks_numeric(cell) and word in YES | NO:
            return float(word in YES)
        number = as_number(cell, self._decimal)
        if np.isnan(number):
            raise self._file.refuse(
                f"line {line} has the answer {quoted(cell)}; answers must be yes or no, or numbers "
                "on one scale."
            )
        return float(np.clip((number - self._low) / (self._high - self._low), 0.0, 1.0))
