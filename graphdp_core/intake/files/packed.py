"""Unpacks gzip, bzip2, xz and zip within limits: never more than one byte over what is allowed."""

from __future__ import annotations

import bz2
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import Any

PACKED_ENDINGS = (".gz", ".bz2", ".xz", ".zip")
GZIP, BZIP2, XZ, ZIP = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"PK\x03\x04"
_MEMBERS = 1_000
_CHUNK = 1 << 16
_PEEKED = 8  # tables of an archive that are looked at
_MEMORY = 128 << 20
_ENCRYPTED = 0x1
_DOCUMENTS = ("[Content_Types].xml", "mimetype", "META-INF/manifest.xml")
_ARRAYS = [
    "edges",
    "edge_list",
    "edge_index",
    "edgelist",
    "adjacency",
    "adj",
    "A",
    "matrix",
    "arr_0",
]
"""Of several arrays in one file, which is the graph: the first of these that is there."""
SPARSE_PREFIXES = ("", "adj_")
"""Of the names of a sparse matrix's parts: SciPy's own, and one that data sets often have."""
_EDGES = re.compile(
    r"out\.|(.*[^a-z])?(edges?|edge_?list|links?|ties|relations(hips?)?|kanten)([^a-z].*)?$", re.I
)
"""File names of an archive that say edges, as "out.zebra" does in the KONECT collection."""
_RELEASED = {"certificate.json", "graph.json"}
_OTHERS = ("num-", "readme", "license", "licence", "changelog", "changes", "notes", "about")


class Damaged(Exception):
    """Packed data that cannot be unpacked; its message is what is wrong and what to do."""


@dataclass(frozen=True)
class Unpacked:
    """What a packed file holds: bytes, their name inside an archive, and the files beside them."""

    data: bytes
    name: str = ""
    parts: tuple[str, ...] = ()
    part: str = ""


_STREAMS: dict[bytes, tuple[str, Callable[[], Any]]] = {
    GZIP: ("gzip", partial(zlib.decompressobj, wbits=31)),
    BZIP2: ("bzip2", bz2.BZ2Decompressor),
    XZ: ("xz", partial(lzma.LZMADecompressor, format=lzma.FORMAT_XZ, memlimit=_MEMORY)),
}


def unpack(data: bytes, *, most: int, part: str | None = None) -> Unpacked:
    """Unpack data by its first bytes, `most` bytes and one more; other data come back as they are.

    Workbooks and other documents that are zip files inside are left packed. `part` says which file
    of an archive is wanted.
    """
    for sign, (title, begin) in _STREAMS.items():
        if data.startswith(sign):
            return Unpacked(_streams(data, most, title, begin))
    return _archive(data, most, part) if data.startswith(ZIP) else Unpacked(data)


def without_packing(name: str) -> str:
    """A file name without the ending of its packing.

    Examples
    --------
    >>> without_packing("friends.CSV.gz")
    'friends.CSV'
    """
    lower = name.lower()
    ending = next((ending for ending in PACKED_ENDINGS if lower.endswith(ending)), "")
    return name[: len(name) - len(ending)]


def _streams(data: bytes, most: int, title: str, begin: Callable[[], Any]) -> bytes:
    """Streams one after another, as these formats allow, and never endless empty ones."""
    room, view, pieces = most + 1, memoryview(data), []
    stream, position, streams = begin(), 0, 1
    try:
        while room > 0 and not (stream.eof and position >= len(data)):
            if stream.eof:
                stream, streams = begin(), streams + 1
                if streams > _MEMBERS:
                    raise Damaged(f"its {title} has too many parts; unpack it and try again.")
            is_hungry = getattr(stream, "needs_input", True)
            chunk = bytes(view[position : position + _CHUNK]) if is_hungry else b""
            piece = stream.decompress(chunk, room)
            rest = stream.unused_data if stream.eof else getattr(stream, "unconsumed_tail", b"")
            position += len(chunk) - len(rest)
            pieces.append(piece)
            room -= len(piece)
            if not (piece or chunk):
                break
    except (zlib.error, OSError, lzma.LZMAError, EOFError, ValueError):
        raise Damaged(f"the {title} data is damaged; fetch or pack the file again.") from None
    if room > 0 and not stream.eof:
        raise Damaged(f"the {title} data ends too early; fetch or pack the file again.")
    return b"".join(pieces)


def _archive(data: bytes, most: int, part: str | None) -> Unpacked:
    """The file of an archive that was asked for, else the one that looks like data."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            names = tuple(entry.filename for entry in entries)
            if any(name in _DOCUMENTS for name in names):
                return Unpacked(data)
            if bool(names) and all(name.endswith(".npy") for name in names):
                return _arrays(data, names, part)
            if len(entries) > _MEMBERS:
                raise Damaged(f"it holds {len(entries):,} files; unpack it and choose one.")
            parts = tuple(name for name in names if _is_file(name))
            if not parts:
                raise Damaged("the zip holds no file; choose a file with a graph in it.")
            _check_part(part, parts)
            chosen = part if part is not None else _likely(parts)
            entry = archive.getinfo(chosen)
            if entry.flag_bits & _ENCRYPTED:
                raise Damaged("the zip is locked by a password; unpack it and try again.")
            if part is None:
                _refuse_alike(archive, parts)
            with archive.open(entry) as stream:
                inside = stream.read(most + 1)
            if inside.startswith((GZIP, BZIP2, XZ)):
                inside = unpack(inside, most=most).data
            return Unpacked(inside, PurePath(chosen).name, parts, chosen)
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError):
        raise Damaged("the zip data is damaged; fetch or pack the file again.") from None
    except (NotImplementedError, RuntimeError, OSError, ValueError):
        raise Damaged("the zip is packed in an unusual way; unpack it and try again.") from None


def _arrays(data: bytes, names: tuple[str, ...], part: str | None) -> Unpacked:
    """Arrays stay together; the one that was asked for, or whose name tells, is named."""
    parts = tuple(name.removesuffix(".npy") for name in names)
    if any({f"{prefix}data", f"{prefix}shape"} <= set(parts) for prefix in SPARSE_PREFIXES):
        return Unpacked(data)  # the parts of one sparse matrix
    _check_part(part, parts)
    telling = parts if len(parts) == 1 else [name for name in _ARRAYS if name in parts]
    return Unpacked(data, "", parts, part or next(iter(telling), ""))


def _check_part(part: str | None, parts: tuple[str, ...]) -> None:
    if part is not None and part not in parts:
        shown = ", ".join(f"'{name[-40:]}'" for name in parts[:5])
        raise Damaged(f"there is no file '{part[-40:]}' in it; it holds {shown}.")


def _refuse_alike(archive: zipfile.ZipFile, parts: tuple[str, ...]) -> None:
    """Refuse several tables of the same columns, such as one a month: one alone is not all."""
    tables = [name for name in parts if PurePath(name).suffix.lower() in (".csv", ".tsv")]
    heads = []
    for name in tables[:_PEEKED]:
        with archive.open(name) as stream:
            heads.append(stream.readline(_CHUNK).strip())
    same = [name for name, head in zip(tables, heads, strict=False) if head == heads[0]]
    if len(same) > 1 and len(same) == len(heads):
        shown = ", ".join(f"'{name[-40:]}'" for name in same[:3])
        raise Damaged(
            f"it holds several tables of the same columns, such as {shown}; put their rows into "
            "one table, or choose one of them (sheet)."
        )


def _is_file(name: str) -> bool:
    path = PurePath(name)
    hidden = any(piece.startswith((".", "__MACOSX")) for piece in path.parts)
    return not name.endswith("/") and not hidden


def _likely(parts: tuple[str, ...]) -> str:
    """The first called edges, else the first that is more than text and no word about others.

    Of a release it is the form that holds the nodes without edges too.
    """
    if set(parts) >= _RELEASED:
        return "graph.json"
    data = [name for name in parts if not PurePath(name).stem.lower().startswith(_OTHERS)]
    named = [name for name in data if PurePath(name).suffix.lower() not in ("", ".txt", ".md")]
    edges = [name for name in data if _EDGES.match(PurePath(name).name)]
    return next(iter((*edges, *named, *data, *parts)))
