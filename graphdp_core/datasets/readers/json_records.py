"""Finds the rows of a table written as JSON: a list of records, or a record on each line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from graphdp_core.datasets.files.graph_file import GraphFile
from graphdp_core.datasets.files.json_stream import JsonStream, written
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.datasets.files.table import Row, Table

__all__ = ["json_lines", "json_records_table"]

_AGAIN = "export it as a list of records, or a record on each line"
_SAMPLE = 100


def json_records_table(file: GraphFile, reading: Reading) -> Table:
    """The values of all records as text, below a header of the names in the first hundred.

    Raises
    ------
    GraphFileError
        If the file is no JSON, or an item of its list or a line is no record.
    """
    names: dict[str, None] = {}
    for place, (_, record) in enumerate(_records(file)):
        names |= dict.fromkeys(record)
        if place + 1 == _SAMPLE:
            break

    def rows() -> Iterator[Row]:
        yield 0, list(names)
        for number, record in _records(file):
            yield number, [_text(record.get(name)) for name in names]

    return Table(rows, header=True)


def json_lines(file: GraphFile) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number and record of every line that is not blank; numbers stay as they are written.

    Raises
    ------
    GraphFileError
        With the number of the line, if it is no record of JSON.
    """
    for number, text in file.lines():
        if not text.strip():
            continue
        try:
            record = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
        except (json.JSONDecodeError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise file.refuse(f"line {number} is no record of JSON; {_AGAIN}.")
        yield number, record


def _records(file: GraphFile) -> Iterator[tuple[int, dict[str, Any]]]:
    if not file.data.lstrip().startswith(b"["):
        yield from json_lines(file)
        return
    stream = JsonStream(file, _AGAIN)
    for number, _ in enumerate(stream.items(), 1):
        record = stream.value(called="records")
        if not isinstance(record, dict):
            raise file.refuse(f"item {number:,} is no record; {_AGAIN}.")
        yield number, record
    stream.end()


def _text(value: Any) -> str:
    if value is None:
        return ""
    return written(value).strip()
