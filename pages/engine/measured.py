"""Where the pages' measurements are kept and who measures: one store of cells, one set of workers.

Cells of graphs that anybody can make again lie in the file store, and survive the server. Those of
a person's own file stay in memory, for their session alone, unless the person says otherwise: a
fingerprint on disk could confirm a guess of the graph, and so could an answer that comes too fast.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import streamlit as st

from graphdp_core.experiment.cells import CellStore, file_store
from graphdp_core.experiment.measuring import Measuring
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.experiment.store_file import MEMORY
from graphdp_core.experiment.worker import Job
from graphdp_core.experiment.workers import Pool, shared_pool
from graphdp_core.graphs.graph import Graph
from pages.engine import jobs, scenario_cache
from pages.ground import turns
from pages.ground.background import ABSENT_S
from pages.session import own_state, session

AT_ONCE_S = 0.3  # that a page waits for what may be there soon
LOOK_S = 0.05


def store_of(now: Scenario) -> CellStore:
    """Where cells of the scenario's graph are looked up and kept."""
    if now.choice is not None or own_state.widget(_disk_key(now)):
        return file_store()
    return _memory_of(now)


def note(now: Scenario) -> str:
    """What is kept of measurements; "" where :func:`offer_disk` says it."""
    if now.choice is None:
        return ""
    where = "in the server's memory" if file_store().path == MEMORY else "on the server's disk"
    return f"Measurements are kept {where}: what was measured once is there at once."


def offer_disk(now: Scenario) -> None:
    """Say what is kept of an own file's measurements: they go to disk on request alone."""
    if now.choice is not None:
        return
    st.toggle(
        "Keep measurements of my graph on the server's disk", key=_disk_key(now),
        persist_state="session", on_change=_move, args=(now,),
        help="They survive the server then: bring the same file and turn this on again. Turning it "
        "off takes them from the disk.",
    )  # fmt: skip
    st.caption(
        "While this is off they stay in this server's memory and go with this page. On disk, a "
        "fingerprint of your graph stands beside them, never the graph: whoever can read the disk "
        "and guesses the whole graph can confirm the guess."
    )


def _disk_key(now: Scenario) -> str:
    """Of the switch: another graph starts with it off, and no link turns it on."""
    return f"keep-on-disk {now.graph.fingerprint}"


def _move(now: Scenario) -> None:
    """Take the graph's cells to where they belong now (the switch's callback)."""
    graph, mine = now.graph.fingerprint, _memory_of(now)
    source, target = (mine, file_store()) if store_of(now) is not mine else (file_store(), mine)
    target.welcome(graph)
    target.put(source.cells(graph))
    source.forget(graph)
    known: dict[str, tuple[str, Measuring]] = session.keep_last("measured", "", dict)
    for _, running in known.values():
        running.stop()
    known.clear()  # it is taken up again, for the new place


def _memory_of(now: Scenario) -> CellStore:
    """Of this session; of a graph without an owner there is none, and it forgets at once."""
    return scenario_cache.place_of(now.graph, CellStore(), "cells", CellStore)


def pool() -> Pool:
    """The server's workers."""
    return shared_pool()


def measure(
    now: Scenario, work: Sequence[Job], *, place: str, name: str, title: str,
    graphs: Sequence[Graph] | None = None, page: str = "",
) -> Measuring:  # fmt: skip
    """Begin to measure, or go on; what is known or measured soon after the beginning is there.

    It goes on while the person is on other pages, as a job of this name in one of the session's
    places; a `page` shows it itself.
    """
    known: dict[str, tuple[str, Measuring]] = session.keep_last("measured", "", dict)
    before, measuring = known.get(place, ("", None))
    is_new = measuring is None or measuring.is_stopped or before != name
    if measuring is None or is_new:
        measuring = Measuring(
            now.graph if graphs is None else graphs, work,
            store=store_of(now), pool=pool(), patience=ABSENT_S,
        )  # fmt: skip
        known[place] = name, measuring
    measuring.look()
    end = time.monotonic() + AT_ONCE_S
    while is_new and measuring.is_running and time.monotonic() < end:
        session.checkpoint()
        turns.sleep(LOOK_S)
    if measuring.is_running:
        job = jobs.Job(name, title, _state(measuring), measuring.look, measuring.stop, page)
        jobs.begin(place, job)
    return measuring


def finished(place: str, name: str) -> Measuring | None:
    """What was measured under a name in one of the session's places, if all of it is there."""
    known: dict[str, tuple[str, Measuring]] = session.keep_last("measured", "", dict)
    before, measuring = known.get(place, ("", None))
    if measuring is None or measuring.is_running or measuring.is_stopped or before != name:
        return None
    return measuring


def _state(measuring: Measuring) -> Callable[[], tuple[float, str] | None]:
    def state() -> tuple[float, str] | None:
        if not measuring.is_running:
            return None
        fresh, rest = measuring.done - measuring.known, measuring.total - measuring.known
        return fresh / max(rest, 1), f"{measuring.done} of {measuring.total} releases"

    return state
