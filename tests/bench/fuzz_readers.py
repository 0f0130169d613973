"""Reads many damaged files of all formats: python tests/bench/fuzz_readers.py [count] [seed]."""

import resource
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import NoReturn

sys.path[:0] = [str(Path(__file__).parents[2])]

from graphdp_core.intake.files.graph_file import GraphFileError, Limits
from graphdp_core.intake.files.preview import preview, read
from tests.intake.damaged_files import damaged, samples

KEPT = Path(tempfile.gettempdir()) / "graphdp-fuzz"
SLOW_S = 1.0
HANGS_S = 60  # by the clock
LIMITS = Limits(bytes=2_000_000, nodes=20_000, edges=50_000)


def main(count: int = 100_000, seed: int = 0) -> int:
    """Print how many were read and refused, the slowest, and what crashed; 1 if anything did.

    What crashes, hangs or is slow is kept in a file.
    """
    warnings.simplefilter("error")
    signal.signal(signal.SIGALRM, _hangs)
    outcomes: Counter[str] = Counter()
    slowest, crashes, started = (0.0, ""), [], time.perf_counter()
    for number, (name, data) in enumerate(damaged(count, seed, samples())):
        signal.alarm(HANGS_S)
        before, known = time.process_time(), len(crashes)
        try:
            shown = preview(data, name, limits=LIMITS)
            read(data, name, shown.reading, limits=LIMITS)
            outcomes["read"] += 1
        except GraphFileError as error:
            outcomes["refused"] += 1
            if ": " not in str(error) or "\n" in str(error):
                crashes.append((number, name, f"a sentence that is none: {error}"))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            crashes.append((number, name, f"{type(error).__name__}: {error}"[:160]))
        took = time.process_time() - before
        if took > SLOW_S or len(crashes) > known:
            path = KEPT / f"{seed}-{number}-{name}"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
            print(f"{took:.2f} s, kept as {path}", flush=True)
        slowest = max(slowest, (took, f"{name} ({number})"))
    signal.alarm(0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{count:,} files in {time.perf_counter() - started:.0f} s: {dict(outcomes)}")
    print(f"slowest {slowest[0]:.2f} s of processor time: {slowest[1]}; peak {peak:.0f} MiB")
    for crash in crashes[:40]:
        print("CRASH", *crash)
    print(f"{len(crashes)} crashes")
    return int(bool(crashes))


def _hangs(signal: int, frame: object) -> NoReturn:
    raise TimeoutError(f"not done after {HANGS_S} s")


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
