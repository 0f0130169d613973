"""Survey exports with three rows of heads: names, the questions' words, and import ids as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from graphdp_core.datasets.files.table import Row, Table

__all__ = ["without_survey_heads"]

_HEADS = 3
_MARK = '{"ImportId"'
_ABOUT_THE_ANSWERING = frozenset(
    [
        "startDate",
        "endDate",
        "status",
        "ipAddress",
        "progress",
        "duration",
        "finished",
        "recordedDate",
        "_recordId",
        "recipientLastName",
        "recipientFirstName",
        "recipientEmail",
        "externalDataReference",
        "locationLatitude",
        "locationLongitude",
        "distributionChannel",
        "userLanguage",
    ]
)
"""Import ids of the columns that Qualtrics writes before the first question."""


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
    at = next((i for i, (_, cells) in enumerate(heads) if i and _is_import_ids(cells)), None)
    if at is None:
        return table
    kept = [i for i, cell in enumerate(heads[at][1]) if _id(cell) not in _ABOUT_THE_ANSWERING]
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


def _is_import_ids(cells: list[str]) -> bool:
    return any(cells) and all(cell.startswith(_MARK) for cell in cells if cell)


def _id(cell: str) -> str:
    """The import id; empty where the JSON is damaged."""
    try:
        return str(json.loads(cell).get("ImportId"))
    except (ValueError, RecursionError):
        return ""
