"""A SQLite file that several processes share, and that is never another program's.

The version of the code that decides a measurement, as stored cells name it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from graphdp_core.params import Refused

MEMORY = ":memory:"
"""The path of a store that ends with its process."""

PATIENCE = 20.0  # seconds to wait for another process that writes


class _Connection(sqlite3.Connection):
    """Lets its file go with the store that held it; Python 3.13 warns of one that does not."""

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # it was never opened
            self.close()


def open_store(path: str | Path, *, table: str, mark: int, schema: int) -> sqlite3.Connection:
    """An open file with its tables, safe between processes; the caller keeps threads apart.

    Parameters
    ----------
    path : str or Path
        ":memory:" for a store of this process alone.
    table : str
        Statements that make the tables if they are not there.
    mark : int
        In the file's header: who owns it.
    schema : int
        Version of the tables.
    """
    database = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False, factory=_Connection
    )
    try:
        _check_owner(database, path, mark, schema)
        _use_wal(database)
        database.execute("PRAGMA synchronous = NORMAL")  # survives a kill at any moment
        database.execute("BEGIN IMMEDIATE")
        for statement in filter(str.strip, table.split(";")):
            database.execute(statement)
        database.execute(f"PRAGMA application_id = {mark}")
        database.execute(f"PRAGMA user_version = {schema}")
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def move_aside(path: Path) -> Path:
    """Give a damaged file, with what belongs to it, another name; return that name."""
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
    for ending in ("", "-wal", "-shm"):
        try:
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
        except FileNotFoundError:
            continue  # another process was first, or there is no such part
    return aside


def one(database: sqlite3.Connection, question: str) -> int:
    """The one number that answers a question."""
    return int(database.execute(question).fetchone()[0])


def _use_wal(database: sqlite3.Connection) -> None:
    """Readers and a writer side by side; two processes that begin at once take turns."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as trouble:  # sqlite does not wait for this one
            if "locked" not in str(trouble) or time.monotonic() > end:
                raise
            time.sleep(0.05)


def _check_owner(database: sqlite3.Connection, path: str | Path, mark: int, schema: int) -> None:
    is_empty = one(database, "SELECT count(*) FROM sqlite_master") == 0
    if is_empty:
        return
    if one(database, "PRAGMA application_id") != mark:
        raise Refused(
            f"{path} belongs to another program: name another file in GRAPHDP_STORE, or :memory:."
        )
    other = one(database, "PRAGMA user_version")
    if other != schema:
        raise Refused(
            f"{path} has version {other} of the store, this program writes version {schema}: name "
            "another file in GRAPHDP_STORE, or delete this one."
        )


@cache
def code_version(*, drawing: bool = False) -> str:
    """A name of all that decides a number: the core's source and the versions of numpy and scipy.

    Plots, command line and the store decide none; with `drawing` what decides a picture or a
    sentence counts too.
    """
    core = Path(__file__).parents[1]
    digest = blake2b(digest_size=8)
    for package in ("numpy", "scipy", "scikit-learn", "gudhi"):
        digest.update(_installed(package).encode())
    for file in sorted(core.rglob("*.py")):
        place = file.relative_to(core)
        draws = drawing and place.parts[0] in ("experiment", "plots", "stage")
        if draws or not {place.parts[0], place.as_posix()} & _DECIDE_NOTHING:
            digest.update(place.as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def _installed(package: str) -> str:
    """Its version; "" where it is not installed, as gudhi need not be."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


_DECIDE_NOTHING = frozenset(
    {"captions", "cli", "lab", "lessons", "plots", "stage", "takeaway"}
    | {"trust", "web", "__init__.py", "__main__.py", "stored.py", "version.py", "wings.py"}
    | {
        f"experiment/{name}.py"
        for name in (
            "advice", "advisor", "answer", "board", "cells", "curves",
            "feasible", "frontier", "graph_summary", "grid", "measuring", "needed_epsilon",
            "opinion", "plan", "public_proxy", "race", "scenario",
            "store_file", "sweep", "targets", "workers",
        )
    }
)  # fmt: skip
