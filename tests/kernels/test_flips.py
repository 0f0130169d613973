"""The flip kernel beyond one block: blocks, their streams, the short last block, extreme rates.

All seeds are fixed. Each statistical check fails a correct kernel with probability LEVEL = 1e-5
over the choice of the seed.
"""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.flips import BLOCK_PAIRS, flip_blocks

LEVEL = 1e-5


def flips(n: int, pi: float, key: int, edges: NDArray[np.int32] | None = None) -> NDArray[np.int64]:
    """Sorted pair numbers of the edges that the kernel writes; of all flips if there were none."""
    pairs = n * (n - 1) // 2
    old = np.empty((0, 2), dtype=np.int32) if edges is None else edges
    old.setflags(write=False)  # as a graph's own: compiled once
    mean = pairs * pi
    room = min(pairs, int(mean + len(old) + 10 * math.sqrt(mean)) + 2 * BLOCK_PAIRS)
    out = np.empty((room, 2), dtype=np.int32)
    cursor = np.zeros(3, dtype=np.int64)
    blocks = -(-pairs // BLOCK_PAIRS)
    assert flip_blocks(0, blocks, n, old, -math.log1p(-pi), key, out, cursor) == blocks
    return pair_numbers(n, out[: cursor[2]])


def pair_numbers(n: int, edges: NDArray[np.int32]) -> NDArray[np.int64]:
    u, v = edges.astype(np.int64).T
    return u * n - u * (u + 1) // 2 + v - u - 1


@pytest.mark.parametrize("pi", [0.5, 0.2, 0.01, 1e-4])
@pytest.mark.parametrize("n", [2, 3, 20, 300, 363, 1000])
def test_edges_come_out_sorted_unique_and_inside_the_triangle(n, pi):
    for key in range(5):
        numbers = flips(n, pi, key)
        assert np.all(np.diff(numbers) > 0)
        assert len(numbers) == 0 or 0 <= numbers[0] <= numbers[-1] < n * (n - 1) // 2


@pytest.mark.sample
@pytest.mark.parametrize("pi", [0.5, 0.1, 1e-3, 1e-6])
@pytest.mark.parametrize("n", [2, 40, 363, 900])
def test_merge_is_the_symmetric_difference_of_edges_and_flips(n, pi):
    upper = np.argwhere(np.triu(np.ones((n, n), dtype=bool), 1)).astype(np.int32)
    rng = np.random.default_rng(n)
    for density in (0.0, 0.02, 0.6, 1.0):
        edges = np.ascontiguousarray(upper[rng.random(len(upper)) < density])
        expected = np.setxor1d(pair_numbers(n, edges), flips(n, pi, 9))
        assert np.array_equal(flips(n, pi, 9, edges), expected)


def test_the_largest_pair_numbers_do_not_overflow():
    """n = 2**31 - 1 has 2**61 pairs; only the last blocks are drawn, at a rate of one in 100."""
    n = 2**31 - 1
    pairs = n * (n - 1) // 2
    blocks = -(-pairs // BLOCK_PAIRS)
    out = np.empty((2 * BLOCK_PAIRS, 2), dtype=np.int32)
    edges = np.array([[n - 2, n - 1]], dtype=np.int32)
    edges.setflags(write=False)
    # The last two blocks begin about 512 rows from the end: the cursor starts before them.
    cursor = np.array([n - 600, 0, 0], dtype=np.int64)
    assert flip_blocks(blocks - 2, blocks, n, edges, 0.01, 5, out, cursor) == blocks
    numbers = pair_numbers(n, out[: cursor[2]])
    mean = 0.01 * (pairs - (blocks - 2) * BLOCK_PAIRS)
    assert abs(len(numbers) - mean) < 6 * math.sqrt(mean)
    assert np.all(np.diff(numbers) > 0)
    assert (blocks - 2) * BLOCK_PAIRS <= numbers[0]
    assert numbers[-1] < pairs


def test_the_kernel_stops_before_a_block_that_may_not_fit():
    out = np.empty((BLOCK_PAIRS + 10, 2), dtype=np.int32)
    cursor = np.zeros(3, dtype=np.int64)
    none = Graph.from_edges(2, []).edges
    assert flip_blocks(0, 7, 1000, none, 0.3, 1, out, cursor) == 1
    assert 0 < cursor[2] < BLOCK_PAIRS


@pytest.mark.parametrize("pi", [pytest.param(0.5, marks=pytest.mark.long), 0.05, 2e-4])
def test_blocks_have_independent_binomial_flip_counts(pi):
    """305 blocks x 4 keys: dispersion of the counts, and correlation of neighbouring blocks."""
    n, counts = 6324, []
    full = n * (n - 1) // 2 // BLOCK_PAIRS
    for key in range(4):
        counts.append(np.bincount(flips(n, pi, key) // BLOCK_PAIRS, minlength=full + 1)[:full])
    table = np.array(counts, dtype=float)
    mean, variance = BLOCK_PAIRS * pi, BLOCK_PAIRS * pi * (1 - pi)
    dispersion = ((table - mean) ** 2 / variance).sum()
    below = stats.chi2.cdf(dispersion, table.size)
    assert 2 * min(below, 1 - below) > LEVEL
    assert stats.pearsonr(table[:, :-1].ravel(), table[:, 1:].ravel()).pvalue > LEVEL
    for other in table[1:]:
        assert stats.pearsonr(table[0], other).pvalue > LEVEL


@pytest.mark.parametrize("pi", [0.5, 0.1, 0.003])
def test_pairs_near_each_other_flip_independently(pi):
    """Both flipped, at distances inside a word, across words, across blocks: Bin(., pi^2)."""
    n = 3000
    flipped = np.zeros(n * (n - 1) // 2, dtype=bool)
    flipped[flips(n, pi, 77)] = True
    for distance in (1, 2, 7, 63, 64, 65, 4096, BLOCK_PAIRS, 3 * BLOCK_PAIRS):
        together = int((flipped[:-distance] & flipped[distance:]).sum())
        trials = len(flipped) - distance
        # neighbouring products share a pair: variance p^2(1-p^2) + 2p^3(1-p), normal tail
        spread = math.sqrt(trials * (pi**2 * (1 - pi**2) + 2 * pi**3 * (1 - pi)))
        assert abs(together - trials * pi**2) < stats.norm.isf(LEVEL / 2) * spread + 5


@pytest.mark.parametrize("pi", [0.5, 0.02])
def test_places_inside_a_block_are_hit_equally_often(pi):
    """Every residue modulo 256 and every 256th of a block, over 68 blocks."""
    n = 3000
    numbers = flips(n, pi, 5)
    whole = n * (n - 1) // 2 // BLOCK_PAIRS * BLOCK_PAIRS
    inside = numbers[numbers < whole] % BLOCK_PAIRS
    for cells in (inside % 256, inside // 256):
        seen = np.bincount(cells, minlength=256)
        dispersion = ((seen - whole / 256 * pi) ** 2).sum() / (whole / 256 * pi * (1 - pi))
        below = stats.chi2.cdf(dispersion, 256)
        assert 2 * min(below, 1 - below) > LEVEL


@pytest.mark.sample
@pytest.mark.parametrize("pi", [0.5, 0.001])
@pytest.mark.parametrize("n", [363, 460, 700])
def test_the_short_last_block_flips_at_the_same_rate(n, pi):
    """Its sizes here, 167 / 40,034 / 48,042 pairs, are no powers of two; ends are not special."""
    pairs = n * (n - 1) // 2
    start = pairs // BLOCK_PAIRS * BLOCK_PAIRS
    keys = 200
    size, total, first, last = pairs - start, 0, 0, 0
    for key in range(keys):
        numbers = flips(n, pi, key)
        total += int((numbers >= start).sum())
        first += int(start in numbers)
        last += int(len(numbers) > 0 and numbers[-1] == pairs - 1)
    assert stats.binomtest(total, keys * size, pi).pvalue > LEVEL
    assert stats.binomtest(first, keys, pi).pvalue > LEVEL
    assert stats.binomtest(last, keys, pi).pvalue > LEVEL


def test_tiny_rates_keep_their_size():
    """epsilon = 20 (pi = 2.06e-9) on 8e10 pairs: 165 flips expected, Poisson."""
    n, pi = 400_000, 1.0 / (1.0 + math.exp(20.0))
    counts = [len(flips(n, pi, key)) for key in range(5)]
    mean = 5 * n * (n - 1) / 2 * pi
    below = stats.poisson.cdf(sum(counts), mean)
    assert 2 * min(below, 1 - below) > LEVEL
    assert len(set(counts)) > 1
