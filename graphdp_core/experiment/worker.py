"""What a worker process does; it imports nothing heavy before threads are capped.

Work in a worker process that tells what it finds as it goes, and can be stopped.
"""

from __future__ import annotations

import itertools
import os
import queue
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.context import BaseContext
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphdp_core.analyses.analysis import Analysis
    from graphdp_core.experiment.cells import Cell
    from graphdp_core.graphs.graph import Graph
    from graphdp_core.mechanisms.mechanism import Mechanism


ONE_THREAD = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS",
)  # fmt: skip
MOST_GRAPHS = 4  # kept in one worker, with the baselines of their analyses
KEPT_S = 60.0  # after its last job, of a graph that has an owner
NEEDS_GRAPH = "needs the graph"
POLITE = 5  # added to the worker's nice value: the user's own clicks come first


@dataclass(frozen=True)
class Job:
    """One release and all that is measured of it.

    Parameters
    ----------
    mechanism : Mechanism or None
        None measures the baseline against itself: what perfect is.
    analyses : mapping of str to Analysis
        By any name.
    seed, repeat : int
        Name the noise stream.
    """

    mechanism: Mechanism | None
    analyses: Mapping[str, Analysis]
    epsilon: float
    seed: int
    repeat: int


def begin(ends: tuple[Any, Any] | None = None) -> None:
    """Prepare a fresh process: one thread for each library, polite, and gone with its parent.

    `ends` are those of the wire on which it tells what it finds.
    """
    _wires.append(ends)
    for name in ONE_THREAD:
        os.environ[name] = "1"
    if hasattr(os, "nice"):
        os.nice(POLITE)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def load() -> None:
    """Import what every job needs, before there is one."""
    for name in ("analyses", "experiment.shared_release"):
        import_module(f"graphdp_core.{name}")


def follow(
    number: int,
    function: Callable[..., Iterable[Any]],
    arguments: tuple[Any, ...],
    ends: tuple[Any, Any] | None = None,
) -> None:
    """Tell all that a function yields, as it comes; `ends` where this is no process of its own."""
    stream_results(number, function(*arguments), ends or _wires[-1])


def work(place: str, graph: Graph | None, job: Job) -> dict[str, Cell] | str:
    """Measure a job in this process, which keeps the graph; or ask for the graph, once."""
    with _lock:
        known = graph if graph is not None else _graphs.get(place)
        if known is None:
            return NEEDS_GRAPH
        _graphs[place] = known
        _graphs.move_to_end(place)
        while len(_graphs) > MOST_GRAPHS:
            _forget(next(iter(_graphs)))
    try:
        return measure(known, job)
    finally:
        if known.owner:
            _forget_later(place, known.owner)


def measure(graph: Graph, job: Job) -> dict[str, Cell]:
    """The cells of a job, by the names of its analyses; the same numbers in any process."""
    from graphdp_core.experiment.cells import Cell
    from graphdp_core.experiment.shared_release import share_release
    from graphdp_core.params import Refused

    baselines, refused = _known_baselines(graph, job.analyses)
    cells = {name: Cell({}, text) for name, text in refused.items()}
    if job.mechanism is None:
        for name, true in baselines.items():
            cells[name] = Cell(job.analyses[name].measure(graph, true, true))
        return cells
    try:
        shared = share_release(
            graph, job.mechanism, job.analyses,
            epsilon=job.epsilon, seed=job.seed, repeat=job.repeat, baselines=baselines,
        )  # fmt: skip
    except Refused as refusal:
        return {name: Cell({}, str(refusal)) for name in job.analyses}
    cells |= {name: Cell(dict(result.metrics)) for name, result in shared.results.items()}
    return cells | {name: Cell({}, text) for name, text in shared.refused.items()}


_lock = threading.Lock()
_wires: list[Any] = []
_graphs: OrderedDict[str, Graph] = OrderedDict()
_baselines: dict[tuple[str, str], Any] = {}
_timers: dict[str, threading.Timer] = {}


def _forget(place: str) -> None:
    """Let go of a graph and its baselines; the caller holds the lock."""
    _graphs.pop(place, None)
    for key in [key for key in _baselines if key[0] == place]:
        del _baselines[key]


def _forget_later(place: str, owner: str) -> None:
    """Let go of an owner's graph, and all that was made of it, once nobody measures it any more."""

    def forget() -> None:
        from graphdp_core.graphs.cache import forget_owner

        with _lock:
            if _timers.get(place) is timer:
                del _timers[place]
                _forget(place)
                forget_owner(owner)

    timer = threading.Timer(KEPT_S, forget)
    timer.daemon = True
    with _lock:
        before, _timers[place] = _timers.get(place), timer
    if before is not None:
        before.cancel()
    timer.start()


def _known_baselines(
    graph: Graph, analyses: Mapping[str, Analysis]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Results on the true graph by name, each computed once in a process; and refusals."""
    from graphdp_core.experiment.shared_release import baselines_of

    places = {name: (graph.place, repr(analysis)) for name, analysis in analyses.items()}
    known = {name: _baselines[place] for name, place in places.items() if place in _baselines}
    new = {name: analysis for name, analysis in analyses.items() if name not in known}
    results, refused = baselines_of(graph, new)
    with _lock:
        _baselines.update({places[name]: result for name, result in results.items()})
    return known | results, refused


def _leave_with_parent() -> None:
    """End this process when the one that started it is gone, however it went."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


SLOTS = 64  # works that can be told to stop at one time


class ShutDown(RuntimeError):
    """The workers were sent away before the work was done."""


class Subscription:
    """What some work has told so far."""

    def __init__(self, number: int, stopped: Any) -> None:
        self.number = number
        self.error: BaseException | None = None
        self._told: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._over = threading.Event()
        self._stopped = stopped

    @property
    def is_over(self) -> bool:
        """Whether the work has ended and all that it told was fetched."""
        return self._over.is_set() and self._told.empty()

    def fresh(self, timeout: float) -> list[Any]:
        """What was told since the last call; waits so many seconds for something."""
        items = []
        try:
            if not self._over.is_set():
                items.append(self._told.get(timeout=timeout))
            while True:
                items.append(self._told.get_nowait())
        except queue.Empty:
            return [item for item, is_last in items if not is_last]

    def turns(self, wait: float) -> Iterator[list[Any]]:
        """What is told, in turns of at most `wait` seconds; who stops reading wants no more."""
        try:
            while not self.is_over:
                yield self.fresh(wait)
        finally:
            self.stop()

    def stop(self) -> None:
        """Want no more: the work ends at its next find."""
        self._stopped[self.number % SLOTS] = self.number

    def tell(self, found: Any, *, is_last: bool) -> None:
        """Take a find, or the end."""
        if is_last:
            self.error = self.error or found
            self._over.set()
        self._told.put((found, is_last))

    def fail(self, error: BaseException) -> None:
        """End because the work or its worker failed."""
        self.tell(error, is_last=True)


class ResultChannel:
    """The line on which the workers of one executor tell what they find.

    Parameters
    ----------
    context : BaseContext, optional
        That starts the processes; without it the work is done in a thread of this process.
    """

    def __init__(self, context: BaseContext | None) -> None:
        self._numbers = itertools.count(1)
        self._following: dict[int, Subscription] = {}
        self._told: Any = queue.SimpleQueue() if context is None else context.SimpleQueue()
        self._stopped: Any = [0] * SLOTS if context is None else context.RawArray("q", SLOTS)
        threading.Thread(target=self._listen, name="graphdp wire", daemon=True).start()

    @property
    def ends(self) -> tuple[Any, Any]:
        """What a worker needs: where to tell, and the numbers of those to stop."""
        return self._told, self._stopped

    def begin(self) -> Subscription:
        """A place for what some work will tell."""
        number = next(self._numbers)
        following = self._following[number] = Subscription(number, self._stopped)
        return following

    def close(self) -> None:
        """Listen no more; what has not ended has failed."""
        self._told.put(None)

    def _listen(self) -> None:
        while (told := self._told.get()) is not None:
            number, item, is_last = told
            if following := self._following.get(number):
                following.tell(item, is_last=is_last)
            if is_last:
                self._following.pop(number, None)
        for following in self._following.values():
            following.fail(ShutDown("the workers were shut down"))


def stream_results(number: int, steps: Any, ends: tuple[Any, Sequence[int]]) -> None:
    """Go through the steps of some work and tell each; in the worker."""
    told, stopped = ends
    error = None
    try:
        for item in steps:
            if stopped[number % SLOTS] == number:
                break
            told.put((number, item, False))
    except Exception as trouble:  # noqa: BLE001 - whoever follows is told, after all finds
        error = RuntimeError("".join(traceback.format_exception(trouble)))
    told.put((number, error, True))
