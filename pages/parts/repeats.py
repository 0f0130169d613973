"""One loop for work that is repeated: a bar, a stop, what is kept, and what is refused."""

from __future__ import annotations

import contextvars
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import streamlit as st

from graphdp_core.params import Refused
from graphdp_core.progress import Report
from pages.shared import progress, scenario_cache, session

__all__ = ["REPEATS", "Job", "Outcome", "run"]

REPEATS = 20
"""How often a release is repeated where a page shows what is luck and what is not."""

T = TypeVar("T")


@dataclass(frozen=True)
class Job(Generic[T]):
    """One piece of the work.

    Parameters
    ----------
    words : str
        What the bar says meanwhile.
    make : callable
        Takes a progress report that moves the bar within this piece.
    key : str
        Under which the result is kept for all sessions; "" if `make` sees to that itself.
    of : str
        Named before a refusal.
    """

    words: str
    make: Callable[[Report], T]
    key: str = ""
    of: str = ""


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """What came of the jobs: a result each, in their order, None where one was refused."""

    results: tuple[T | None, ...]
    refused: tuple[str, ...]

    @property
    def made(self) -> list[T]:
        """The results without the refused ones."""
        return [result for result in self.results if result is not None]


def run(
    jobs: Sequence[Job[T]],
    *,
    stop: str = "",
    each: Callable[[Sequence[T | None]], None] | None = None,
) -> Outcome[T]:
    """Do the jobs one after the other; any action of the user on the page ends it.

    Nothing that is made is lost: the next run takes up where this one stopped.

    Parameters
    ----------
    jobs : sequence of Job
    stop : str, optional
        The label by which :func:`pages.shared.progress.asked` was asked for this work: a button
        beside the bar takes the wish back.
    each : callable, optional
        Called after each job with the results so far.
    """
    keys = [job.key for job in jobs if job.key]
    if len(keys) == len(jobs) and not scenario_cache.missing(keys):
        return _run(jobs, lambda done: session.checkpoint, each)
    place = st.empty()
    with place.container():
        bar = st.progress(0.0, jobs[0].words if jobs else "")
        if stop:
            st.button(
                "Stop", icon=":material/stop:", key=f"{stop.replace(' ', '-')}-stop",
                help="What is made is kept.", on_click=session.ask_page, args=(stop, False),
            )  # fmt: skip
    # Inside a cached function Streamlit would record the bar and replay it: draw it outside.
    outside = contextvars.copy_context()
    due = time.monotonic() + progress.BAR_EVERY_S

    def report_of(done: int) -> Report:
        def report(fraction: float, text: str = "") -> None:
            nonlocal due
            session.checkpoint()
            if time.monotonic() >= due:
                share = min((done + fraction) / len(jobs), 1.0)
                outside.run(bar.progress, share, jobs[done].words)
                due = time.monotonic() + progress.BAR_EVERY_S

        return report

    outcome = _run(jobs, report_of, each)
    place.empty()
    return outcome


def _run(
    jobs: Sequence[Job[T]],
    report_of: Callable[[int], Report],
    each: Callable[[Sequence[T | None]], None] | None,
) -> Outcome[T]:
    results: list[T | None] = []
    refused: dict[str, None] = {}
    for done, job in enumerate(jobs):
        report = report_of(done)
        report(0.0, job.words)
        try:
            results.append(_made(job, report))
        except Refused as error:
            refused[f"{job.of}: {error}" if job.of else str(error)] = None
            results.append(None)
        if each is not None:
            each(results)
    return Outcome(tuple(results), tuple(refused))


def _made(job: Job[T], report: Report) -> T:
    if not job.key:
        return job.make(report)
    return scenario_cache.get(job.key, lambda: job.make(report))
