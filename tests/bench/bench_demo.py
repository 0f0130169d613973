"""A demo for 25 visitors at once: each walks through all pages and moves the slider on each.

Run as ``PYTHONPATH=. python tests/bench/bench_demo.py [visitors [memory]]``. Starts ``graphdp run
--demo`` anew, and prints the seconds from its start to the first picture in a browser, and for two
crowds, the first on a server that has computed nothing yet, the seconds of pages and moves and the
megabytes of the server's processes together. As a browser does, a visitor asks for the stops around
ε before moving. A move is over when its stop is there, asked for anew each time, or on a page
without a stage when the script is done; what is drawn below a stage once it rests is told apart.
Exit code 1 if the second crowd misses a goal.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

import harness
from session import BOARD, STAGE, Session, open_session

from pages.table import TABLE

PEOPLE = 25
GOAL_MB, GOAL_MOVE_S, GOAL_FIRST_S = 1500, 0.3, 10.0
NEAR = ("3", "2.5", "3.5", "2", "4")  # as the stage asks for them, one by one
MOVES = ("2.5", "3.5", "2", "4", "3")
ARRIVE_S, DWELL_S, PACE_S, LOOK_S = 20.0, 3.0, 1.0, 1.0
GRAPHS = ("school", "karate", "ring", "strangers", "fans")
LATER = 202
PAGES = ("", *(line.address for line in TABLE[1:]))
SHOWN = ".on-stage[data-shown]"
MEANT = re.compile("format: (INFO|WARNING|SUCCESS)")
PROCESS_CLOCK = 2  # of the kernel's clocks of another process, that of its processor time


@dataclass
class Seen:
    """What all visitors met: seconds of pages, of moves by page, of rests; failures; memory."""

    pages: list[float] = field(default_factory=list)
    rests: list[float] = field(default_factory=list)
    by_page: dict[str, list[float]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    most: tuple[float, float] = (0.0, 0.0)

    @property
    def moves(self) -> list[float]:
        """Seconds of all moves."""
        return [took for times in self.by_page.values() for took in times]


@contextmanager
def served(memory: str) -> Iterator[tuple[str, int, float]]:
    """A fresh demo: its address, its process, and when it was started."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    words = [sys.executable, "-m", "graphdp_core", "run", "--demo", "--port", port]
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as home:
        process = subprocess.Popen(
            words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "XDG_CACHE_HOME": home, "GRAPHDP_MEMORY": memory},
        )  # fmt: skip
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/_stcore/health")
            yield address, process.pid, begun
        finally:
            process.terminate()
            process.wait()
            print("written to disk:", sorted(str(f) for f in Path(home).rglob("*")) or "nothing")


def wait_for(url: str) -> None:
    """Until the server answers."""
    for _ in range(300):
        with suppress(OSError), urllib.request.urlopen(url, timeout=2):
            return
        time.sleep(0.2)
    raise RuntimeError("the app did not answer.")


def first_picture(chromium: harness.Browser | None, address: str, begun: float) -> float:
    """Seconds from the start of the server to its first picture in a browser that is open."""
    if chromium is None:
        return float("nan")
    with harness.visit(chromium, address) as tab:
        tab.page.goto(address)
        tab.page.wait_for_selector(SHOWN, timeout=120_000)
        return time.perf_counter() - begun


def megabytes(root: int) -> tuple[float, float]:
    """Of a process alone, and of it and all that it has started."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(entry.parent.name))
    found, wanted = {}, [root]
    while wanted:
        pid = wanted.pop()
        wanted += children.get(pid, [])
        with suppress(OSError):
            told = Path(f"/proc/{pid}/smaps_rollup").read_text()
            found[pid] = sum(map(int, re.findall(r"^Pss:\s+(\d+)", told, re.MULTILINE))) / 1024
    return found.get(root, 0.0), sum(found.values())


def busy(pid: int) -> float:
    """Seconds of the processor that a process has taken so far."""
    return time.clock_gettime(~pid << 3 | PROCESS_CLOCK)


async def walk(address: str, number: int, seen: Seen) -> None:
    """One visitor's way through all pages: strangers do not walk in step."""
    chance = random.Random(number)
    await asyncio.sleep(ARRIVE_S * number / PEOPLE)
    first = number % len(PAGES)
    for page in (*PAGES[first:], *PAGES[:first]):
        begun = time.perf_counter()
        session = await open_session(address, page, graph=GRAPHS[number % len(GRAPHS)])
        seen.pages.append(time.perf_counter() - begun)
        with suppress(TimeoutError):
            await asyncio.wait_for(near(address, session), DWELL_S)
        for stop in MOVES:
            took = await move(address, session, stop, seen)
            await asyncio.sleep(max(0.0, PACE_S * chance.uniform(0.5, 1.5) - took))
        seen.problems += [said for said in session.problems if not MEANT.search(said)]
        await session.close()


def places(session: Session) -> list[str]:
    """Below which the stops of what is shown are asked for."""
    board, stage = session.data.get(BOARD, {}), session.data.get(STAGE, {})
    if "address" in board:
        return [board["address"]]
    views = [view for view in stage.get("views", ()) if view.get("id") == stage.get("view")]
    return [f"{stage['folder']}/{view['key']}" for view in (views or stage.get("views", []))[:1]]


async def near(address: str, session: Session) -> None:
    """Ask for the stops around, one by one, and stay."""
    for place in places(session):
        for part in ("shared", *NEAR):
            await stop(address, f"{place}/{part}")
    await asyncio.sleep(DWELL_S)


async def move(address: str, session: Session, label: str, seen: Seen) -> float:
    """Seconds until a move is seen; 0 where the page has nothing that moves."""
    begun = time.perf_counter()
    at = places(session)
    if not at and "epsilon" not in session.ids:
        return 0.0
    for place in at:
        await stop(address, f"{place}/{label}")
    if not at:
        await session.move("epsilon", label)
    took = time.perf_counter() - begun
    seen.by_page.setdefault(session.page or "board", []).append(took)
    if at:
        seen.rests.append(await session.settle(BOARD if BOARD in session.ids else STAGE, label))
    return time.perf_counter() - begun


async def stop(address: str, path: str) -> None:
    """Ask until a stop is there."""
    host, _, port = address.removeprefix("http://").partition(":")
    for _ in range(200):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n"
            "Accept-Encoding: gzip\r\n\r\n".encode()
        )
        answer = await reader.read()
        writer.close()
        if int(answer.split(b" ", 2)[1]) != LATER:
            return
        await asyncio.sleep(0.4)


async def watch(pid: int, seen: Seen) -> None:
    """Keep the most that the server's own process, and all of them, have held."""
    while True:
        found = await asyncio.to_thread(megabytes, pid)
        seen.most = (max(seen.most[0], found[0]), max(seen.most[1], found[1]))
        await asyncio.sleep(LOOK_S)


async def crowd(address: str, pid: int, people: int) -> Seen:
    """All visitors, and what the server holds meanwhile."""
    seen = Seen()
    looking = asyncio.create_task(watch(pid, seen))
    await asyncio.gather(*(walk(address, number, seen) for number in range(people)))
    looking.cancel()
    return seen


def told(name: str, times: list[float]) -> str:
    """The number, middle and late end of some seconds."""
    middle, late = np.quantile(times, (0.5, 0.95))
    return f"{name}: {len(times)}, median {middle:.3f} s, 95 % within {late:.3f} s"


def report(name: str, seen: Seen, spent: float) -> bool:
    """Print what a crowd met; whether it met the goals."""
    own, every = seen.most
    print(f"{name}; load {os.getloadavg()[0]:.1f}; the server's own process {spent:.0f} s busy")
    print(told("  pages opened", seen.pages))
    print(told("  drawn below at rest", seen.rests))
    for page, times in seen.by_page.items():
        print(told(f"  moves on {page}", times))
    print(told("  moves", seen.moves), f"(goal {GOAL_MOVE_S:g})")
    print(f"  at most {own:.0f} MB, with its workers {every:.0f} MB (goal {GOAL_MB})")
    print(f"  complaints: {len(seen.problems)}", *sorted(set(seen.problems))[:3], flush=True)
    return float(np.quantile(seen.moves, 0.95)) <= GOAL_MOVE_S and every <= GOAL_MB


def main(people: str = str(PEOPLE), memory: str = "800MB") -> int:
    """Measure once; 1 if a goal is missed."""
    with ExitStack() as whole, ExitStack() as browsing:
        chromium = browsing.enter_context(harness.browser())
        address, pid, begun = whole.enter_context(served(memory))
        first = first_picture(chromium, address, begun)
        browsing.close()  # its driver has a loop of its own, and so has a crowd
        print(
            f"first picture {first:.1f} s after the start (goal {GOAL_FIRST_S:g}); load "
            f"{os.getloadavg()[0]:.1f}; the server's own process {busy(pid):.1f} s busy",
            flush=True,
        )
        is_good = False
        for name in ("a crowd on a fresh server", "the next crowd"):
            before = busy(pid)
            seen = asyncio.run(crowd(address, pid, int(people)))
            is_good = report(name, seen, busy(pid) - before)
    return int(not is_good or first > GOAL_FIRST_S)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
