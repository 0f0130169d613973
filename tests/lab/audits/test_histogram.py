"""Bins of an event: every release in one bin, and no bin on both sides of the event."""

import numpy as np
import pytest

from graphdp_core.lab.audits.histogram import (
    Histogram,
    bins_around,
    bins_of_kinds,
    counts_of_kinds,
    counts_of_numbers,
    yes_or_no,
)

LEVELS = np.array([0.0, 1.0, 2.0, 5.0])


@pytest.mark.parametrize("below", [True, False])
@pytest.mark.parametrize(
    ("known", "cut"),
    [
        (LEVELS, 1.0), (LEVELS, 5.0), (LEVELS, -1.0), (np.zeros(3), 0.0), (np.array([np.nan]), 2.0),
        (np.arange(300.0), 16.09), (np.linspace(-1, 1, 99), 7.0), (np.linspace(0, 1e-9, 99), 5e-10),
    ],
)  # fmt: skip
def test_the_bins_of_an_event_count_it(known, cut, below):
    bins, tops = bins_around("x", known, cut, below=below)
    fresh = np.concatenate((known, cut + np.array([-9.0, 0.0, 1e-3, 4.0]), [np.nan, np.inf]))
    counts = counts_of_numbers(fresh, tops, len(bins.names))
    assert len(bins.inside) == len(bins.names) == len(tops) + 2 == len(counts)
    assert counts.sum() == len(fresh)
    assert counts[-1] == np.isnan(fresh).sum()
    assert counts[list(bins.inside)].sum() == (fresh <= cut if below else fresh > cut).sum()
    assert not bins.edges or len(bins.edges) == len(bins.names)


def test_bins_of_integers_have_equally_many_of_them():
    bins, tops = bins_around("x", np.arange(300.0), 16.09, below=True)
    counts = counts_of_numbers(np.arange(300.0), tops, len(bins.names))
    assert set(counts[1:-2].tolist()) == {13}


@pytest.mark.parametrize("among", [True, False])
def test_rare_kinds_share_two_bins(among):
    seen = [kind for kind in range(60) for _ in range(60 - kind)]
    chosen = frozenset(range(0, 60, 2))
    bins, place = bins_of_kinds("kind", seen, chosen, among=among)
    fresh = [*range(70), None]
    counts = counts_of_kinds(fresh, bins, place, chosen, among=among)
    assert len(bins.names) == 2 * 12 + 2
    assert counts.sum() == len(fresh)
    assert counts[list(bins.inside)].sum() == sum((k in chosen) == among for k in fresh)


def test_a_histogram_grows():
    one = Histogram.empty(yes_or_no()).and_more(np.array([3, 1]), np.array([2, 2]))
    both = one.and_more(np.array([0, 4]), np.array([4, 0]))
    assert both.counts == ((3, 5), (6, 2))
    assert both.hits == (5, 2)
    assert (one.runs, both.runs) == (4, 8)
