"""At the epsilon from which on a number "can be known", half of the releases or more print it."""

from collections import defaultdict

import numpy as np
import pytest
from scipy.stats import binom

import graphdp_core as gdp
from graphdp_core.estimates.estimate import CLOSED_FORM, NO_PROMISE, POPULATION, Estimate, judged


def random_graph(n, share, *, alone=0):
    """Pairs by chance, and nodes without a tie."""
    pairs = np.column_stack(np.triu_indices(n, 1))
    kept = np.random.default_rng(1).random(len(pairs)) < share
    return gdp.Graph.from_edges(n + alone, pairs[kept])


GRAPHS = {
    "karate": gdp.load_graph("karate"),
    "random": random_graph(100, 0.06),
    "star": gdp.Graph.from_edges(40, [(0, i) for i in range(1, 40)]),
    "path": gdp.Graph.from_edges(40, [(i, i + 1) for i in range(39)]),
    "complete": random_graph(30, 1.0),
    "empty": gdp.Graph.from_edges(40, []),
    "isolated": random_graph(20, 0.2, alone=20),
    "sparse": random_graph(200, 0.006),
}
ALWAYS = {
    "complete": ("components",),
    **dict.fromkeys(("karate", "random", "star"), ("edges", "wedges", "connectedness", "within")),
}
STATISTICS = [
    "triangles", "transitivity", "components", "segregation", "modularity", "degree_shares",
    "degree_deviation", "wedges", "within", "between", "edges", "degree", "eigenvalues",
    "connectedness", "homophily", "mixing",
]  # fmt: skip
SURE = 1e-6


@pytest.mark.long
@pytest.mark.parametrize(
    ("firsts", "draws"),
    [pytest.param(5, 2, id="few"), pytest.param(20, 20, marks=pytest.mark.long, id="many")],
)
@pytest.mark.parametrize("name", GRAPHS)
def test_what_is_promised_at_an_epsilon_is_printed_there_in_half_of_the_releases(
    name, firsts, draws
):
    """First releases at epsilon 1, 2 and 3; each promise is tried in releases at its epsilon.

    Where every promise holds in half of them, a statistic has fewer than the least count with a
    chance of 1e-6. Seeds are fixed.
    """
    graph, made, rng = GRAPHS[name], gdp.mechanism("edge_flip"), np.random.default_rng(2)
    groups = [node % 2 for node in range(graph.n)]
    asked = {"groups": groups, "partition": groups, "nodes": [0]}

    def rows(epsilon, statistics):
        noisy = made.release(graph, epsilon=epsilon, rng=rng)
        return gdp.estimate(noisy, statistics=statistics, **asked)

    promised, tried, printed = defaultdict(set), defaultdict(int), defaultdict(int)
    for epsilon in (1.0, 2.0, 3.0):
        for _ in range(firsts):
            for row in rows(epsilon, STATISTICS):
                assert row.of != POPULATION or row.from_epsilon is None
                if row.from_epsilon is not None:
                    assert row.from_epsilon > epsilon
                    promised[row.from_epsilon].add((row.key, row.statistic))
    for epsilon, keys in promised.items():
        for _ in range(draws):
            known = {row.key for row in rows(epsilon, sorted({id for _, id in keys}))
                     if row.is_known and row.of != POPULATION}  # fmt: skip
            for key, statistic in keys:
                tried[statistic] += 1
                printed[statistic] += key in known
    assert set(ALWAYS.get(name, ("edges", "components", "triangles"))) <= tried.keys()
    for statistic, count in tried.items():
        assert printed[statistic] >= binom.ppf(SURE, count, 0.5), (statistic, count)


@pytest.mark.parametrize("name", ["star", "path", "complete", "empty"])
def test_components_are_printed_at_the_epsilon_that_is_named(name):
    made, rng = gdp.mechanism("edge_flip"), np.random.default_rng(3)

    def row(epsilon):
        noisy = made.release(GRAPHS[name], epsilon=epsilon, rng=rng)
        return gdp.estimate(noisy, statistics=["components"])["components"]

    promised = row(1.0).from_epsilon
    assert 4.0 < promised < 8.0
    assert sum(row(promised).is_known for _ in range(10)) >= 5


def promised_of(value, half, floor):
    row = Estimate("edges", "Edges", value, value - half, value + half, CLOSED_FORM)
    return judged(row, within=(0.0, 200.0), floor=floor, width_at=lambda epsilon: half / epsilon)


def test_what_is_promised_holds_for_the_least_that_the_number_can_be():
    assert promised_of(60.0, 40.0, 2.0).from_epsilon == 8.0
    noise = promised_of(30.0, 40.0, 2.5)
    assert noise.from_epsilon == 16.0, "narrow whatever the number is"
    assert "its noise is as large as the number, or larger. From about ε = 16" in noise.sentence()
    assert promised_of(100.0, 40.0, 0.0).from_epsilon == 8.0
    nothing = promised_of(60.0, 40.0, 0.0)
    assert nothing.from_epsilon is None
    assert nothing.sentence().endswith(f"its noise is about ±67% of it. {NO_PROMISE}")
