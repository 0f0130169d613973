"""Many people at once on one server: nobody sees another's choices, and memory stays bounded."""

import asyncio
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import harness
import pytest
from session import BOARD, STAGE, open_session

from graphdp_core.experiment.scenario import EPSILONS

pytestmark = pytest.mark.browser

VIEWS = ("graph", "embedding")
MOVING = {"explore": STAGE, "compare": STAGE, "board": BOARD}
"""The widget that moves, by page."""
PEOPLE = 20
MOST_MESSAGES = 30
SENT_ONCE = 11_000  # bytes from which on a browser is told what to show again by its name alone
STOPS_OF_A_MOVE = ("2", "3", "4", "1", "3")
MOST_GROWTH = 12  # MB over 56 moves through pictures that were all made before: .2 a move
REST_S = 0.4  # for which a stage stands still before it tells, and after any other act
QUIET = 4  # seconds without change; the server has loaded the other pages long before


async def visits(address: str, person: int) -> None:
    """Open a page with a draw of one's own and move the slider; every answer is one's own."""
    view, draw = VIEWS[person % len(VIEWS)], person % 4
    session = await open_session(address, "explore", see=view, draw=str(draw))
    for step in range(4):
        epsilon = f"{EPSILONS[(person + 5 * step) % len(EPSILONS)]:g}"
        await session.settle(STAGE, epsilon)
        told = session.data[STAGE]
        assert f"{told['epsilon']:g}" == epsilon
        assert told["view"] == view
        assert f"noise draw {draw}," in told["footnote"]
    assert session.problems == []
    await session.close()


async def messages_of_a_move(address: str, page: str) -> int:
    """The most that one of a few moves sends, once nothing is measured or prepared any more.

    What is large, as pictures are, is not sent again then: the browser has it.
    """
    session = await open_session(address, page, graph="karate")
    for stop in STOPS_OF_A_MOVE:
        await session.settle(MOVING[page], stop)
    await session.rest()
    counts = []
    for stop in STOPS_OF_A_MOVE:
        before = session.messages
        await session.settle(MOVING[page], stop)
        assert f"{session.data[MOVING[page]]['epsilon']:g}" == stop
        counts.append(session.messages - before)
        assert max(session.sizes) < SENT_ONCE
    assert session.problems == []
    await session.close()
    return max(counts)


def finished(work):
    """The answer of a coroutine, on a thread of its own: the browser's loop has this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def test_twenty_people_see_their_own_choices(address):
    async def everybody() -> None:
        await asyncio.gather(*(visits(address, person) for person in range(PEOPLE)))

    finished(everybody())


def test_a_move_leaves_the_sidebar_where_it_is(address):
    async def moves() -> list[dict[str, list[int]]]:
        session = await open_session(address, "explore", graph="Karate club (34 nodes)")
        seen = []
        for stop in ("2", "3", "2"):
            await session.settle(STAGE, stop)
            seen.append({key: session.places[key] for key in ("graphdp.find", "draw")})
        await session.close()
        return seen

    first, *rest = finished(moves())
    assert rest == [first, first]


def test_a_late_request_of_the_page_before_does_not_bring_it_back(address):
    async def opened_and_asked() -> list[str]:
        session = await open_session(address, "explore", graph="karate")
        before, part = session.script, session.fragments[STAGE]
        session.page, session.runs = "compare", []
        await session.ask()
        await session.begin()  # Streamlit takes two requests at once for one: the latter
        await asyncio.sleep(REST_S)
        await session.ask(part, before)
        await session.finish()
        await session.ask(part, before)
        await session.settle(STAGE, "2")
        await session.listen()  # a run of the late request may come last
        await session.close()
        return [run for run in session.runs if run == before]

    assert finished(opened_and_asked()) == []


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=() if page == "explore" else pytest.mark.long) for page in MOVING],
)
def test_a_move_sends_few_messages(address, page):
    assert finished(messages_of_a_move(address, page)) <= MOST_MESSAGES


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads memory from /proc")
def test_memory_is_steady_after_a_hundred_moves():
    stops = [f"{epsilon:g}" for epsilon in EPSILONS[8:20]]

    async def moves(address: str) -> list[float]:
        session = await open_session(address, "explore", see="embedding")
        used = []
        for count in (24, 24, 56):  # a fresh server may still load what others have long
            for step in range(count):
                stop = stops[step % len(stops)]
                await session.settle(STAGE, stop)
                await asyncio.to_thread(picture, address, session.data[STAGE], stop)
            used.append(await resting(address))
        await session.close()
        return used

    with harness.server() as own:
        *_, before, after = finished(moves(own))
    assert after - before < MOST_GROWTH


def picture(address: str, told: dict[str, Any], stop: str) -> None:
    """Ask for the open view's picture at a stop, as the browser does, until it is there."""
    key = next(view["key"] for view in told["views"] if view["id"] == told["view"])
    for _ in range(300):
        with urllib.request.urlopen(f"{address}{told['folder']}/{key}/{stop}", timeout=60) as found:
            if found.status == 200:
                assert len(found.read()) > 0
                return
        time.sleep(0.2)
    raise RuntimeError(f"the picture at {stop} does not come")


async def resting(address: str) -> float:
    """Megabytes once they have not changed for a while."""
    used, quiet = megabytes(address), 0
    while quiet < QUIET:
        await asyncio.sleep(1.0)
        now = megabytes(address)
        quiet = quiet + 1 if abs(now - used) < 1.0 else 0
        used = now
    return used


def megabytes(address: str) -> float:
    """Memory of the process that serves this address."""
    port = address.rpartition(":")[2]
    for folder in Path("/proc").glob("[0-9]*"):
        words = (folder / "cmdline").read_bytes().split(b"\0") if folder.exists() else []
        if b"--server.port" in words and port.encode() in words:
            pages = int((folder / "statm").read_text().split()[1])
            return pages * 4096 / 1e6
    raise RuntimeError(f"no process serves {address}")
