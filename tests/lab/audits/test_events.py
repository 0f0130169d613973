"""Events, statistics and tables: what they see, and that identical worlds look identical.

Bins of an event: every release in one bin, and no bin on both sides of the event.
"""

import math

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.events import (
    Histogram,
    best_events,
    bins_around,
    counts_of_numbers,
    rough_bound,
    yes_or_no,
)
from graphdp_core.lab.audits.neighbours import Pair
from graphdp_core.lab.audits.outcomes import Refusal, Table, fitted_statistics, last_bit, tabulate
from graphdp_core.lab.audits.trial import certified_epsilon
from graphdp_core.results import Partition, Scores, Spectrum

EMPTY = gdp.Graph.from_edges(3, [])
PAIR = Pair("an edge", EMPTY, gdp.Graph.from_edges(3, [(0, 1)]), ((0, 1),))


def certified(left, right, fresh_left, fresh_right, alpha=1e-3):
    """The best of two events of one half, certified on the other."""
    best = []
    for candidate in best_events(left, right, delta=0.0, alpha=alpha):
        counts = [candidate.event.count(t) for t in (fresh_left, fresh_right)]
        hits, others = counts if candidate.is_left else counts[::-1]
        best.append(float(certified_epsilon(hits, others, fresh_left.runs, delta=0.0, alpha=alpha)))
    return max(best, default=0.0)


def numbers(values):
    values = values.reshape(len(values), -1)
    return Table(len(values), {f"x{i}": values[:, i] for i in range(values.shape[1])})


@pytest.mark.long
def test_identical_worlds_are_never_accused():
    """100 pairs of one distribution, 40 kinds and 3 numbers: fails with probability 2e-4."""
    rng = np.random.default_rng(1)

    def world():
        table = numbers(rng.laplace(size=(200, 3)))
        table.kinds["kind"] = rng.integers(40, size=200).tolist()
        return table

    for _ in range(100):
        assert certified(world(), world(), world(), world(), alpha=1e-6) == 0.0


def test_choosing_and_certifying_on_the_same_runs_would_accuse():
    """Why there are two halves: one distribution, many kinds, the same runs twice."""
    rng = np.random.default_rng(2)
    for _ in range(50):
        left, right = (rng.integers(500, size=2000) for _ in range(2))
        surplus = np.bincount(left, minlength=500) - np.bincount(right, minlength=500)
        hits, others = (int((surplus[kinds] > 0).sum()) for kinds in (left, right))
        assert certified_epsilon(hits, others, 2000, delta=0.0, alpha=0.05) > 0.0


def test_a_half_line_finds_most_of_the_loss_of_laplace_noise():
    rng = np.random.default_rng(3)
    worlds = [numbers(np.round(rng.laplace(size=4000) * 64) / 64 + x) for x in (0, 1, 0, 1)]
    assert 0.75 < certified(*worlds) < 1.0


def test_several_small_moves_are_seen_together():
    """Ten numbers move by .3 of their noise each: no single one shows much, all do."""
    rng = np.random.default_rng(4)
    worlds = [numbers(rng.laplace(size=(6000, 10)) + shift) for shift in (0, 0.3, 0, 0.3)]
    assert certified(*worlds) > 0.6


def test_a_noise_used_twice_cancels_in_a_difference():
    rng = np.random.default_rng(5)

    def world(shift):
        noise = rng.laplace(size=200)
        return numbers(np.column_stack((noise, noise + shift, rng.laplace(size=200))))

    assert certified(world(0.0), world(0.01), world(0.0), world(0.01)) > 2.0


def test_a_noise_of_another_size_is_seen_by_its_distance():
    rng = np.random.default_rng(6)
    worlds = [numbers(size * rng.laplace(size=(500, 4))) for size in (1, 20, 1, 20)]
    assert certified(*worlds) > 1.5


def test_last_bits_tell_integers_apart():
    """Doubles around 0 have bits that doubles around 1 cannot have."""
    rng = np.random.default_rng(7)
    near_0, near_1 = rng.laplace(size=2000), rng.laplace(size=2000) + 1.0
    assert (last_bit(near_0) <= -54).mean() > 0.05
    assert (last_bit(near_1) <= -54).sum() == 0


def test_kinds_of_unlike_frequency_are_put_together():
    rng = np.random.default_rng(8)

    def world(p):
        return Table(2000, {}, {"kind": rng.choice(6, p=p, size=2000).tolist()})

    one = np.array([3, 3, 3, 1, 1, 1]) / 12
    outcome = certified(world(one), world(one[::-1]), world(one), world(one[::-1]))
    assert 0.8 < outcome < math.log(3)


def test_a_rough_bound_is_near_the_certificate():
    hits, others = np.meshgrid(np.arange(50, 1000, 50), np.arange(0, 500, 25))
    exact = certified_epsilon(hits, others, 1000, delta=0.0, alpha=1e-3)
    rough = rough_bound(hits.astype(float), others.astype(float), 1000, delta=0.0, alpha=1e-3)
    seen = exact > 0.3
    assert np.all(rough[seen] <= exact[seen] + 0.02)
    assert np.median(exact[seen] - rough[seen]) < 0.2


def test_refusals_are_outcomes_with_their_text():
    scores = Scores(np.array([1.0, 2.0, 3.0]), measure="degree")
    table = tabulate([scores, Refusal("no"), scores], PAIR)
    assert table.kinds["refusal"] == ["", "no", ""]
    assert np.isnan(table.numbers["values[0]"][1])
    assert table.numbers["values[2]"][0] == 3.0


def test_edges_and_groups_are_read_by_node_pair():
    graphs = [gdp.Graph.from_edges(3, e) for e in ([(0, 1)], [], [(0, 1), (1, 2)])]
    table = tabulate(graphs, PAIR)
    assert table.numbers["edge (0, 1)"].tolist() == [1.0, 0.0, 1.0]
    assert table.numbers["number of edges"].tolist() == [1.0, 0.0, 2.0]
    assert table.kinds["the set of edges"] == ["{0-1}", "{}", "{0-1 1-2}"]
    groups = tabulate([Partition(np.array([0, 0, 1])), Partition(np.array([0, 1, 0]))], PAIR)
    assert groups.numbers["0 and 1 in one group"].tolist() == [1.0, 0.0]


@pytest.mark.parametrize("shapes", [((3,), (3,)), ((3,), (4,))])
def test_a_shape_that_differs_is_a_kind(shapes):
    table = tabulate([Scores(np.zeros(s), measure="x") for s in shapes], PAIR)
    assert table.kinds["shape of values"] == list(shapes)


def test_released_values_are_compared_with_the_forms_of_their_own_vectors():
    """One edge (0, 1): u'Au is 2 u_0 u_1 in the world that has it, and 0 in the other."""
    vectors = np.array([[0.6, 0.0], [0.8, 0.0], [0.0, 1.0]])
    table = tabulate([Spectrum(np.array([1.0, 0.5]), vectors)], PAIR).numbers
    assert table["distance of values from u'Au in the first world"] == pytest.approx(1.5)
    assert table["distance of values from u'Au in the second world"] == pytest.approx(0.54)
    assert table["how much nearer values are to u'Au in the second world"] == pytest.approx(0.96)


def test_numbers_that_are_constant_in_each_world_do_not_break_the_linear_statistic():
    rng = np.random.default_rng(4)
    left, right = (
        Table(40, {"steady": np.full(40, level), "noisy": rng.normal(size=40)})
        for level in (1.0, 1e6)
    )
    for name, statistic in fitted_statistics(left, right):
        assert np.isfinite(statistic(left)).all(), name
        if name == "the best linear statistic":
            assert statistic(left).max() < statistic(right).min()


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
    assert len(bins.edges) == len(bins.names)


def test_bins_of_integers_have_equally_many_of_them():
    bins, tops = bins_around("x", np.arange(300.0), 16.09, below=True)
    counts = counts_of_numbers(np.arange(300.0), tops, len(bins.names))
    assert set(counts[1:-2].tolist()) == {13}


def test_a_histogram_grows():
    one = Histogram.empty(yes_or_no()).and_more(np.array([3, 1]), np.array([2, 2]))
    both = one.and_more(np.array([0, 4]), np.array([4, 0]))
    assert both.counts == ((3, 5), (6, 2))
    assert both.hits == (5, 2)
    assert (one.runs, both.runs) == (4, 8)
