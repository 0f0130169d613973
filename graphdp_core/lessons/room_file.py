"""The file of the rooms, which several servers share."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

from graphdp_core.experiment.cells import default_store_path
from graphdp_core.experiment.store_file import MEMORY, move_aside, open_store
from graphdp_core.params import Refused

__all__ = ["open_rooms", "rooms_path", "unusable"]

MARK = 0x67647263  # "gdrc" in the file's header
SCHEMA = 1

_TABLE = """
CREATE TABLE IF NOT EXISTS rooms (
    code TEXT PRIMARY KEY, lesson TEXT NOT NULL, secret TEXT NOT NULL, epsilon REAL,
    step INTEGER NOT NULL, stop INTEGER NOT NULL, revealed INTEGER NOT NULL, ends REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phones (
    code TEXT, phone TEXT, answer TEXT, PRIMARY KEY (code, phone)
) WITHOUT ROWID
"""


def rooms_path() -> str:
    """Beside the store of measurements; ":memory:" where that one is."""
    store = default_store_path()
    return store if store == MEMORY else str(Path(store).with_name("rooms.sqlite"))


def open_rooms(path: str) -> sqlite3.Connection:
    """The open file; a damaged one is moved aside, for rooms live for hours alone.

    Raises
    ------
    Refused
        If it belongs to another program or cannot be used.
    """
    try:
        return _connected(path)
    except (OSError, sqlite3.OperationalError) as trouble:
        raise unusable(path) from trouble
    except sqlite3.DatabaseError as trouble:
        aside = move_aside(Path(path))
        logging.getLogger("graphdp").warning("%s: %s; moved to %s", path, trouble, aside.name)
        return _connected(path)


def unusable(path: str) -> Refused:
    """What is said when the disk does not take a room."""
    return Refused(
        f"Rooms cannot be kept: {path} cannot be used. Who runs this server can name a file in a "
        "folder that may be written to in GRAPHDP_STORE."
    )


def _connected(path: str) -> sqlite3.Connection:
    if path != MEMORY:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    database = open_store(path, table=_TABLE, mark=MARK, schema=SCHEMA)
    database.execute("PRAGMA secure_delete = ON")  # with zeros over what was there
    return database
