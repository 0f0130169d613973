"""Who draws next: the pages of many people take turns, so that each of them is soon finished.

Python lets one thread of a process run at a time. Left alone, twenty pages that are drawn at once
share that time in small slices and all of them end late; one after the other, the first ends at
once and the last no later. Only drawing takes turns: whoever computes gives up the turn.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

TIMEOUT_S = 0.15  # after which a page is drawn without its turn
P = ParamSpec("P")
T = TypeVar("T")

_lock = threading.Lock()
_thread = threading.local()


@contextmanager
def render_lock() -> Iterator[None]:
    """Draw in turn with all other pages; a courtesy only: who waits too long goes ahead."""
    _acquire()
    try:
        yield
    finally:
        _release()


@contextmanager
def apart() -> Iterator[None]:
    """Draw without taking turns: for what nobody waits for, and which lets others go first."""
    _thread.is_apart = True
    try:
        yield
    finally:
        _thread.is_apart = False


def sleep(seconds: float) -> None:
    """Do nothing for a while, and let others draw meanwhile."""
    _release()
    time.sleep(seconds)
    _acquire()


def release_during(compute: Callable[P, T]) -> Callable[P, T]:
    """A computation that gives up the turn for the rest of the run, which is slow now anyway."""

    @wraps(compute)
    def apart(*args: P.args, **kwargs: P.kwargs) -> T:
        _release()
        return compute(*args, **kwargs)

    return apart


def _acquire() -> None:
    if not getattr(_thread, "is_apart", False):
        _thread.is_held = _lock.acquire(timeout=TIMEOUT_S)


def _release() -> None:
    if getattr(_thread, "is_held", False):
        _thread.is_held = False
        _lock.release()
