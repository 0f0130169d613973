"""The cost of a tree behind noisy weights, drawn anew from the denoised model."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.bootstrap import DRAWS
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest

RELEASES = 16


def cost(graph):
    return float(graph.weights[minimum_spanning_forest(graph, graph.weights)].sum())


@pytest.mark.long
def test_the_cost_is_held_though_the_released_one_is_always_too_small():
    """12 of 16 or fewer hold it with a chance of 9e-4 where 95 % do; the seed is fixed."""
    base = gdp.generate("barabasi_albert", n=120, seed=1, attach=5)
    rng = np.random.default_rng(0)
    graph = gdp.Graph.from_edges(120, base.edges, weights=rng.lognormal(1.5, 0.5, base.m))
    made, true = gdp.mechanism("weight_laplace", norm="l1", radius=1.0), cost(graph)
    rows = []
    for _ in range(RELEASES):
        noisy = made.release(graph, epsilon=4.0, rng=rng)
        row = gdp.estimate(noisy, mechanism=made, epsilon=4, statistics=["tree_cost"])["tree_cost"]
        assert cost(noisy) < row.value
        rows.append(row)
    assert all(row.is_known and row.how == "bootstrap from the denoised model" for row in rows)
    assert sum(row.low <= true <= row.high for row in rows) >= 13
    again = gdp.estimate(noisy, mechanism=made, epsilon=4, statistics=["tree_cost"])["tree_cost"]
    assert again.row() == rows[-1].row()


def test_it_tells_how_far_it_is_can_be_stopped_and_knows_where_noise_is_too_much():
    base = gdp.generate("barabasi_albert", n=60, seed=1, attach=3)
    weights = np.random.default_rng(0).uniform(1.0, 9.0, base.m)
    graph = gdp.Graph.from_edges(60, base.edges, weights=weights)
    made = gdp.mechanism("weight_laplace", norm="l1", radius=1.0)
    noisy = made.release(graph, epsilon=0.3, rng=np.random.default_rng(0))
    told = []
    asked = {"mechanism": made, "epsilon": 0.3, "statistics": ["tree_cost"]}
    row = gdp.estimate(noisy, **asked, progress=lambda f, _: told.append(f))["tree_cost"]
    assert not row.is_known
    assert len(told) == DRAWS
    assert told == sorted(told)

    def stop(fraction, text):
        if fraction > 0.1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gdp.estimate(noisy, **asked, progress=stop)
