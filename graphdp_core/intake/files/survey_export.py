"""Survey exports: rows of heads below the first, and grids with a column for each person."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.table import Row, Table
from graphdp_core.intake.readers.header import is_date
from graphdp_core.intake.readers.incidence import NO, YES
from graphdp_core.intake.words import CELLS

_HEADS = 3
_SAMPLE = 200
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
