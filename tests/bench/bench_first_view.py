"""An own file of 1.1 million nodes in the real browser: from the upload to both sides in view.

Run as ``PYTHONPATH=. python tests/bench/bench_first_view.py [repeats]`` on a quiet machine. Prints
for every repeat, each on a fresh server: seconds by the clock until the file is shown and until
both sides stand there, processor seconds of the server and all its processes, and the most memory
that they held together.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

import harness

from graphdp_core.datasets import generate

LARGE = {"n": 1_134_890, "blocks": 5_000, "degree": 6.1, "mixing": 0.3}
GOAL_S, GOAL_GIB = 20.0, 2.0
LOOK_S = 0.1
WARM_S = 30.0  # what a server loads in the background after its start
TICKS = os.sysconf("SC_CLK_TCK")
SHOWN = ".on-stage[data-shown]:not([data-waiting])"


def main(repeats: int = 1) -> int:
    """Print one line a repeat; 1 if the last one missed a goal."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "people.txt"
        graph = generate("degree_corrected_sbm", **LARGE)
        path.write_text("".join(f"{u}\t{v}\n" for u, v in graph.edges.tolist()))
        print(f"{graph.n:,} nodes, {graph.m:,} rows, {path.stat().st_size / 1e6:.0f} MB")
        del graph
        missed = False
        with harness.browser() as chromium:
            if chromium is None:
                print("no chromium found: install one")
                return 2
            for _ in range(repeats):
                missed = _measure(chromium, path)
    return int(missed)


def _measure(chromium: harness.Browser, path: Path) -> bool:
    with (
        harness.server_process() as (address, process),
        harness.visit(chromium, address) as tab,
    ):
        tab.go("explore?graph=upload&epsilon=3")
        time.sleep(WARM_S)
        meter = Meter(process.pid)
        meter.start()
        begun = time.perf_counter()
        tab.page.locator(".st-key-file input[type=file]").set_input_files(str(path))
        tab.page.wait_for_selector(".st-key-accept", timeout=120_000)
        seen = time.perf_counter() - begun
        tab.page.locator(".st-key-accept button").click(timeout=120_000)
        tab.page.wait_for_selector(SHOWN, timeout=240_000)
        first = time.perf_counter() - begun
        tab.settle(240)
        seconds = time.perf_counter() - begun
        meter.stop()
    print(
        f"shown {seen:.1f} s, both sides {first:.1f} s, at rest {seconds:.1f} s (goal {GOAL_S:g}); "
        f"processor {meter.seconds:.1f} s; peak {meter.peak / 2**30:.2f} GiB (goal {GOAL_GIB:g}); "
        f"load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    return first > GOAL_S or meter.peak > GOAL_GIB * 2**30


@dataclass
class Meter:
    """Processor time and most memory of a process and all that it started."""

    root: int
    peak: int = 0
    seconds: float = 0.0
    _used: dict[int, float] = field(default_factory=dict)
    _before: float = 0.0
    _ended: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to look."""
        self._look()
        self._before = sum(self._used.values())
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End, and fill in the numbers."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
        self._look()
        self.seconds = sum(self._used.values()) - self._before

    def _watch(self) -> None:
        while not self._ended.wait(LOOK_S):
            self._look()

    def _look(self) -> None:
        held = 0
        for process in _family(self.root):
            try:
                stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
            except (OSError, IndexError):
                continue
            self._used[process] = (int(stat[11]) + int(stat[12])) / TICKS
            held += pages * os.sysconf("SC_PAGE_SIZE")
        self.peak = max(self.peak, held)


def _family(root: int) -> Iterator[int]:
    """A process and all below it."""
    yield root
    for task in Path(f"/proc/{root}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:
            continue
        for child in children:
            yield from _family(int(child))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
