"""Repeated diagrams: features found again, and the band."""

import itertools

import numpy as np
import pytest

from graphdp_core.arrays import Floats
from graphdp_core.metrics.diagrams import bottleneck
from graphdp_core.metrics.repeated_diagrams import bottleneck_band, recurrence

EMPTY = np.empty((0, 2))


def diagram(rng: np.random.Generator, size: int) -> Floats:
    return np.sort(rng.random((size, 2)), axis=1)


def test_every_feature_is_found_again_in_the_same_diagram() -> None:
    same = diagram(np.random.default_rng(0), 20)
    found = recurrence(same, [same, same[::-1]], count=20)
    assert (found.shares == 1.0).all()
    np.testing.assert_array_equal(found.partners[0], found.features)
    np.testing.assert_array_equal(found.partners[1], found.features)


def test_nothing_is_found_in_an_empty_diagram_and_nothing_sought_of_one() -> None:
    assert recurrence([(0.0, 1.0)], [EMPTY, [(0.0, np.inf)]]).shares.tolist() == [0.0]
    assert recurrence([(0.0, np.inf)], [[(0.0, 1.0)]]).shares.shape == (0,)
    assert recurrence(EMPTY, [EMPTY]).partners.shape == (1, 0, 2)


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
    found = recurrence([(0.0, 4.0), (0.0, 3.9)], [[(0.0, 4.0)]])
    assert found.shares.sum() == 1.0


@pytest.mark.parametrize("seed", range(12))
def test_bars_are_given_out_at_the_smallest_sum(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ours, theirs = diagram(rng, 3), diagram(rng, 4)
    found = recurrence(ours, [theirs])
    half = (found.features[:, 1] - found.features[:, 0]) / 2

    def fits(j: int, column: int) -> bool:
        bar = theirs[column]
        near = np.abs(bar - found.features[j]).max() < half[j]
        return bool(near and bar[1] - bar[0] >= half[j])

    def cost(columns: tuple[int, ...]) -> float:
        return sum(
            np.abs(theirs[k] - found.features[j]).max() if k < 4 and fits(j, k) else half[j]
            for j, k in enumerate(columns)
        )

    best = min(itertools.permutations(range(7), 3), key=cost)
    own = [column for j, column in enumerate(best) if column < 4 and fits(j, column)]
    invented = max((theirs[k, 1] - theirs[k, 0] for k in range(4) if k not in own), default=0.0)
    for j, column in enumerate(best):
        stays = column in own and theirs[column, 1] - theirs[column, 0] > invented
        expected = theirs[column] if stays else [np.nan, np.nan]
        np.testing.assert_array_equal(found.partners[0, j], expected)


def test_the_band_holds_the_share_of_draws_it_names() -> None:
    rng = np.random.default_rng(1)
    base = diagram(rng, 10)
    draws = [diagram(rng, 10) for _ in range(20)]
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
