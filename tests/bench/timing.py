"""How the benches time: each work in turn, so that a busy machine hits all of them."""

import statistics
import time
from collections.abc import Callable, Mapping


def in_turn(works: Mapping[str, Callable[[], object]], *, repeats: int = 5) -> dict[str, float]:
    """Median processor seconds of each work, after one call of each that may compile."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(repeats):
        for name, work in works.items():
            start = time.process_time()
            work()
            seconds[name].append(time.process_time() - start)
    return {name: statistics.median(taken) for name, taken in seconds.items()}


def milliseconds(work: Callable[[], object], *, repeats: int = 5) -> float:
    """Median of the processor, after a first call."""
    return 1e3 * in_turn({"": work}, repeats=repeats)[""]
