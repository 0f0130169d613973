"""One way to repeat work behind a page: a bar, a stop, what is kept, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import streamlit as st

from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.progress import Report
from pages.engine import progress, scenario_cache
from pages.ground.background import ResultCache
from pages.session import addresses, session
from pages.ui import page

REPEATS = 20
"""How often a release is repeated where a page shows what is luck and what is not."""

LOOK_S = 0.5  # between two updates of a bar
SHOP = ResultCache()
"""Makes what is repeated, for graphs that anybody can make again."""

T = TypeVar("T")


@dataclass(frozen=True)
class Job(Generic[T]):
    """One piece of the work.

    Parameters
    ----------
    words : str
        What the bar says meanwhile.
    make : callable
        Takes a progress report that moves the bar within this piece. It runs behind the page and
        asks nothing of it.
    key : str
        Under which the result is kept: for all sessions, or an own graph's for this one.
    of : str
        Named before a refusal.
    """

    words: str
    make: Callable[[Report], T]
    key: str
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


def run(jobs: Sequence[Job[T]], *, label: str, graph: Graph) -> Outcome[T] | None:
    """What came of the jobs; None, and a bar with a button that stops them, until all is there.

    They are done one after the other behind the page, which is drawn anew at the end. Nothing that
    is made is lost: asked again, the work goes on where it was stopped.

    Parameters
    ----------
    jobs : sequence of Job
    label : str
        By which :func:`pages.engine.progress.asked` was asked for this work: the stop takes the
        wish back.
    graph : Graph
        Which the work is about.
    """
    work = _Work(tuple(jobs), label, scenario_cache.place_of(graph, SHOP, "repeats", ResultCache))
    if work.is_done:
        return work.outcome()
    work = session.keep_last(f"work {label}", work.name, lambda: work)
    work.go_on()
    if work.is_done:
        return work.outcome()
    _watch(work)
    return None


@dataclass(eq=False)
class _Work(Generic[T]):
    """Jobs of one label, who does them, and how far they are."""

    jobs: tuple[Job[T], ...]
    label: str
    shop: ResultCache
    share: float = 0.0
    words: str = ""
    bug: Exception | None = None

    @property
    def name(self) -> str:
        """Two are the same work if and only if they have one name."""
        return "\n".join(job.key for job in self.jobs)

    @property
    def is_done(self) -> bool:
        """Whether each job has a result or a refusal."""
        return all(self.shop.has(job.key) for job in self.jobs)

    def go_on(self) -> None:
        """Say that somebody waits, and raise what went wrong."""
        bug, self.bug = self.bug, None
        if bug is not None:
            raise bug
        self.shop.ask(self._owner, self.name, self._pieces)

    def stop(self) -> None:
        """Want it no more; what is made stays (a button's callback)."""
        session.set_running(self.label, False)
        self.shop.drop(self._owner)

    def outcome(self) -> Outcome[T]:
        """The results, and each refusal once."""
        results = [self.shop.get(job.key) for job in self.jobs]
        refused = {
            f"{job.of}: {result}" if job.of else str(result): None
            for job, result in zip(self.jobs, results, strict=True)
            if isinstance(result, Refused)
        }
        made = (None if isinstance(result, Refused) else result for result in results)
        return Outcome(tuple(made), tuple(refused))

    @property
    def _owner(self) -> str:
        return f"{session.token()} {self.label}"

    def _pieces(self, report: Report) -> Iterator[tuple[str, Any]]:
        for done, job in enumerate(self.jobs):
            if not self.shop.has(job.key):
                yield job.key, self._made(job, done, report)

    def _made(self, job: Job[T], done: int, report: Report) -> T | Refused:
        def within(fraction: float, text: str = "") -> None:
            report(fraction, text)
            self.share = min((done + fraction) / len(self.jobs), 1.0)
            self.words = job.words

        within(0.0)
        try:
            return job.make(within)
        except Refused as error:
            return error
        except Exception as error:
            self.bug = error
            raise


def of_releases(
    c: Comparison, label: str, read: Callable[[Comparison], T], *, why: str
) -> list[T] | None:
    """What is read off twenty other releases at the same epsilon, once a person asks for them.

    Parameters
    ----------
    read : callable
        Takes one comparison with other noise.
    why : str
        What the repeats are good for.
    """
    help = f"One release is luck. This repeats it with new noise at this ε and {why}"
    if not progress.asked(label, f"Repeat {REPEATS} times", "repeat", help):
        return None

    def job(repeat: int, seed: int) -> Job[T]:
        def make(report: Report) -> T:
            return read(scenario_cache.compare_at(c, seed=seed, progress=report))

        words = f"Repeat {repeat} of {REPEATS}"
        return Job(words, make, key=scenario_cache.key(c, label, seed=seed))

    jobs = [job(repeat, c.seed + repeat) for repeat in range(1, REPEATS + 1)]
    outcome = run(jobs, label=label, graph=c.graph)
    if outcome is None:
        return None
    page.notes(words=outcome.refused)
    return outcome.made


@addresses.of_page(run_every=LOOK_S)
def _watch(work: _Work[Any]) -> None:
    """Keep the work going and say how far it is; draw the page anew when it is over."""
    if work.is_done or not session.is_running(work.label, default=False):
        st.rerun()
    work.go_on()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(work.share, work.words or "Begins …")
        st.button(
            "Stop", icon=":material/stop:", key=f"{work.label.replace(' ', '-')}-stop",
            type="tertiary", help="What is made is kept.", on_click=work.stop,
        )  # fmt: skip
