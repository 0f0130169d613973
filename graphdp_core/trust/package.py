"""The zip of a publication: always the same bytes for the same files, so that each one counts."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from graphdp_core.intake.files.writers import safe_cell
from graphdp_core.params import Refused

LARGE_BYTES = 1 << 20  # a larger file of data is packed by gzip
QUICK = 1  # of gzip: twice as large as its best at a tenth of the time
MOST_BYTES = 2 << 30  # of all files together
MOST_FILES = 40
BESIDE = ("certificate.json", "SHA256SUMS", "statement.")  # what tells of the other files
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest that the format knows: no file tells a time


_DAMAGES = (
    zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError,
    ValueError,
)  # fmt: skip
"""What Python's reader of zip files raises for bytes that are none."""


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files, stored as they are, without times, owners or other traces.

    Examples
    --------
    >>> packed({"a.txt": b"1"}) == packed({"a.txt": b"1"})
    True
    """
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, content)
    return whole.getvalue()


def zip_at(path: Path) -> bytes:
    """What is to be unpacked; of a graph that was drawn from a release nothing is loaded."""
    if path.stat().st_size > MOST_BYTES:
        raise Refused(f"{path.name} is too large for a release: check the path.")
    with open(path, "rb") as stream:
        if stream.read(4) == b"PAR1":
            raise Refused(f"{path.name} holds a graph, not its release: give the zip itself.")
        stream.seek(0)
        return stream.read()


def unpacked(data: bytes, *, name: str = "the file") -> dict[str, bytes]:
    """The files of a zip that `packed` has made."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_FILES or sum(e.file_size for e in entries) > MOST_BYTES:
                raise Refused(f"{name} is not a release: it holds too many or too large files.")
            files = {entry.filename: archive.read(entry) for entry in entries}
    except Refused:
        raise
    except _DAMAGES as error:
        raise Refused(f"{name} is damaged or no zip of a release ({error}).") from None
    if packed(files) != data:
        what = _changed(files) or "the file is no release, or was packed anew"
        raise Refused(f"{what} after it was made: ask for the zip again.")
    return files


def _changed(files: Mapping[str, bytes]) -> str:
    """What differs from what the certificate among these files says; "" where nothing does."""
    try:
        facts = json.loads(files["certificate.json"])
        written, stated = facts.pop("checksum"), facts["files"]
        if written != checksum(facts):
            return "certificate.json was changed"
        return differing(stated, {n: files[n] for n in files if not n.startswith(BESIDE)})
    except (AttributeError, KeyError, TypeError, ValueError):
        return ""


def differing(stated: Mapping[str, Any], files: Mapping[str, bytes]) -> str:
    """Which files are not those whose facts a certificate states; "" where all are."""
    is_told = {
        "was changed": [n for n in stated if n in files and stated[n] != file_facts(files[n])],
        "was left out": [n for n in stated if n not in files],
        "was added": [n for n in files if n not in stated],
    }
    return " and ".join(f"{', '.join(names)} {how}" for how, names in is_told.items() if names)


def checksum(facts: Mapping[str, Any]) -> str:
    """SHA-256 of plain data, whatever the order of their names."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, end: str = "\n") -> bytes:
    r"""A table as CSV that no spreadsheet runs; the head is ours and stands as it is.

    Examples
    --------
    >>> table(["node"], [["=1"], ["a,b"]])
    b'node\n\'=1\n"a,b"\n'
    """
    text = io.StringIO()
    lines = csv.writer(text, lineterminator=end)
    lines.writerow(head)
    lines.writerows([safe_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def file_facts(content: bytes) -> dict[str, str | int]:
    """Checksum and size of a file, as the certificate lists them."""
    return {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}


def slim(name: str, content: bytes) -> tuple[str, bytes]:
    """A large file packed by gzip, under a name that says so."""
    return (name, content) if len(content) <= LARGE_BYTES else (f"{name}.gz", gzipped(content))


def gzipped(content: bytes) -> bytes:
    """One gzip stream without name, time or system: always the same for the same bytes.

    Examples
    --------
    >>> gzip.decompress(gzipped(b"1,2")), gzipped(b"1,2") == gzipped(b"1,2")
    (b'1,2', True)
    """
    whole = io.BytesIO()
    with gzip.GzipFile("", "wb", QUICK, whole, mtime=0) as stream:
        stream.write(content)
    return whole.getvalue()
