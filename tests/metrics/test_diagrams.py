"""Distances between persistence diagrams and numbers of one diagram.

Repeated diagrams: features found again, the band, and landscapes.

The shift-invariant bottleneck distance is exact, certified, and invariant.
"""

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from graphdp_core.arrays import Floats
from graphdp_core.kernels.bottleneck import best_shift
from graphdp_core.metrics.diagrams import (
    bottleneck,
    bottleneck_band,
    gap_ratio,
    log_diagram,
    longest_bars,
    normalised_bottleneck,
    recurrence,
    shift_invariant_bottleneck,
    shifted,
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


@pytest.mark.sample
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


EMPTY = np.empty((0, 2))


def diagram_of_repeated_diagrams(rng: np.random.Generator, size: int) -> Floats:
    return np.sort(rng.random((size, 2)), axis=1)


def test_every_feature_is_found_again_in_the_same_diagram() -> None:
    same = diagram_of_repeated_diagrams(np.random.default_rng(0), 20)
    recurring = recurrence(same, [same, same[::-1]], count=20)
    assert (recurring.shares == 1.0).all()
    np.testing.assert_array_equal(recurring.partners[0], recurring.features)
    np.testing.assert_array_equal(recurring.partners[1], recurring.features)


def test_a_partner_is_nearer_than_the_diagonal_and_half_as_long() -> None:
    feature = [(0.0, 4.0)]
    assert recurrence(feature, [[(1.0, 3.0)]]).shares.tolist() == [1.0]
    assert recurrence(feature, [[(1.0, 2.9)]]).shares.tolist() == [0.0], "too short"
    assert recurrence(feature, [[(2.0, 6.0)]]).shares.tolist() == [0.0], "as far as the diagonal"
    assert recurrence(feature, [[(1.9, 5.9)]]).shares.tolist() == [1.0]


def test_what_is_shorter_than_an_invented_bar_is_not_found() -> None:
    both = [(0.0, 4.0), (5.0, 6.0)]
    assert recurrence(both, [[*both, (10.0, 11.1)]]).shares.tolist() == [1.0, 0.0]
    assert recurrence(both, [[*both, (10.0, 10.9)]]).shares.tolist() == [1.0, 1.0]
    assert recurrence(both, [[*both, (10.0, 14.0)]]).shares.tolist() == [0.0, 0.0]


def test_two_features_need_two_bars() -> None:
    recurring = recurrence([(0.0, 4.0), (0.0, 3.9)], [[(0.0, 4.0)]])
    assert recurring.shares.sum() == 1.0


@pytest.mark.parametrize("seed", range(12))
def test_bars_are_given_out_at_the_smallest_sum(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ours, theirs = diagram_of_repeated_diagrams(rng, 3), diagram_of_repeated_diagrams(rng, 4)
    recurring = recurrence(ours, [theirs])
    half = (recurring.features[:, 1] - recurring.features[:, 0]) / 2

    def fits(j: int, column: int) -> bool:
        bar = theirs[column]
        near = np.abs(bar - recurring.features[j]).max() < half[j]
        return bool(near and bar[1] - bar[0] >= half[j])

    def cost(columns: tuple[int, ...]) -> float:
        return sum(
            np.abs(theirs[k] - recurring.features[j]).max() if k < 4 and fits(j, k) else half[j]
            for j, k in enumerate(columns)
        )

    best = min(itertools.permutations(range(7), 3), key=cost)
    own = [column for j, column in enumerate(best) if column < 4 and fits(j, column)]
    invented = max((theirs[k, 1] - theirs[k, 0] for k in range(4) if k not in own), default=0.0)
    for j, column in enumerate(best):
        stays = column in own and theirs[column, 1] - theirs[column, 0] > invented
        expected = theirs[column] if stays else [np.nan, np.nan]
        np.testing.assert_array_equal(recurring.partners[0, j], expected)


def test_the_band_holds_the_share_of_draws_it_names() -> None:
    rng = np.random.default_rng(1)
    base = diagram_of_repeated_diagrams(rng, 10)
    draws = [diagram_of_repeated_diagrams(rng, 10) for _ in range(20)]
    distances = np.array([bottleneck(base, draw).distance for draw in draws])
    for share in (0.05, 0.5, 0.9, 1.0):
        band = bottleneck_band(base, draws, share=share)
        assert (distances <= band).sum() == round(share * 20)
        assert band in distances


def test_a_feature_above_the_band_has_a_partner_in_the_share_of_draws() -> None:
    rng = np.random.default_rng(2)
    base = np.array([(0.0, 1.0), (0.2, 0.9), (0.3, 0.35)])
    draws = [base + rng.normal(0, 0.02, base.shape) * [1, -1] for _ in range(20)]
    draws = [np.sort(draw, axis=1) for draw in draws]
    band = bottleneck_band(base, draws)
    above = base[:, 1] - base[:, 0] > 2 * band
    assert above.tolist() == [True, True, False]
    matchings = [bottleneck(base, draw).matching for draw in draws]
    for feature in np.flatnonzero(above):
        met = sum(bool(((m[:, 0] == feature) & (m[:, 1] >= 0)).any()) for m in matchings)
        assert met >= 18


def test_wrong_shares_and_no_draws_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="share must be above 0"):
        bottleneck_band(EMPTY, [EMPTY], share=0.0)
    for function in (recurrence, bottleneck_band):
        with pytest.raises(ValueError, match="draws must hold at least one"):
            function(EMPTY, [])


SHIFTED_DIAGRAMS_EMPTY = np.empty((0, 2))


def diagram_of_shifted_diagrams(
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


@pytest.mark.sample
@pytest.mark.parametrize("infinite", [0, 1, 2])
@pytest.mark.parametrize("ties", [False, True])
def test_it_agrees_with_brute_force_on_small_diagrams(infinite: int, ties: bool) -> None:
    rng = np.random.default_rng(10 * infinite + ties)
    for _ in range(10):
        n, m = rng.integers(infinite, infinite + 5, 2)
        a, b = (
            diagram_of_shifted_diagrams(rng, size, infinite=infinite, ties=ties) for size in (n, m)
        )
        best = shift_invariant_bottleneck(a, b)
        truth = smallest_over_all_corners(a, b)
        assert best.lower - 1e-12 <= truth <= best.distance + 1e-12
        assert best.gap <= 1e-6 + 1e-12
        assert bottleneck(shifted(a, best.shift), b).distance == best.distance


def test_a_shifted_copy_is_at_distance_zero_and_the_shift_is_found() -> None:
    rng = np.random.default_rng(4)
    for size in (1, 5, 200):
        a = diagram_of_shifted_diagrams(rng, size, infinite=1)
        best = shift_invariant_bottleneck(a, a + 7.25)
        assert best.distance == pytest.approx(0.0, abs=1e-12)
        if size > 1:
            assert best.shift == pytest.approx(7.25)


def test_empty_diagrams_by_shifted_diagrams() -> None:
    assert (
        shift_invariant_bottleneck(SHIFTED_DIAGRAMS_EMPTY, SHIFTED_DIAGRAMS_EMPTY).distance == 0.0
    )
    alone = shift_invariant_bottleneck([(1.0, 4.0)], SHIFTED_DIAGRAMS_EMPTY)
    assert alone.distance == alone.lower == 1.5
    assert alone.matching.tolist() == [[0, -1]]


def test_infinite_bars_alone_share_their_spread() -> None:
    best = shift_invariant_bottleneck(
        [(0.0, np.inf), (1.0, np.inf)], [(5.0, np.inf), (8.0, np.inf)]
    )
    assert best.distance == pytest.approx(1.0)
    assert best.shift == pytest.approx(6.0)


def test_different_numbers_of_infinite_bars_are_infinitely_far_apart() -> None:
    best = shift_invariant_bottleneck([(0.0, np.inf)], SHIFTED_DIAGRAMS_EMPTY)
    assert best.distance == math.inf
    assert best.matching is None
    assert best.gap == 0.0


def test_bars_born_at_zero_have_no_logarithm() -> None:
    assert log_diagram([(0.0, 2.0), (1.0, 1.0)]).tolist() == [[0.0, 0.0]]
    assert log_diagram([]).shape == (0, 2)


def test_a_search_that_runs_out_of_budget_says_so_by_its_bound() -> None:
    rng = np.random.default_rng(9)
    a, b = diagram_of_shifted_diagrams(rng, 40), diagram_of_shifted_diagrams(rng, 40)
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
