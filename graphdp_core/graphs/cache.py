"""What was computed from a graph, kept under the graph's fingerprint: few results, no graphs."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from graphdp_core.graphs.graph import Graph

__all__ = ["GraphCache"]

Made = TypeVar("Made")


class GraphCache(Generic[Made]):
    """At most `size` results, the least recently used one leaves first; safe between threads.

    For what does not depend on epsilon or noise and would be computed again at every repeat. A
    result is kept with the graph's fingerprint, so that the graph itself can be freed.

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
        self._made: OrderedDict[tuple[str, Hashable], Made] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, graph: Graph, key: Hashable, make: Callable[[], Made]) -> Made:
        """The result of `make` for this graph and key; `make` runs only if it is not kept.

        Two threads that ask at once may both compute it. What `make` raises is not kept.
        """
        place = (graph.fingerprint, key)
        with self._lock:
            if place in self._made:
                self._made.move_to_end(place)
                return self._made[place]
        made = make()
        with self._lock:
            self._made[place] = made
            while len(self._made) > self._size:
                self._made.popitem(last=False)
        return made

    def __len__(self) -> int:
        return len(self._made)
