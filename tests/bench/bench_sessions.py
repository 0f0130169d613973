"""People who move the slider once a second: what a move costs, and how many one server takes.

Times by the clock depend on what else the machine does. What holds anywhere is the processor time
of a move beside that of a bare page with as many elements, in one run. What is drawn ahead of the
moves, behind them, is counted apart.
"""

import asyncio
import os
import random
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

import harness
from session import BOARD, Session, open_session

from graphdp_core.experiment.scenario import EPSILONS
from pages.table import TABLE

STOPS = ("1", "1.5", "2", "3", "4", "5")
EVERY = tuple(f"{epsilon:g}" for epsilon in EPSILONS)
PROCESS_CLOCK = 2  # of the kernel's clocks of another process, that of its processor time
SECONDS = 20
GOAL = 0.5
KNEE = 0.2  # seconds within which 95% of the moves of a crowd are answered up to its knee
LOOK_S, IDLE = 3.0, 0.03  # seconds, and the share of a processor that a server takes at rest
LONGEST_S = 600.0  # until a server that has just started has loaded and prepared everything
MOVES, ROUNDS = 60, 6
FRESH = 3  # noise draws of which nobody has seen anything, each for one who waits and one who not
MOST_TIMES = 1.3  # the processor time of a bare page, for a move on one that has settled
MOST_MESSAGES = 30
AHEAD = "ahead"  # the thread that draws ahead
NAMED = f"""import threading
real = threading.Thread.run
def run(self):
    if self.name == "{AHEAD}":
        with open(f"/proc/self/task/{{threading.get_native_id()}}/comm", "w") as name:
            name.write("{AHEAD}")
    real(self)
threading.Thread.run = run
"""
CROWDS = (10, 20, 35, 50, 70, 100)
PAGES = tuple("" if entry is TABLE[0] else entry.address for entry in TABLE if entry.compares)
BARE = "tests/bench/bare_app.py"

behind: dict[str, float] = {}
"""Processor seconds of threads that draw ahead, also of those that have ended."""


@dataclass(frozen=True)
class Crowd:
    """What many people met: seconds of every move, and of the processor that all of them took."""

    people: int
    times: np.ndarray
    processor: float

    @property
    def late(self) -> float:
        return float(np.quantile(self.times, 0.95))

    def __str__(self) -> str:
        rate = len(self.times) / self.processor
        return (
            f"{self.people:3} people: {len(self.times)} moves, median "
            f"{1e3 * np.median(self.times):.0f} ms, 95% within {1e3 * self.late:.0f} ms, "
            f"{rate:.0f} moves a processor second"
        )


@pytest.mark.parametrize("page", PAGES)
def test_answers_while_fifty_people_move_once_a_second(page):
    with harness.server_process() as (address, process):
        found = asyncio.run(_crowd(address, process.pid, page, 50))
    print(f"\n{page or 'board'}: {found} (goal {1e3 * GOAL:.0f} ms)")


@pytest.mark.parametrize("page", ["", "embeddings"])
def test_how_many_people_one_server_takes(page):
    crowds = []
    with harness.server_process() as (address, process):
        for people in CROWDS:
            crowds.append(asyncio.run(_crowd(address, process.pid, page, people)))
            print(f"\n{page or 'board'}: {crowds[-1]}")
            if crowds[-1].late > KNEE:
                break
    load = os.getloadavg()[0]
    print(
        f"\nthe knee, where 95% wait up to {1e3 * KNEE:.0f} ms: {_knee(crowds)} people, "
        f"load {load:.1f}"
    )


@pytest.mark.parametrize("page", PAGES)
def test_a_move_beside_a_bare_page_of_the_same_elements(page, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(NAMED)
    with (
        harness.server_process(PYTHONPATH=str(tmp_path)) as (address, process),
        harness.server_process(script=BARE) as (bare, other),
    ):
        found = asyncio.run(_cost((address, process.pid, page), (bare, other.pid)))
    print(f"\n{page or 'board':14} {found}, load {os.getloadavg()[0]:.1f}")
    assert found.messages <= MOST_MESSAGES
    assert max(found.met, found.settled, found.others) <= MOST_TIMES * found.bare


@dataclass(frozen=True)
class Cost:
    """Processor milliseconds of a move, by who has met its stop before, and of a bare page.

    Parameters
    ----------
    messages : int
        The most that a move has sent.
    met : float
        This person has.
    settled : float
        Nobody has, and the page has had time to settle.
    others : float
        Another person has, and not this one.
    hasty : float
        Nobody has, and this person moves at once.
    bare : float
    drawing, ahead : float
        Processor seconds until a page has settled: to draw it and prepare its picture, and behind
        that to draw its stops ahead.
    """

    messages: int
    met: float
    settled: float
    others: float
    hasty: float
    bare: float
    drawing: float
    ahead: float

    def __str__(self) -> str:
        def of(times: float) -> str:
            return f"{times:.1f} ms, {times / self.bare:.2f} times"

        return (
            f"{self.messages:3} messages; a bare page takes {self.bare:.1f} ms of the processor; a "
            f"move to a stop that this person has met {of(self.met)}, "
            f"{1e3 / self.met:.0f} moves a processor second; "
            f"that nobody has met on a settled page {of(self.settled)}; "
            f"that somebody else has met {of(self.others)}; "
            f"that nobody has met, at once {of(self.hasty)}; "
            f"a page settles in {self.drawing:.2f} s and, behind it, {self.ahead:.2f} s"
        )


async def _cost(ours: tuple[str, int, str], bare: tuple[str, int]) -> Cost:
    """What a page takes and what a bare one does, in turn."""
    address, pid, page = ours
    session = await open_session(address, page)
    for stop in STOPS * 2:
        await _move(session, stop)
    await _quiet(pid, session)
    messages, drawn = 0, ""
    for stop in STOPS * 2:
        before = session.messages
        await _move(session, stop)
        if session.messages - before > messages:
            messages, drawn = session.messages - before, ",".join(_own_elements(session))
    other = await open_session(bare[0], drawn=drawn)
    for stop in STOPS * 2:
        await other.move("epsilon", stop)
    names = ("met", "settled", "others", "hasty", "bare", "drawing", "ahead")
    taken: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(ROUNDS):
        taken["met"].append(await _spent(pid, session, STOPS * (MOVES // len(STOPS))))
        taken["bare"].append(await _spent(bare[1], other, STOPS * (MOVES // len(STOPS))))
        if turn < FRESH:
            await session.draw_noise(2 * turn + 1)
            taken["hasty"].append(await _spent(pid, session, STOPS))
            start = processor_seconds(pid)
            await session.draw_noise(2 * turn + 2)
            await _quiet(pid, session)
            spent = processor_seconds(pid) - start
            taken["drawing"].append(spent[0])
            taken["ahead"].append(spent[1])
            taken["settled"].append(await _spent(pid, session, EVERY))
        person = await open_session(address, page, draw=str(2 * min(turn + 1, FRESH)))
        await _quiet(pid, person)
        taken["others"].append(await _spent(pid, person, EVERY))
        await person.close()
    problems = session.problems
    await session.close()
    await other.close()
    assert problems == []
    middle = {name: statistics.median(times) for name, times in taken.items()}
    seconds = {name: middle.pop(name) for name in ("drawing", "ahead")}
    return Cost(messages, **{name: 1e3 * time for name, time in middle.items()}, **seconds)


async def _quiet(pid: int, session: Session) -> None:
    """Wait until the page prepares nothing any more, and the server loads and measures nothing."""
    end = time.monotonic() + LONGEST_S
    while time.monotonic() < end:
        await session.rest(LONGEST_S)
        start = processor_seconds(pid).sum()
        await asyncio.sleep(LOOK_S)
        if processor_seconds(pid).sum() - start < IDLE * LOOK_S:
            return
    raise RuntimeError(f"the server is still busy after {LONGEST_S:.0f} s")


async def _spent(pid: int, session: Session, stops: Sequence[str]) -> float:
    """Seconds of a process's processor that a move takes, without what is drawn behind it."""
    start = processor_seconds(pid)
    for stop in stops:
        await _move(session, stop)
    return float((processor_seconds(pid) - start)[0]) / len(stops)


def processor_seconds(pid: int) -> np.ndarray:
    """What a process has taken so far beside drawing ahead, and what that has taken."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # a thread that has just ended
            if (task / "comm").read_text().strip() == AHEAD:
                behind[str(task)] = 1e-9 * int((task / "schedstat").read_text().split()[0])
    drawn = sum(spent for name, spent in behind.items() if name.startswith(f"/proc/{pid}/"))
    whole = time.clock_gettime(~pid << 3 | PROCESS_CLOCK)
    return np.array([whole - drawn, drawn])


async def _move(session: Session, stop: str) -> float:
    """Move the page's slider as its visitor does; seconds."""
    if BOARD in session.ids:
        return await session.settle_board(stop)
    return await session.move("epsilon", stop)


def _own_elements(session: Session) -> list[str]:
    """What a run has drawn beside the slider and the container that the bare page has too."""
    drawn = list(session.kinds)
    for kind in ("slider:", "add_block:"):
        drawn.remove(next(word for word in drawn if word.startswith(kind)))
    return drawn


def _knee(crowds: list[Crowd]) -> str:
    """Number of people at which the late ones pass it, on the line between two crowds."""
    last = crowds[-1]
    if last.late <= KNEE:
        return f"more than {last.people}"
    if len(crowds) == 1:
        return f"fewer than {last.people}"
    before = crowds[-2]
    share = (KNEE - before.late) / (last.late - before.late)
    return f"{before.people + share * (last.people - before.people):.0f}"


async def _crowd(address: str, pid: int, page: str, people: int) -> Crowd:
    first = await open_session(address, page)
    for stop in STOPS * 2:
        await _move(first, stop)
    await _quiet(pid, first)
    sessions = [await open_session(address, page) for _ in range(people)]
    for session in sessions:
        await _move(session, STOPS[0])
    await first.close()
    start = processor_seconds(pid).sum()
    parts = await asyncio.gather(*(_person(session) for session in sessions))
    return Crowd(people, np.concatenate(parts), float(processor_seconds(pid).sum() - start))


async def _person(session: Session) -> list[float]:
    """Move about once a second, not in step with the others; never two moves at once."""
    chance = random.Random(id(session))
    await asyncio.sleep(chance.random())
    times = []
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        took = await _move(session, chance.choice(STOPS))
        times.append(took)
        await asyncio.sleep(max(0.0, 1.0 - took))
    await session.close()
    return times
