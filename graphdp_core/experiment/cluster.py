"""Workers for one piece of work: processes here, or in their place those of a Dask scheduler."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from graphdp_core.experiment.code_version import code_version
from graphdp_core.experiment.workers import Pool
from graphdp_core.params import Refused

PATIENCE_S = 10
RETRIES = 2  # of a release whose worker was lost


class ClusterPool(Pool):
    """Runs jobs on the workers of a Dask scheduler; each keeps the graphs that it was sent.

    Parameters
    ----------
    address : str
        Of the scheduler, such as "tcp://host:8786".

    Notes
    -----
    *Privacy*: the graph leaves this machine, unencrypted unless the cluster says otherwise.
    """

    def __init__(self, address: str):
        self._client = _connected(address)
        super().__init__(_same_workers(self._client, address))

    def shutdown(self) -> None:
        """Let go of the scheduler, whose workers stay."""
        with self._lock:
            executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False)  # and cancels what has not begun
        self._client.close()

    def _made(self) -> Executor:
        executor: Executor = self._client.get_executor(pure=False, retries=RETRIES)
        return executor


@contextmanager
def opened(workers: int, scheduler: str | None = None) -> Iterator[Pool]:
    """Workers for one piece of work, ended after it.

    Parameters
    ----------
    workers : int
        1 works in a thread of this process, more are processes.
    scheduler : str, optional
        Address of a Dask scheduler whose workers are used in place of them.
    """
    if workers < 1:
        raise Refused(f"workers must be an integer from 1, got {workers}.")
    if scheduler is not None:
        pool: Pool = ClusterPool(scheduler)
    else:
        pool = Pool(0 if workers == 1 else workers)
    try:
        yield pool
    finally:
        pool.shutdown()


def usual_scheduler() -> str | None:
    """The scheduler that GRAPHDP_SCHEDULER names, if it does."""
    return os.environ.get("GRAPHDP_SCHEDULER") or None


def may_send(scheduler: str | None, *, own_file: bool, confirmed: bool) -> str | None:
    """The scheduler, unless a person's own graph would leave the machine unasked.

    Examples
    --------
    >>> may_send("tcp://there:8786", own_file=False, confirmed=False)
    'tcp://there:8786'
    >>> may_send("tcp://there:8786", own_file=True, confirmed=False)
    Traceback (most recent call last):
    graphdp_core.params.Refused: this is your own file: say --send-graph to send it to tcp://there:8786.
    """
    if scheduler and own_file and not confirmed:
        raise Refused(f"this is your own file: say --send-graph to send it to {scheduler}.")
    return scheduler


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise Refused(
            f"scheduler {address!r} needs the package distributed: "
            'pip install "graphdp[cluster]", here and on every worker.'
        ) from None
    try:
        return Client(address, timeout=PATIENCE_S, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as trouble:
        raise Refused(
            f"scheduler {address!r} does not answer ({trouble}): start one with `dask scheduler`, "
            "or leave the scheduler out to work on this machine."
        ) from None


def _same_workers(client: Any, address: str) -> int:
    """How many jobs the cluster takes at once, all by workers that run this very code."""
    threads: dict[str, int] = client.nthreads()
    if not threads:
        client.close()
        raise Refused(f"scheduler {address!r} has no workers: start some with `dask worker`.")
    answers = client.run(code_version, on_error="return")
    other = [worker for worker, answer in answers.items() if answer != code_version()]
    if other:
        client.close()
        raise Refused(
            f"{len(other)} of {len(threads)} workers of {address!r} run another version of "
            f"graphdp, numpy or scipy, or none ({other[0]}): install the same there, so that the "
            "numbers are the same."
        )
    return sum(threads.values())
