"""Fetches the published files: with progress and retries, and never half of one."""

from __future__ import annotations

import io
import os
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
import zlib
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from graphdp_core.intake.files.graph_file import GraphFileError
from graphdp_core.progress import SILENT, Report

ATTEMPTS = 3
FIRST_WAIT = 0.5  # seconds before the second attempt, doubled before the third
TIMEOUT_S = 20.0  # without a byte
_CHUNK = 1 << 16
_WORTH_ANOTHER_TRY = (408, 425, 429, 500, 502, 503, 504)


def fetch_bytes(url: str, *, most: int, progress: Report = SILENT) -> bytes:
    """The content of an address, whole.

    A connection that breaks, ends early or meets a busy server is tried three times.

    Parameters
    ----------
    url : str
        Of http or https; its name is all that goes over the network.
    most : int
        Bytes allowed.
    progress : callable, optional
        Called as progress(fraction, text); may raise to stop.
    """
    host, name = urlsplit(url).netloc, Path(urlsplit(url).path).name
    if urlsplit(url).scheme not in ("http", "https"):
        raise GraphFileError(f"{name}: only http and https addresses can be fetched.")
    problem = ""
    for attempt in range(ATTEMPTS):
        if attempt:
            time.sleep(FIRST_WAIT * 2 ** (attempt - 1))
        try:
            return _once(url, name, most, progress)
        except urllib.error.HTTPError as error:
            problem = f"the server answers {error.code}"
            error.close()
            if error.code not in _WORTH_ANOTHER_TRY:
                break
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            problem = getattr(reason, "strerror", None) or str(reason) or type(error).__name__
    raise GraphFileError(
        f"{name}: it could not be fetched from {host} ({problem}); check the connection and try "
        "again, or use a bundled graph such as 'karate'."
    )


def member_of_zip(name: str, packed: bytes, member: str, *, most: int) -> bytes:
    """One file of a zip archive, never more of it than allowed."""
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive, archive.open(member) as stream:
            data = stream.read(most + 1)
    except (zipfile.BadZipFile, zlib.error, KeyError, NotImplementedError, RuntimeError, EOFError):
        raise GraphFileError(f"{name}: it is no zip archive with {member} in it.") from None
    if len(data) > most:
        raise GraphFileError(f"{name}: {member} is larger than the {most / 1e6:g} MB allowed.")
    return data


def store_whole(data: bytes, path: Path) -> None:
    """Write a file so that nobody ever finds a part of it under its name."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".fetching-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise GraphFileError(
            f"{path.name}: it cannot be kept in {path.parent} ({error.strerror}); set "
            "GRAPHDP_DATA_DIR to a folder that can be written."
        ) from None


def _once(url: str, name: str, most: int, progress: Report) -> bytes:
    request = urllib.request.Request(url, headers={"User-Agent": "graphdp"})
    with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
        promised = answer.headers.get("Content-Length", "")
        size = int(promised) if promised.isascii() and promised.isdigit() else 0
        pieces, received = [], 0
        while piece := answer.read(_CHUNK):
            pieces.append(piece)
            received += len(piece)
            if received > most:
                raise GraphFileError(f"{name}: it is larger than the {most / 1e6:g} MB allowed.")
            progress(received / size if size else 0.0, f"{name}: {received / 1e6:.1f} MB")
    if received < size:
        raise OSError("the connection ended too early")
    return b"".join(pieces)
