"""Ends that find their partners: everybody has one, and all ways to pair are equally likely."""

import numpy as np
import pytest
from scipy import stats

from graphdp_core.kernels.pairing import FEWEST_BITS, ROUNDS, partner, scattered


def keys(seed):
    """Of one order."""
    return np.random.default_rng(seed).integers(0, 2**63, ROUNDS, dtype=np.uint64)


@pytest.mark.sample
@pytest.mark.parametrize("ends", [2, 4, 6, 10, 16, 18, 1_000, 4_096, 4_098])
def test_every_end_has_a_partner_that_has_it(ends):
    bits = max(FEWEST_BITS, (ends - 1).bit_length())
    met = np.array([partner(end, ends, keys(ends), bits) for end in range(ends)])
    assert np.array_equal(met[met], np.arange(ends))
    assert (met != np.arange(ends)).all()


@pytest.mark.long
def test_all_pairings_of_six_are_equally_likely():
    seen = {}
    for seed in range(6_000):
        order = keys(seed)
        paired = frozenset(
            frozenset((end, partner(end, 6, order, FEWEST_BITS))) for end in range(6)
        )
        seen[paired] = seen.get(paired, 0) + 1
    assert len(seen) == 15
    assert stats.chisquare(list(seen.values())).pvalue > 1e-4


def test_all_choices_of_three_among_six_are_equally_likely_and_parts_are_of_one_order():
    """Fails by chance once in 10,000 runs of other keys."""
    seen = {}
    for seed in range(2_000):
        chosen = frozenset(scattered(0, 3, 6, keys(seed)).tolist())
        seen[chosen] = seen.get(chosen, 0) + 1
    assert len(seen) == 20, "of three different ones each"
    assert stats.chisquare(list(seen.values())).pvalue > 1e-4
    whole = scattered(0, 5_000, 5_000, keys(1))
    assert np.sort(whole).tolist() == list(range(5_000))
    assert scattered(1_000, 2_000, 5_000, keys(1)).tolist() == whole[1_000:2_000].tolist()
