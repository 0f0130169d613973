"""The stages that pages have opened: found by their key, computed a stop at a time, kept as bytes.

A stage of a graph that anybody can make again is everybody's, under a key that its content decides.
That of a person's own graph has a key that nobody can guess, which opens it for that person's
browser alone, and goes with the graph.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

from graphdp_core.memory import share
from graphdp_core.plots.theme import DARK, LIGHT
from graphdp_core.stage import Asked, Board, Packing, has_few_edges, still, tie_of

MOST_STAGES = 128
MOST_BYTES = 64_000_000
IDLE_S = 1800.0  # after the last question, a stage gives its memory back
MOST_WAITING = 6  # stops that one visitor waits for at a time
WANTED_S = 5.0  # after the last question for a stop, nobody wants it any more
WORKERS = 2
SHARED = "shared"
"""The part's name that all stops of a stage need."""
TIE = re.compile(r"(.+)\.tie\.(\d{1,9})\.(\d{1,9})")
"""A stop's name and two nodes: what is true and released of their tie."""
MOST_TIES = 64  # of a stage that are kept
STILLS = {".light.svg": LIGHT, ".dark.svg": DARK}
"""Endings of a stop's name under which its picture stands still, for browsers that cannot draw."""
BEHIND = "behind"
"""The part's name of what is measured behind all of them."""


@dataclass(frozen=True)
class Found:
    """What has been measured behind a stage so far.

    Parameters
    ----------
    content : mapping
        Plain data.
    share : float
        1 when nothing more is to come.
    words : str
        How far it is.
    is_lasting : bool
        Whether it will be the same whenever it is asked for.
    """

    content: Mapping[str, Any]
    share: float = 1.0
    words: str = ""
    is_lasting: bool = False


class Behind(Protocol):
    """Long work behind a stage, for all its stops; it goes on while somebody looks."""

    def look(self) -> Found:
        """Begin, or go on; what there is by now."""

    def stop(self) -> None:
        """Nobody wants it any more."""


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
    visitor : str
        The only browser that it is for; "" for everybody.
    """

    stage: Asked
    visitor: str = ""
    behind: Behind | None = None
    parts: dict[str, bytes] = field(default_factory=dict)
    work: dict[str, Work] = field(default_factory=dict)
    costs: dict[str, float] = field(default_factory=dict)  # seconds, until the part is fetched
    packing: Packing | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)
    asked: float = field(default_factory=time.monotonic)

    @property
    def is_public(self) -> bool:
        """Whether everybody may have it, and every cache may keep it."""
        return not self.visitor

    @property
    def size(self) -> int:
        """Bytes that it keeps, about."""
        kept = sum(map(len, self.parts.values()))
        return kept if self.packing is None else kept + self.packing.size

    def has(self, part: str) -> bool:
        """Whether there is such a part: ``shared``, a stop, a tie of it, or its still picture."""
        stop = part
        for ending in STILLS:
            stop = stop.removesuffix(ending)
        if tie := TIE.fullmatch(part):
            stop = tie[1] if max(int(tie[2]), int(tie[3])) < self.stage.graph.n else ""
        return part == SHARED or stop in map(name_of, self.stage.epsilons)

    def so_far(self, part: str, has: int) -> dict[str, object]:
        """A board's stop that is being computed, if more than so many of its tiles are there."""
        if not isinstance(self.stage, Board) or part not in map(name_of, self.stage.epsilons):
            return {}
        tiles, stop = self.stage.so_far(float(part))
        if tiles <= has:
            return {}
        packing = Packing.of(self.stage, stop)
        messages = {"stop": packing.stop(stop), SHARED: packing.shared}
        texts = {name: base64.b64encode(one).decode() for name, one in messages.items()}
        return {"tiles": tiles, **texts}

    def look_behind(self) -> Found:
        """What is measured behind the stage so far; what lasts is kept as a part."""
        if self.behind is None:
            raise ValueError("nothing is measured behind this stage.")
        behind = self.behind.look()
        if behind.is_lasting:
            self.parts[BEHIND] = _compressed(json.dumps(behind.content).encode())
        return behind

    def end(self) -> None:
        """Measure nothing more behind it."""
        if self.behind is not None:
            self.behind.stop()

    def make(self, part: str, report: Callable[[float, str], None]) -> None:
        """Compute one stop and keep its bytes; the first also makes the shared part."""
        for ending, theme in STILLS.items():
            if part.endswith(ending):
                stop = self.stage.stop(float(part.removesuffix(ending)), progress=report)
                self.parts[part] = _compressed(still(stop, theme).encode())
                return
        tie = TIE.fullmatch(part)
        stop = self.stage.stop(float(tie[1] if tie else part), progress=report)
        if tie:
            told = [name for name in self.parts if TIE.fullmatch(name)]
            for name in told[: len(told) + 1 - MOST_TIES]:
                del self.parts[name]
            ends = int(tie[2]), int(tie[3])
            self.parts[part] = _compressed(tie_of(stop, self.stage.graph.n, ends))
            return
        with self.lock:
            if self.packing is None:
                packing = Packing.of(self.stage, stop)
                if stop.drawing is not None:  # a refusal has nothing that others share
                    self.packing = packing
                    self.parts[SHARED] = _compressed(packing.shared)
            else:
                packing = self.packing
            self.parts[part] = _compressed(packing.stop(stop, edges=has_few_edges(stop)))


class Stages:
    """All stages of a server; least recently used ones go first."""

    def __init__(self) -> None:
        self._stages: OrderedDict[str, Staged] = OrderedDict()
        self._own: dict[tuple[str, str], str] = {}
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="stage")

    def open(self, stage: Asked, *, visitor: str = "", behind: Behind | None = None) -> str:
        """Let a stage be asked for; its key.

        Parameters
        ----------
        visitor : str
            The secret of the browser that alone may ask, for a person's own graph.
        behind : Behind, optional
            What is measured behind it once somebody asks; that of the first call counts.

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
                self._stages[key] = Staged(stage, visitor, behind)
                self._drop()
            elif len(stage.epsilons) > len(self._stages[key].stage.epsilons):
                self._stages[key].stage = stage  # it has more stops; those that were are the same
            self._stages.move_to_end(key)
            return key

    def find(self, key: str, *, visitor: str) -> Staged | None:
        """The stage of a key, if this visitor may have it."""
        with self._lock:
            staged = self._stages.get(key)
            if staged is None:
                return None
            if staged.visitor and not secrets.compare_digest(staged.visitor, visitor):
                return None
            self._stages.move_to_end(key)
            staged.asked = time.monotonic()
            return staged

    def carried(self, key: str, epsilon: float, *, visitor: str) -> dict[str, str] | None:
        """A stop with what it needs as text, for a page whose browser does not reach the route.

        It is computed here and now where it is not there yet.
        """
        staged = self.find(key, visitor=visitor)
        if staged is None:
            return None
        name = name_of(epsilon)
        if name not in staged.parts:
            staged.make(name, _unheard)
        parts = {"stop": staged.parts[name], SHARED: staged.parts.get(SHARED, b"")}
        texts = {
            part: base64.b64encode(gzip.decompress(packed)).decode() if packed else ""
            for part, packed in parts.items()
        }
        return {"key": key, "name": name, **texts}

    def ask(self, staged: Staged, name: str, *, visitor: str) -> Work | None:
        """None where a part is there already; else the work on it, begun if need be.

        Raises
        ------
        Busy
            If this visitor waits for too many stops.
        """
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
        self._pool.submit(self._run, staged, name, work)
        return work

    def forget(self, owner: str) -> None:
        """Drop all stages of a person's own graph."""
        with self._lock:
            keys = [k for k, s in self._stages.items() if s.stage.graph.owner == owner]
            for key in keys:
                self._stages.pop(key).end()
            self._own = {name: key for name, key in self._own.items() if key not in keys}

    def _run(self, staged: Staged, name: str, work: Work) -> None:
        def report(fraction: float, text: str = "") -> None:
            work.share, work.words = fraction, text
            if time.monotonic() - work.asked > WANTED_S:
                raise _Unwanted

        try:
            report(0.0)
            began = time.thread_time()
            staged.make(name, report)
            staged.costs[name] = time.thread_time() - began
        except _Unwanted:
            pass
        except BaseException as error:
            work.done.set_exception(error)
            raise
        finally:
            with self._lock:
                staged.work.pop(name, None)
                self._drop()
            if not work.done.done():
                work.done.set_result(None)

    def _key(self, stage: Asked, visitor: str) -> str:
        if not visitor:
            return stage.key
        return self._own.setdefault((visitor, stage.key), secrets.token_urlsafe(16))

    def _drop(self) -> None:
        """Keep within the bounds; the newest stage always stays."""
        total, now = sum(staged.size for staged in self._stages.values()), time.monotonic()
        most = min(MOST_BYTES, share("stages"))
        while len(self._stages) > 1:
            key, oldest = next(iter(self._stages.items()))
            is_idle = now - oldest.asked > IDLE_S
            if not (is_idle or len(self._stages) > MOST_STAGES or total > most):
                return
            del self._stages[key]
            oldest.end()
            total -= oldest.size
            self._own = {name: own for name, own in self._own.items() if own != key}


def name_of(epsilon: float) -> str:
    """A stop as it stands in an address."""
    return f"{epsilon:g}"


def _unheard(fraction: float, text: str = "") -> None:
    """Nobody hears how far it is."""


def _compressed(message: bytes) -> bytes:
    return gzip.compress(message, compresslevel=3, mtime=0)


STAGES = Stages()
"""Of this server."""
