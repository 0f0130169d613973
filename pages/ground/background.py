"""Work that goes on behind the pages, one piece at a time: its results are kept for everybody.

A page asks for a list of things and looks in later; nothing it draws waits, and no script runs
meanwhile. Whoever stops looking in is forgotten, and so is the list that another one replaces.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from graphdp_core.memory import GONE, Box
from graphdp_core.progress import Report

__all__ = ["ABSENT_S", "ResultCache"]

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


class ResultCache:
    """Results by key, and a thread that makes what is asked for, a piece for each in turn.

    Parameters
    ----------
    most : int
        Results kept; those unused longest go first.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._results: OrderedDict[str, Box[Any]] = OrderedDict()
        self._tasks: OrderedDict[str, _Task] = OrderedDict()
        self._asked = threading.Condition()
        self._thread: threading.Thread | None = None

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
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="results", daemon=True)
                self._thread.start()
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
        while True:
            with self._asked:
                while not self._tasks:
                    if not self._asked.wait(IDLE_S) and not self._tasks:
                        self._thread = None
                        return
                owner, task = next(iter(self._tasks.items()))
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
                if not self._is_wanted(task):
                    self._end(owner, task)

    def _end(self, owner: str, task: _Task) -> None:
        with self._asked:
            if self._tasks.get(owner) is task:
                del self._tasks[owner]
