"""Many people at once on one server: nobody sees another's choices, and memory stays bounded."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import harness
import pytest
from session import open_session

from graphdp_core.experiment.scenario import EPSILONS

pytestmark = pytest.mark.browser

PAGES = ("overview", "embeddings", "clusters", "spanning-tree", "centrality")
PEOPLE = 20
MOST_GROWTH = 12  # MB over 56 moves through pictures that were all made before: .2 a move
QUIET = 4  # seconds without change; the server has loaded the other pages long before


async def visits(address: str, person: int) -> None:
    """Open a page with a draw of one's own and move the slider; every answer is one's own."""
    session = await open_session(address, PAGES[person % len(PAGES)], draw=str(person % 4))
    for step in range(4):
        epsilon = f"{EPSILONS[(person + 5 * step) % len(EPSILONS)]:g}"
        await session.move("epsilon", epsilon)
        findings = [text for text in session.texts if text.startswith("At ε")]
        assert len(findings) == 1
        assert findings[0].startswith(f"At ε = {epsilon}")
    assert session.problems == []
    await session.close()


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
        session = await open_session(address, "overview", graph="Karate club (34 nodes)")
        seen = []
        for stop in ("2", "3", "2"):
            await session.move("epsilon", stop)
            seen.append({key: session.places[key] for key in ("graphdp.find", "draw")})
        await session.close()
        return seen

    first, *rest = finished(moves())
    assert rest == [first, first]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads memory from /proc")
def test_memory_is_steady_after_a_hundred_moves():
    stops = [f"{epsilon:g}" for epsilon in EPSILONS[8:20]]

    async def moves(address: str) -> list[float]:
        session = await open_session(address, "embeddings")
        used = []
        for count in (24, 24, 56):  # a fresh server may still load what others have long
            for step in range(count):
                await session.move("epsilon", stops[step % len(stops)])
            used.append(await resting(address))
        await session.close()
        return used

    with harness.server() as own:
        *_, before, after = finished(moves(own))
    assert after - before < MOST_GROWTH


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
