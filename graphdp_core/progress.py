"""Progress of long work: one object that is called, cut into parts, and may be silent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Report: TypeAlias = Callable[[float, str], None]
"""What a caller passes: called often with (fraction done, what comes next); may raise to stop."""


class Progress:
    """How far a piece of work is, as a share of the whole that somebody watches.

    Public functions take any callable and wrap it once by :meth:`of`; below them there is always
    a `Progress`, silent if nobody watches, so that no inner function asks whether there is one.

    Examples
    --------
    >>> progress = Progress(lambda fraction, text: print(f"{fraction:.2f} {text}"))
    >>> progress.part(1, 4)(0.5, "second of four")
    0.38 second of four
    >>> progress.between(0.2, 0.6)(1.0, "loaded")
    0.60 loaded
    >>> SILENT.part(0, 2)(1.0, "nobody sees this")
    """

    __slots__ = ("_high", "_low", "_report")

    def __init__(self, report: Report | None = None, *, low: float = 0.0, high: float = 1.0):
        self._report, self._low, self._high = report, low, high

    @classmethod
    def of(cls, report: Report | None) -> Progress:
        """The progress that tells `report`; silent for None, and a `Progress` is passed on."""
        if report is None:
            return SILENT
        return report if isinstance(report, Progress) else cls(report)

    def __call__(self, fraction: float, text: str) -> None:
        """Say that this share of the work, 0 to 1, is done, and what comes next."""
        if self._report is not None:
            self._report(self._low + (self._high - self._low) * fraction, text)

    def part(self, index: int, count: int) -> Progress:
        """The progress of the part `index` (from 0) of `count` equal ones."""
        return self.between(index / count, (index + 1) / count)

    def named(self, name: str) -> Progress:
        """The same progress with ``name: `` before every text."""
        if self._report is None:
            return self
        return Progress(lambda fraction, text: self(fraction, f"{name}: {text}"))

    def between(self, low: float, high: float) -> Progress:
        """The progress of what lies between two shares of this work."""
        if self._report is None:
            return self
        width = self._high - self._low
        return Progress(self._report, low=self._low + width * low, high=self._low + width * high)


SILENT = Progress()
"""Progress that nobody watches."""
