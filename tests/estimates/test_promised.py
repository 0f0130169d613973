"""At the epsilon from which on a number "can be known", half of the releases or more print it."""

from collections import defaultdict

import numpy as np
import pytest
from scipy.stats import binom

import graphdp_core as gdp
from graphdp_core.estimates.estimate import CLOSED_FORM, POPULATION, Estimate, judged

U, V = np.triu_indices(100, 1)
KEPT = np.random.default_rng(1).random(len(U)) < 0.06
GRAPHS = {
    "karate": gdp.load_graph("karate"),
    "random": gdp.Graph.from_edges(100, np.column_stack([U, V])[KEPT]),
    "star": gdp.Graph.from_edges(40, [(0, i) for i in range(1, 40)]),
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
    name, firsts, draws, request
):
    """First releases at epsilon 1, 2 and 3; each promise is tried in releases at its epsilon.

    Where every promise holds in half of them, a statistic has fewer than the least count with a
    chance of 1e-6. Seeds are fixed.
    """
    if (name, draws) == ("star", 20):
        request.applymarker(pytest.mark.xfail(
            strict=True, reason="open: a star's components are printed in 18 of 80, not in half"
        ))  # fmt: skip
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
    assert {"edges", "wedges", "connectedness", "within"} <= tried.keys()
    for statistic, count in tried.items():
        assert printed[statistic] >= binom.ppf(SURE, count, 0.5), (statistic, count)


def test_nothing_is_promised_where_the_value_is_noise():
    noise = Estimate("edges", "Edges", 30.0, -20.0, 80.0, CLOSED_FORM)
    row = judged(noise, within=(0.0, 100.0), width_at=lambda epsilon: 50.0 / epsilon)
    assert row.from_epsilon is None
    assert row.sentence().endswith("its noise is as large as the number, or larger.")
    least = Estimate("edges", "Edges", 60.0, 20.0, 100.0, CLOSED_FORM)
    assert (
        judged(least, within=(0.0, 200.0), width_at=lambda epsilon: 40.0 / epsilon).from_epsilon
        == 8.0
    )
