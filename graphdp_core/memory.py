"""One budget for all caches of a process: GRAPHDP_MEMORY says how much, and this who gives way.

A tenth of it each goes to stages and to measured cells that no file takes, four tenths to people's
own files, where there are any, and the rest to all that was computed. That lies in boxes: the one
that was used longest ago is emptied, whichever cache it is in. Without a budget nothing is counted.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections import OrderedDict
from types import FunctionType, MethodType, ModuleType
from typing import Any, Final, Generic, Literal, TypeVar

import numpy as np

from graphdp_core.serving import is_demo, memory_limit

GONE: Final = object()
"""What a box holds that was emptied."""

SAMPLE = 100  # things of a long list whose sizes are looked at

T = TypeVar("T")


def share(part: Literal["files", "stages", "cells", "computed"]) -> float:
    """The bytes that one part of the caches may hold; infinite without a budget."""
    limit = memory_limit()
    if limit is None:
        return float("inf")
    shares = {"files": 0.0 if is_demo() else 0.4, "stages": 0.1, "cells": 0.1}
    return limit * shares.get(part, 1.0 - sum(shares.values()))


class Budget:
    """What lies in boxes together, within a number of bytes; the newest always stays.

    Parameters
    ----------
    most : float, optional
        Bytes; what :func:`share` says of what is computed where it is left out.

    Examples
    --------
    >>> budget = Budget(most=1500)
    >>> old, new = Box(b"1" * 1000, budget), Box(b"2" * 1000, budget)
    >>> old.look() is GONE, len(new.look())
    (True, 1000)
    """

    def __init__(self, most: float | None = None) -> None:
        self.total = 0
        self._most = most
        self._held: OrderedDict[int, tuple[int, weakref.ref[Box[Any]]]] = OrderedDict()
        self._lock = threading.RLock()  # a box may be freed while this thread holds it

    @property
    def most(self) -> float:
        """Bytes."""
        return share("computed") if self._most is None else self._most

    def hold(self, box: Box[Any], value: object) -> None:
        """Count a box that was filled; empty others as need be."""
        if self.most == float("inf"):
            return
        size, name = size_of(value), id(box)
        with self._lock:
            self._let_go(name)
            self._held[name] = size, weakref.ref(box, lambda _: self._let_go(name))
            self.total += size
            while self.total > self.most and len(self._held) > 1:
                oldest = next(iter(self._held))
                oldest_box = self._held[oldest][1]()
                self._let_go(oldest)
                if oldest_box is not None:
                    oldest_box.empty()

    def use(self, box: Box[Any]) -> None:
        """Note that a box is used."""
        with self._lock:
            if id(box) in self._held:
                self._held.move_to_end(id(box))

    def _let_go(self, name: int) -> None:
        with self._lock:
            size, _ = self._held.pop(name, (0, None))
            self.total -= size


BUDGET = Budget()
"""Of this process."""


class Box(Generic[T]):
    """Something that a cache keeps, and that can be made again: it may be emptied at any time."""

    __slots__ = ("__weakref__", "_budget", "_value")

    def __init__(self, value: T, budget: Budget = BUDGET) -> None:
        self._budget = budget
        self.fill(value)

    def fill(self, value: T) -> None:
        """Keep it from now on."""
        self._value: Any = value
        self._budget.hold(self, value)

    def look(self) -> Any:
        """What is in it, or GONE."""
        self._budget.use(self)
        return self._value

    def empty(self) -> None:
        """Let go of it."""
        self._value = GONE


def size_of(thing: object) -> int:
    """About the bytes that a thing and all that it holds take, each counted once.

    Of a long list some are looked at.

    Examples
    --------
    >>> 8_000 < size_of({"places": np.zeros(1000)}) < 9_000
    True
    """
    seen, waiting, total = set(), [thing], 0
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type | ModuleType | FunctionType | MethodType):
            continue
        seen.add(id(one))
        total += max(sys.getsizeof(one, 0), one.nbytes if isinstance(one, np.ndarray) else 0)
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list | tuple) and len(one) > 10 * SAMPLE:
            some = one[:: len(one) // SAMPLE]
            total += sum(map(size_of, some)) * len(one) // len(some)
        elif isinstance(one, list | tuple | set | frozenset):
            waiting += one
        elif hasattr(one, "__dict__"):
            waiting.append(vars(one))
    return total
