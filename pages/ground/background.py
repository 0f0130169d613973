"""Work that goes on behind the pages, one piece at a time: its results are kept for everybody.

A page asks for a list of things and looks in later; nothing it draws waits, and no script runs
meanwhile. Whoever stops looking in is forgotten, and so is the list that another one replaces.

What the garbage collector need not search: all that was loaded, but nobody's own graph.

Searching everything again and again for garbage stops every page for about 0.2 s at a time. But a
session that is open while its objects are taken out of sight would never be freed: so all are
looked at again soon after an owner of a graph has left.
"""

from __future__ import annotations

import gc
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from graphdp_core.memory import GONE, Box
from graphdp_core.progress import Report

MOST = 4000  # results kept
IDLE_S = 30.0  # without anything to do, after which a thread ends; the next question starts one
ABSENT_S = 15.0  # after which nobody is taken to wait for a list any more

Work: TypeAlias = Callable[[Report], Iterator[tuple[str, Any]]]
"""Takes a progress report and yields results with the keys under which they are kept."""


class _Dropped(BaseException):
    """Nobody waits for this any more."""


@dataclass
class _Task:
    name: str
    items: Iterator[tuple[str, Any]] = field(default_factory=lambda: iter(()))
    wanted: float = 0.0
    is_busy: bool = False


class ResultCache:
    """Results by key, and threads that make what is asked for, a piece for each in turn.

    Parameters
    ----------
    most : int
        Results kept; those unused longest go first.
    together : int
        Owners served at one time: one, unless the pieces are long and wait for workers.
    """

    def __init__(self, most: int = MOST, together: int = 1) -> None:
        self.most, self._together, self._threads = most, together, 0
        self._results: OrderedDict[str, Box[Any]] = OrderedDict()
        self._tasks: OrderedDict[str, _Task] = OrderedDict()
        self._asked = threading.Condition()

    def has(self, key: str) -> bool:
        """Whether a result is there."""
        box = self._results.get(key)
        return box is not None and box.look() is not GONE

    def get(self, key: str) -> Any:
        """A result, or None."""
        with self._asked:
            if key not in self._results:
                return None
            self._results.move_to_end(key)
            result = self._results[key].look()
            return None if result is GONE else result

    def ask(self, owner: str, name: str, work: Work) -> None:
        """Want some work done; ask again every few seconds as long as it is wanted.

        Parameters
        ----------
        owner : str
            Who asks; another name takes the place of what the owner wanted before.
        name : str
            Of the work: under the same name it goes on where it is.
        """
        with self._asked:
            task = self._tasks.get(owner)
            if task is None or task.name != name:
                task = _Task(name)
                task.items = work(self._report(task))
                self._tasks[owner] = task
            task.wanted = time.monotonic()
            if self._threads < min(self._together, len(self._tasks)):
                self._threads += 1
                threading.Thread(target=self._run, name="results", daemon=True).start()
            self._asked.notify()

    def drop(self, owner: str) -> None:
        """Want nothing any more; what is being made ends at its next report."""
        with self._asked:
            self._tasks.pop(owner, None)

    def _report(self, task: _Task) -> Report:
        def report(fraction: float, text: str = "") -> None:
            if not self._is_wanted(task):
                raise _Dropped

        return report

    def _is_wanted(self, task: _Task) -> bool:
        absent = time.monotonic() - task.wanted > ABSENT_S
        return not absent and any(task is other for other in list(self._tasks.values()))

    def _put(self, key: str, value: Any) -> None:
        box = Box(value)
        with self._asked:
            self._results[key] = box
            while len(self._results) > self.most:
                self._results.popitem(last=False)

    def _run(self) -> None:
        while self._has_made_one():  # a thread that waits holds nobody's work
            pass

    def _has_made_one(self) -> bool:
        """Make a piece of what waits longest; False after a while in which nothing waits."""
        with self._asked:
            while not (waiting := self._waiting()):
                if not self._asked.wait(IDLE_S) and not self._waiting():
                    self._threads -= 1
                    return False
            owner, task = waiting[0], self._tasks[waiting[0]]
            task.is_busy = True
            self._tasks.move_to_end(owner)
        try:
            key, value = next(task.items)
        except (StopIteration, _Dropped):
            self._end(owner, task)
        except Exception:
            logging.getLogger("graphdp").exception("Work in the background failed")
            self._end(owner, task)
        else:
            self._put(key, value)
            task.is_busy = False
            if not self._is_wanted(task):
                self._end(owner, task)
        return True

    def _waiting(self) -> list[str]:
        return [owner for owner, task in self._tasks.items() if not task.is_busy]

    def _end(self, owner: str, task: _Task) -> None:
        with self._asked:
            if self._tasks.get(owner) is task:
                del self._tasks[owner]


SOON_S = 2.0
"""After the farewell: the session itself is let go of last."""

REST_S = 60.0
"""For so long after a farewell all is searched as usual."""

_lock = threading.Lock()
_timers: list[threading.Timer] = []
_hidden: list[bool] = []


def put_out_of_sight() -> None:
    """Free what is garbage and search what is left no more."""
    _hidden[:] = [True]
    gc.collect()
    gc.freeze()


def free_soon() -> None:
    """Look at all again in a moment, if anything is out of sight; and hide the rest later."""
    with _lock:
        if not _hidden:
            return
        while _timers:
            _timers.pop().cancel()
        for seconds, task in ((SOON_S, _look), (REST_S, put_out_of_sight)):
            _timers.append(threading.Timer(seconds, task))
            _timers[-1].daemon = True
            _timers[-1].start()


def _look() -> None:
    gc.unfreeze()
    gc.collect()
