"""How long a test waits for others, and how work grows: neither rests on the machine's speed."""

import time
from collections.abc import Callable
from typing import Any

PATIENCE_S = 300.0
"""For another process or thread: it is long only where something is broken."""


def eventually(said: Callable[[], Any], *, every: float = 0.02) -> Any:
    """What is said as soon as it is true; an AssertionError when patience is over."""
    end = time.monotonic() + PATIENCE_S
    while not (one := said()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(every)
    return one


def growth(work: Callable[[int], object], size: int) -> float:
    """How many times the processor is asked for four times the size: 4 if linear, 16 if quadratic.

    The least of three runs each, in turn, so that other programs beside it do not count.
    """
    small, large = [], []
    for _ in range(3):
        small.append(seconds(work, size))
        large.append(seconds(work, 4 * size))
    return min(large) / min(small)


def seconds(work: Callable[[int], object], size: int) -> float:
    """Of this process's processor, for work of a size."""
    start = time.process_time()
    work(size)
    return time.process_time() - start
