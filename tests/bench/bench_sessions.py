"""People who move the slider once a second: what a move costs, and how many one server takes.

Times by the clock depend on what else the machine does. What holds anywhere is the processor time
of a move beside that of a bare page with as many elements, in one run.
"""

import asyncio
import os
import random
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

import harness
from session import BOARD, Session, open_session

from pages.table import TABLE

STOPS = ("1", "1.5", "2", "3", "4", "5")
SECONDS = 20
GOAL = 0.5
KNEE = 0.2  # seconds within which 95% of the moves of a crowd are answered up to its knee
LOOK_S, IDLE = 3.0, 0.03  # seconds, and the share of a processor that a server takes at rest
LONGEST_S = 600.0  # until a server that has just started has loaded and prepared everything
MOVES, ROUNDS = 60, 6
FRESH = 3  # rounds with a noise draw of which nobody has seen anything
CROWDS = (10, 20, 35, 50, 70, 100)
PAGES = tuple("" if entry.has_slider else entry.address for entry in TABLE if entry.compares)
BARE = "tests/bench/bare_app.py"


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
def test_a_move_beside_a_bare_page_of_the_same_elements(page):
    with (
        harness.server_process() as (address, process),
        harness.server_process(script=BARE) as (bare, other),
    ):
        found = asyncio.run(_cost((address, process.pid, page), (bare, other.pid)))
    print(f"\n{page or 'board':14} {found}, load {os.getloadavg()[0]:.1f}")


@dataclass(frozen=True)
class Cost:
    """Processor milliseconds of a move to a stop that this person, somebody or nobody has met.

    And those of a bare page.
    """

    messages: int
    new: float
    others: float
    met: float
    bare: float

    def __str__(self) -> str:
        return (
            f"{self.messages:3} messages; a move takes {self.met:.1f} ms of the processor, "
            f"{self.met / self.bare:.2f} times a bare page ({self.bare:.1f} ms), "
            f"{1e3 / self.met:.0f} moves a processor second; "
            f"to a stop that somebody else has met {self.others:.1f} ms, "
            f"{self.others / self.bare:.2f} times; "
            f"to one that nobody has met {self.new:.1f} ms, {self.new / self.bare:.2f} times"
        )


async def _cost(ours: tuple[str, int, str], bare: tuple[str, int]) -> Cost:
    """What a page takes and what a bare one does, in turn."""
    address, pid, page = ours
    session = await open_session(address, page)
    for stop in STOPS * 2:
        await _move(session, stop)
    await _quiet(pid, session)
    before, messages, drawn = 0, 0, ""
    for stop in STOPS * 2:
        before = session.messages
        await _move(session, stop)
        if session.messages - before > messages:
            messages, drawn = session.messages - before, ",".join(_own_elements(session))
    other = await open_session(bare[0], drawn=drawn)
    for stop in STOPS * 2:
        await other.move("epsilon", stop)
    taken: dict[str, list[float]] = {"new": [], "others": [], "met": [], "bare": []}
    for turn in range(ROUNDS):
        taken["met"].append(await _spent(pid, session, MOVES))
        taken["bare"].append(await _spent(bare[1], other, MOVES))
        if turn < FRESH:
            await session.draw_noise(turn + 1)
            await session.rest(LONGEST_S)
            await session.run()
            taken["new"].append(await _spent(pid, session, len(STOPS)))
        person = await open_session(address, page, draw=str(min(turn + 1, FRESH)))
        await person.rest(LONGEST_S)
        await person.run()
        taken["others"].append(await _spent(pid, person, len(STOPS)))
        await person.close()
    await session.close()
    await other.close()
    middle = {name: 1e3 * statistics.median(times) for name, times in taken.items()}
    return Cost(messages, **middle)


async def _quiet(pid: int, session: Session) -> None:
    """Wait until the page prepares nothing any more, and the server loads and measures nothing."""
    end = time.monotonic() + LONGEST_S
    while time.monotonic() < end:
        await session.rest(LONGEST_S)
        start = _processor_seconds(pid)
        await asyncio.sleep(LOOK_S)
        if _processor_seconds(pid) - start < IDLE * LOOK_S:
            return
    raise RuntimeError(f"the server is still busy after {LONGEST_S:.0f} s")


async def _spent(pid: int, session: Session, moves: int) -> float:
    """Seconds of a process's processor that a move takes."""
    start = _processor_seconds(pid)
    for turn in range(moves):
        await _move(session, STOPS[turn % len(STOPS)])
    return (_processor_seconds(pid) - start) / moves


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
    start = _processor_seconds(pid)
    parts = await asyncio.gather(*(_person(session) for session in sessions))
    return Crowd(people, np.concatenate(parts), _processor_seconds(pid) - start)


def _processor_seconds(pid: int) -> float:
    """What a process has taken so far, without its workers."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
