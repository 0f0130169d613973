"""Reads tables of people by groups, and recognises the answers of a survey."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

import numpy as np

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.numbers import as_number, looks_numeric
from graphdp_core.intake.files.raw_graph import RawGraph
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.readers.column_words import ENDS, words_of
from graphdp_core.intake.readers.header import is_blank

_SAMPLE = 200
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
