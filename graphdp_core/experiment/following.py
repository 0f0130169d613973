"""Work in a worker process that tells what it finds as it goes, and can be stopped."""

from __future__ import annotations

import itertools
import queue
import threading
import traceback
from collections.abc import Iterator, Sequence
from multiprocessing.context import BaseContext
from typing import Any

SLOTS = 64  # works that can be told to stop at one time


class Subscription:
    """What some work has told so far."""

    def __init__(self, number: int, stopped: Any) -> None:
        self.number = number
        self.error: BaseException | None = None
        self._told: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._over = threading.Event()
        self._stopped = stopped

    @property
    def is_over(self) -> bool:
        """Whether the work has ended and all that it told was fetched."""
        return self._over.is_set() and self._told.empty()

    def fresh(self, timeout: float) -> list[Any]:
        """What was told since the last call; waits so many seconds for something."""
        items = []
        try:
            if not self._over.is_set():
                items.append(self._told.get(timeout=timeout))
            while True:
                items.append(self._told.get_nowait())
        except queue.Empty:
            return [item for item, is_last in items if not is_last]

    def turns(self, wait: float) -> Iterator[list[Any]]:
        """What is told, in turns of at most `wait` seconds; who stops reading wants no more."""
        try:
            while not self.is_over:
                yield self.fresh(wait)
        finally:
            self.stop()

    def stop(self) -> None:
        """Want no more: the work ends at its next find."""
        self._stopped[self.number % SLOTS] = self.number

    def tell(self, found: Any, *, is_last: bool) -> None:
        """Take a find, or the end."""
        if is_last:
            self.error = self.error or found
            self._over.set()
        self._told.put((found, is_last))

    def fail(self, error: BaseException) -> None:
        """End because the work or its worker failed."""
        self.tell(error, is_last=True)


class ResultChannel:
    """The line on which the workers of one executor tell what they find.

    Parameters
    ----------
    context : BaseContext, optional
        That starts the processes; without it the work is done in a thread of this process.
    """

    def __init__(self, context: BaseContext | None) -> None:
        self._numbers = itertools.count(1)
        self._following: dict[int, Subscription] = {}
        self._told: Any = queue.SimpleQueue() if context is None else context.SimpleQueue()
        self._stopped: Any = [0] * SLOTS if context is None else context.RawArray("q", SLOTS)
        threading.Thread(target=self._listen, name="graphdp wire", daemon=True).start()

    @property
    def ends(self) -> tuple[Any, Any]:
        """What a worker needs: where to tell, and the numbers of those to stop."""
        return self._told, self._stopped

    def begin(self) -> Subscription:
        """A place for what some work will tell."""
        number = next(self._numbers)
        following = self._following[number] = Subscription(number, self._stopped)
        return following

    def close(self) -> None:
        """Listen no more; what has not ended has failed."""
        self._told.put(None)

    def _listen(self) -> None:
        while (told := self._told.get()) is not None:
            number, item, is_last = told
            if following := self._following.get(number):
                following.tell(item, is_last=is_last)
            if is_last:
                self._following.pop(number, None)
        for following in self._following.values():
            following.fail(RuntimeError("the workers were shut down"))


def stream_results(number: int, steps: Any, ends: tuple[Any, Sequence[int]]) -> None:
    """Go through the steps of some work and tell each; in the worker."""
    told, stopped = ends
    error = None
    try:
        for item in steps:
            if stopped[number % SLOTS] == number:
                break
            told.put((number, item, False))
    except Exception as trouble:  # noqa: BLE001 - whoever follows is told, after all finds
        error = RuntimeError("".join(traceback.format_exception(trouble)))
    told.put((number, error, True))
