"""Speed of a whole publication of 10,000 nodes beside its random bytes."""

import os
import time
import uuid
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from statistics import median

import graphdp_core as gdp
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.mechanisms.exact_draw import flipped_exactly
from graphdp_core.privacy.secure_random import SLAB, SecureRandom, symmetric_rates
from graphdp_core.trust.publish import publish
from tests.bench.timing import in_turn

N = 10_000
REPEATS = 3


def test_a_publication_is_not_far_above_its_random_bytes(tmp_path: Path) -> None:
    graph = gdp.generate("barabasi_albert", n=N, attach=5)
    pairs, rates, coins = pair_count(N), symmetric_rates(Fraction(1)), SecureRandom()
    tasks: dict[str, Callable[[], object]] = {
        "random bytes alone": lambda: [os.urandom(SLAB) for _ in range(pairs // SLAB)],
        "coins": lambda: sum(len(part) for _, part in coins.parts(pairs, rates.absent)),
        "release": lambda: flipped_exactly(graph, rates, coins),
    }
    for epsilon in ("8", "4", "2", "1", "0.1"):
        tasks[f"publication, ε = {epsilon}"] = partial(_published, graph, epsilon, tmp_path)
    seconds: dict[str, list[tuple[float, float]]] = {name: [] for name in tasks}
    for _ in range(REPEATS):
        for name, task in tasks.items():
            start, used = time.perf_counter(), time.process_time()
            task()
            seconds[name].append((time.perf_counter() - start, time.process_time() - used))
    rare = symmetric_rates(Fraction(8))
    few = in_turn({
        "all coins": lambda: flipped_exactly(graph, rates, coins),
        "flips": lambda: flipped_exactly(graph, rare, coins),
    })  # fmt: skip
    print(f"\nall coins {few['all coins']:.3f} s, flips alone at ε = 8 {few['flips']:.4f} s")
    assert few["flips"] < few["all coins"] / 12
    floor = median(used for _, used in seconds["random bytes alone"])
    print(f"\n{pairs:,} pairs; flips at ε = 1")
    for name, taken in seconds.items():
        wall, used = (median(column) for column in zip(*taken, strict=True))
        print(f"{name:<22} {wall:6.2f} s {used:6.2f} CPU s  {used / floor:5.1f} times")
        assert used < 100 * floor, name


def _published(graph: gdp.Graph, epsilon: str, folder: Path) -> None:
    """One zip and its line in a ledger."""
    flips, to = gdp.mechanism("edge_flip"), folder / f"{uuid.uuid4()}.zip"
    publish(graph, flips, epsilon=epsilon, to=to, ledger=folder / "people.jsonl")
    to.unlink()
