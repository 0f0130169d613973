"""Finds the rows of a table written as JSON: a list of records, or a record on each line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.json_stream import JsonStream, written
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import LIST_SIGN, Row, Table

_AGAIN = "export it as a list of records, or a record on each line"
_SAMPLE = 100
_DEEPEST = 3
_WRAPPED = re.compile(rb'\s*\{\s*"[^"\n]{1,40}"\s*:\s*\[\s*\{')
_WRAPPERS = ("attributes", "data", "properties")
"""Records within records that are facts of the outer one."""


def json_records_table(file: GraphFile, reading: Reading) -> Table:
    """The values of all records as text, below a header of the names in the first hundred.

    A record within a record gives columns such as "from.id" and "from.name"; a list gives one
    cell with `LIST_SIGN` between its items, and a list of records such cells for each fact. A
    list within an outer record, such as {"data": [...]}, is taken for the records.
    """
    names: dict[str, None] = {}
    lists: set[str] = set()
    for _, record in islice(_records(file), _SAMPLE):
        names |= dict.fromkeys(_flat(record, lists))
    outer = {name.rpartition(".")[0] for name in names}
    kept = [name for name in names if name not in outer]  # null in some, a record in others

    def rows() -> Iterator[Row]:
        yield 0, kept
        for number, record in _records(file):
            cells = _flat(record, set())
            yield number, [cells.get(name, "") for name in kept]

    return Table(rows, header=True, lists=frozenset(lists))


def json_lines(file: GraphFile) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number and record of every line that is not blank; numbers stay as they are written."""
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
    if file.data.lstrip()[:1] == b"[":
        stream = JsonStream(file, _AGAIN)
        yield from _listed(stream)
        stream.end()
    elif _WRAPPED.match(file.data) and not _is_told_by_lines(file):
        stream = JsonStream(file, _AGAIN)
        for _ in stream.members():
            if stream.peek() == "[":
                yield from _listed(stream)
                return
            stream.skip()
    else:
        yield from json_lines(file)


def _is_told_by_lines(file: GraphFile) -> bool:
    """Whether the first line is a record by itself, and another follows."""
    first, _, rest = file.data.strip().partition(b"\n")
    try:
        return bool(rest) and isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


def _listed(stream: JsonStream) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, _ in enumerate(stream.items(), 1):
        record = stream.value(called="records")
        if not isinstance(record, dict):
            raise stream.file.refuse(f"item {number:,} is no record; {_AGAIN}.")
        yield number, record


def _flat(record: dict[str, Any], lists: set[str], *, depth: int = 1) -> dict[str, str]:
    """The facts of a record by name, those of records within it as "outer.inner"."""
    facts: dict[str, str] = {}
    for name, value in record.items():
        if isinstance(value, dict) and value and depth < _DEEPEST:
            inner = _flat(value, lists, depth=depth + 1)
            is_wrapper = name in _WRAPPERS and depth == 1 and not inner.keys() & record.keys()
            facts |= {fact if is_wrapper else f"{name}.{fact}": v for fact, v in inner.items()}
        elif isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
            cells = [_flat(item, set(), depth=_DEEPEST) for item in value]
            for fact in dict.fromkeys(fact for cell in cells for fact in cell):
                facts[f"{name}.{fact}"] = _as_list(cell.get(fact, "") for cell in cells)
                lists.add(f"{name}.{fact}")
        elif isinstance(value, list) and not any(isinstance(v, dict | list) for v in value):
            facts[name] = _as_list(_text(v) for v in value)
            lists.add(name)
        else:
            facts[name] = _text(value)
    return facts


def _as_list(items: Iterator[str]) -> str:
    """Items in one cell; the sign between them is taken out of them."""
    return f"{LIST_SIGN} ".join(item.replace(LIST_SIGN, ",") for item in items if item)


def _text(value: Any) -> str:
    return "" if value is None else written(value).strip()
