"""What is measured for a person behind the pages: it stands in the sidebar of every page."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import streamlit as st

from pages.engine import progress
from pages.session import addresses, session

LOOK_S = 1.0
SURE_S, SURE_SHARE = 5.0, 0.1  # of work before a time left is named


@dataclass(frozen=True)
class Job:
    """Work that goes on while its person is on other pages.

    Parameters
    ----------
    name : str
        Two are the same work if and only if they have one name.
    title : str
        What is done, in a few words.
    state : callable
        The share that is done and, in a few words, with what it is busy; None when it is over.
    look : callable
        Says that somebody still waits.
    page : str
        The page that shows this job itself, so that the sidebar need not say it there, too.
    is_even : bool
        Whether the share grows evenly, so that it tells how long the rest takes.
    """

    name: str
    title: str
    state: Callable[[], tuple[float, str] | None]
    look: Callable[[], None]
    stop: Callable[[], None]
    page: str = ""
    is_even: bool = True
    began: float = field(default_factory=time.monotonic, compare=False)


def offer() -> None:
    """Show what is running for this session here, and leave room for more; on every page."""
    session.offer_place("jobs", st.container())
    _end_finished()
    if _jobs():
        with session.place("jobs"):
            _watch()


def begin(place: str, job: Job) -> None:
    """Let a job run in one of the session's places; another one that ran there is stopped."""
    jobs = _jobs()
    before = jobs.get(place)
    if before is not None and before.name == job.name:
        return
    if before is not None:
        before.stop()
        job.look()  # both may be wanted under one person's name, which is free now
    is_first = not jobs
    jobs[place] = job
    if is_first and job.page != session.page():
        st.rerun()  # what runs it may be a part of the page, which cannot draw beside the pages


def switch(place: str, name: str, start: str, *, default: bool) -> bool:
    """A button that starts or stops the job of a place; whether it is to run now.

    `start` is written on it while the job rests; `default` tells whether it runs unasked.
    """
    wanted = progress.switch(_label(name), start, key=place, default=default)
    if not wanted:
        end(place)
    return wanted


def wanted(place: str, name: str, start: str, *, default: bool) -> bool:
    """Whether the job of a place is to run now; until then, a button that starts it.

    `start` is written on it; `default` tells whether the job runs unasked.
    """
    label = _label(name)
    if session.is_running(label, default=default):
        return True
    end(place)
    st.button(
        start, icon=":material/play_arrow:", key=place, on_click=session.set_running,
        args=(label, True),
    )  # fmt: skip
    return False


def end(place: str) -> None:
    """Stop what runs in one of the session's places, if anything does."""
    job = _jobs().pop(place, None)
    if job is not None:
        job.stop()


def in_place(place: str) -> Job | None:
    """What runs in a place."""
    return _jobs().get(place)


def bar(place: str, job: Job, *, key: str) -> None:
    """How far a job is, and a button that stops it; in a part that a timer draws again."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"job-{place}"):
        st.progress(*told(job))
        st.button(
            "Stop", icon=":material/stop:", key=key, type="tertiary",
            help="What is measured is kept.", on_click=_stop, args=(place,),
        )  # fmt: skip


def is_stopped(name: str, *, default: bool = True) -> bool:
    """Whether the job of this name rests: stopped by the user, or never begun without `default`."""
    return not session.is_running(_label(name), default=default)


def time_left(began: float, share: float, now: float) -> str:
    """How long the rest takes, in words; "" where it is too early to say.

    Examples
    --------
    >>> time_left(0.0, 0.25, 30.0), time_left(0.0, 0.5, 1000.0), time_left(0.0, 0.0, 9.0)
    ('about 2 min left', 'about 17 min left', '')
    """
    spent = now - began
    if spent < SURE_S or share < SURE_SHARE:
        return ""
    left = spent * (1.0 - share) / share
    return "less than a minute left" if left < 60 else f"about {left / 60:.0f} min left"


def told(job: Job) -> tuple[float, str]:
    """How far a job is: the share that is done, and the words beside its bar."""
    state = job.state()
    if state is None:
        return 1.0, job.title
    share, busy = state
    left = time_left(job.began, share, time.monotonic()) if job.is_even else ""
    words = ", ".join(filter(None, (busy, left)))
    return min(share, 1.0), f"{job.title}{f': {words}' if words else ''}"


def _jobs() -> dict[str, Job]:
    """By place."""
    return session.keep_last("jobs", "", dict)


def _end_finished() -> None:
    jobs = _jobs()
    for place in [place for place, job in jobs.items() if job.state() is None]:
        del jobs[place]


def _label(name: str) -> str:
    return f"job {name}"


@addresses.of_page(run_every=LOOK_S)
def _watch() -> None:
    """Keep all jobs going and say how far they are; draw the page anew when one is over."""
    jobs = _jobs()
    states = {place: job.state() for place, job in jobs.items()}
    for job in jobs.values():
        job.look()
    for place, job in jobs.items():
        if job.page != session.page():
            bar(place, job, key=f"stop-{place}")
    if None in states.values():
        _end_finished()
        st.rerun()


def _stop(place: str) -> None:
    if job := _jobs().get(place):
        session.set_running(_label(job.name), False)
        end(place)
