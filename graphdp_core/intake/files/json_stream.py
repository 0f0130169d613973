"""Walks through JSON text piece by piece: what nobody asks for is passed over, never built."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from graphdp_core.intake.files.graph_file import GraphFile

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
    """A place in JSON text that moves forward.

    Parameters
    ----------
    file : GraphFile
    again : str
        What to do when it cannot be read, such as "export it as node-link JSON".
    """

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
            raise self.file.refuse(
                f"one of its {called} is too long; keep ids and plain attributes only."
            )
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
