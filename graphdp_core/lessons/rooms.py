"""Rooms of a class: a short code, answers without names, in a file that several servers share.

The file of the rooms, which several servers share.

One room of a class: its code, what everybody in it may know, and the names of its phones.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from graphdp_core.experiment.cells import default_store_path
from graphdp_core.experiment.store_file import MEMORY, move_aside, one, open_store
from graphdp_core.lessons import lesson
from graphdp_core.lessons.answers import Grid, Tally, grid_of, tally, threshold
from graphdp_core.params import Refused

CHOICES = ("yes", "no", "cannot tell")
"""What may be answered to a teacher's own question."""

LETTERS = "BCDFGHJKMNPRTWXYZ"
"""No two look alike, and no vowel makes a word of them."""

LENGTH = 5
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")


class WrongCode(Refused):
    """There is no such room (any more)."""


@dataclass(frozen=True)
class Room:
    """What everybody in a room may know.

    Parameters
    ----------
    epsilon : float or None
        Of the randomised response through which phones answer; None: they tell their guess.
    step : int
        Of the lesson, on the teacher's screen.
    stop : int
        Position of its control; -1 before it was moved.
    """

    code: str
    lesson: str
    epsilon: float | None
    step: int
    stop: int
    is_revealed: bool
    ends: float

    @property
    def asked(self) -> dict[str, str] | None:
        """The teacher's own question and the view it is about, in place of a lesson."""
        return json.loads(self.lesson) if self.lesson.startswith("{") else None

    @property
    def grid(self) -> Grid:
        """Where answers fall."""
        if self.asked is not None:
            return Grid(1, len(CHOICES), is_private=self.coin is not None)
        return grid_of(lesson(self.lesson), is_private=self.coin is not None)

    @property
    def coin(self) -> float | None:
        """The epsilon through which its phones answer now: a poll has one in every room."""
        poll = None if self.asked is not None else lesson(self.lesson).poll
        return poll["epsilon"] if poll is not None and self.epsilon is None else self.epsilon


def new_code() -> str:
    """A code that nobody can foresee; the caller sees to it that it is new."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def no_room(code: str) -> WrongCode:
    """What is said to a code that leads nowhere."""
    if re.fullmatch(rf"[{LETTERS}]{{{LENGTH}}}", code.upper()):
        return WrongCode(
            "There is no class of this code, or it has ended: compare it with the screen."
        )
    return WrongCode(
        f"A code is {LENGTH} letters such as {LETTERS[5:10]}, no vowel and no digit: type it as "
        "it stands on the screen."
    )


def phone_name(code: str, token: str) -> str:
    """A name of a phone in a room, which tells nothing of it in another room."""
    if not TOKEN.fullmatch(token):
        raise Refused("This phone has no token: load the page of the class anew.")
    return hashed(f"{code.upper()} {token}")


def hashed(text: str) -> str:
    """What is kept in place of a secret."""
    return hashlib.sha256(text.encode()).hexdigest()


MARK = 0x67647263  # "gdrc" in the file's header
SCHEMA = 1

_TABLE = """
CREATE TABLE IF NOT EXISTS rooms (
    code TEXT PRIMARY KEY, lesson TEXT NOT NULL, secret TEXT NOT NULL, epsilon REAL,
    step INTEGER NOT NULL, stop INTEGER NOT NULL, revealed INTEGER NOT NULL, ends REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phones (
    code TEXT, phone TEXT, answer TEXT, PRIMARY KEY (code, phone)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    code TEXT, phone TEXT, seat INTEGER NOT NULL, PRIMARY KEY (code, phone)
) WITHOUT ROWID
"""


def rooms_path() -> str:
    """Beside the store of measurements; ":memory:" where that one is."""
    store = default_store_path()
    return store if store == MEMORY else str(Path(store).with_name("rooms.sqlite"))


def open_rooms(path: str) -> sqlite3.Connection:
    """The open file; a damaged one is moved aside, for rooms live for hours alone."""
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
        f"Rooms cannot be kept: {path} cannot be used. Whoever runs this server can set "
        "GRAPHDP_STORE to a file in a writable folder."
    )


def _connected(path: str) -> sqlite3.Connection:
    if path != MEMORY:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    database = open_store(path, table=_TABLE, mark=MARK, schema=SCHEMA)
    database.execute("PRAGMA secure_delete = ON")  # with zeros over what was there
    return database


HOURS = 4.0
"""A room is gone so long after it was opened, with all that was told in it."""

MOST_PHONES, MOST_ROOMS = 300, 200
LONGEST_QUESTION = 200
VIEW = re.compile(r"[a-z-]{0,30}(\?[^#\s]{0,800})?")
STEPS = 4
REVEALED_AT = 2  # the step of a lesson that shows the truth


class Rooms:
    """The rooms of one server, or of several that share the file. Safe between threads.

    Parameters
    ----------
    now : callable
        The time, in seconds since the epoch.

    Notes
    -----
    *Privacy*: a room keeps answers under a hash of the phone's random token, without name,
    address or time; where phones play people of a graph, also in which order they came. All of it
    is deleted when the room is closed; when it has expired, with the next join, opening or start.
    In a private room what arrives is already noisy.
    """

    def __init__(self, path: str | Path = ":memory:", now: Callable[[], float] = time.time):
        self.path, self.now = str(path), now
        self._lock = threading.Lock()
        self._database = open_rooms(self.path)
        with self._writing() as database:
            self._sweep(database)

    def open(self, lesson_id: str, epsilon: float | None = None) -> tuple[str, str]:
        """Begin a room; return its code, and the secret that leads it."""
        grid = grid_of(lesson(lesson_id), is_private=epsilon is not None)
        if epsilon is not None:
            threshold(epsilon, grid.cells)
        secret = secrets.token_urlsafe(24)
        with self._writing() as database:
            self._sweep(database)
            if one(database, "SELECT count(*) FROM rooms") >= MOST_ROOMS:
                raise Refused(
                    f"{MOST_ROOMS} rooms are open, and this server takes no more: close one that "
                    "is not needed, or try again in an hour."
                )
            code, known = new_code(), "SELECT 1 FROM rooms WHERE code = ?"
            while database.execute(known, (code,)).fetchone():
                code = new_code()
            database.execute(
                "INSERT INTO rooms VALUES (?, ?, ?, ?, 0, -1, 0, ?)",
                (code, lesson_id, hashed(secret), epsilon, self.now() + 3600 * HOURS),
            )
        return code, secret

    def room(self, code: str) -> Room:
        """A room as it is now."""
        with self._reading() as database:
            return self._room(database, code)

    def join(self, code: str, token: str) -> Room:
        """Let a phone in; one that is in already comes back to its place."""
        phone = phone_name(code, token)
        with self._writing() as database:
            self._sweep(database)
            room = self._room(database, code)
            if not self._is_in(database, room, phone):
                if _count(database, "phones", room.code) >= MOST_PHONES:
                    raise Refused(
                        f"This class is full: it takes {MOST_PHONES} phones. Share a phone with "
                        "your neighbour."
                    )
                database.execute("INSERT INTO phones VALUES (?, ?, NULL)", (room.code, phone))
        return room

    def seat(self, code: str, token: str) -> int:
        """How many phones had a seat before this one, which is in the room; it keeps its own."""
        phone = phone_name(code, token)
        with self._writing() as database:
            room = self._room(database, code)
            taken = "SELECT ?, ?, count(*) FROM seats WHERE code = ?"
            row = (room.code, phone, room.code)
            database.execute(f"INSERT OR IGNORE INTO seats {taken}", row)
            kept = "SELECT seat FROM seats WHERE code = ? AND phone = ?"
            return int(database.execute(kept, row[:2]).fetchone()[0])

    def seats(self, code: str) -> int:
        """How many phones have one."""
        with self._reading() as database:
            return _count(database, "seats", code.upper())

    def answer(self, code: str, token: str, answer: object) -> None:
        """Take a phone's answer in place of an earlier one; a private room takes one alone."""
        phone = phone_name(code, token)
        with self._writing() as database:
            room = self._room(database, code)
            row = json.dumps(room.grid.checked(answer))
            if room.is_revealed:
                raise Refused("The truth is on the screen already: guesses count no more.")
            if not self._is_in(database, room, phone):
                raise Refused("This phone is not in the class: type the code again.")
            where = "WHERE code = ? AND phone = ?"
            known = database.execute(f"SELECT answer FROM phones {where}", (room.code, phone))
            (before,) = known.fetchone()
            if room.coin is not None and before is not None and before != row:
                raise Refused(
                    "This phone has answered: a second noisy answer would tell more about you "
                    "than ε promises."
                )
            database.execute(f"UPDATE phones SET answer = ? {where}", (row, room.code, phone))

    def lead(self, code: str, secret: str, *, step: int, stop: int = -1) -> Room:
        """Put everybody at a step of the lesson, and a position of its control."""
        if not 0 <= step < STEPS or not -1 <= stop < 100:
            raise Refused(f"step must be from 0 to {STEPS - 1}, got {step}: load the page anew.")
        with self._writing() as database:
            room = self._room(database, code, secret)
            database.execute(
                "UPDATE rooms SET step = ?, stop = ?, revealed = max(revealed, ?) WHERE code = ?",
                (step, stop, step >= REVEALED_AT, room.code),
            )
            return self._room(database, code)

    def ask(self, code: str, secret: str, question: str, address: str) -> Room:
        """Go on with a question of the teacher's own about a view of the app.

        Parameters
        ----------
        question : str
        address : str
            Of the view, below the server's own: such as ``explore?see=tree``.
        """
        if not 0 < len(question.strip()) <= LONGEST_QUESTION:
            raise Refused(f"question must have from 1 to {LONGEST_QUESTION} letters: write one.")
        if not VIEW.fullmatch(address):
            raise Refused("address must be that of a view of this app: load the page anew.")
        asked = {"question": question.strip(), "address": address}
        return self._move(code, secret, json.dumps(asked))

    def move(self, code: str, secret: str, lesson_id: str) -> Room:
        """Go on with another lesson: everybody stays, and nobody has answered."""
        lesson(lesson_id)
        return self._move(code, secret, lesson_id)

    def _move(self, code: str, secret: str, lesson_id: str) -> Room:
        with self._writing() as database:
            room = self._room(database, code, secret)
            if room.lesson != lesson_id:
                database.execute(
                    "UPDATE rooms SET lesson = ?, step = 0, stop = -1, revealed = 0 WHERE code = ?",
                    (lesson_id, room.code),
                )
                database.execute("UPDATE phones SET answer = NULL WHERE code = ?", (room.code,))
            return self._room(database, code)

    def tally(self, code: str) -> Tally:
        """How the class guessed so far."""
        with self._reading() as database:
            room = self._room(database, code)
            rows = database.execute(
                "SELECT answer FROM phones WHERE code = ? AND answer IS NOT NULL", (room.code,)
            ).fetchall()
        return tally((json.loads(row[0]) for row in rows), room.grid, room.coin)

    def phones(self, code: str) -> int:
        """How many phones are in a room."""
        with self._reading() as database:
            return _count(database, "phones", code.upper())

    def led(self, code: str, secret: str) -> Room:
        """The room, for the teacher who leads it."""
        with self._reading() as database:
            return self._room(database, code, secret)

    def end(self, code: str, secret: str) -> None:
        """Close a room and forget what was told in it."""
        with self._writing() as database:
            room = self._room(database, code, secret)
            _forget(database, "code = ?", room.code)
        with self._reading() as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._database.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """The file, while no other thread has it; its troubles in words."""
        with self._lock:
            try:
                yield self._database
            except sqlite3.DatabaseError as trouble:
                raise unusable(self.path) from trouble

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One change as a whole, or none of it."""
        with self._reading() as database:
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            finally:
                if database.in_transaction:
                    database.execute("ROLLBACK")

    def _room(self, database: sqlite3.Connection, code: str, secret: str | None = None) -> Room:
        """The room of a code, for the one who opened it where a secret is given."""
        row = database.execute(
            "SELECT code, lesson, epsilon, step, stop, revealed, ends, secret FROM rooms "
            "WHERE code = ? AND ends > ?",
            (code.upper(), self.now()),
        ).fetchone()
        if row is None:
            raise no_room(code)
        code, lesson_id, epsilon, step, stop, is_revealed, ends, kept = row
        if secret is not None and not secrets.compare_digest(kept, hashed(secret)):
            raise WrongCode("This browser did not open the class: open one of your own.")
        return Room(code, lesson_id, epsilon, step, stop, bool(is_revealed), ends)

    def _is_in(self, database: sqlite3.Connection, room: Room, phone: str) -> bool:
        question = "SELECT 1 FROM phones WHERE code = ? AND phone = ?"
        return database.execute(question, (room.code, phone)).fetchone() is not None

    def _sweep(self, database: sqlite3.Connection) -> None:
        _forget(database, "ends <= ?", self.now())


def _count(database: sqlite3.Connection, table: str, code: str) -> int:
    """How many rows of a table are of a room."""
    count = f"SELECT count(*) FROM {table} WHERE code = ?"
    return int(database.execute(count, (code,)).fetchone()[0])


def _forget(database: sqlite3.Connection, where: str, value: object) -> None:
    """Delete some rooms with what was told in them."""
    rooms = f"SELECT code FROM rooms WHERE {where}"
    for table in ("phones", "seats"):
        database.execute(f"DELETE FROM {table} WHERE code IN ({rooms})", (value,))
    database.execute(f"DELETE FROM rooms WHERE {where}", (value,))
