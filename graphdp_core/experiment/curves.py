"""Survival curves: scores over epsilon and draws, filled in the background while a page is read."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.answer import mark
from graphdp_core.experiment.cells import Cell, CellKey, CellStore, code_version
from graphdp_core.experiment.chance import Ignoring, at_epsilon
from graphdp_core.experiment.survival import (
    CHANCE_DRAWS,
    CHANCE_SEED,
    Level,
    Survival,
    judge,
    level_of,
)
from graphdp_core.experiment.worker import Job
from graphdp_core.experiment.workers import Pool, shared_pool
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism

__all__ = ["BOARD_EPSILONS", "BOARD_REPEATS", "Curve", "Curves", "start"]

BOARD_EPSILONS = (0.0, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0)
"""The stops at which a board measures; each but 0 is one of the slider's."""

BOARD_REPEATS = 10


class Curve(NamedTuple):
    """What is known of one property: its score at each epsilon that has a draw.

    `low` and `high` hold nine of ten draws; all four have one shape.
    """

    epsilons: np.ndarray
    middle: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Curves:
    """Measurements of one graph and mechanism over epsilons and draws, as far as they are done.

    Made by :func:`start`. All methods may be called from any thread, at any time.

    Parameters
    ----------
    total : int
        Releases asked for; those of chance count.
    failed : tuple of str
        Releases whose measurement broke down, and how; the others go on.
    """

    def __init__(
        self,
        graph: Graph,
        analyses: Mapping[str, Analysis],
        jobs: Sequence[Job],
        *,
        store: CellStore,
        pool: Pool,
        patience: float,
    ):
        self.total = len(jobs)
        self.failed: tuple[str, ...] = ()
        self._graph, self._analyses = graph, dict(analyses)
        self._store, self._pool, self._patience = store, pool, patience
        self._looked = time.monotonic()
        self._lock = threading.RLock()
        self._finished = threading.Event()
        self._cells: dict[tuple[str, float, int, int], Cell] = {}
        self._waiting = deque(jobs)
        self._running = 0
        self._done = 0
        self._stopped = False
        self._take_known()
        self._fill()

    @property
    def done(self) -> int:
        """Releases measured so far."""
        with self._lock:
            return self._done

    @property
    def is_running(self) -> bool:
        """Whether more is to come."""
        return not self._finished.is_set()

    @property
    def refused(self) -> dict[str, str]:
        """The last sentence with which the mechanism or an analysis refused, by property."""
        with self._lock:
            return {place[0]: cell.refused for place, cell in self._cells.items() if cell.refused}

    def curve(self, property: str) -> Curve:
        """The scores so far; empty until chance and one release are measured."""
        draws, levels = self._draws(property), self.levels(property)
        known = sorted(draws) if levels else []
        found = [judge(self._analyses[property], draws[epsilon], levels) for epsilon in known]
        columns = [[s.score for s in found], [s.low for s in found], [s.high for s in found]]
        return Curve(np.array(known), *(np.array(column) for column in columns))

    def survival(self, property: str, epsilon: float) -> Survival | None:
        """The verdict from the draws so far at a measured epsilon; None if there are none."""
        draws, levels = self._draws(property).get(epsilon), self.levels(property)
        return judge(self._analyses[property], draws, levels) if draws and levels else None

    def levels(self, property: str) -> tuple[Level, ...]:
        """Chance and perfection, from the draws of chance so far; empty if there are none."""
        with self._lock:
            perfect = self._cells.get((property, math.inf, 0, 0))
            chance = [self._cells.get((property, 0.0, CHANCE_SEED, r)) for r in range(CHANCE_DRAWS)]
        known = [cell.metrics for cell in chance if cell is not None]
        if perfect is None or not known or perfect.refused:
            return ()
        return level_of(self._analyses[property], perfect.metrics, known)

    def mark(self, property: str) -> float | None:
        """From which measured epsilon on the property survives, as far as is known."""
        known = self.curve(property)
        return mark(known.epsilons.tolist(), known.middle.tolist())

    def stop(self) -> None:
        """Begin nothing more; what is being measured still is kept in the store."""
        with self._lock:
            self._stopped = True
            self._waiting.clear()
            if self._running == 0:
                self._finished.set()

    def look(self) -> None:
        """Say that somebody still waits; what was left off for want of patience goes on."""
        self._looked = time.monotonic()
        self._fill()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing more is to come; False if time ran out before."""
        return self._finished.wait(seconds)

    def _draws(self, property: str) -> dict[float, list[Mapping[str, float]]]:
        """Metrics of the draws so far, by epsilon, in the order of the draws."""
        found: dict[float, list[Mapping[str, float]]] = {}
        with self._lock:
            for name, epsilon, seed, _ in sorted(self._cells):
                cell = self._cells[name, epsilon, seed, _]
                is_draw = seed != CHANCE_SEED and math.isfinite(epsilon) and not cell.refused
                if name == property and is_draw:
                    found.setdefault(epsilon, []).append(cell.metrics)
        return found

    def _take_known(self) -> None:
        """Count what the store has as done, and ask only for the rest."""
        keys = {key: (job, name) for job in self._waiting for name, key in self._keys(job).items()}
        known = self._store.get(keys)
        rest = []
        for job in self._waiting:
            cells = {name: known[key] for name, key in self._keys(job).items() if key in known}
            self._keep(job, cells)
            left = {name: a for name, a in job.analyses.items() if name not in cells}
            if left:
                rest.append(replace(job, analyses=left))
        self._done = len(self._waiting) - len(rest)
        self._waiting = deque(rest)

    def _fill(self) -> None:
        """Keep every worker busy, and no more than that: other sessions want them too."""
        while True:
            with self._lock:
                if not self._waiting and self._running == 0:
                    self._finished.set()
                is_alone = time.monotonic() - self._looked > self._patience
                if self._running > self._pool.workers or not self._waiting or is_alone:
                    return
                job = self._waiting.popleft()
                self._running += 1
            self._pool.submit(self._graph, job).add_done_callback(partial(self._receive, job))

    def _receive(self, job: Job, outcome: Future[dict[str, Cell]]) -> None:
        trouble = outcome.exception()
        if trouble is None:
            cells, keys = outcome.result(), self._keys(job)
            self._store.put({keys[name]: cell for name, cell in cells.items()})
            self._keep(job, cells)
        with self._lock:
            if trouble is not None:
                place = f"ε = {job.epsilon:g}, draw {job.repeat}"
                self.failed = (*self.failed, f"{place}: {type(trouble).__name__}: {trouble}")
            self._running -= 1
            self._done += 1
        self._fill()

    def _keep(self, job: Job, cells: Mapping[str, Cell]) -> None:
        with self._lock:
            for name, cell in cells.items():
                self._cells[name, job.epsilon, job.seed, job.repeat] = cell

    def _keys(self, job: Job) -> dict[str, CellKey]:
        written = "" if job.mechanism is None else repr(job.mechanism)
        return {
            name: CellKey(
                self._graph.fingerprint, written, repr(analysis),
                job.epsilon, job.seed, job.repeat, code_version(),
            )
            for name, analysis in job.analyses.items()
        }  # fmt: skip


def start(
    graph: Graph,
    mechanism: Mechanism,
    analyses: Mapping[str, Analysis],
    *,
    epsilons: Sequence[float] = BOARD_EPSILONS,
    repeats: int = BOARD_REPEATS,
    seed: int = 0,
    store: CellStore | None = None,
    pool: Pool | None = None,
    patience: float = math.inf,
) -> Curves:
    """Begin to measure how much survives, in worker processes; returns at once.

    Chance comes first, then one draw at every third epsilon, one at the others, then draw by draw:
    a coarse curve of every property is there early. The numbers depend neither on the order nor on
    the number of workers.

    Parameters
    ----------
    graph : Graph
    mechanism : Mechanism
    analyses : mapping of str to Analysis
        By property; one release feeds them all.
    epsilons : sequence of float
        0 is a release that ignores the data; what the mechanism refuses is told by `refused`.
    repeats : int
        Draws at each epsilon.
    seed : int
        Of the noise; draw 0 is the one that the page shows.
    store : CellStore, optional
        Where finished cells are looked up and kept; by default in memory, with this object, as it
        must be for a person's own graph. :func:`graphdp_core.experiment.cells.file_store` is the
        one on disk.
    pool : Pool, optional
        By default the one of this process.
    patience : float
        Seconds after the last `look` for which new releases are begun.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> curves = start(
    ...     gdp.load_graph("karate"), gdp.mechanism("edge_flip"),
    ...     {"communities": gdp.analysis("louvain")},
    ...     epsilons=(0.0, 20.0), repeats=1, pool=Pool(0),
    ... )
    >>> curves.wait(60.0)
    True
    >>> curves.curve("communities").middle.tolist()
    [0.0, 1.0]
    """
    jobs = _jobs(mechanism, analyses, epsilons, repeats, seed)
    return Curves(
        graph,
        analyses,
        jobs,
        store=CellStore() if store is None else store,
        pool=pool or shared_pool(),
        patience=patience,
    )


def _jobs(
    mechanism: Mechanism,
    analyses: Mapping[str, Analysis],
    epsilons: Sequence[float],
    repeats: int,
    seed: int,
) -> list[Job]:
    """Perfection, some of chance, the first draw coarse and fine, the rest of chance, the rest."""
    ignoring = Ignoring.instead_of(mechanism)
    stops = sorted(set(map(float, epsilons)))
    coarse = stops[::3]
    order = [*coarse, *(epsilon for epsilon in stops if epsilon not in coarse)]
    chance = [Job(ignoring, analyses, 0.0, CHANCE_SEED, r) for r in range(CHANCE_DRAWS)]
    draws = [
        Job(at_epsilon(mechanism, epsilon), analyses, epsilon, seed, repeat)
        for repeat in range(repeats)
        for epsilon in order
    ]
    first = len(order)
    return [
        Job(None, analyses, math.inf, 0, 0),
        *chance[:2], *draws[:first], *chance[2:], *draws[first:],
    ]  # fmt: skip
