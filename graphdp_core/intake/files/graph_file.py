"""A file that someone brought: read within limits, unpacked, or refused with a clear sentence."""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any, BinaryIO

from graphdp_core.intake.files.encoding import (
    ENCODINGS,
    binary_kind,
    guess_encoding,
    is_utf8,
    known_encoding,
    without_invisible,
    without_old_ends,
)
from graphdp_core.intake.files.packed import Damaged, unpack
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Progress

Source = str | os.PathLike[str] | BinaryIO
"""A path, or a file open for reading bytes."""

_PIECE = 1 << 20
_LINES = 1 << 13
_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
_CONTROL_BLANKS = re.compile("[\r\x0b\x0c\x1c-\x1f]")
_EDGES = re.compile(r"\n[^\S\n]|[^\S\n]\n")  # blanks round a text


_EMPTY = "the file is empty; choose a file with a graph in it."


class GraphFileError(Refused):
    """A graph file that cannot be read; its message is one sentence for the user who chose it."""


@dataclass(frozen=True)
class Limits:
    """How large a file may be.

    Parameters
    ----------
    bytes : int
        Size of the unpacked content.
    edges : int
        Edges as written, with repeats and loops.
    line : int
        Bytes in one line of a format that is made of lines.
    """

    bytes: int = 100_000_000
    nodes: int = 1_200_000
    edges: int = 5_000_000
    line: int = 100_000


@dataclass(frozen=True)
class GraphFile:
    """The unpacked content of a file, with its name for messages and the limits it must keep.

    Parameters
    ----------
    data : bytes
        Of a text file: UTF-8 without a byte order mark.
    encoding : str
        What the text was encoded in before.
    unseen : bool
        Whether signs that nobody sees were taken out of the text.
    parts : tuple of str
        The files of the archive from which it was taken; the first is not always the one.
    part : str
        Which of them it is.
    progress : Progress
        Told how much of the content has been read.
    made : dict
        What libraries made of the content so far, by what was asked: a file is looked at twice.
    """

    name: str
    data: bytes
    limits: Limits
    encoding: str = "utf-8"
    unseen: bool = False
    parts: tuple[str, ...] = ()
    part: str = ""
    progress: Progress = SILENT
    made: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def as_text(self, encoding: str | None = None) -> GraphFile:
        """The same file as UTF-8 text with line ends of one kind.

        Parameters
        ----------
        encoding : str, optional
            One of `ENCODINGS`; by default what the file says, or the likeliest.
        """
        if not self.data or self.data.isspace():
            raise self.refuse(_EMPTY)
        known = guess_encoding(self.data) if encoding is None else known_encoding(encoding)
        if known is None and encoding is not None:
            names = ", ".join(name for name, _ in ENCODINGS[:8])
            raise Refused(f"encoding must be one of {names}, ..., got {plain_text(encoding)!r}.")
        if known is None:
            raise self.refuse(
                "this is a binary file; choose an edge list, GraphML or another of the known "
                "formats, packed or not."
            )
        data = self.data
        if known != "utf-8" or not (encoding is None or is_utf8(data)):
            try:
                data = data.decode(known).encode()  # lone surrogates are no text in UTF-8
            except UnicodeDecodeError as error:
                line = data.count(b"\n", 0, error.start) + 1
                raise self.refuse(
                    f"line {line} holds the byte 0x{data[error.start]:02x}, which is no text in "
                    f"{known}; name another encoding."
                ) from None
        told = data.removeprefix(b"\xef\xbb\xbf")
        data = without_invisible(told)
        if not data or data.isspace():
            raise self.refuse(_EMPTY)
        if b"\0" in data:
            raise self.refuse(f"it holds bytes that are no text in {known}; name another encoding.")
        return replace(self, data=without_old_ends(data), encoding=known, unseen=data != told)

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
                self.read_until(start)
                yield decoder.decode(self.data[start : start + _PIECE])
            yield decoder.decode(b"", final=True)
        except UnicodeDecodeError as error:
            raise self.wrong_encoding(error) from None

    def lines(self, *, start: int = 0, number: int = 1) -> Iterator[tuple[int, str]]:
        """Number and text of every line from a byte offset on, one in memory at a time."""
        stream = io.BytesIO(self.data)
        stream.seek(start)
        try:
            text_lines = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
            for line, text in enumerate(text_lines, number):
                if len(text) > self.limits.line:
                    length = len(text.strip("\r\n").encode())
                    raise self.refuse(
                        f"line {line} is {length:,} bytes long, "
                        f"{self.limits.line:,} are allowed; give every tie a line of its own."
                    )
                if not line % _LINES:
                    self.read_until(stream.tell())
                yield line, text.strip("\r\n")
        except UnicodeDecodeError as error:
            raise self.wrong_encoding(error) from None

    def words(self) -> Iterator[tuple[int, list[str]]]:
        """Number and words of every line that is not blank."""
        return ((line, words) for line, text in self.lines() if (words := text.split()))

    def read_until(self, place: int, size: int = 0) -> None:
        """Tell how far reading is: the place and size in bytes, or in another unit for both."""
        done = place / (size or len(self.data) or 1)
        self.progress(min(done, 1.0), f"reading {self.name}")

    def offset_of(self, line: int) -> int:
        """The byte at which a line starts; lines are counted from 1."""
        start = 0
        for _ in range(line - 1):
            start = self.data.find(b"\n", start) + 1
        return start

    def refuse(self, sentence: str) -> GraphFileError:
        """The error to raise, naming this file."""
        return GraphFileError(f"{self.name}: {sentence}")

    def wrong_encoding(self, error: UnicodeDecodeError) -> GraphFileError:
        """The error to raise when some bytes are not UTF-8."""
        byte = error.object[error.start]
        return self.refuse(
            f"the byte 0x{byte:02x} is not valid UTF-8 text; save the file as UTF-8 and try again."
        )

    def check_bytes(self, size: int) -> None:
        """Raise GraphFileError if the unpacked content is larger than the limits."""
        if size > self.limits.bytes:
            raise self.refuse(
                f"it is larger than the {self.limits.bytes / 1e6:g} MB allowed (unpacked); use a "
                "part of the graph."
            )

    def check_size(self, *, nodes: int = 0, edges: int = 0) -> None:
        """Raise GraphFileError if the graph read so far is larger than the limits."""
        if nodes > self.limits.nodes or edges > self.limits.edges:
            is_edges = nodes <= self.limits.nodes
            most = f"{self.limits.edges:,} ties" if is_edges else f"{self.limits.nodes:,} nodes"
            raise self.refuse(f"it holds more than the {most} allowed; use a part of the graph.")


def open_graph_file(source: Source, *, name: str | None = None, limits: Limits) -> GraphFile:
    """Read a path or an open file, unpack it, and make sure that the content is some text."""
    return open_packed(source, name=name, limits=limits).as_text()


def open_packed(
    source: Source,
    *,
    name: str | None = None,
    part: str | None = None,
    limits: Limits,
    progress: Progress = SILENT,
) -> GraphFile:
    """Read a path or an open file and unpack it; the content may be anything but too much.

    `name` is for messages and the format, `part` says which file of an archive is wanted.
    """
    path = source if isinstance(source, str | os.PathLike) else None
    given = name or str(path or getattr(source, "name", "") or "the file")
    shown = plain_text(PurePath(given.replace("\\", "/")).name[-80:]) or "the file"
    try:
        packed = _read(source, limits.bytes + 1)
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise GraphFileError(f"{shown}: {reason}; check the path and try again.") from None
    file = GraphFile(shown, packed, limits, progress=progress)
    _check_content(file, shown)
    try:
        content = unpack(packed, most=limits.bytes, part=part)
    except Damaged as error:
        raise file.refuse(str(error)) from None
    inner = plain_text(content.name) or shown
    file = replace(file, name=inner, data=content.data, parts=content.parts, part=content.part)
    _check_content(file)
    return file


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


def quoted(text: str, *, longest: int = 20) -> str:
    """The same within quotes, for a sentence."""
    return f"'{plain_text(text, longest=longest)}'"


def listed(texts: Sequence[str], most: int) -> str:
    """The first of several, each within quotes, for a sentence."""
    return ", ".join(map(quoted, texts[:most]))


def all_plain(texts: Sequence[str], *, longest: int = 80) -> bool:
    """Whether `plain_text` would change none of them and none is empty, looked at together.

    Examples
    --------
    >>> all_plain(["Zoë", "a b"]), all_plain(["a ", "b"]), all_plain(["a", ""])
    (True, False, False)
    """
    if not all(texts) or max(map(len, texts), default=0) > longest:
        return False
    parts = (texts[start : start + _LINES] for start in range(0, len(texts), _LINES))
    return not any(_CONTROL.search("".join(part)) for part in parts) and not blank_edges(texts)


def blank_edges(texts: Sequence[str]) -> bool:
    """Whether a text begins or ends with a blank, looked at together.

    Examples
    --------
    >>> blank_edges(["a b", "c"]), blank_edges(["a ", "c"])
    (False, True)
    """
    lines = "\n".join(["", *texts, ""])
    if lines.isascii():  # twenty times as fast as the pattern
        at_edges = any(edge in lines for edge in ("\n ", " \n", "\n\t", "\t\n"))
        return at_edges or _CONTROL_BLANKS.search(lines) is not None
    return _EDGES.search(lines) is not None


def opened(path: str | os.PathLike[str]) -> BinaryIO:
    """The file, open for reading; a named pipe that nobody writes to is empty, not awaited."""
    descriptor = os.open(
        path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    try:
        if hasattr(os, "set_blocking"):
            os.set_blocking(descriptor, True)
        return open(descriptor, "rb")
    except OSError:
        os.close(descriptor)
        raise


def _read(source: Source, most: int) -> bytes:
    if isinstance(source, str | os.PathLike):
        with opened(source) as stream:
            before = _state(stream)
            size = before[0]  # 0 of a pipe
            data = stream.read(min(most, size + 1) if size else most)
            if _state(stream) != before:
                raise OSError(None, "it changed while it was read")
            return data
    data = source.read(most)
    if isinstance(data, str):
        raise ValueError("the file must be open for reading bytes: use open(path, 'rb').")
    return data


def _state(stream: BinaryIO) -> tuple[int, int]:
    facts = os.fstat(stream.fileno())
    return facts.st_size, facts.st_mtime_ns


def _check_content(file: GraphFile, name: str = "") -> None:
    file.check_bytes(len(file.data))
    if kind := binary_kind(file.data, name):
        raise file.refuse(kind)
