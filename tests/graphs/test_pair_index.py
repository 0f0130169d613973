"""Numbers of node pairs: row order, the way back, and what is left free.

Pairs are tidied alike by counting and by sorting, and as a dictionary would.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphdp_core.graphs import pair_index as module
from graphdp_core.graphs.pair_index import free_numbers, pair_ends, pair_numbers, tidy_pairs


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


lists = st.integers(1, 9).flatmap(
    lambda n: st.tuples(
        st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=40)
    )
)


def by_dictionary(pairs):
    """Rows of each edge, loops and pairs in both directions, the slow way."""
    rows, directions, loops = {}, {}, 0
    for row, (u, v) in enumerate(pairs):
        loops += u == v
        if u != v:
            rows.setdefault((min(u, v), max(u, v)), []).append(row)
            directions.setdefault((min(u, v), max(u, v)), set()).add(u < v)
    return rows, loops, sum(len(one) == 2 for one in directions.values())


def check(found, pairs):
    rows, loops, both = by_dictionary(pairs)
    assert list(map(tuple, found.edges.tolist())) == sorted(rows)
    assert (found.loops, found.both) == (loops, both)
    assert found.edges.dtype == np.int32
    values = np.sqrt(2.0 + np.arange(len(pairs)))
    first = [values[rows[edge][0]] for edge in sorted(rows)]
    assert found.first(values).tolist() == first
    last = [values[rows[edge][-1]] for edge in sorted(rows)]
    assert found.last(values).tolist() == last
    coarse = np.arange(len(pairs)) % 3 * 1.0
    differ = [len({coarse[row] for row in rows[edge]}) > 1 for edge in sorted(rows)]
    assert found.disagree(coarse).tolist() == np.flatnonzero(differ).tolist()
    total = [sum(values[rows[edge]].tolist()) for edge in sorted(rows)]
    np.testing.assert_allclose(found.total(values), total, rtol=1e-12)


@settings(max_examples=20, deadline=None)
@given(lists)
def test_counting_and_sorting_agree_with_a_dictionary(case):
    n, pairs = case
    array = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    check(module._by_sorting(array, n), pairs)
    check(module._by_counting(array, n, rows=True), pairs)
    whole, bare = module._by_sorting(array, n), module._by_counting(array, n, rows=False)
    assert bare.edges.tolist() == whole.edges.tolist()
    assert (bare.loops, bare.both) == (whole.loops, whole.both)


@pytest.mark.long
@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint16])
def test_many_pairs_are_counted_and_few_sorted_with_one_answer(dtype, monkeypatch):
    pairs = np.random.default_rng(0).integers(0, 900, size=(module.MANY_ROWS, 2)).astype(dtype)
    counted = tidy_pairs(pairs, 900)
    monkeypatch.setattr(module, "MANY_ROWS", 10**9)
    sorted_ones = tidy_pairs(pairs, 900)
    np.testing.assert_array_equal(counted.edges, sorted_ones.edges)
    np.testing.assert_array_equal(counted.order, sorted_ones.order)
    np.testing.assert_array_equal(counted.starts, sorted_ones.starts)
    assert (counted.loops, counted.both) == (sorted_ones.loops, sorted_ones.both)
    bare = tidy_pairs(pairs, 900, rows=False)
    np.testing.assert_array_equal(bare.edges, sorted_ones.edges)
    assert (bare.loops, bare.both) == (sorted_ones.loops, sorted_ones.both)
    assert counted.both > 0 < counted.loops


def test_pairs_in_order_are_copied_and_never_aliased():
    rows = module.MANY_ROWS
    pairs = np.column_stack([np.zeros(rows), np.arange(1, rows + 1)]).astype(np.int32)
    outcome = tidy_pairs(pairs, rows + 1)
    assert outcome.order is None
    assert not np.shares_memory(outcome.edges, pairs)


def test_a_pair_outside_the_nodes_is_refused_whatever_their_number():
    for rows in (1, module.MANY_ROWS):
        with pytest.raises(ValueError, match=r"0\.\.4"):
            tidy_pairs(np.tile([0, 5], (rows, 1)), 5)
