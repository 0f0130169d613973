"""Measuring in the background: a list of jobs, as far as no store has their cells yet."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.cells import Cell, CellKey, CellStore
from graphdp_core.experiment.store_file import code_version
from graphdp_core.experiment.worker import Job, ShutDown
from graphdp_core.experiment.workers import Pool
from graphdp_core.graphs.graph import Graph


class Measuring:
    """Jobs on graphs: what the store has is taken from it, the rest goes to workers.

    Work begins at once, in the order of the jobs; the numbers depend neither on that order nor on
    the number of workers. What is measured is in the store before it is told here. All methods may
    be called from any thread, at any time.

    Parameters
    ----------
    graph : Graph or sequence of Graph
        One for all jobs, or one for each.
    jobs : sequence of Job
        One release each, whose analyses share it.
    patience : float
        Seconds after the last `look` for which new releases are begun.

    Attributes
    ----------
    total : int
        Releases asked for.
    known : int
        Releases of which the store had every cell.
    failed : tuple of str
        Releases whose measurement broke down, and how; the others go on.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> job = Job(gdp.mechanism("edge_flip"), {"groups": gdp.analysis("louvain")}, 20.0, 0, 0)
    >>> karate, store = gdp.load_graph("karate"), CellStore()
    >>> measuring = Measuring(karate, [job], store=store, pool=Pool(0))
    >>> measuring.wait(60.0), [cell.metrics["ari"] for _, cell in measuring.found("groups")]
    (True, [1.0])
    >>> Measuring(karate, [job], store=store, pool=Pool(0)).known
    1
    """

    def __init__(
        self,
        graph: Graph | Sequence[Graph],
        jobs: Sequence[Job],
        *,
        store: CellStore,
        pool: Pool,
        patience: float = math.inf,
    ):
        self.total = len(jobs)
        self.failed: tuple[str, ...] = ()
        self._graphs = [graph] * len(jobs) if isinstance(graph, Graph) else list(graph)
        self._store, self._pool = store, pool
        self._jobs, self._patience = tuple(jobs), patience
        self._looked = time.monotonic()
        self._lock = threading.RLock()
        self._finished = threading.Event()
        self._cells: dict[tuple[int, str], Cell] = {}
        self._running = 0
        self._stopped = False
        self._suspects: deque[tuple[int, Job]] = deque()
        self._waiting = deque(self._unknown())
        self.known = self._done = self.total - len(self._waiting)
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
    def is_stopped(self) -> bool:
        """Whether it was stopped before everything was measured."""
        return self._stopped and self._done < self.total

    def found(self, name: str) -> Iterator[tuple[Job, Cell]]:
        """What is known of one analysis so far, in the order of the jobs."""
        return ((job, cell) for _, job, cell in self.placed(name))

    def placed(self, name: str) -> Iterator[tuple[int, Job, Cell]]:
        """The same with the place of each job in the list."""
        with self._lock:
            cells = dict(self._cells)
        for place, job in enumerate(self._jobs):
            if (place, name) in cells:
                yield place, job, cells[place, name]

    def stop(self) -> None:
        """Begin nothing more; what is being measured still is kept in the store."""
        with self._lock:
            self._stopped = True
            self._waiting.clear()
            self._suspects.clear()
            if self._running == 0:
                self._finished.set()

    def look(self) -> None:
        """Say that somebody still waits; what was left off for want of patience goes on."""
        self._looked = time.monotonic()
        self._fill()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing more is to come; False if time ran out before."""
        return self._finished.wait(seconds)

    def _unknown(self) -> list[tuple[int, Job]]:
        """Take what the store has; the rest, each job with the analyses that it lacks."""
        named = [keys_of(graph, job) for graph, job in zip(self._graphs, self._jobs, strict=True)]
        known = self._store.get(key for keys in named for key in keys.values())
        rest = []
        for place, (job, keys) in enumerate(zip(self._jobs, named, strict=True)):
            self._keep(place, {name: known[key] for name, key in keys.items() if key in known})
            left = {name: a for name, a in job.analyses.items() if keys[name] not in known}
            if left:
                rest.append((place, replace(job, analyses=left)))
        return rest

    def _fill(self) -> None:
        """Keep every worker busy, and no more than that: other sessions want them too."""
        while True:
            with self._lock:
                if not self._waiting and not self._suspects and self._running == 0:
                    self._finished.set()
                task = self._next()
                if task is None:
                    return
                self._running += 1
            place, job, alone = task
            sent = self._pool.submit(self._graphs[place], job)
            sent.add_done_callback(partial(self._receive, place, job, alone))

    def _next(self) -> tuple[int, Job, bool] | None:
        """The next job and whether it runs alone; suspects come last, one by one."""
        if time.monotonic() - self._looked > self._patience:
            return None
        if self._waiting:
            return None if self._running > self._pool.workers else (*self._waiting.popleft(), False)
        if self._suspects and self._running == 0:
            return (*self._suspects.popleft(), True)
        return None

    def _receive(self, place: int, job: Job, alone: bool, outcome: Future[dict[str, Cell]]) -> None:
        trouble = outcome.exception()
        if isinstance(trouble, ShutDown):
            self.stop()  # another job would start the workers anew
        if isinstance(trouble, BrokenProcessPool) and not alone:
            with self._lock:  # this job or one beside it ended the workers: by itself it will show
                self._running -= 1
                if not self._stopped:
                    self._suspects.append((place, job))
            self._fill()
            return
        if trouble is None:
            cells, keys = outcome.result(), keys_of(self._graphs[place], job)
            self._store.put({keys[name]: cell for name, cell in cells.items()})
            self._keep(place, cells)
        with self._lock:
            if trouble is not None:
                self.failed = (*self.failed, f"{_place(job)}: {_in_words(trouble)}")
            self._running -= 1
            self._done += 1
        self._fill()

    def _keep(self, place: int, cells: Mapping[str, Cell]) -> None:
        with self._lock:
            self._cells.update({(place, name): cell for name, cell in cells.items()})


def keys_of(graph: Graph, job: Job) -> dict[str, CellKey]:
    """The keys of a job's cells, by the names of its analyses."""
    written = "" if job.mechanism is None else repr(job.mechanism)
    return {
        name: CellKey(
            graph.fingerprint, written, repr(analysis),
            job.epsilon, job.seed, job.repeat, code_version(),
        )
        for name, analysis in job.analyses.items()
    }  # fmt: skip


def _place(job: Job) -> str:
    title = "No mechanism" if job.mechanism is None else job.mechanism.title
    return f"{title} at {epsilon_label(job.epsilon)}, draw {job.repeat}"


def _in_words(trouble: BaseException) -> str:
    if isinstance(trouble, BrokenProcessPool):
        return "its worker died, and so did the next one that tried (too little memory?)."
    return f"{type(trouble).__name__}: {trouble}"
