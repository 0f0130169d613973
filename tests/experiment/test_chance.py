"""What ignores the data: nothing true in it, and a stop at 0 for every mechanism."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.chance import MOST_COIN_EDGES, DataIndependent, SameSize, at_epsilon
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_numbers


def stream(seed=0):
    return gdp.noise_stream(seed)


def test_coins_are_edge_flip_at_zero_with_the_same_noise():
    karate = gdp.load_graph("karate")
    ours = DataIndependent().release(karate, epsilon=0.0, rng=stream())
    theirs = gdp.mechanism("edge_flip").release(karate, epsilon=0.0, rng=stream())
    assert np.array_equal(ours.edges, theirs.edges)


def test_a_large_graph_gets_half_a_million_coins_that_fall_alike_whatever_its_edges():
    n = 5000
    empty = Graph.from_edges(n, [])
    path = Graph.from_edges(n, [(i, i + 1) for i in range(n - 1)])
    first, second = (DataIndependent().release(g, epsilon=0.0, rng=stream()) for g in (empty, path))
    assert np.array_equal(first.edges, second.edges)
    assert abs(first.m - MOST_COIN_EDGES) < 5 * MOST_COIN_EDGES**0.5  # fails 6e-7 of the time
    assert first.noise.contrast == 0.0
    assert first.noise.false_positive_rate == pytest.approx(MOST_COIN_EDGES / pair_count(n))


def test_where_the_topology_is_public_only_weights_are_drawn_anew():
    graphs = [
        Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)], weights=weights)
        for weights in ([1.0, 2.0, 3.0], [9.0, 8.0, 7.0])
    ]
    ignoring = DataIndependent.instead_of(gdp.mechanism("weight_laplace", clip=True, highest=2.0))
    first, second = (ignoring.release(g, epsilon=0.0, rng=stream()) for g in graphs)
    assert np.array_equal(first.edges, graphs[0].edges)
    assert np.array_equal(first.weights, second.weights)
    assert 0.0 <= first.weights.min() <= first.weights.max() <= 2.0


@pytest.mark.parametrize("mechanism", gdp.MECHANISMS, ids=lambda m: m.id)
def test_every_mechanism_has_a_stop_at_zero_that_promises_everything(mechanism):
    graph = Graph.from_edges(5, [(0, 1), (1, 2), (2, 3)], weights=[1.0, 2.0, 3.0])
    at_zero = at_epsilon(mechanism(), 0.0)
    assert at_zero.release(graph, epsilon=0.0, rng=stream()).n == 5
    assert at_zero.guarantee(0.0).effective_epsilon == 0.0
    assert at_epsilon(mechanism(), 1.0) == mechanism()


def test_the_stop_at_zero_is_a_comparison_like_any_other():
    karate = gdp.load_graph("karate")
    nothing = at_epsilon(gdp.mechanism("top_m_filter"), 0.0)
    c = gdp.compare(karate, nothing, gdp.analysis("louvain"), epsilon=0.0)
    assert c.guarantee.status.is_proved
    assert c.metrics["ari"] < 0.2


def test_ignoring_takes_no_other_epsilon():
    with pytest.raises(gdp.Refused, match="epsilon must be a number from 0 to 0"):
        DataIndependent().release(gdp.load_graph("karate"), epsilon=1.0, rng=stream())


def test_a_random_graph_of_the_same_size_keeps_the_number_of_edges_alone():
    karate = gdp.load_graph("karate")
    seen = np.zeros(pair_count(34))
    for seed in range(300):
        release = SameSize().release(karate, epsilon=1.0, rng=stream(seed))
        assert release.m == karate.m
        seen[pair_numbers(34, *release.edges.T)] += 1
    expected = 300 * karate.m / len(seen)
    # Multinomial but for the fixed size, which takes a factor 1 - m/N out of the variance.
    spread = ((seen - expected) ** 2).sum() / (expected * (1 - karate.m / len(seen)))
    assert abs(spread / len(seen) - 1) < 5 * (2 / len(seen)) ** 0.5  # fails once in a million
    assert not SameSize().guarantee(1.0).protects
