"""A large graph's communities, found on another processor while the page computes the rest."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from graphdp_core.experiment.graph_summary import rough_communities
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import Report
from pages.shared import page, scenario_cache, session

__all__ = ["found", "sought_meanwhile"]

BEGUN = "communities are sought"
LOOK_S = 0.1

Labels = NDArray[np.int32]


class _Stopped(Exception):
    """Nobody waits for the communities any more."""


class _Search:
    """One search in a thread of its own, how far it is, and a way to end it."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.heard = (0.0, "communities")
        self.is_stopped = False
        thread = ThreadPoolExecutor(1, thread_name_prefix="communities")
        self.result = thread.submit(rough_communities, graph, progress=self._hear)
        thread.shutdown(wait=False)

    def _hear(self, fraction: float, text: str) -> None:
        self.heard = (fraction, text)
        if self.is_stopped:
            raise _Stopped


_searches: dict[str, _Search] = {}


@contextmanager
def sought_meanwhile(graph: Graph) -> Iterator[None]:
    """Begin the search where there will be no drawing; what ends the computation ends it too."""
    if graph.n <= page.LARGE or session.stored(BEGUN) == graph.fingerprint:
        yield
        return
    session.store(BEGUN, graph.fingerprint)
    search = _search(graph)
    try:
        yield
    except BaseException:
        session.store(BEGUN, None)
        _end(search)
        raise


def found(graph: Graph, progress: Report) -> Labels:
    """The communities, of a search that has begun or begins now."""
    while True:
        search = _search(graph)
        try:
            return _waited(search, progress)
        except _Stopped:  # by another visitor
            continue
        finally:
            _end(search)


def _waited(search: _Search, progress: Report) -> Labels:
    while True:
        try:
            return search.result.result(timeout=LOOK_S)
        except TimeoutError:
            progress(*search.heard)


def _search(graph: Graph) -> _Search:
    known = _known(graph)
    running = known.get(graph.place)
    if running is None or running.is_stopped:
        running = known[graph.place] = _Search(graph)
    return running


def _known(graph: Graph) -> dict[str, _Search]:
    return scenario_cache.place_of(graph, _searches, "searches for communities", dict)


def _end(search: _Search) -> None:
    search.is_stopped = True
    known = _known(search.graph)
    if known.get(search.graph.place) is search:
        del known[search.graph.place]
