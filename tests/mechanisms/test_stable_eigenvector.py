"""The leading eigenvector where it is stable: bound, distance, test and noise."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import binomtest, kstest

import graphdp_core as gdp
from graphdp_core.centralities import eigenvector
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.stable_eigenvector import (
    _reach,
    change_bound,
    distance_to_instability,
    passing_count,
)
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.sensitivities.eigenvector import spectral_gap

CLIQUE = Graph.from_edges(40, list(itertools.combinations(range(40), 2)))


def facts(graph):
    vector = eigenvector(graph, debias=False)
    return vector, spectral_gap(graph), _reach(vector)


@pytest.fixture(scope="module")
def known():
    """Every graph of up to five nodes, by its edges."""
    found = {}
    for n in (3, 4, 5):
        every = list(itertools.combinations(range(n), 2))
        for size in range(len(every) + 1):
            for edges in itertools.combinations(every, size):
                found[n, frozenset(edges)] = facts(Graph.from_edges(n, list(edges)))
    return found


def steps(known):
    for n, edges in known:
        for pair in itertools.combinations(range(n), 2):
            if pair not in edges:
                yield known[n, edges], known[n, edges | {pair}]


def test_one_edge_moves_the_vector_by_no_more_than_the_bound(known):
    shares = []
    for pair in steps(known):
        moved = float(np.linalg.norm(pair[0][0] - pair[1][0]))
        for _, gap, reach in pair:
            assert moved <= change_bound(gap, reach)
            if change_bound(gap, reach) < math.inf:
                shares.append(moved / change_bound(gap, reach))
    assert len(shares) > 1000
    assert max(shares) > 0.3


def test_one_edge_moves_the_distance_by_at_most_one(known):
    moves = set()
    for one, other in steps(known):
        for change in (0.2, 0.5, 0.9, 1.4):
            before, after = (
                distance_to_instability(gap, reach, change=change) for _, gap, reach in (one, other)
            )
            assert abs(before - after) <= 1
            moves.add(before - after)
    assert moves == {-1, 0, 1}


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 2.5])
@pytest.mark.parametrize("delta", [1e-3, 1e-6])
def test_an_unstable_graph_passes_with_probability_at_most_delta(epsilon, delta):
    a, tau = math.exp(-epsilon), passing_count(epsilon, delta)
    assert a**tau / (1 + a) <= delta
    assert tau == 1 or a ** (tau - 1) / (1 + a) > delta


def test_how_often_the_test_passes_is_its_closed_form():
    """Binomial test; fails with probability 1e-4."""
    made, epsilon, runs = gdp.mechanism("stable_eigenvector", change=0.022), 2.0, 400
    _, gap, reach = facts(CLIQUE)
    short = passing_count(1.0, made.delta) - distance_to_instability(gap, reach, change=0.022)
    a = math.exp(-1.0)
    chance = a**short / (1 + a) if short > 0 else 1 - a ** (1 - short) / (1 + a)
    assert 0.05 < chance < 0.95
    rng = np.random.default_rng(0)
    draws = [made.release(CLIQUE, epsilon=epsilon, rng=rng) for _ in range(runs)]
    passed = sum(bool(draw.values.any()) for draw in draws)
    assert all(bool(draw.notes) != bool(draw.values.any()) for draw in draws)
    assert binomtest(passed, runs, chance).pvalue > 1e-4


def test_the_noise_is_normal_and_of_the_proposed_size():
    """Kolmogorov-Smirnov; fails with probability 1e-4."""
    made, rng = gdp.mechanism("stable_eigenvector", change=0.1), np.random.default_rng(2)
    true = eigenvector(CLIQUE, debias=False)
    noise = np.concatenate(
        [made.release(CLIQUE, epsilon=10.0, rng=rng).values - true for _ in range(30)]
    )
    scale = 0.1 * gaussian_scale(5.0, made.delta)
    assert kstest(noise / scale, "norm").pvalue > 1e-4


def test_weights_are_not_used_and_a_graph_without_edges_fails_the_test():
    made, edges = gdp.mechanism("stable_eigenvector", change=0.1), CLIQUE.edges
    heavy = Graph(40, edges, weights=np.linspace(1, 9, len(edges)))
    both = [made.release(g, epsilon=8.0, rng=np.random.default_rng(1)) for g in (CLIQUE, heavy)]
    assert np.array_equal(both[0].values, both[1].values)
    empty = made.release(Graph.from_edges(5, []), epsilon=1.0, rng=np.random.default_rng(1))
    assert not empty.values.any()
    assert "test failed" in empty.notes[0]
