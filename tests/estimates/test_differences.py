"""Two releases of one graph look alike in 19 of 20 pairs, and those of others do not."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.trust.estimated import differences

LABELS = np.arange(120) // 40
GRAPH = gdp.generate("sbm", n=120, seed=1, within=0.3, between=0.1)
OTHER = gdp.generate("sbm", n=120, seed=2, within=0.42, between=0.04)
PAIRS = 200


def released(graph, rng, epsilon=2.0):
    return gdp.mechanism("edge_flip").release(graph, epsilon=epsilon, rng=rng)


def test_the_size_is_five_in_a_hundred():
    """More than 22 of 200 have a chance of 4e-4, fewer than 1 one of 4e-5."""
    rng = np.random.default_rng(0)
    pairs = [
        differences(released(GRAPH, rng), released(GRAPH, rng), groups=LABELS) for _ in range(PAIRS)
    ]
    for place in range(2):
        assert 1 <= sum(found[place].p_value < 0.05 for found in pairs) <= 22


def test_graphs_that_mix_otherwise_are_told_apart_though_as_dense():
    rng = np.random.default_rng(0)
    density, mixing = differences(
        released(GRAPH, rng, 4.0), released(OTHER, rng, 4.0), groups=LABELS
    )
    assert mixing.p_value < 1e-6 < density.p_value
    assert mixing.sentence().startswith("The graphs differ in their densities within and between")


def test_populations_are_told_apart_less_easily():
    rng = np.random.default_rng(0)
    one, other = released(GRAPH, rng), released(OTHER, rng)
    graphs = differences(one, other, groups=LABELS)[1]
    (of_population,) = differences(one, other, groups=LABELS, population=True)[1:]
    assert of_population.p_value > graphs.p_value
    assert "populations" in of_population.sentence()


def test_other_groups_and_graphs_without_rates_are_refused():
    rng = np.random.default_rng(0)
    noisy = released(GRAPH, rng)
    with pytest.raises(Refused, match="same groups"):
        differences(noisy, noisy, groups=LABELS, other_groups=LABELS // 2)
    with pytest.raises(Refused, match="graphs with noise rates"):
        differences(noisy, GRAPH)
