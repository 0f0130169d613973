"""What a server holds after thirty visits, each a walk through all its pages without a browser.

Run as ``PYTHONPATH=. python tests/bench/bench_memory.py [folder [visits]]``: the folder is a tree
of this project, by default this one, so that an older one can be measured by the same walk. Prints
the megabytes of the server's own process, and of all its processes together, now and then.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).parents[2]
sys.path[:0] = [str(HERE), str(HERE / "tests" / "browser")]

from session import BOARD, STAGE, Session, open_session

VISITS, TOLD = 30, 5
GRAPHS = ("school", "karate", "ring", "strangers", "fans")
STOPS = ("3", "2.5", "4", "2", "5")  # as the stage asks for them: what is near, one by one
DWELL_S = 0.7
PAGE_S = 90.0
LATER = 202


async def visit(address: str, pages: list[str], number: int) -> None:
    """One person's walk; another graph each time, and another draw each round."""
    words = {"graph": GRAPHS[number % len(GRAPHS)], "draw": str(number // len(GRAPHS))}
    for page in pages:
        with suppress(TimeoutError):
            session = await asyncio.wait_for(open_session(address, page, **words), PAGE_S)
            with suppress(TimeoutError):
                await asyncio.wait_for(session.rest(DWELL_S), DWELL_S)
            await asyncio.to_thread(look, address, session)
            await session.close()


def look(address: str, session: Session) -> None:
    """Ask for the stops that a browser would ask for, of every view."""
    for name in (BOARD, STAGE):
        data = session.data.get(name, {})
        places = [data["address"]] if "address" in data else []
        if "folder" in data:
            places += [f"{data['folder']}/{view['key']}" for view in data["views"]]
        for place in places:
            for part in ("shared", *STOPS):
                for _ in range(20):
                    try:
                        with urllib.request.urlopen(f"{address}{place}/{part}") as answer:
                            is_there = answer.status != LATER
                    except OSError:  # a page of before asks another way
                        return
                    if is_there:
                        break
                    time.sleep(0.2)


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


def main(folder: str = "", visits: str = "") -> None:
    """Walk, and tell."""
    tree = Path(folder or HERE).resolve()
    names = "from pages.table import TABLE; print(*[e.address for e in TABLE])"
    told = subprocess.run(
        [sys.executable, "-c", names], cwd=tree, capture_output=True, text=True, check=True
    ).stdout.split()
    pages = ["", *told[1:]]
    with tempfile.TemporaryDirectory() as kept, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
        probe.close()
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", port]
        own_store = {**os.environ, "GRAPHDP_STORE": f"{kept}/cells.sqlite"}
        process = subprocess.Popen(
            [*command, "--server.headless", "true"], cwd=tree, env=own_store,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/_stcore/health")
            for number in range(int(visits or VISITS)):
                asyncio.run(visit(address, pages, number))
                if (number + 1) % TOLD == 0 or number == 0:
                    own, every = megabytes(process.pid)
                    print(f"{number + 1:3} visits of {len(pages)} pages: {own:.0f} MB, with its "
                          f"workers {every:.0f} MB", flush=True)  # fmt: skip
        finally:
            process.kill()
            process.wait()


def wait_for(url: str) -> None:
    """Until the server answers."""
    for _ in range(300):
        with suppress(OSError), urllib.request.urlopen(url, timeout=2):
            return
        time.sleep(0.2)
    raise RuntimeError("the app did not answer.")


if __name__ == "__main__":
    main(*sys.argv[1:])
