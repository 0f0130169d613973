"""Reads the answers of a survey, and counts from them one weight for every pair of questions.

Reads tables of people by groups, and recognises the answers of a survey.

Survey exports: rows of heads below the first, and grids with a column for each person.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.answers import COUNTED, Answers, Counted, counted_weights, every_pair
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.numbers import as_number, looks_numeric
from graphdp_core.intake.files.raw_graph import RawGraph, count_of
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Row, Table
from graphdp_core.intake.readers.header import ENDS, is_date, words_of
from graphdp_core.intake.words import CELLS, is_blank

_FEWEST_GROUPS = 3
_FEWEST_QUESTIONS = 4
_MOST_ANSWERS = 11
_QUESTION = re.compile(r"\s*(q|question|item|frage|pregunta)[\s_.-]*\d+", re.IGNORECASE)
_ASKED = frozenset(("question", "questions", "item", "frage", "pregunta"))
_SAID = frozenset(("answer", "answers", "response", "reply", "antwort", "reponse", "respuesta"))
YES = frozenset(("1", "1.0", "x", "yes", "true", "y", "ja", "oui", "sí", "si", "✓"))
NO = frozenset(("0", "0.0", "no", "false", "n", "nein", "non"))


def is_incidence_table(file: GraphFile, table: Table, reading: Reading) -> bool:
    """Whether each row is one name and then marks, yes or no, below the names of groups."""
    columns = below_names(table, reading, _FEWEST_GROUPS)
    return (
        bool(columns)
        and all(_is_mark(cell) for cells in columns for cell in cells)
        and not _are_questions(table)
    )


def is_survey(file: GraphFile, table: Table, reading: Reading) -> bool:
    """Whether each row is one name and then answers on a short scale of numbers.

    Yes and no are answers where all columns are called questions, such as "Q1"; and three columns
    are a survey where they are called person, question and answer.
    """
    names = [words_of(name) for _, row in table.head(1) for name in row]
    may_be_told = reading.header is not False and reading.source is None and len(names) == 3
    if may_be_told and names[1] & _ASKED and names[2] & _SAID:
        return True
    are_questions = _are_questions(table)
    fewest = _FEWEST_GROUPS if are_questions else _FEWEST_QUESTIONS
    columns = below_names(table, reading, fewest)
    return bool(columns) and all(
        len(set(cells)) <= _MOST_ANSWERS
        and all(
            is_blank(cell) or looks_numeric(cell) or (are_questions and _is_mark(cell))
            for cell in cells
        )
        for cells in columns
    )


def read_incidence_table(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read people by groups: every mark that is not no, 0 or blank joins a row and a column.

    The nodes are the rows and then the columns. A number other than 1 is the weight.
    """
    groups: list[str] = []
    people: list[str] = []
    ends, weights = array("i"), array("d")
    for line, cells in table.rows():
        if not groups:
            groups = cells[1:]
            continue
        if len(cells) != len(groups) + 1:
            raise file.refuse(
                f"line {line} has {len(cells) - 1} marks, {len(groups)} groups are named above; "
                "give all lines the same columns."
            )
        for column, cell in enumerate(cells[1:]):
            value = 1.0 if cell.casefold() in YES else as_number(cell, reading.decimal or ".")
            if value and not np.isnan(value):
                ends.extend((len(people), column))
                weights.append(value)
        people.append(cells[0])
        file.check_size(nodes=len(people) + len(groups), edges=len(weights))
    pairs = np.asarray(ends).reshape(-1, 2)
    pairs[:, 1] += len(people)
    return RawGraph(
        len(people) + len(groups),
        pairs,
        None if set(weights) <= {1.0} else np.array(weights),
        [*people, *groups],
        notes=("it was read as a table of rows by groups",),
        rows=len(people),
    )


def below_names(table: Table, reading: Reading, fewest: int) -> list[list[str]]:
    """The columns after the first, if the table has a header and distinct names before them."""
    if reading.header is False or reading.source is not None or reading.target is not None:
        return []
    rows = [cells for _, cells in table.head(_SAMPLE)]
    if len(rows) < 3 or len(rows[0]) < fewest + 1 or len({len(row) for row in rows}) > 1:
        return []
    first, body = rows[0], rows[1:]
    if not _names_apart(first, [row[0] for row in body]):
        return []
    return [[row[i] for row in body] for i in range(1, len(first))]


def _are_questions(table: Table) -> bool:
    """Whether the columns after the first are called questions, all of them."""
    names = [name for _, row in table.head(1) for name in row[1:]]
    return bool(names) and all(map(_QUESTION.match, names))


def _names_apart(first: Sequence[str], names: Sequence[str]) -> bool:
    """A header of words that are no ends of edges, above names that stand once each."""
    words = {cell.casefold() for cell in first}
    groups = first[1:]
    return (
        not words.intersection(ENDS)
        and len(set(groups)) == len(groups)
        and not any(is_blank(cell) or looks_numeric(cell) for cell in groups)
        and len(set(names)) == len(names)
        and not any(map(is_blank, names))
    )


def _is_mark(cell: str) -> bool:
    return is_blank(cell) or cell.casefold() in YES | NO


_HEADS = 3
_FEWEST = 3  # columns of a grid
_GRID = re.compile(r"(.*\S)\s*\[(.+)\]")
_MARK = re.compile(r"""\{\s*['"]ImportId""")
_ABOUT_THE_ANSWERING = frozenset(CELLS["about_the_answering"])
"""Import ids of the columns that Qualtrics writes before the first question."""
_NAMES = {re.sub(r"[^a-z]", "", name.casefold()) for name in _ABOUT_THE_ANSWERING} | {
    "responseid",
    "externalreference",
    "durationinseconds",
}


def without_survey_heads(table: Table) -> Table:
    """The answers to the questions below their names, where a table begins as Qualtrics' do.

    Its second row has the words of the questions, or is missing, and the next one ``{"ImportId":
    "QID1"}`` in every column. Both are left out, and so are the columns about the answering, such
    as the start and the address. Another table stays as it is.

    References
    ----------
    Qualtrics, Understanding Your Data Set: CSV and TSV exports have three rows of heads.

    Examples
    --------
    >>> rows = [["StartDate", "Q1"], ["Start", "Who?"], ['{"ImportId":"startDate"}',
    ...         '{"ImportId":"QID1"}'], ["2026-01-01", "Ann"]]
    >>> without_survey_heads(Table(lambda: enumerate(rows, start=1))).head(9)
    [(1, ['Q1']), (4, ['Ann'])]
    """
    heads = table.head(_HEADS)
    rows_of_ids = (any(c) and all(map(_MARK.match, filter(None, c))) for _, c in heads[1:])
    at = next((i for i, are_ids in enumerate(rows_of_ids, 1) if are_ids), None)
    if at is not None:
        kept = [i for i, cell in enumerate(heads[at][1]) if _id(cell) not in _ABOUT_THE_ANSWERING]
    else:
        names = [re.sub(r"[^a-z]", "", name.casefold()) for _, row in heads[:1] for name in row]
        dated = [i for i, name in enumerate(names) if name in ("startdate", "enddate")]
        if len(dated) < 2 or len(heads) < 2:
            return table
        kept = [i for i, name in enumerate(names) if name not in _NAMES]
        at = int(not any(is_date(heads[1][1][i]) for i in dated if i < len(heads[1][1])))
    left_out = {line for line, _ in heads[1 : at + 1]}

    def rows() -> Iterator[Row]:
        for line, cells in table.rows():
            if line not in left_out:
                yield line, [cells[i] for i in kept if i < len(cells)]

    note = (
        "the survey's rows of questions and import ids and its columns about the answering were "
        "left out"
    )
    return replace(table, rows=rows, separator=None, header=True, notes=(*table.notes, note))


def without_grid_heads(file: GraphFile, table: Table) -> Table:
    """People by those whom they ticked, where columns are called "Whom do you know? [Ann]".

    Examples
    --------
    >>> from graphdp_core.intake.files.graph_file import Limits
    >>> rows = [["When", "You", "Know? [Ann]", "Know? [Bob]", "Know? [Cid]"], ["9:00", "Bob", "x"]]
    >>> table = Table(lambda: enumerate(rows, start=1))
    >>> without_grid_heads(GraphFile("g.csv", b"", Limits()), table).head(9)
    [(1, ['You', 'Ann', 'Bob', 'Cid']), (2, ['Bob', 'x'])]
    """
    head = table.sample()
    matches = [_GRID.fullmatch(cell) for cell in head[0][1]] if head else []
    grid = [i for i, match in enumerate(matches) if match]
    asked = {match[1] for match in matches if match}
    if len(grid) < _FEWEST or len(asked) != 1 or grid[0] == 0:
        return table
    body = [row for _, row in head[1:] if len(row) > grid[0]]
    own = max(range(grid[0]), key=lambda i: len({r[i] for r in body if not is_date(r[i])}))
    said = {row[i].casefold() for _, row in head[1:] for i in grid if i < len(row) and row[i]}
    if not (said <= YES | NO or len(said) < 2 or all(map(looks_numeric, said))):
        shown = " and ".join(quoted(word) for word in sorted(said)[:2])
        raise file.refuse(
            f"its grid has answers such as {shown}; put a number or x where two are joined, and "
            "leave the other cells blank."
        )

    def rows() -> Iterator[Row]:
        for place, (line, cells) in enumerate(table.rows()):
            marks = [cells[i] for i in grid if i < len(cells)]
            if place == 0:
                marks = [match[2] for match in matches if match]
            elif len(said) == 1:
                marks = ["x" if mark else "" for mark in marks]
            yield line, [*cells[own : own + 1], *marks]

    return replace(table, rows=rows, separator=None, header=True)


def _id(cell: str) -> str:
    """The import id; empty where the JSON is damaged."""
    try:
        return str(json.loads(cell).get("ImportId"))
    except (ValueError, RecursionError):
        return ""


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
    value = _values(file, reading.decimal or ".", scale)
    if _is_long(table, reading):
        questions, people = _long_answers(file, rows, value)
    else:
        questions = head[1:]
        people = _wide_answers(file, rows, len(questions), value)
    if len(questions) < 2:
        raise file.refuse(
            "it has fewer than two questions; bring a table with a person on each line and a "
            "question above each column after the first."
        )
    if len(questions) > _LARGEST:
        raise file.refuse(f"it has {len(questions):,} questions; take at most {_LARGEST:,}.")
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


def _wide_answers(file: GraphFile, rows: Iterable[Row], questions: int, value: Value) -> Floats:
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
            answers.append([value(cell, line) for cell in cells[1:]])
        seen.add(cells[0])
    return np.array(answers, dtype=np.float64).reshape(len(answers), questions)


def _long_answers(file: GraphFile, rows: Iterable[Row], value: Value) -> tuple[list[str], Floats]:
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
        said.setdefault((who, what), value(cells[2], line))
    answers = np.zeros((len(people), len(questions)))
    for place, answer in said.items():
        answers[place] = answer
    return list(questions), answers


Value = Callable[[str, int], float]
"""The number in 0..1 that an answer on a line stands for."""


def _values(file: GraphFile, decimal: str, scale: tuple[float, float]) -> Value:
    known: dict[str, float] = {}

    def value(cell: str, line: int) -> float:
        if cell in known:
            return known[cell]
        word, number = cell.casefold(), as_number(cell, decimal)
        if is_blank(cell) or word in _MISSING:
            known[cell] = 0.0
        elif word in YES | NO and not looks_numeric(cell):
            known[cell] = float(word in YES)
        elif np.isnan(number):
            raise file.refuse(
                f"line {line} has the answer {quoted(cell)}; answers must be yes or no, or numbers "
                "on one scale."
            )
        else:
            known[cell] = float(np.clip((number - scale[0]) / (scale[1] - scale[0]), 0.0, 1.0))
        return known[cell]

    return value
