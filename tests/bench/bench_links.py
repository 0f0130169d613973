"""The most expensive link of each page: seconds until the server has answered it."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import harness
import pytest
from session import open_session

LIMIT_S = 180.0
"""No link may ask for more of an idle machine."""

MANY = {"graph": "barabasi_albert", "barabasi_albert.n": "100000", "barabasi_albert.attach": "20"}
DENSE = {"graph": "sbm", "sbm.n": "5000", "sbm.within": "0.3", "sbm.between": "0.1"}
BLOCKS = {"graph": "sbm", "sbm.n": "2000", "sbm.blocks": "5"}
COMPLETE = {"graph": "moons", "moons.n": "3000", "moons.joined": "complete"}
HEAVY = {
    "Gibbs": ("spectrum", BLOCKS | {"mechanism": "sbmf", "sbmf.k": "10", "sbmf.sweeps": "20000"}),
    "tree": ("clusters", BLOCKS | {
        "mechanism": "mod_divisive", "mod_divisive.max_level": "10", "mod_divisive.k": "50",
        "mod_divisive.burn_in": "1000",
    }),
    "rips": ("persistence", BLOCKS | {
        "persistence.complex": "rips", "persistence.max_homology": "2",
        "persistence.max_points": "5000",
    }),
    "communities": ("clusters", MANY | {"louvain.runs": "50"}),
    "betweenness": ("centrality", DENSE | {"centrality.score": "betweenness"}),
    "complete": ("spanning-tree", COMPLETE | {"mechanism": "pamst"}),
    "sweep": ("trade-off", MANY | {"analysis": "persistence", "repeats": "50"}),
}  # fmt: skip
LINKS = HEAVY | {
    f"{kind} {page}": (page, query)
    for kind, query in (("many nodes", MANY), ("many edges", DENSE))
    for page in harness.PAGES
}


@pytest.fixture(scope="module")
def address():
    with harness.server() as found:
        yield found


@pytest.mark.parametrize("name", LINKS)
def test_the_worst_link_is_answered(address, name):
    page, query = LINKS[name]

    async def seconds() -> float:
        start = time.monotonic()
        session = await open_session(address, page, **query)
        await session.close()
        return time.monotonic() - start

    async def limited() -> float:
        return await asyncio.wait_for(seconds(), LIMIT_S)

    with ThreadPoolExecutor(1) as thread:
        took = thread.submit(asyncio.run, limited()).result()
    print(f"\n{name}: {took:.1f} s")
