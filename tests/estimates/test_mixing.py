"""Edges between groups, homophily, segregation and connectedness, from the table or from flips."""

from fractions import Fraction

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.given import Given
from graphdp_core.estimates.group_indices import indices_of
from graphdp_core.estimates.integer_noise import IntegerNoise
from graphdp_core.metrics.statistics import assortativity, connectedness, share_within
from graphdp_core.results import Mixing

DRAWS, LEAST = 100, 85  # fewer hold the truth with a chance of 5e-5, where 95 % do
GRAPH = gdp.generate("sbm", n=120, seed=2, within=0.3, between=0.05)
TABLE = gdp.analysis("mixing").run(GRAPH, rng=np.random.default_rng(0))
SIZES = np.array(TABLE.sizes, dtype=float)
TRUTH = {
    "within": np.trace(TABLE.table), "between": GRAPH.m - np.trace(TABLE.table), "edges": GRAPH.m,
    "homophily": share_within(TABLE.table), "segregation": assortativity(TABLE.table),
    "connectedness block 1": connectedness(TABLE.table, SIZES)[0],
    "mixing block 1 – block 2": TABLE.table[0, 1],
}  # fmt: skip


@pytest.mark.sample
@pytest.mark.parametrize("epsilon", [0.5, 4.0])
def test_a_released_table_holds_the_truth(epsilon):
    made, rng, held = gdp.mechanism("group_mixing"), np.random.default_rng(1), []
    for _ in range(DRAWS):
        given = Given(made.release(GRAPH, epsilon=epsilon, rng=rng), made, Fraction(epsilon))
        rows = gdp.estimate(given)
        held.append([rows[key].low <= x + 1e-9 and x - 1e-9 <= rows[key].high
                     for key, x in TRUTH.items()])  # fmt: skip
    assert np.sum(held, axis=0).min() >= LEAST


@pytest.mark.parametrize("place", [(0, 0), (0, 1), (0, 2)])
@pytest.mark.parametrize("away", [-1.0, 1.0])
def test_an_interval_does_not_lose_a_whole_outcome_of_the_noise_by_a_hair(place, away):
    """At epsilon 3 its half is one edge more or less of these, by slopes of the released table."""
    moved = TABLE.table.copy()
    moved[place] += away
    moved[place[::-1]] = moved[place]
    table = Mixing.of(moved, TABLE.groups, TABLE.sizes)
    given = Given(table, gdp.mechanism("group_mixing"), Fraction(3))
    row = gdp.estimate(given, statistics=["connectedness"])["connectedness block 1"]
    assert row.low <= TRUTH["connectedness block 1"] <= row.high


def test_a_flipped_graph_tells_them_too():
    made, rng, held = gdp.mechanism("edge_flip"), np.random.default_rng(1), []
    labels = np.array(GRAPH.label_names)[GRAPH.labels].tolist()
    asked = ["segregation", "connectedness"]
    for _ in range(DRAWS):
        noisy = made.release(GRAPH, epsilon=4.0, rng=rng)
        rows = gdp.estimate(noisy, statistics=asked, groups=labels)
        held.append([rows[key].low <= TRUTH[key] <= rows[key].high
                     for key in ("segregation", "connectedness block 1")])  # fmt: skip
    assert np.sum(held, axis=0).min() >= LEAST


def test_slopes_are_the_derivatives():
    table = np.triu(TABLE.table)
    for index in indices_of(SIZES, TABLE.groups):
        for a, b in ((0, 0), (0, 1), (1, 2)):
            step = np.zeros((3, 3))
            step[a, b] = 1e-4
            moved = index.at(table + step)[0] - index.at(table - step)[0]
            assert index.at(table)[1][a, b] == pytest.approx(moved / 2e-4, rel=1e-4, abs=1e-9)


def test_the_law_of_a_sum_is_that_of_its_parts():
    noise = IntegerNoise(1.0)
    one = np.exp(-np.abs(np.arange(-60, 61)))
    law = np.convolve(one, one) / one.sum() ** 2
    away = np.abs(np.arange(-120, 121))
    reach = noise.reach_of_sum(2, 0.05)
    assert law[away > reach].sum() <= 0.05 < law[away > reach - 1].sum()


def test_groups_beside_a_table_that_names_its_own_are_refused():
    made = gdp.mechanism("group_mixing")
    table = made.release(GRAPH, epsilon=1.0, rng=np.random.default_rng(0))
    with pytest.raises(gdp.Refused, match="leave groups out"):
        gdp.estimate(Given(table, made, Fraction(1)), groups=[0] * 120)
