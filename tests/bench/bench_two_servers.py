"""Fifty people on two servers behind the real proxy, and what the proxy itself costs a request."""

import asyncio
import os
import sys
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests" / "browser"), str(ROOT / "tests" / "bench")]

import bench_sessions
import harness
from session import open_session

PEOPLE, GOAL = 50, 0.2
PAGES = ("", "embeddings")


@pytest.mark.parametrize("page", PAGES)
def test_fifty_people_on_two_servers_move_once_a_second(page, tmp_path):
    with harness.servers(harness.haproxy(), str(tmp_path)) as (address, servers):
        before = os.getloadavg()[0]
        pids = [server.process.pid for server in servers.values()]
        times, spent = asyncio.run(_crowd(address, pids, page))
        direct = servers["one"].address
        cost = _seconds(f"{address}/_stcore/health") - _seconds(f"{direct}/_stcore/health")
    print(
        f"\n{page or 'board'} behind haproxy: {PEOPLE} people, {len(times)} moves, median "
        f"{1e3 * np.median(times):.0f} ms, 95% within {1e3 * np.quantile(times, 0.95):.0f} ms "
        f"(goal {1e3 * GOAL:.0f}), processor seconds of the servers {spent[0]:.1f} and "
        f"{spent[1]:.1f}; load {before:.1f} before; a request through the proxy takes "
        f"{1e3 * cost:.2f} ms more"
    )


async def _crowd(
    address: str, processes: list[int], page: str
) -> tuple[np.ndarray, tuple[float, ...]]:
    """Seconds of every move, and processor seconds of each server."""
    first = [await open_session(address, page) for _ in processes]
    for session in first:
        for stop in bench_sessions.STOPS * 2:
            await bench_sessions._move(session, stop)
    for pid, session in zip(processes, first, strict=True):
        await bench_sessions._quiet(pid, session)
    sessions = [await open_session(address, page) for _ in range(PEOPLE)]
    for session in sessions:
        await bench_sessions._move(session, bench_sessions.STOPS[0])
    for session in first:
        await session.close()
    before = [bench_sessions.processor_seconds(pid).sum() for pid in processes]
    parts = await asyncio.gather(*(bench_sessions._person(session) for session in sessions))
    after = [bench_sessions.processor_seconds(pid).sum() for pid in processes]
    return np.concatenate(parts), tuple(b - a for a, b in zip(before, after, strict=True))


def _seconds(url: str) -> float:
    """The median of a few requests."""
    times = []
    for _ in range(50):
        start = time.perf_counter()
        with urllib.request.urlopen(url) as answer:
            answer.read()
        times.append(time.perf_counter() - start)
    return float(np.median(times))
