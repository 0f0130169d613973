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
from session import Session, open_session

STOPS = ("1", "1.5", "2", "3", "4", "5")
SECONDS = 20
GOAL = 0.2
LOADED = 15.0  # a server that has just started still loads what the other pages need
MOVES = 60
CROWDS = (10, 20, 35, 50, 70, 100)
PAGES = ("", *harness.PAGES[1:8])  # the board is the first one
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
            f"{1e3 * np.median(self.times):.0f} ms, 95 % within {1e3 * self.late:.0f} ms, "
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
            if crowds[-1].late > GOAL:
                break
    print(f"\nthe knee, where 95 % wait up to {1e3 * GOAL:.0f} ms: {_knee(crowds)} people")


@pytest.mark.parametrize("page", PAGES)
def test_a_move_beside_a_bare_page_of_as_many_elements(page):
    with (
        harness.server_process() as (address, process),
        harness.server_process(script=BARE) as (bare, other),
    ):
        cost, messages = asyncio.run(_cost((address, process.pid, page), (bare, other.pid)))
    ours, theirs = (1e3 * seconds for seconds in cost)
    print(
        f"\n{page or 'board':14} {messages:3} messages, {ours:5.1f} ms of the processor a move, "
        f"{ours / theirs:.2f} times a bare page ({theirs:.1f} ms)"
    )


async def _cost(
    ours: tuple[str, int, str], bare: tuple[str, int]
) -> tuple[tuple[float, float], int]:
    """Processor seconds a move, of the page and of a bare one in turn; messages of the page."""
    address, pid, page = ours
    session = await open_session(address, page)
    for stop in STOPS * 2:
        await session.move("epsilon", stop)
    await asyncio.sleep(LOADED)
    messages = 0
    for stop in STOPS:
        before = session.messages
        await session.move("epsilon", stop)
        messages = max(messages, session.messages - before)
    other = await open_session(bare[0], messages=str(messages))
    for stop in STOPS:
        await other.move("epsilon", stop)
    rounds: tuple[list[float], list[float]] = ([], [])
    for _ in range(5):
        for (who, number), taken in zip(((session, pid), (other, bare[1])), rounds, strict=True):
            start = _processor_seconds(number)
            for turn in range(MOVES):
                await who.move("epsilon", STOPS[turn % len(STOPS)])
            taken.append((_processor_seconds(number) - start) / MOVES)
    await session.close()
    await other.close()
    return (statistics.median(rounds[0]), statistics.median(rounds[1])), messages


def _knee(crowds: list[Crowd]) -> str:
    """Number of people at which the late ones pass the goal, on the line between two crowds."""
    last = crowds[-1]
    if last.late <= GOAL:
        return f"more than {last.people}"
    if len(crowds) == 1:
        return f"fewer than {last.people}"
    before = crowds[-2]
    share = (GOAL - before.late) / (last.late - before.late)
    return f"{before.people + share * (last.people - before.people):.0f}"


async def _crowd(address: str, pid: int, page: str, people: int) -> Crowd:
    first = await open_session(address, page)
    for stop in STOPS * 2:
        await first.move("epsilon", stop)
    await asyncio.sleep(LOADED)
    sessions = [await open_session(address, page) for _ in range(people)]
    for session in sessions:
        await session.move("epsilon", STOPS[0])
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
    chance = random.Random(session.ids["epsilon"] + str(id(session)))
    await asyncio.sleep(chance.random())
    times = []
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        took = await session.move("epsilon", chance.choice(STOPS))
        times.append(took)
        await asyncio.sleep(max(0.0, 1.0 - took))
    await session.close()
    return times
