"""Edges between groups, homophily, segregation and connectedness, from the table or from flips.

No interval is upside down, misses its own value, or leaves what is possible.
"""

import math
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.asked import Asked, Given, groups_of
from graphdp_core.estimates.estimate import CLOSED_FORM, Estimate, judged
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.estimates.integer_noise import IntegerNoise
from graphdp_core.estimates.mixing import indices_of
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.metrics.statistics import assortativity, connectedness, share_within
from graphdp_core.results import Mixing

DRAWS, LEAST = 100, 85  # fewer hold the truth with a chance of 5e-5, where 95 % do
GRAPH = gdp.generate("sbm", n=120, seed=2, within=0.3, between=0.05)
TABLE = gdp.analysis("mixing").run(GRAPH, rng=np.random.default_rng(0))
SIZES = np.array(TABLE.sizes, dtype=float)
TRUTH = {
    "within": np.trace(TABLE.table), "between": GRAPH.m - np.trace(TABLE.table), "edges": GRAPH.m,
    "homophily": share_within(TABLE.table), "segregation": assortativity(TABLE.table),
    "connectedness class 1": connectedness(TABLE.table, SIZES)[0],
    "mixing class 1 – class 2": TABLE.table[0, 1],
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
    row = gdp.estimate(given, statistics=["connectedness"])["connectedness class 1"]
    assert row.low <= TRUTH["connectedness class 1"] <= row.high


def test_a_flipped_graph_tells_them_too():
    made, rng, held = gdp.mechanism("edge_flip"), np.random.default_rng(1), []
    labels = np.array(GRAPH.label_names)[GRAPH.labels].tolist()
    asked = ["segregation", "connectedness"]
    for _ in range(DRAWS):
        noisy = made.release(GRAPH, epsilon=4.0, rng=rng)
        rows = gdp.estimate(noisy, statistics=asked, groups=labels)
        held.append([rows[key].low <= TRUTH[key] <= rows[key].high
                     for key in ("segregation", "connectedness class 1")])  # fmt: skip
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


def _random(n, chance):
    """Pairs of n nodes, each with its own chance."""
    rng = np.random.default_rng(1)
    return n, [pair for pair in combinations(range(n), 2) if rng.random() < chance(*pair)]


GRAPHS = {
    "bipartite": _random(40, lambda a, b: 0.3 * (a % 2 != b % 2)),
    "disassortative": _random(60, lambda a, b: 0.25 if a % 2 != b % 2 else 0.08),
    "star": (30, [(0, i) for i in range(1, 30)]),
    "cliques, isolated nodes": (
        26, [*combinations(range(8), 2), *combinations(range(8, 16), 2)],
    ),
    "path": (5, [(i, i + 1) for i in range(4)]),
    "small star": (5, [(0, i) for i in range(1, 5)]),
    "edgeless": (20, []),
    "complete": (14, list(combinations(range(14), 2))),
}  # fmt: skip
RELEASES = {
    "edge_flip": {}, "laplace_flip": {}, "group_mixing": {}, "noisy_degrees": {},
    "private_count": {"count": "edges"}, "noisy_eigenvalues": {"k": 3}, "weight_laplace": {},
}  # fmt: skip


LEVELS = ((0.3, 0.999), (1.5, 0.95), (8.0, 0.5))  # each epsilon with another


def possible(row, n, groups):
    """Where a number of n nodes in these groups can lie."""
    pairs, sizes = float(pair_count(n)), np.bincount(groups.labels)
    inside = float(np.trace(groups.pairs))
    far = [(n - 1) / (n - size) if size < n else 0.0 for size in sizes]
    most = {
        "edges": pairs, "density": 1, "mean_degree": n - 1, "degree_deviation": (n - 1) / 2,
        "degree_shares": 1, "degree": n - 1, "top": n, "wedges": 3 * math.comb(n, 3),
        "triangles": math.comb(n, 3), "transitivity": 1, "components": n, "eigenvalues": n - 1,
        "within": inside, "between": pairs - inside, "homophily": 1, "segregation": 1,
        "modularity": 1, "mean_weight": math.inf, "tree_cost": math.inf,
        "connectedness": float(sizes @ far) / n if "mean" in row.about else max(far),
        "mixing": groups.pairs.max(),
    }  # fmt: skip
    least = {"segregation": -1.0, "modularity": -0.5, "components": 1.0}
    if row.statistic in ("mean_weight", "tree_cost"):
        return -math.inf, math.inf
    return least.get(row.statistic, 0.0), most[row.statistic]


@pytest.mark.sample
@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", GRAPHS)
def test_low_is_at_most_the_value_and_the_value_at_most_high_within_what_is_possible(name, release):
    n, edges = GRAPHS[name]
    if release == "weight_laplace" and not edges:
        return
    rng = np.random.default_rng(len(edges))
    groups = groups_of((np.arange(n) % 2).tolist(), [str(i) for i in range(n)])
    apart = groups_of((np.arange(n) > 0).tolist(), [str(i) for i in range(n)])
    graph = Graph.from_edges(
        n, edges, labels=[str(i % 2) for i in range(n)], weights=rng.random(len(edges)) * 9 + 1
    )
    made, printed = gdp.mechanism(release, **RELEASES[release]), 0
    for (epsilon, level), labels in product(LEVELS, (groups, apart)):
        given = Given(
            made.release(graph, epsilon=epsilon, rng=rng), made, Fraction(epsilon),
            tuple(graph.all_names()),
        )  # fmt: skip
        own = groups if release == "group_mixing" else labels
        asked = Asked(
            level=level, nodes=(0,), partition=own,
            groups=None if release == "group_mixing" else own,
        )  # fmt: skip
        for row in estimates_from(given, asked):
            assert row.is_known or math.isnan(row.value), row
            if row.is_known:
                printed += 1
                assert row.low <= row.value <= row.high, row
                if release != "noisy_eigenvalues":
                    least, most = possible(row, n, own)
                    assert least - 1e-9 <= row.low, row
                    assert row.high <= most + 1e-9, row
    assert printed or not edges


def test_nothing_is_judged_without_the_range_of_what_is_possible():
    with pytest.raises(TypeError, match="within"):
        judged(Estimate("edges", "", 41.0, 31.2, 50.8, CLOSED_FORM))
    row = judged(Estimate("x", "", -0.6, -0.7, -0.45, CLOSED_FORM), within=(-0.5, 1.0), floor=1.0)
    assert (row.low, row.value, row.high) == (-0.5, -0.5, -0.45)
