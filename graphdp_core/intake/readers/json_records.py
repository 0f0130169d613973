"""Finds the rows of a table written as JSON: a list of records, or a record on each line.

Walks through JSON text piece by piece: what nobody asks for is passed over, never built.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NoReturn

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import LIST_SIGN, Row, Table

_BLANKS = re.compile(r"[ \t\r\n]*")
_PARTS = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}"]', re.DOTALL)
_SCALAR = re.compile(r'"(?:[^"\\]++|\\.)*+"|[^\s,:\[\]{}"]++', re.DOTALL)
_DEEPEST = 64
_TOLD_EVERY = 100_000  # characters


def written(value: Any) -> str:
    """An id or attribute as text; numbers of a stream are text already, as the file writes them.

    Examples
    --------
    >>> written("Zoë"), written(True), written(["a", "1"])
    ('Zoë', 'true', '["a", "1"]')
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class JsonStream:
    """A place in JSON text that moves forward; `again` says what to do when it cannot be read."""

    def __init__(self, file: GraphFile, again: str) -> None:
        self.file = file
        self.again = again
        self.text = file.text()
        self.place = 0
        self._told = 0
        self._skip_blanks()

    def peek(self) -> str:
        """The next character; empty at the end."""
        return self.text[self.place : self.place + 1]

    def members(self) -> Iterator[str]:
        """The keys of an object; after each one its value must be read or passed over."""
        for _ in self._within("{}"):
            key = self.value()
            self._expect(":")
            yield str(key)

    def items(self) -> Iterator[None]:
        """The places of the items of a list; each must be read or passed over."""
        return self._within("[]")

    def _within(self, brackets: str) -> Iterator[None]:
        self._expect(brackets[0])
        more = self.peek() != brackets[1]
        while more:
            yield None
            if more := self.peek() == ",":
                self._expect(",")
        self._expect(brackets[1])

    def value(self, *, called: str = "values") -> Any:
        """The value that begins here; numbers stay as they are written."""
        start, end = self.place, self._value_end()
        if start >= self._told + _TOLD_EVERY:
            self._told = start
            self.file.read_until(start, len(self.text))
        if end - start > self.file.limits.line:
            raise self.file.refuse(f"one of its {called} is too long; keep ids and facts only.")
        self.place = end
        self._skip_blanks()
        return self._decode(self.text[start:end])

    def skip(self) -> None:
        """Pass over the value that begins here."""
        self.place = self._value_end()
        self._skip_blanks()

    def end(self) -> None:
        """Raise GraphFileError if anything follows."""
        if self.place < len(self.text):
            raise self.file.refuse(f"something follows the end of its JSON; {self.again}.")

    def _value_end(self) -> int:
        if self.peek() not in ("{", "["):
            match = _SCALAR.match(self.text, self.place)
            if match is None:
                raise self._not_json()
            return match.end()
        depth = 0
        for part in _PARTS.finditer(self.text, self.place):
            character = part.group()[0]
            if part.group() == '"':
                break  # it is never closed
            if character in "{[":
                depth += 1
                if depth > _DEEPEST:
                    raise self.file.refuse(f"its values are nested too deeply; {self.again}.")
            elif character in "}]":
                depth -= 1
                if depth == 0:
                    return part.end()
        raise self.file.refuse(f"it ends too early; the file is not complete, {self.again}.")

    def _decode(self, text: str) -> Any:
        def refuse(constant: str) -> NoReturn:
            raise self.file.refuse(
                f"it holds {constant}, which is no number; weights must be finite."
            )

        try:
            return json.loads(text, parse_int=str, parse_float=str, parse_constant=refuse)
        except json.JSONDecodeError:
            raise self._not_json() from None

    def _expect(self, character: str) -> None:
        if self.peek() != character:
            raise self._not_json()
        self.place += 1
        self._skip_blanks()

    def _skip_blanks(self) -> None:
        match = _BLANKS.match(self.text, self.place)
        self.place = match.end() if match else self.place

    def _not_json(self) -> Exception:
        line = self.text.count("\n", 0, self.place) + 1
        return self.file.refuse(f"line {line} is not node-link JSON; {self.again}.")


_AGAIN = "export it as a list of records, or a record on each line"
_SAMPLE = 100
_NESTED = 3
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
        if isinstance(value, dict) and value and depth < _NESTED:
            inner = _flat(value, lists, depth=depth + 1)
            is_wrapper = name in _WRAPPERS and depth == 1 and not inner.keys() & record.keys()
            facts |= {fact if is_wrapper else f"{name}.{fact}": v for fact, v in inner.items()}
        elif isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
            cells = [_flat(item, set(), depth=_NESTED) for item in value]
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
