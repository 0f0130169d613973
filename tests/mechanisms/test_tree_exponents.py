"""How the error of a private tree grows with the nodes: by half a power less with a delta."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest

SIZES = (100, 200, 400)
KAPPA = 0.3  # weights lie in 0..KAPPA n s, s the public step at which they blur: else nothing shows
DRAWS = 3


def errors(made):
    """Mean weight beyond the lightest tree's on complete graphs of each size."""
    concentrated = gdp.mechanism(
        "pamst", norm="linf", selection="kruskal", accounting="zcdp", delta=1e-6
    )
    found = []
    for n in SIZES:
        rng = np.random.default_rng(n)
        step = 1.0 / concentrated.rate(n - 1, n * (n - 1) // 2, 1.0)
        edges = np.column_stack(np.triu_indices(n, k=1)).astype(np.int32)
        weights = rng.uniform(0.0, KAPPA * n * step, len(edges))
        graph = Graph(n, edges, weights=weights)
        least = weights[minimum_spanning_forest(graph, weights)].sum()
        draws = [made.release(graph, epsilon=1.0, rng=rng) for _ in range(DRAWS)]
        found.append(np.mean([_weight(graph, draw.edges) - least for draw in draws]))
    return found


def _weight(graph, tree):
    codes, taken = (
        pairs[:, 0].astype(np.int64) * graph.n + pairs[:, 1] for pairs in (graph.edges, tree)
    )
    return graph.weights[np.searchsorted(codes, taken)].sum()


@pytest.mark.parametrize(
    ("made", "low", "high"),
    [
        (
            gdp.mechanism("pamst", norm="linf", selection="kruskal", accounting="zcdp", delta=1e-6),
            1.4,
            1.6,
        ),
        (gdp.mechanism("minus_exponential", norm="linf"), 1.9, 2.1),
    ],
    ids=["zcdp", "pure"],
)
def test_the_exponent_of_the_error_is_that_of_the_proofs(made, low, high):
    slope = np.polyfit(np.log(SIZES), np.log(errors(made)), 1)[0]
    assert low <= slope <= high
