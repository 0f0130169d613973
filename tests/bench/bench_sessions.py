"""Fifty people who move the slider once a second: how long the server takes to answer."""

import asyncio
import random
import sys
import time
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


@pytest.mark.parametrize(
    ("page", "people"),
    [
        ("embeddings", 1),
        ("embeddings", 20),
        ("embeddings", 50),
        *((page, 50) for page in harness.PAGES[:7] if page != "embeddings"),
    ],
)
def test_answers_while_people_move_once_a_second(page, people):
    with harness.server() as address:
        print(f"\n{people:3} people on {page}: {asyncio.run(_crowd(address, page, people))}")


async def _crowd(address: str, page: str, people: int) -> str:
    first = await open_session(address, page)
    for stop in STOPS * 2:
        await first.move("epsilon", stop)
    await asyncio.sleep(LOADED)
    sessions = [await open_session(address, page) for _ in range(people)]
    for session in sessions:
        await session.move("epsilon", STOPS[0])
    await first.close()
    parts = await asyncio.gather(*(_person(session) for session in sessions))
    times = np.concatenate(parts)
    median, late = np.quantile(times, [0.5, 0.95])
    return (
        f"{len(times)} moves, median {1000 * median:.0f} ms, 95 % within {1000 * late:.0f} ms "
        f"(goal for 50 people {1000 * GOAL:.0f} ms)"
    )


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
