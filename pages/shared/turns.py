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

__all__ = ["sleep", "taken", "working"]

PATIENCE = 0.15  # seconds after which a page is drawn without its turn
P = ParamSpec("P")
T = TypeVar("T")

_turn = threading.Lock()
_here = threading.local()


@contextmanager
def taken() -> Iterator[None]:
    """Draw in turn with all other pages; a courtesy only: who waits too long goes ahead."""
    _take()
    try:
        yield
    finally:
        _give_up()


def sleep(seconds: float) -> None:
    """Do nothing for a while, and let others draw meanwhile."""
    _give_up()
    time.sleep(seconds)
    _take()


def working(compute: Callable[P, T]) -> Callable[P, T]:
    """A computation that gives up the turn for the rest of the run, which is slow now anyway."""

    @wraps(compute)
    def apart(*args: P.args, **kwargs: P.kwargs) -> T:
        _give_up()
        return compute(*args, **kwargs)

    return apart


def _take() -> None:
    _here.has_it = _turn.acquire(timeout=PATIENCE)


def _give_up() -> None:
    if getattr(_here, "has_it", False):
        _here.has_it = False
        _turn.release()
