"""Speed of a publication's coins and flips beside the operating system's own random bytes."""

import os
import time
from collections.abc import Callable
from fractions import Fraction
from statistics import median

import graphdp_core as gdp
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.mechanisms.exact_draw import flipped_exactly
from graphdp_core.privacy.coins import SLAB, Coins
from graphdp_core.privacy.dyadic import symmetric_rates

N = 10_000
REPEATS = 5


def test_a_release_is_not_far_above_its_random_bytes() -> None:
    """Print the report; no figure is asserted, machines differ."""
    graph = gdp.generate("barabasi_albert", n=N, attach=5)
    pairs, rates, coins = pair_count(N), symmetric_rates(Fraction(1)), Coins()
    tasks: dict[str, Callable[[], object]] = {
        "random bytes alone": lambda: [os.urandom(SLAB) for _ in range(pairs // SLAB)],
        "coins": lambda: sum(int(slab.sum()) for _, slab in coins.slabs(pairs, rates.absent)),
        "release": lambda: flipped_exactly(graph, rates, coins),
    }
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(REPEATS):
        for name, task in tasks.items():
            start = time.perf_counter()
            task()
            seconds[name].append(time.perf_counter() - start)
    floor = median(seconds["random bytes alone"])
    print(f"\n{pairs:,} pairs at ε = 1")
    for name, taken in seconds.items():
        print(f"{name:<20} {median(taken):6.2f} s  {median(taken) / floor:5.1f} times")
