"""What will be drawn if the slider moves is drawn before: unseen, by one thread for all sessions.

A person's own moves come first: nothing is drawn ahead for a session until its page has been still
for a moment, and whatever page is being drawn, this waits for it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable

from pages.shared import turns

__all__ = ["AHEAD", "Ahead", "Task", "nearest_first"]

STILL_S = 0.3  # for which a page is to be still
IDLE_S = 30.0  # without anything to do, after which the thread ends
THREAD = "ahead"


class Task:
    """The stops of one page that are still to be drawn.

    Parameters
    ----------
    stops : iterable of float
        In the order in which they are wanted.
    draw : callable
        Draws one; whether there is any use in going on.
    still : float
        Seconds until it begins.
    """

    def __init__(
        self, stops: Iterable[float], draw: Callable[[float, Task], bool], still: float = STILL_S
    ) -> None:
        self.stops = deque(stops)
        self.due = time.monotonic() + still
        self.is_over = False
        self._draw: Callable[[float, Task], bool] | None = draw

    def end(self) -> None:
        """Draw no more; what is being drawn ends at its next look."""
        self.is_over = True
        self._draw = None

    def step(self) -> bool:
        """Draw one stop; whether more are left."""
        draw = self._draw
        if self.is_over or draw is None or not self.stops:
            return False
        return draw(self.stops.popleft(), self) and bool(self.stops) and not self.is_over


class Ahead:
    """A thread that draws ahead, a stop for each session in turn."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[str, Task] = OrderedDict()
        self._asked = threading.Condition()
        self._thread: threading.Thread | None = None

    def ask(self, session: str, task: Task) -> None:
        """Want this drawn for a session, in place of what it wanted before."""
        with self._asked:
            if (before := self._tasks.get(session)) is not None:
                before.end()
            self._tasks[session] = task
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=THREAD, daemon=True)
                self._thread.start()
            self._asked.notify()

    def _run(self) -> None:
        while (found := self._next()) is not None:
            turns.let_others()
            self._step(*found)
            del found  # nothing of a session that is over is held on to

    def _step(self, session: str, task: Task) -> None:
        try:
            has_more = task.step()
        except Exception:
            logging.getLogger("graphdp").exception("Drawing ahead failed")
            has_more = False
        if has_more:
            return
        with self._asked:
            task.end()
            if self._tasks.get(session) is task:
                del self._tasks[session]

    def _next(self) -> tuple[str, Task] | None:
        """What is due next, waited for; None if there is nothing to do."""
        with self._asked:
            while True:
                now = time.monotonic()
                for session, task in self._tasks.items():
                    if task.due <= now:
                        self._tasks.move_to_end(session)
                        return session, task
                if self._tasks:
                    del session, task
                    self._asked.wait(min(other.due for other in self._tasks.values()) - now)
                elif not self._asked.wait(IDLE_S) and not self._tasks:
                    self._thread = None
                    return None


AHEAD = Ahead()
"""The one of this server."""


def nearest_first(stops: Iterable[float], now: float) -> list[float]:
    """The stops beside the present one first; that itself, where nothing moves, last.

    Examples
    --------
    >>> nearest_first([1.0, 2.0, 3.0, 4.0], 2.0)
    [1.0, 3.0, 4.0, 2.0]
    """
    order = list(stops)
    place = order.index(now) if now in order else 0
    return sorted(order, key=lambda stop: abs(order.index(stop) - place) or len(order))
