"""A file that someone brought: read within limits, unpacked, or refused with a clear sentence."""

from __future__ import annotations

import codecs
import io
import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import BinaryIO

from graphdp_core.params import Refused

__all__ = [
    "GZIP",
    "GraphFile",
    "GraphFileError",
    "Limits",
    "Source",
    "open_graph_file",
    "plain_text",
]

Source = str | os.PathLike[str] | BinaryIO
"""A path, or a file open for reading bytes."""

GZIP = b"\x1f\x8b"
_MEMBERS = 1_000
_CHUNK = 1 << 16
_PIECE = 1 << 20
_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)


class GraphFileError(Refused):
    """A graph file that cannot be read; its message is one sentence for the person who chose it."""


@dataclass(frozen=True)
class Limits:
    """How large a file may be.

    Parameters
    ----------
    bytes : int
        Size of the unpacked content.
    nodes : int
    edges : int
        Edges as written, with repeats and loops.
    line : int
        Bytes in one line of a format that is made of lines.
    """

    bytes: int = 50_000_000
    nodes: int = 1_200_000
    edges: int = 5_000_000
    line: int = 100_000


@dataclass(frozen=True)
class GraphFile:
    """The unpacked content of a file, with its name for messages and the limits it must keep."""

    name: str
    data: bytes
    limits: Limits

    def text(self) -> str:
        """The content as text; raises GraphFileError if it is not UTF-8."""
        try:
            return self.data.decode()
        except UnicodeDecodeError as error:
            raise self.wrong_encoding(error) from None

    def pieces(self) -> Iterator[str]:
        """The same text in pieces of about a megabyte."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            for start in range(0, len(self.data), _PIECE):
                yield decoder.decode(self.data[start : start + _PIECE])
            yield decoder.decode(b"", final=True)
        except UnicodeDecodeError as error:
            raise self.wrong_encoding(error) from None

    def lines(self, *, start: int = 0, number: int = 1) -> Iterator[tuple[int, str]]:
        """Number and text of every line from a byte offset on, one in memory at a time.

        Raises
        ------
        GraphFileError
            If a line is longer than allowed or not UTF-8.
        """
        stream = io.BytesIO(self.data)
        stream.seek(start)
        try:
            text_lines = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
            for line, text in enumerate(text_lines, number):
                self.check_line(line, len(text), "characters")
                yield line, text.strip("\r\n")
        except UnicodeDecodeError as error:
            raise self.wrong_encoding(error) from None

    def check_line(self, number: int, length: int, unit: str) -> None:
        """Raise GraphFileError if a line is longer than the limits."""
        if length > self.limits.line:
            raise self.refuse(
                f"line {number} is {length:,} {unit} long, {self.limits.line:,} are allowed; "
                "give every edge a line of its own."
            )

    def refuse(self, sentence: str) -> GraphFileError:
        """The error to raise, naming this file."""
        return GraphFileError(f"{self.name}: {sentence}")

    def wrong_encoding(self, error: UnicodeDecodeError) -> GraphFileError:
        """The error to raise when some bytes are not UTF-8."""
        byte = error.object[error.start]
        return self.refuse(
            f"the byte 0x{byte:02x} is not valid UTF-8 text; save the file as UTF-8 and try again."
        )

    def check_size(self, *, nodes: int = 0, edges: int = 0) -> None:
        """Raise GraphFileError if the graph read so far is larger than the limits."""
        for kind, count, limit in (
            ("nodes", nodes, self.limits.nodes),
            ("edges", edges, self.limits.edges),
        ):
            if count > limit:
                raise self.refuse(
                    f"it holds more than the {limit:,} {kind} allowed; use a part of the graph."
                )


def open_graph_file(source: Source, *, name: str | None = None, limits: Limits) -> GraphFile:
    """Read a path or an open file, unpack gzip, and make sure that the content is some text.

    Raises
    ------
    GraphFileError
        If the file cannot be opened, is empty, larger than allowed, damaged, or not text.
    """
    path = source if isinstance(source, str | os.PathLike) else None
    given = name or str(path or getattr(source, "name", "") or "the file")
    shown = plain_text(PurePath(given.replace("\\", "/")).name[-80:]) or "the file"
    try:
        packed = _read(source, limits.bytes + 1)
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise GraphFileError(f"{shown}: {reason}; check the path and try again.") from None
    file = GraphFile(shown, packed, limits)
    if packed.startswith(GZIP):
        file = GraphFile(shown, _unpack(file), limits)
    _check_text(file)
    data = file.data.removeprefix(b"\xef\xbb\xbf")
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")  # line ends of old Macs
    return GraphFile(shown, data, limits)


def plain_text(text: str, *, longest: int = 80) -> str:
    r"""One line of plain text without control characters, at most `longest` characters.

    Markup is kept as it is: whoever shows the text must show it as text.

    Examples
    --------
    >>> plain_text("a\tb\x1b[31m")
    'ab[31m'
    >>> plain_text("x" * 99, longest=5)
    'xxxx…'
    """
    if len(text) <= longest and text.isalnum():  # nearly all names: nothing to take away
        return text
    text = _CONTROL.sub("", text[: 4 * longest]).strip()
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _read(source: Source, most: int) -> bytes:
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as stream:
            return stream.read(most)
    data = source.read(most)
    if isinstance(data, str):
        raise ValueError("the file must be open for reading bytes: use open(path, 'rb').")
    return data


def _unpack(file: GraphFile) -> bytes:
    """Unpack gzip, never more than one byte over the limit and never endless empty members."""
    room = file.limits.bytes + 1
    packed, pieces, members = memoryview(file.data), [], 1
    unzip, position, rest = zlib.decompressobj(wbits=31), 0, b""
    try:
        while room > 0 and (rest or position < len(packed)):
            if not rest:
                rest = bytes(packed[position : position + _CHUNK])
                position += _CHUNK
            if unzip.eof:
                members += 1
                unzip = zlib.decompressobj(wbits=31)
            piece = unzip.decompress(rest, room)
            pieces.append(piece)
            room -= len(piece)
            rest = unzip.unused_data if unzip.eof else unzip.unconsumed_tail
            if members > _MEMBERS:
                raise file.refuse("its gzip has too many parts; unpack it and try again.")
    except zlib.error:
        raise file.refuse("the gzip data is damaged; fetch or pack the file again.") from None
    if room > 0 and not unzip.eof:
        raise file.refuse("the gzip data ends too early; fetch or pack the file again.")
    return b"".join(pieces)


def _check_text(file: GraphFile) -> None:
    data = file.data
    if len(data) > file.limits.bytes:
        raise file.refuse(
            f"it is larger than the {file.limits.bytes / 1e6:g} MB allowed (unpacked); "
            "use a part of the graph."
        )
    if not data or data.isspace():
        raise file.refuse("the file is empty; choose a file with a graph in it.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise file.refuse("the text is UTF-16; save the file as UTF-8 and try again.")
    if b"\0" in data:
        raise file.refuse(
            "this is a binary file; choose an edge list, GraphML or another of the text formats, "
            "or gzip of these."
        )
