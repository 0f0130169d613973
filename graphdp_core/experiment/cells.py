"""The cell, the unit of every measurement, and the store that keeps finished ones."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from graphdp_core.experiment.store_file import MEMORY, move_aside, one, open_store
from graphdp_core.memory import share
from graphdp_core.serving import is_demo
from graphdp_core.user_folder import user_folder

SCHEMA = 1
"""Goes up whenever the table below, or the meaning of a column, changes."""

MARK = 0x67647063  # "gdpc" in the file's header: no other program's file is ever written to

CELL_BYTES = 1_700
"""About what one cell takes in memory."""

Found = TypeVar("Found")

_TABLE = """
CREATE TABLE IF NOT EXISTS cells (
    graph TEXT, mechanism TEXT, analysis TEXT, epsilon REAL, seed INTEGER, repeat INTEGER,
    code TEXT, metrics TEXT NOT NULL, refused TEXT NOT NULL,
    PRIMARY KEY (graph, mechanism, analysis, epsilon, seed, repeat, code)
) WITHOUT ROWID
"""


@dataclass(frozen=True)
class CellKey:
    """All that decides one measurement.

    Parameters
    ----------
    graph : str
        Fingerprint of the true graph.
    mechanism, analysis : str
        As written with all parameters; no mechanism is "", with epsilon inf: no privacy.
    seed, repeat : int
        Name the noise stream.
    code : str
        Version of the code that decides the numbers, see
        :func:`graphdp_core.experiment.store_file.code_version`.
    """

    graph: str
    mechanism: str
    analysis: str
    epsilon: float
    seed: int
    repeat: int
    code: str

    @property
    def columns(self) -> tuple[str, str, str, float, int, int, str]:
        """The values in the order of the table."""
        return (
            self.graph, self.mechanism, self.analysis, float(self.epsilon),
            self.seed, self.repeat, self.code,
        )  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """What was measured: the metrics by id, or why the mechanism or the analysis refused."""

    metrics: Mapping[str, float]
    refused: str = ""


class CellStore:
    """Finished cells by key: in a file that several processes may share, or in memory.

    What :meth:`put` has taken is there after the process is killed. A file that cannot be read is
    moved aside, a new one is begun, and `notes` says so; where the disk takes no more, cells are
    kept in memory, and `notes` says that. With GRAPHDP_MEMORY those in memory have a bound: the
    oldest are let go of. Safe between threads.

    Parameters
    ----------
    path : str or Path
        ":memory:" keeps everything in this object alone, as cells of a person's own graph must
        be: a fingerprint on disk could confirm a guess of the graph.

    Notes
    -----
    *Privacy*: cells compare with the true graph and are not private.

    Examples
    --------
    >>> store, key = CellStore(), CellKey("g", "m", "a", 1.0, 0, 0, "1")
    >>> store.put({key: Cell({"ari": 0.5})})
    >>> store.get([key])[key].metrics, store.missing([key])
    ({'ari': 0.5}, [])
    """

    def __init__(self, path: str | Path = MEMORY):
        self.path = str(path)
        self.notes: tuple[str, ...] = ()
        self._lock = threading.RLock()
        self._kept: dict[CellKey, Cell] = {}  # what no file takes
        self._unwelcome: set[str] = set()  # graphs whose stragglers are not taken
        self._database = None if self.path == MEMORY else self._open()

    def get(self, keys: Iterable[CellKey]) -> dict[CellKey, Cell]:
        """The finished ones among these cells."""
        wanted = list(keys)
        with self._lock:
            cells = {key: self._kept[key] for key in wanted if key in self._kept}
            rest = [key for key in wanted if key not in cells]
            none: dict[CellKey, Cell] = {}
            return cells | self._safely(lambda database: _select(database, rest), none)

    def put(self, cells: Mapping[CellKey, Cell]) -> None:
        """Keep finished cells; all of them are on disk when this returns, or said not to be."""
        with self._lock:
            cells = {k: cell for k, cell in cells.items() if k.graph not in self._unwelcome}
            rows = [
                (*key.columns, json.dumps(dict(cell.metrics)), cell.refused)
                for key, cell in cells.items()
            ]
            if not self._safely(lambda database: _insert(database, rows), False):
                copies = {key: Cell(dict(c.metrics), c.refused) for key, c in cells.items()}
                self._kept.update(copies)
                while len(self._kept) * CELL_BYTES > share("cells"):
                    del self._kept[next(iter(self._kept))]  # it can be measured again

    def missing(self, keys: Iterable[CellKey]) -> list[CellKey]:
        """Those that are not finished, in their order."""
        wanted = list(dict.fromkeys(keys))
        known = self.get(wanted)
        return [key for key in wanted if key not in known]

    def cells(self, graph: str) -> dict[CellKey, Cell]:
        """Every finished cell of one graph, by its fingerprint."""
        with self._lock:
            cells = {key: cell for key, cell in self._kept.items() if key.graph == graph}
            none: dict[CellKey, Cell] = {}
            return cells | self._safely(lambda database: _select_graph(database, graph), none)

    def forget(self, graph: str) -> None:
        """Take out every cell of one graph, without a trace in the file, and take no more of it."""
        with self._lock:
            self._unwelcome.add(graph)
            self._kept = {key: cell for key, cell in self._kept.items() if key.graph != graph}
            self._safely(lambda database: _delete_graph(database, graph), None)

    def welcome(self, graph: str) -> None:
        """Take cells of a graph again that were to be forgotten."""
        with self._lock:
            self._unwelcome.discard(graph)

    def __len__(self) -> int:
        with self._lock:
            count = self._safely(
                lambda database: int(one(database, "SELECT count(*) FROM cells")), 0
            )
            return len(self._kept) + count

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def _safely(self, use: Callable[[sqlite3.Connection], Found], otherwise: Found) -> Found:
        """Use the file; if it is damaged, begin a new one; if it takes no more, do without."""
        if self._database is None:
            return otherwise
        try:
            return use(self._database)
        except sqlite3.OperationalError as trouble:
            self._note(f"Cells are kept in memory only: {self.path} cannot be used ({trouble}).")
        except sqlite3.DatabaseError as trouble:
            self._database.close()
            self._move_aside(trouble)
            self._database = self._open()
        return otherwise

    def _open(self) -> sqlite3.Connection | None:
        path = Path(self.path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return open_store(path, table=_TABLE, mark=MARK, schema=SCHEMA)
        except sqlite3.OperationalError as trouble:
            self._note(f"Cells are kept in memory only: {path} cannot be used ({trouble}).")
        except OSError as trouble:
            self._note(f"Cells are kept in memory only: {path} cannot be made ({trouble}).")
        except sqlite3.DatabaseError as trouble:
            self._move_aside(trouble)
            return open_store(path, table=_TABLE, mark=MARK, schema=SCHEMA)
        return None

    def _move_aside(self, trouble: sqlite3.DatabaseError) -> None:
        path = Path(self.path)
        aside = move_aside(path)
        self._note(
            f"{path} could not be read ({trouble}): it was moved to {aside.name}, and a new store "
            "was begun; cells are measured again as they are needed."
        )

    def _note(self, sentence: str) -> None:
        self.notes = (*self.notes, sentence) if sentence not in self.notes else self.notes


def default_store_path() -> str:
    """The file that GRAPHDP_STORE names, else one in the user's cache folder; or ":memory:".

    A demo keeps nothing on disk, whatever is named.
    """
    if is_demo():
        return MEMORY
    if named := os.environ.get("GRAPHDP_STORE"):
        return named
    folder = user_folder()
    return str(folder / "cells.sqlite") if folder else MEMORY


@cache
def file_store() -> CellStore:
    """The store of this process on disk, opened when it is first asked for."""
    return CellStore(default_store_path())


def _select(database: sqlite3.Connection, keys: list[CellKey]) -> dict[CellKey, Cell]:
    question = (
        "SELECT metrics, refused FROM cells WHERE graph = ? AND mechanism = ? AND analysis = ? "
        "AND epsilon = ? AND seed = ? AND repeat = ? AND code = ?"
    )
    rows = ((key, database.execute(question, key.columns).fetchone()) for key in keys)
    return {key: Cell(_numbers(row[0]), row[1]) for key, row in rows if row is not None}


def _select_graph(database: sqlite3.Connection, graph: str) -> dict[CellKey, Cell]:
    rows = database.execute("SELECT * FROM cells WHERE graph = ?", (graph,))
    return {CellKey(*row[:7]): Cell(_numbers(row[7]), row[8]) for row in rows}


def _delete_graph(database: sqlite3.Connection, graph: str) -> None:
    database.execute("PRAGMA secure_delete = ON")  # with zeros over what was there
    database.execute("DELETE FROM cells WHERE graph = ?", (graph,))
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _insert(database: sqlite3.Connection, rows: Sequence[tuple[object, ...]]) -> bool:
    database.execute("BEGIN IMMEDIATE")
    try:
        database.executemany("INSERT OR IGNORE INTO cells VALUES (?,?,?,?,?,?,?,?,?)", rows)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    return True


def _numbers(text: str) -> dict[str, float]:
    """Metrics as they were put, nan and infinity included."""
    return {name: float(value) for name, value in json.loads(text).items()}
