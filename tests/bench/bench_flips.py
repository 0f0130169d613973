"""Speed of a randomised-response draw beside the least it must do, in one run: medians in ms."""

import math
import time
from collections.abc import Callable, Sequence

import numba
import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.mechanisms.edge_flip import EdgeFlip


def test_draws_are_near_the_floor() -> None:
    """Print the report; no figure is asserted, machines differ."""
    print()
    for what, milliseconds, remark in rows():
        print(f"{what:<44} {milliseconds:9.2f} ms  {remark}")


def rows(*, repeats: int = 7) -> list[tuple[str, float, str]]:
    """(what, median milliseconds, ratio or goal), one per line of the report."""
    report = []
    cases = [
        ("edgeFlip n=10,000 m=50,000 eps=4.6", 10_000, 50_000, 4.6, "goal 4x"),
        ("edgeFlip n=100,000 m=500,000 eps=7", 100_000, 500_000, 7.0, "goal 300 ms"),
        ("edgeFlip n=1,130,000 m=3,000,000 eps=12", 1_130_000, 3_000_000, 12.0, "no goal"),
    ]
    for name, n, m, epsilon, goal in cases:
        graph, pi = random_graph(n, m), EdgeFlip.flip_probability(epsilon)
        out = np.empty((int(pair_count(n) * pi * 1.02) + 10_000, 2), dtype=np.int32)
        draw, floor = interleaved(
            [
                lambda seed, graph=graph, epsilon=epsilon: release(graph, epsilon, seed),
                lambda seed, n=n, pi=pi, out=out: draw_and_write(n, pi, seed, out),
            ],
            repeats,
        )
        written = release(graph, epsilon, 0).m
        report += [
            (name, draw, f"{draw / floor:.2f}x the floor, {written:,} edges ({goal})"),
            ("  floor: draw and write the flips", floor, ""),
        ]
    facebook = random_graph(4039, 88_234)
    draw, whole = interleaved(
        [
            lambda seed: release(facebook, 1.0, seed),
            lambda seed: release(facebook, 1.0, seed).neighbours,
        ],
        repeats,
    )
    report.append(("edgeFlip n=4,039 m=88,234 eps=1", draw, "as large as ego-Facebook"))
    report.append(("  the same with its compressed rows", whole, "goal 300 ms"))
    return report


def release(graph: Graph, epsilon: float, seed: int) -> Graph:
    return EdgeFlip().release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))


def random_graph(n: int, m: int) -> Graph:
    """m different random pairs."""
    numbers = np.random.default_rng(0).integers(0, n * n, size=3 * m)
    u, v = np.divmod(numbers, n)
    edges = np.unique((u * n + v)[u < v])
    kept = np.sort(np.random.default_rng(1).permutation(edges)[:m])
    return Graph.from_edges(n, np.column_stack(np.divmod(kept, n)))


def interleaved(works: Sequence[Callable[[int], object]], repeats: int) -> list[float]:
    """Median milliseconds of each work; they take turns, so that a busy machine hits all."""
    times: list[list[float]] = [[] for _ in works]
    for work in works:
        work(0)  # compile
    for seed in range(repeats):
        for work, own in zip(works, times, strict=True):
            start = time.perf_counter()
            work(seed)
            own.append(1e3 * (time.perf_counter() - start))
    return [float(np.median(own)) for own in times]


def draw_and_write(n: int, pi: float, seed: int, out: NDArray[np.int32]) -> int:
    """The floor: independent flips by geometric skips, written as pairs; no edges, not nested."""
    return _skip(n, 1.0 / math.log1p(-pi), np.uint64(seed), out)


@numba.njit(nogil=True)
def _skip(n, per_log, state, out):
    pairs, pair, count, row, row_end = n * (n - 1) // 2, -1, 0, 0, n - 1
    while count < out.shape[0]:
        state += np.uint64(0x9E3779B97F4A7C15)
        z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
        uniform = (np.float64(np.int64(z >> np.uint64(11))) + 1.0) * 2.0**-53
        pair += 1 + np.int64(math.log(uniform) * per_log)
        if pair >= pairs:
            break
        while pair >= row_end:
            row += 1
            row_end += n - 1 - row
        out[count, 0] = row
        out[count, 1] = n + pair - row_end
        count += 1
    return count
