"""Numbers of node pairs: row order, the way back, and what is left free."""

import itertools

import numpy as np
import pytest

from graphdp_core.graphs.pair_index import free_numbers, pair_ends, pair_numbers


@pytest.mark.parametrize("n", [2, 3, 7, 30])
def test_numbers_follow_row_order(n):
    u, v = np.array(list(itertools.combinations(range(n), 2))).T
    numbers = pair_numbers(n, u, v)
    assert numbers.tolist() == list(range(n * (n - 1) // 2))
    back = pair_ends(n, numbers)
    assert np.array_equal(back, (u, v))


@pytest.mark.parametrize("n", [1_000_003, 40_000_000])
def test_the_way_back_is_exact_for_large_graphs(n):
    rng = np.random.default_rng(0)
    u, v = np.sort(rng.integers(0, n, size=(2, 200_000)), axis=0)
    v += u == v
    held = v < n
    u = np.concatenate((u[held], [0, 0, n - 2, n - 3], np.arange(1000), n - 2 - np.arange(1000)))
    v = np.concatenate((v[held], [1, n - 1, n - 1, n - 2], np.arange(1000) + 1, [n - 1] * 1000))
    assert np.array_equal(pair_ends(n, pair_numbers(n, u, v)), (u, v))


def test_free_numbers_skip_what_is_taken():
    taken = np.array([0, 3, 4, 9])
    free = free_numbers(np.arange(8), taken)
    assert free.tolist() == [1, 2, 5, 6, 7, 8, 10, 11]
    assert free_numbers(np.arange(3), np.empty(0, dtype=np.int64)).tolist() == [0, 1, 2]
