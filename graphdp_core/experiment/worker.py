"""What a worker process does; it imports nothing heavy before threads are capped."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphdp_core.analyses.analysis import Analysis
    from graphdp_core.experiment.cells import Cell
    from graphdp_core.graphs.graph import Graph
    from graphdp_core.mechanisms.mechanism import Mechanism

__all__ = ["Job"]

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
    epsilon : float
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
    from graphdp_core.experiment.following import stream_results

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
