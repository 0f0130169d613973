"""Distances between persistence diagrams and numbers of one diagram."""

import math

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from graphdp_core.arrays import Floats
from graphdp_core.metrics.diagrams import (
    bottleneck,
    gap_ratio,
    longest_bars,
    normalised_bottleneck,
    wasserstein,
)


def diagram(rng: np.random.Generator, *, size: int, infinite: int = 0) -> Floats:
    pairs = np.sort(rng.random((size, 2)), axis=1)
    pairs[:infinite, 1] = np.inf
    return rng.permutation(pairs)


def dense_wasserstein(a: Floats, b: Floats, order: int) -> float:
    """The textbook assignment with a diagonal copy of every point."""
    n, m = len(a), len(b)
    cost = np.zeros((n + m, n + m))
    cost[:n, :m] = np.abs(a[:, None] - b[None]).max(axis=2, initial=0.0) ** order
    cost[:n, m:] = (((a[:, 1] - a[:, 0]) / 2) ** order)[:, None]
    cost[n:, :m] = (((b[:, 1] - b[:, 0]) / 2) ** order)[None]
    rows, columns = linear_sum_assignment(cost)
    return float(cost[rows, columns].sum() ** (1 / order))


def test_bottleneck_is_a_metric_on_random_diagrams() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        a, b, c = (diagram(rng, size=s) for s in rng.integers(0, 12, 3))
        ab = bottleneck(a, b).distance
        assert ab == bottleneck(b, a).distance
        assert ab <= bottleneck(a, c).distance + bottleneck(c, b).distance + 1e-15
        assert bottleneck(a, a).distance == 0.0
        assert bottleneck(a, rng.permutation(a)).distance == 0.0


def test_matching_uses_every_row_once_and_attains_the_distance() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        infinite = int(rng.integers(0, 3))
        a, b = (diagram(rng, size=s, infinite=infinite) for s in rng.integers(3, 12, 2))
        result = bottleneck(a, b)
        assert result.matching is not None
        rows, columns = result.matching.T
        assert sorted(rows[rows >= 0]) == list(range(len(a)))
        assert sorted(columns[columns >= 0]) == list(range(len(b)))
        largest = 0.0
        for i, j in result.matching:
            if i >= 0 and j >= 0:
                ends = [(a[i, k], b[j, k]) for k in (0, 1)]
                cost = max(0.0 if x == y else abs(x - y) for x, y in ends)
            else:
                birth, death = a[i] if i >= 0 else b[j]
                cost = (death - birth) / 2
            largest = max(largest, cost)
        assert largest == result.distance


def test_matching_is_read_only() -> None:
    matching = bottleneck([(0.0, 1.0)], [(0.0, 2.0)]).matching
    assert matching is not None
    assert not matching.flags.writeable


def test_infinite_bars_are_matched_in_order_of_birth() -> None:
    a = [(5.0, np.inf), (0.0, np.inf), (1.0, 1.2)]
    b = [(0.5, np.inf), (5.1, np.inf)]
    result = bottleneck(a, b)
    assert result.distance == 0.5
    assert result.matching is not None
    assert result.matching.tolist() == [[1, 0], [0, 1], [2, -1]]
    assert wasserstein(a, b) == pytest.approx(0.5 + 0.1 + 0.1)


def test_unequal_numbers_of_infinite_bars_are_infinitely_far_apart() -> None:
    result = bottleneck([(0.0, np.inf)], [])
    assert result.distance == math.inf
    assert result.matching is None
    assert wasserstein([(0.0, np.inf)], []) == math.inf


def test_read_only_input_is_taken_and_untouched() -> None:
    pairs = np.array([[1.0, 3.0], [0.0, np.inf]])
    pairs.flags.writeable = False
    assert bottleneck(pairs, pairs).distance == wasserstein(pairs, pairs) == 0.0
    assert pairs.tolist() == [[1.0, 3.0], [0.0, np.inf]]


def test_empty_diagrams() -> None:
    assert bottleneck([], []).distance == 0.0
    assert wasserstein([], []) == 0.0
    assert wasserstein([], [(0.0, 2.0)]) == 1.0
    assert wasserstein([(0.0, 2.0), (1.0, 5.0)], [], order=2) == pytest.approx(math.sqrt(5.0))
    assert math.isnan(gap_ratio([]))
    assert math.isnan(normalised_bottleneck([], [(0.0, 1.0)]))
    assert longest_bars([], count=3).shape == (0, 2)


@pytest.mark.parametrize("order", [1, 2])
def test_wasserstein_agrees_with_the_dense_assignment(order: int) -> None:
    rng = np.random.default_rng(2)
    for trial in range(400):
        largest = 60 if trial % 40 == 0 else 9
        a, b = (diagram(rng, size=s) for s in rng.integers(0, largest, 2))
        if trial % 2:
            a, b = np.round(a * 5), np.round(b * 5)
        assert wasserstein(a, b, order=order) == pytest.approx(dense_wasserstein(a, b, order))


@pytest.mark.parametrize("order", [1, 2])
def test_wasserstein_of_bars_with_one_birth_agrees_with_the_dense_assignment(order: int) -> None:
    rng = np.random.default_rng(3)
    for trial in range(300):
        a, b = (diagram(rng, size=s) for s in rng.integers(0, 9, 2))
        if trial % 2:
            a, b = np.round(a * 5), np.round(b * 5)
        for pairs in (a, b):
            pairs[:, 1] += 2.0
            pairs[:, 0] = 2.0
        assert wasserstein(a, b, order=order) == pytest.approx(dense_wasserstein(a, b, order))


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_a_small_distance_is_not_lost_beside_large_bars(unit: float) -> None:
    """Costs are added up: a total less what was saved would leave 0."""
    near = [[0.0, 1.0], [2.0, 4.0]], [[0.0, 1.0], [2.0 + 1e-8, 4.0]]
    a, b = (np.array(bars) * unit for bars in near)
    assert wasserstein(a, b, order=2) == pytest.approx(1e-8 * unit, rel=1e-6)
    long = np.array([[-1e9, 0.0]]) * unit
    rest = np.array([[3.0, 4.0]]) * unit
    assert wasserstein(np.vstack([long, rest]), long, order=2) == pytest.approx(0.5 * unit)


def test_wasserstein_agrees_with_hera() -> None:
    from gudhi.hera import wasserstein_distance

    rng = np.random.default_rng(4)
    a, b = diagram(rng, size=150), diagram(rng, size=120)
    for order in (1, 2):
        hera = wasserstein_distance(a, b, order=float(order), internal_p=np.inf, delta=1e-4)
        assert wasserstein(a, b, order=order) == pytest.approx(hera, rel=1e-4)


def test_wasserstein_is_at_least_the_bottleneck_distance() -> None:
    rng = np.random.default_rng(5)
    for _ in range(100):
        a, b = (diagram(rng, size=s) for s in rng.integers(0, 12, 2))
        one, two = wasserstein(a, b), wasserstein(a, b, order=2)
        assert bottleneck(a, b).distance <= two + 1e-12
        assert two <= one + 1e-12


def test_normalised_bottleneck_is_one_when_the_longest_bar_is_lost() -> None:
    assert normalised_bottleneck([(0.0, 4.0), (1.0, 1.5)], [(2.0, 2.1)]) == 1.0
    assert normalised_bottleneck([(0.0, 4.0)], [(0.0, 4.0)]) == 0.0


def test_normalised_bottleneck_bounds_what_the_longest_bar_keeps() -> None:
    rng = np.random.default_rng(6)
    for _ in range(200):
        a, b = diagram(rng, size=8), diagram(rng, size=8)
        lost = normalised_bottleneck(a, b)
        if lost < 1.0:
            length = np.diff(longest_bars(a, count=1)).item()
            assert np.diff(longest_bars(b, count=1)).item() >= (1 - lost) * length - 1e-12


def test_longest_bars_and_gap_leave_out_infinite_bars() -> None:
    pairs = [(0.0, 1.0), (0.0, np.inf), (3.0, 7.0), (0.0, 2.0)]
    assert longest_bars(pairs, count=2).tolist() == [[3.0, 7.0], [0.0, 2.0]]
    assert gap_ratio(pairs) == 2.0
    assert gap_ratio([(0.0, 1.0)]) == math.inf


@pytest.mark.parametrize(
    "pairs", [[(1.0, 0.0)], [(np.nan, 1.0)], [(0.0, np.nan)], [(-np.inf, 0.0)], [(1.0, 2.0, 3.0)]]
)
def test_impossible_pairs_are_refused(pairs: list[tuple[float, ...]]) -> None:
    with pytest.raises(ValueError, match="second must"):
        bottleneck([(0.0, 1.0)], pairs)
    with pytest.raises(ValueError, match="first must"):
        wasserstein(pairs, [])


def test_other_orders_are_refused() -> None:
    with pytest.raises(ValueError, match="order must be 1 or 2, got 3"):
        wasserstein([], [], order=3)
