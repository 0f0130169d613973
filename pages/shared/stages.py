"""The stages that pages have opened: found by their key, computed a stop at a time, kept as bytes.

A stage of a graph that anybody can make again is everybody's, under a key that its content decides.
That of a person's own graph has a key that nobody can guess, which opens it for that person's
browser alone, and goes with the graph.
"""

from __future__ import annotations

import gzip
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from graphdp_core.stage import Packing, Stage

__all__ = ["SHARED", "STAGES", "Busy", "Staged", "Stages", "Work", "name_of"]

MOST_STAGES = 128
MOST_BYTES = 64_000_000
MOST_WAITING = 6  # stops that one visitor waits for at a time
WANTED_S = 5.0  # after the last question for a stop, nobody wants it any more
WORKERS = 2
SHARED = "shared"
"""The part's name that all stops of a stage need."""


class Busy(Exception):
    """One visitor waits for too many stops."""


class _Unwanted(BaseException):
    """Ends the work on a stop that nobody asks for any more."""


@dataclass(eq=False)
class Work:
    """One stop that is being computed, and for whom."""

    visitor: str
    asked: float
    done: Future[None]
    share: float = 0.0
    words: str = ""


@dataclass(eq=False)
class Staged:
    """A stage on the server: what it is, whose, and the parts that are there, compressed.

    Parameters
    ----------
    stage : Stage
    visitor : str
        The only browser that it is for; "" for everybody.
    """

    stage: Stage
    visitor: str = ""
    parts: dict[str, bytes] = field(default_factory=dict)
    work: dict[str, Work] = field(default_factory=dict)
    packing: Packing | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_public(self) -> bool:
        """Whether everybody may have it, and every cache may keep it."""
        return not self.visitor

    def make(self, epsilon: float, report: Callable[[float, str], None]) -> None:
        """Compute one stop and keep its bytes; the first also makes the shared part."""
        stop = self.stage.stop(epsilon, progress=report)
        with self.lock:
            if self.packing is None:
                packing = Packing.of(self.stage, stop)
                if stop.drawing is not None:  # a refusal has nothing that others share
                    self.packing = packing
                    self.parts[SHARED] = _compressed(packing.shared)
            else:
                packing = self.packing
            self.parts[name_of(epsilon)] = _compressed(packing.stop(stop))


class Stages:
    """All stages of a server; least recently used ones go first."""

    def __init__(self) -> None:
        self._stages: OrderedDict[str, Staged] = OrderedDict()
        self._own: dict[tuple[str, str], str] = {}
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="stage")

    def open(self, stage: Stage, *, visitor: str = "") -> str:
        """Let a stage be asked for; its key.

        Parameters
        ----------
        stage : Stage
        visitor : str
            The secret of the browser that alone may ask, for a person's own graph.

        Raises
        ------
        ValueError
            If the graph is a person's own and no visitor is named.
        """
        if stage.graph.owner and not visitor:
            raise ValueError("visitor must be named for the stage of a person's own graph.")
        visitor = visitor if stage.graph.owner else ""
        with self._lock:
            key = self._key(stage, visitor)
            if key not in self._stages:
                self._stages[key] = Staged(stage, visitor)
            self._stages.move_to_end(key)
            self._drop()
            return key

    def find(self, key: str, *, visitor: str) -> Staged | None:
        """The stage of a key, if this visitor may have it."""
        with self._lock:
            found = self._stages.get(key)
            if found is None:
                return None
            if found.visitor and not secrets.compare_digest(found.visitor, visitor):
                return None
            self._stages.move_to_end(key)
            return found

    def ask(self, staged: Staged, epsilon: float, *, visitor: str) -> Work | None:
        """None where a stop is there already; else the work on it, begun if need be.

        Raises
        ------
        Busy
            If this visitor waits for too many stops.
        """
        name = name_of(epsilon)
        with self._lock:
            if name in staged.parts:
                return None
            now = time.monotonic()
            if work := staged.work.get(name):
                work.asked = now
                return work
            waits = [w for s in self._stages.values() for w in s.work.values()]
            if sum(w.visitor == visitor for w in waits) >= MOST_WAITING:
                raise Busy
            work = staged.work[name] = Work(visitor, now, Future())
        self._pool.submit(self._run, staged, epsilon, work)
        return work

    def forget(self, owner: str) -> None:
        """Drop all stages of a person's own graph."""
        with self._lock:
            keys = [k for k, s in self._stages.items() if s.stage.graph.owner == owner]
            for key in keys:
                del self._stages[key]
            self._own = {name: key for name, key in self._own.items() if key not in keys}

    def _run(self, staged: Staged, epsilon: float, work: Work) -> None:
        def report(fraction: float, text: str = "") -> None:
            work.share, work.words = fraction, text
            if time.monotonic() - work.asked > WANTED_S:
                raise _Unwanted

        try:
            report(0.0)
            staged.make(epsilon, report)
        except _Unwanted:
            pass
        except BaseException as error:
            work.done.set_exception(error)
            raise
        finally:
            with self._lock:
                staged.work.pop(name_of(epsilon), None)
                self._drop()
            if not work.done.done():
                work.done.set_result(None)

    def _key(self, stage: Stage, visitor: str) -> str:
        if not visitor:
            return stage.key
        return self._own.setdefault((visitor, stage.key), secrets.token_urlsafe(16))

    def _drop(self) -> None:
        """Keep within the bounds; the newest stage always stays."""
        total = sum(len(part) for s in self._stages.values() for part in s.parts.values())
        while len(self._stages) > 1 and (len(self._stages) > MOST_STAGES or total > MOST_BYTES):
            key, oldest = self._stages.popitem(last=False)
            total -= sum(map(len, oldest.parts.values()))
            self._own = {name: own for name, own in self._own.items() if own != key}


def name_of(epsilon: float) -> str:
    """A stop as it stands in an address."""
    return f"{epsilon:g}"


def _compressed(message: bytes) -> bytes:
    return gzip.compress(message, compresslevel=3, mtime=0)


STAGES = Stages()
"""Of this server."""
