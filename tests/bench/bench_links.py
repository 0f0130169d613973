"""The most expensive link of each page: seconds until the server has answered it.

Also its processor time, that of the worker processes included: machines and their load differ less
in it.
"""

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import harness
import pytest
from session import open_session

LIMIT_S = 180.0
"""No link may ask for more of an idle machine."""

AFTER_S = 3.0
"""For so long after a page is closed it is looked whether its work goes on."""

MANY = {"graph": "barabasi_albert", "barabasi_albert.n": "100000", "barabasi_albert.attach": "20"}
DENSE = {"graph": "sbm", "sbm.n": "5000", "sbm.within": "0.3", "sbm.between": "0.1"}
BLOCKS = {"graph": "sbm", "sbm.n": "2000", "sbm.blocks": "5"}
COMPLETE = {"graph": "moons", "moons.n": "3000", "moons.joined": "complete"}
GIBBS = {"graph": "sbm", "mechanism": "sbmf", "sbmf.k": "10", "sbmf.sweeps": "20000"}


def seen(view: str, words: dict[str, str]) -> tuple[str, dict[str, str]]:
    """A view of Explore, of which the page itself computes what the stage asks for."""
    return "explore", {"see": view, "numbers-table": "true"} | words


HEAVY = {
    "Gibbs": seen("spectrum", GIBBS | {"sbm.n": "66"}),
    "Gibbs, probit": seen("spectrum", GIBBS | {"sbm.n": "38", "sbmf.model": "probit"}),
    "tree": seen("clusters", BLOCKS | {
        "mechanism": "mod_divisive", "mod_divisive.max_level": "10", "mod_divisive.k": "50",
        "mod_divisive.burn_in": "1000",
    }),
    "rips": seen("persistence", BLOCKS | {
        "persistence.complex": "rips", "persistence.max_homology": "2",
        "persistence.max_points": "5000",
    }),
    "communities": seen("clusters", MANY | {"louvain.runs": "50"}),
    "betweenness": seen("centrality", DENSE | {"centrality.score": "betweenness"}),
    "complete": seen("tree", COMPLETE | {"mechanism": "pamst"}),
    "sweep": ("which-epsilon", MANY | {"analysis": "persistence", "repeats": "50"}),
}  # fmt: skip
LINKS = HEAVY | {
    f"{kind} {page}": (page, query)
    for kind, query in (("many nodes", MANY), ("many edges", DENSE))
    for page in harness.PAGES
}


TICKS = os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def app():
    with harness.server_process() as found:
        yield found


def processor_seconds(process) -> float:
    """Of a process and all below it, those that have ended included."""
    total, waiting = 0.0, [process.pid]
    while waiting:
        folder = Path("/proc") / str(waiting.pop())
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
            below = [task.read_text() for task in folder.glob("task/*/children")]
        except FileNotFoundError:
            continue
        total += sum(map(int, words[11:15])) / TICKS
        waiting += [int(number) for text in below for number in text.split()]
    return total


@pytest.mark.parametrize("name", LINKS)
def test_the_worst_link_is_answered(app, name):
    (address, process), (page, query) = app, LINKS[name]

    async def seconds() -> float:
        start = time.monotonic()
        session = await open_session(address, page, **query)
        await session.close()
        return time.monotonic() - start

    async def limited() -> float:
        return await asyncio.wait_for(seconds(), LIMIT_S)

    before = processor_seconds(process)
    with ThreadPoolExecutor(1) as thread:
        took = thread.submit(asyncio.run, limited()).result()
    answered = processor_seconds(process) - before
    time.sleep(AFTER_S)
    went_on = processor_seconds(process) - before - answered
    print(
        f"\n{name}: {took:.1f} s, processor {answered:.1f} s, after it was closed {went_on:.1f} s"
    )
