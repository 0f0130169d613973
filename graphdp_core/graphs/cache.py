"""What was computed from a graph, kept under its owner and fingerprint: few results, no graphs.

What has an owner is forgotten when the owner leaves: whoever keeps such things in a module says
here how they go.
"""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from graphdp_core.graphs.graph import Graph
from graphdp_core.memory import GONE, Box

Made = TypeVar("Made")

_caches: weakref.WeakSet[GraphCache[Any]] = weakref.WeakSet()
_farewells: list[Callable[[], None]] = []


def at_farewell(forget: Callable[[], None]) -> None:
    """Have this called whenever an owner leaves: for caches that know no owners."""
    _farewells.append(forget)


def forget_owner(owner: str) -> None:
    """Let go of all that this process keeps of one owner's graphs."""
    for cache in list(_caches):
        cache.forget(owner)
    for forget in _farewells:
        forget()


class GraphCache(Generic[Made]):
    """At most `size` results, the least recently used one leaves first; safe between threads.

    For what does not depend on epsilon or noise and would be computed again at every repeat. A
    result is kept with the graph's owner and fingerprint, so that the graph itself can be freed.

    Examples
    --------
    >>> cache, triangle = GraphCache(size=1), Graph.from_edges(3, [(0, 1), (0, 2), (1, 2)])
    >>> cache.get(triangle, "edges", lambda: triangle.m)
    3
    >>> cache.get(triangle, "edges", lambda: 1 / 0)
    3
    """

    def __init__(self, size: int):
        self._size = size
        self._made: OrderedDict[tuple[str, Hashable], Box[Made]] = OrderedDict()
        self._lock = threading.Lock()
        _caches.add(self)

    def get(self, graph: Graph, key: Hashable, make: Callable[[], Made]) -> Made:
        """The result of `make` for this graph and key; `make` runs only if it is not kept.

        Two threads that ask at once may both compute it. What `make` raises is not kept.
        """
        place = (graph.place, key)
        with self._lock:
            if place in self._made:
                self._made.move_to_end(place)
                value = self._made[place].look()
                if value is not GONE:
                    kept: Made = value
                    return kept
        made = make()
        box = Box(made)
        with self._lock:
            self._made[place] = box
            while len(self._made) > self._size:
                self._made.popitem(last=False)
        return made

    def forget(self, owner: str) -> None:
        """Let go of the results for one owner's graphs."""
        with self._lock:
            for place in [place for place in self._made if place[0].startswith(f"{owner}/")]:
                del self._made[place]

    def __len__(self) -> int:
        return len(self._made)
