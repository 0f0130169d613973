"""Capped triangles by prices of nodes alone: against the program that keeps every triangle."""

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.sensitivities.capped_prices import priced_value
from graphdp_core.sensitivities.capped_program import capped_value
from graphdp_core.sensitivities.node_projection import _triangles


@pytest.mark.sample
@pytest.mark.parametrize("seed", range(8))
def test_both_ways_are_as_near_the_optimum_as_they_say(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 40))
    pairs = np.transpose(np.triu_indices(n, 1))
    graph = Graph.from_edges(n, pairs[rng.random(len(pairs)) < rng.uniform(0.4, 1.0)])
    cap = float(rng.integers(1, 60))
    best = capped_value(_triangles(graph), cap, gap=1e-3)
    for gap in (0.25, 1e-4):
        assert best - gap - 1e-6 <= priced_value(graph, cap, gap=gap) <= best + 1e-3 + 1e-6


def test_an_answer_that_cannot_be_certain_is_no_answer():
    triangle = Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)])
    with pytest.raises(ArithmeticError, match="not solved exactly enough"):
        priced_value(triangle, 0.5, gap=-1.0)
