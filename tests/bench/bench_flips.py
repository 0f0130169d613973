"""A draw of randomised response beside the least that it must do."""

import math

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.kernels.adjacency_rows import adjacency_rows
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from tests.bench.timing import in_turn


@pytest.mark.parametrize(
    ("n", "m", "epsilon"),
    [(10_000, 50_000, 2.0), (10_000, 50_000, 4.6), (100_000, 500_000, 7.0), (4_039, 88_234, 1.0)],
)
def test_draws_are_near_the_floor(n: int, m: int, epsilon: float) -> None:
    """The floor draws and writes as many flips as pairs; rows are the neighbours in a release."""
    graph, pi = random_graph(n, m), EdgeFlip.flip_probability(epsilon)
    edges = release(graph, epsilon, 1).edges
    out = np.empty((int(pair_count(n) * pi * 1.02) + 10_000, 2), dtype=np.int32)
    times = in_turn(
        {
            "draw": lambda: release(graph, epsilon, 1),
            "rows": lambda: adjacency_rows(n, edges),
            "floor": lambda: draw_and_write(n, pi, 1, out),
        }
    )
    draw, rows = times["draw"] / times["floor"], times["rows"] / times["draw"]
    print(f"\nedgeFlip n={n:,} m={m:,} eps={epsilon:g}: {draw:.2f} of the floor "
          f"({1e3 * times['floor']:.1f} ms), its rows {rows:.2f} of the draw")  # fmt: skip
    assert draw < 4.0


def release(graph: Graph, epsilon: float, seed: int) -> Graph:
    return EdgeFlip().release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))


def random_graph(n: int, m: int) -> Graph:
    """m different random pairs."""
    numbers = np.random.default_rng(0).integers(0, n * n, size=3 * m)
    u, v = np.divmod(numbers, n)
    edges = np.unique((u * n + v)[u < v])
    kept = np.sort(np.random.default_rng(1).permutation(edges)[:m])
    return Graph.from_edges(n, np.column_stack(np.divmod(kept, n)))


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
