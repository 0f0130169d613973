"""Seconds of processor time that a method takes: what a busy machine changes little."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

__all__ = ["SECONDS", "Stopwatch"]

Found = TypeVar("Found")

SECONDS = "Seconds of processor time for one run, mean over repeats"


@dataclass
class Stopwatch:
    """Collects the seconds of one method, run by run.

    Examples
    --------
    >>> watch = Stopwatch()
    >>> watch.take(lambda: sum(range(10)))
    45
    >>> watch.mean >= 0.0
    True
    """

    seconds: list[float] = field(default_factory=list)

    def take(self, run: Callable[[], Found]) -> Found:
        """What the run gives; its seconds are kept."""
        begun = time.process_time()
        found = run()
        self.seconds.append(time.process_time() - begun)
        return found

    @property
    def mean(self) -> float:
        """Seconds of one run on average; 0 before the first."""
        return sum(self.seconds) / max(len(self.seconds), 1)
