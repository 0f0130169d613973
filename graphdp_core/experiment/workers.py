"""Worker processes: one pool for a whole server, whose jobs give the same numbers anywhere."""

from __future__ import annotations

import atexit
import math
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any

from graphdp_core.experiment import worker
from graphdp_core.experiment.cells import Cell
from graphdp_core.experiment.worker import (
    NEEDS_GRAPH,
    SLOTS,
    Job,
    ResultChannel,
    ShutDown,
    Subscription,
)
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused

MOST_WORKERS = 8
TRIES = 2  # of a job whose worker died
ALONE_S = 10.0  # of work before processes pay: each takes seconds of processor time to start


def usual_workers() -> int:
    """How many workers there are unless GRAPHDP_WORKERS says so: one for each core, at most 8."""
    if os.environ.get("GRAPHDP_SCHEDULER"):
        raise Refused("GRAPHDP_SCHEDULER is not read any more: set GRAPHDP_WORKERS in its place.")
    named = os.environ.get("GRAPHDP_WORKERS")
    if named is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return min(cores or 1, MOST_WORKERS)
    if not named.isdecimal():
        raise Refused(f"GRAPHDP_WORKERS must be an integer from 0, got {named!r}.")
    return int(named)


class Pool:
    """Runs jobs in worker processes; a worker gets a graph once and keeps it.

    Processes start with the first job. Each has one thread for numerical libraries, a low
    priority, and ends with the process that started it, even if that is killed.

    Parameters
    ----------
    workers : int
        0 runs jobs in a thread of this process.
    alone : float
        Seconds of work that such a thread does before processes start.
    """

    def __init__(self, workers: int, *, alone: float = 0.0):
        self.workers = workers
        self._alone = alone if workers else math.inf
        self._left: Executor | None = None  # the thread, once processes are at work
        self._lock = threading.Lock()
        self._executor: Executor | None = None
        self._wire: ResultChannel | None = None
        self._is_over = False

    def submit(self, graph: Graph, job: Job) -> Future[dict[str, Cell]]:
        """The cells of a job, as soon as a worker has them.

        The future raises what the job raised, and `BrokenProcessPool` if two workers died of it.
        """
        outcome: Future[dict[str, Cell]] = Future()
        outcome.set_running_or_notify_cancel()
        self._send(graph, job, outcome, with_graph=False, tries=TRIES)
        return outcome

    def follow(self, function: Callable[..., Iterable[Any]], *arguments: Any) -> Subscription:
        """What a function yields in a worker, as it comes; it and its arguments are sent there.

        Its error is a `RuntimeError` with the function's traceback, or `BrokenProcessPool` if the
        worker died.
        """
        try:
            executor = self._running()
        except ShutDown as trouble:
            following = Subscription(0, [0] * SLOTS)
            following.fail(trouble)
            return following
        with self._lock:
            if self._wire is None:
                self._wire = ResultChannel(None)  # of an executor without processes of ours
            wire = self._wire
        following = wire.begin()
        ends = wire.ends if isinstance(executor, ThreadPoolExecutor) else None

        def check(sent: Future[None]) -> None:
            trouble = ShutDown("shut down") if sent.cancelled() else sent.exception()
            if isinstance(trouble, BrokenProcessPool):
                threading.Thread(target=self._drop, args=(executor,)).start()
            if trouble is not None:
                following.fail(trouble)

        try:
            with _hidden_main():
                sent = executor.submit(worker.follow, following.number, function, arguments, ends)
        except (BrokenProcessPool, RuntimeError) as trouble:
            self._drop(executor)
            following.fail(trouble)
        else:
            sent.add_done_callback(check)
        return following

    def warm(self) -> None:
        """Start the processes and let them import what every job needs; returns at once."""
        with suppress(RuntimeError), _hidden_main():  # where it is shut down meanwhile
            executor = self._running()
            for _ in range(self.workers):
                executor.submit(worker.load)

    def shutdown(self, *, for_good: bool = False) -> None:
        """End the processes after their present jobs; the next job starts new ones.

        Or it fails with `ShutDown`, as those that wait do, where they ended for good.
        """
        with self._lock:
            self._is_over = for_good
            executor, self._executor = self._executor, None
            wire, self._wire = self._wire, None
        if executor is not None:
            executor.shutdown(wait=True, cancel_futures=True)
        if wire is not None:
            wire.close()

    def _send(
        self,
        graph: Graph,
        job: Job,
        outcome: Future[dict[str, Cell]],
        *,
        with_graph: bool,
        tries: int,
    ) -> None:
        """Give the job to a worker; send it again with the graph, or to another one, if need be."""
        carried = graph if with_graph else None
        try:
            executor = self._running()
        except ShutDown as trouble:
            outcome.set_exception(trouble)
            return
        work = self._work_here if isinstance(executor, ThreadPoolExecutor) else worker.work

        def elsewhere() -> None:
            self._send(graph, job, outcome, with_graph=with_graph, tries=tries)

        def again() -> None:
            self._drop(executor)
            self._send(graph, job, outcome, with_graph=with_graph, tries=tries - 1)

        def receive(sent: Future[dict[str, Cell] | str]) -> None:
            if sent.cancelled() and executor is self._left:
                threading.Thread(target=elsewhere).start()
                return
            self._leave_thread()
            asks = not sent.cancelled() and not sent.exception() and sent.result() == NEEDS_GRAPH
            if sent.cancelled() or (asks and self._executor is None):
                outcome.set_exception(ShutDown("the workers were shut down"))
                return
            trouble = sent.exception()
            if isinstance(trouble, BrokenProcessPool) and tries > 1:
                # Not here: the executor that calls this may hold the lock that its end needs.
                threading.Thread(target=again).start()
            elif trouble is not None:
                outcome.set_exception(trouble)
            elif asks:
                self._send(graph, job, outcome, with_graph=True, tries=tries)
            else:
                outcome.set_result(sent.result())  # type: ignore[arg-type]

        try:
            with _hidden_main():
                sent = executor.submit(work, graph.place, carried, job)
        except (BrokenProcessPool, RuntimeError) as trouble:
            if tries > 1:
                again()
            else:
                outcome.set_exception(trouble)
            return
        sent.add_done_callback(receive)

    def _work_here(self, place: str, graph: Graph | None, job: Job) -> dict[str, Cell] | str:
        """What a worker does, in the thread of this process; its time is counted."""
        began = time.monotonic()
        try:
            return worker.work(place, graph, job)
        finally:
            self._alone -= time.monotonic() - began

    def _leave_thread(self) -> None:
        """Give what waits for the thread to processes, once it has worked for long enough."""
        with self._lock:
            thread = self._executor
            if self._alone > 0 or not isinstance(thread, ThreadPoolExecutor):
                return
            self._left, self._executor = thread, None
        thread.shutdown(wait=False, cancel_futures=True)

    def _running(self) -> Executor:
        with self._lock:
            if self._is_over:
                raise ShutDown("the workers were shut down")
            if self._executor is None:
                self._executor = self._made()
            return self._executor

    def _made(self) -> Executor:
        """The executor that jobs are given to."""
        if self._alone > 0:
            return ThreadPoolExecutor(1, thread_name_prefix="graphdp worker")
        context = multiprocessing.get_context("spawn")
        self._wire = ResultChannel(context)
        return ProcessPoolExecutor(
            self.workers, mp_context=context, initializer=worker.begin,
            initargs=(self._wire.ends,),
        )  # fmt: skip

    def _drop(self, executor: Executor) -> None:
        with self._lock:
            if self._executor is executor:
                self._executor = None
                if self._wire is not None:
                    self._wire.close()
                    self._wire = None
        executor.shutdown(wait=False)


@contextmanager
def opened(workers: int) -> Iterator[Pool]:
    """Workers for one piece of work, ended after it: 1 is a thread of this process."""
    if workers < 1:
        raise Refused(f"workers must be an integer from 1, got {workers}.")
    pool = Pool(0 if workers == 1 else workers, alone=ALONE_S)
    try:
        yield pool
    finally:
        pool.shutdown()


def shared_pool() -> Pool:
    """The one pool of this process; it ends with it."""
    with _pool_lock:
        if not _pools:
            _pools.append(Pool(usual_workers()))
            atexit.register(_pools[0].shutdown)
        return _pools[0]


_pools: list[Pool] = []
_pool_lock = threading.Lock()
_main_lock = threading.Lock()


@contextmanager
def _hidden_main() -> Iterator[None]:
    """No main module while processes start, for each of them would run it.

    A page of the app is the main module while it runs, and cannot be imported; a script of a
    person without `if __name__ == "__main__"` would start workers of its own. What runs here needs
    neither. Another page that began meanwhile stays the main module.
    """
    with _main_lock:
        usual, empty = sys.modules.get("__main__"), ModuleType("__main__")
        sys.modules["__main__"] = empty
        try:
            yield
        finally:
            if usual is not None and sys.modules.get("__main__") is empty:
                sys.modules["__main__"] = usual
