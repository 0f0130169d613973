"""The shift-invariant bottleneck distance is exact, certified, and invariant."""

import itertools
import math

import numpy as np
import pytest

from graphdp_core.arrays import Floats
from graphdp_core.kernels.bottleneck import best_shift
from graphdp_core.metrics.diagrams import bottleneck
from graphdp_core.metrics.shifted_diagrams import (
    log_diagram,
    shift_invariant_bottleneck,
    shifted,
)

EMPTY = np.empty((0, 2))


def diagram(
    rng: np.random.Generator, size: int, *, infinite: int = 0, ties: bool = False
) -> Floats:
    pairs = np.sort(rng.random((size, 2)), axis=1)
    if ties:
        pairs = np.round(4 * pairs) / 4
    pairs[:infinite, 1] = np.inf
    return rng.permutation(pairs)


def smallest_over_all_corners(a: Floats, b: Floats) -> float:
    """The distance at every shift at which the piecewise linear distance can have a minimum.

    It is made of the lines |s - d|, d a difference of coordinates, and of constants (half the
    bars): a minimum lies where two of these meet.
    """
    bars = [pairs[np.isfinite(pairs[:, 1])] for pairs in (a, b)]
    halves = np.concatenate([(pairs[:, 1] - pairs[:, 0]) / 2 for pairs in bars])
    differences = np.concatenate(
        [np.subtract.outer(bars[1][:, k], bars[0][:, k]).ravel() for k in (0, 1)]
    )
    born = [np.sort(pairs[np.isinf(pairs[:, 1]), 0]) for pairs in (a, b)]
    differences = np.concatenate([differences, born[1] - born[0]])
    corners = {0.0, *differences}
    corners |= {(d + e) / 2 for d, e in itertools.combinations(differences, 2)}
    corners |= {d + sign * h for d in differences for h in halves for sign in (1, -1)}
    return min(bottleneck(shifted(a, s), b).distance for s in corners)


@pytest.mark.parametrize("infinite", [0, 1, 2])
@pytest.mark.parametrize("ties", [False, True])
def test_it_agrees_with_brute_force_on_small_diagrams(infinite: int, ties: bool) -> None:
    rng = np.random.default_rng(10 * infinite + ties)
    for _ in range(20):
        n, m = rng.integers(infinite, infinite + 5, 2)
        a, b = (diagram(rng, size, infinite=infinite, ties=ties) for size in (n, m))
        found = shift_invariant_bottleneck(a, b)
        truth = smallest_over_all_corners(a, b)
        assert found.lower - 1e-12 <= truth <= found.distance + 1e-12
        assert found.gap <= 1e-6 + 1e-12
        assert bottleneck(shifted(a, found.shift), b).distance == found.distance


def test_no_shift_of_a_fine_grid_is_better() -> None:
    rng = np.random.default_rng(3)
    for size in (20, 60):
        for _ in range(5):
            a, b = diagram(rng, size), diagram(rng, size) * 2 + 3
            found = shift_invariant_bottleneck(a, b)
            grid = np.linspace(-2, 6, 201)
            assert found.lower <= min(bottleneck(a + s, b).distance for s in grid)


def test_a_shifted_copy_is_at_distance_zero_and_the_shift_is_found() -> None:
    rng = np.random.default_rng(4)
    for size in (1, 5, 200):
        a = diagram(rng, size, infinite=1)
        found = shift_invariant_bottleneck(a, a + 7.25)
        assert found.distance == pytest.approx(0.0, abs=1e-12)
        if size > 1:
            assert found.shift == pytest.approx(7.25)


def test_it_is_symmetric_invariant_and_below_the_plain_distance() -> None:
    rng = np.random.default_rng(5)
    for _ in range(40):
        a, b = diagram(rng, 30), diagram(rng, 25)
        found = shift_invariant_bottleneck(a, b)
        assert found.distance <= bottleneck(a, b).distance
        assert shift_invariant_bottleneck(b, a).distance == pytest.approx(found.distance, abs=2e-6)
        moved = shift_invariant_bottleneck(a + 3.0, b - 1.0).distance
        assert moved == pytest.approx(found.distance, abs=2e-6)


def test_the_triangle_inequality_holds() -> None:
    rng = np.random.default_rng(6)
    for _ in range(60):
        a, b, c = (diagram(rng, size) for size in rng.integers(0, 10, 3))
        one, two, three = (
            shift_invariant_bottleneck(x, y).distance for x, y in ((a, b), (a, c), (c, b))
        )
        assert one <= two + three + 3e-6


def test_of_one_diagram_with_itself_it_is_zero_without_a_shift() -> None:
    a = diagram(np.random.default_rng(7), 12, infinite=2, ties=True)
    found = shift_invariant_bottleneck(a, a)
    assert (found.distance, found.shift, found.gap) == (0.0, 0.0, 0.0)


def test_empty_diagrams() -> None:
    assert shift_invariant_bottleneck(EMPTY, EMPTY).distance == 0.0
    alone = shift_invariant_bottleneck([(1.0, 4.0)], EMPTY)
    assert alone.distance == alone.lower == 1.5
    assert alone.matching.tolist() == [[0, -1]]


def test_infinite_bars_alone_share_their_spread() -> None:
    found = shift_invariant_bottleneck(
        [(0.0, np.inf), (1.0, np.inf)], [(5.0, np.inf), (8.0, np.inf)]
    )
    assert found.distance == pytest.approx(1.0)
    assert found.shift == pytest.approx(6.0)


def test_different_numbers_of_infinite_bars_are_infinitely_far_apart() -> None:
    found = shift_invariant_bottleneck([(0.0, np.inf)], EMPTY)
    assert found.distance == math.inf
    assert found.matching is None
    assert found.gap == 0.0


def test_multiplicities_count() -> None:
    found = shift_invariant_bottleneck([(0.0, 2.0)] * 3, [(5.0, 7.0)] * 2)
    assert found.distance == pytest.approx(1.0)


def test_scaling_a_diagram_shifts_its_logarithm() -> None:
    a = 0.1 + diagram(np.random.default_rng(8), 40)
    found = shift_invariant_bottleneck(log_diagram(a), log_diagram(0.37 * a))
    assert found.distance == pytest.approx(0.0, abs=1e-9)
    assert math.exp(found.shift) == pytest.approx(0.37)


def test_bars_born_at_zero_have_no_logarithm() -> None:
    assert log_diagram([(0.0, 2.0), (1.0, 1.0)]).tolist() == [[0.0, 0.0]]
    assert log_diagram([]).shape == (0, 2)


def test_a_search_that_runs_out_of_budget_says_so_by_its_bound() -> None:
    rng = np.random.default_rng(9)
    a, b = diagram(rng, 40), diagram(rng, 40)
    exact, lower, _, used = best_shift(a, b, np.zeros(1), np.empty(0), 1e-6, 100_000)
    assert exact - lower <= 1e-6 + 1e-12
    rough, bound, _, few = best_shift(a, b, np.zeros(1), np.empty(0), 1e-6, 2)
    assert few < used
    assert bound <= lower
    assert rough >= exact - 1e-12


@pytest.mark.parametrize("tolerance", [0.0, -1.0, math.nan, math.inf])
def test_a_tolerance_that_is_none_is_refused(tolerance: float) -> None:
    with pytest.raises(ValueError, match="tolerance must be a number above 0"):
        shift_invariant_bottleneck([(0.0, 1.0)], [(0.0, 1.0)], tolerance=tolerance)


def test_an_impossible_diagram_is_refused() -> None:
    with pytest.raises(ValueError, match="second must"):
        shift_invariant_bottleneck([(0.0, 1.0)], [(1.0, 0.0)])
