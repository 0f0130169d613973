"""Files that commands write: none that is there is lost, and each is whole or not there at all.

What a person reads while a command works, on the error stream and on a terminal alone.

Which packages of the extras a command needs, asked for before it starts to work.
"""

from __future__ import annotations

import os
import sys
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from graphdp_core.params import Refused


def free(
    name: str, *, force: bool = False, endings: Sequence[str] = (), inputs: Sequence[str] = ()
) -> Path:
    """The path of a file that may be written, asked before anything is computed.

    Parameters
    ----------
    force : bool
        Whether a file of this name may be replaced.
    endings : sequence of str
        Allowed ones; any if there are none.
    inputs : sequence of str
        Files that are read, and never replaced.
    """
    path = Path(name)
    if endings and path.suffix.lower() not in endings:
        allowed = ", ".join(endings[:-1]) + f" or {endings[-1]}"
        raise Refused(f"the file must end in {allowed}, got {path.name!r}.")
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(f"there is no folder for {name}: make it first.")
    if any(os.path.exists(read) and path.exists() and path.samefile(read) for read in inputs):
        raise Refused(f"{name} is the file that is read: choose another name.")
    if os.path.lexists(path):
        if not force:
            raise Refused(f"{name} is there already: choose another name, or add --force.")
        if path.exists() and not path.is_file():
            raise Refused(f"{name} is no file that could be replaced: choose another name.")
    return path


@contextmanager
def arriving(path: Path, *, force: bool = False, private: bool = False) -> Iterator[Path]:
    """A path beside, to be written; it gets its name once it is whole.

    A link of that name is replaced, not followed. `private` lets its owner alone read it.
    """
    beside = path.with_name(f".{uuid.uuid4().hex}.{path.name}")
    try:
        mode = 0o600 if private else 0o666
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
        yield beside
        with open(beside, "rb+") as stream:
            os.fsync(stream.fileno())
        if not force and os.path.lexists(path):
            raise Refused(f"{path} is there by now: choose another name, or add --force.")
        os.replace(beside, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        beside.unlink(missing_ok=True)


COMPILING = "Compiling inner loops; they are kept, so that the next command starts at once ..."


def tell(fraction: float, text: str) -> None:
    """Progress on one line, written over itself."""
    if sys.stderr.isatty():
        print(f"\r{fraction:4.0%} {text:<60.60}", end="", file=sys.stderr, flush=True)


@cache
def announce_compiling() -> None:
    """Say once that inner loops are compiled, at the moment when the first one is.

    Loops whose machine code is on disk already are loaded without a word.
    """
    from numba.core import event

    class Announcement(event.Listener):  # type: ignore[misc]
        """Speaks when the first compilation starts, then never again."""

        said = False

        def on_start(self, event: Any) -> None:
            if not self.said and sys.stderr.isatty():
                print(COMPILING, file=sys.stderr, flush=True)
            self.said = True

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Announcement())


EXTRAS = {
    "plotly": "figures",
    "pyarrow": "tables",
    "streamlit": "app",
    "duckdb": "large",
    "pyspark": "spark",
    "py4j": "spark",
}


def need(package: str) -> None:
    """Nothing, if a package of an extra is installed."""
    if find_spec(package) is None:
        raise ModuleNotFoundError(f"{package} is not installed", name=package)
