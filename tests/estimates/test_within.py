"""No interval is upside down, misses its own value, or leaves what is possible."""

import math
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.asked import Asked, groups_of
from graphdp_core.estimates.estimate import CLOSED_FORM, Estimate, judged
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.estimates.given import Given
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count


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
    for epsilon, level, labels in product(
        (0.3, 1.5, 4.0, 8.0), (0.5, 0.95, 0.999), (groups, apart)
    ):
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
