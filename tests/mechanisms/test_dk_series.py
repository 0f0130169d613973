"""dK-series: the law of the degrees, what 2K as published betrays, bad input.

Seeds are fixed; each random check is a test at level 1e-6.
"""

import math

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import clustering_statistics, node_triangles
from graphdp_core.mechanisms import dk_series
from graphdp_core.mechanisms.dk_series import DKSeries, joint_degrees
from graphdp_core.metrics.statistics import kolmogorov_distance
from graphdp_core.privacy.guarantee import Status

KARATE = gdp.load_graph("karate")
PUBLISHED = DKSeries(series="2k_as_published")


def test_the_sorted_degrees_have_the_noise_that_is_stated(monkeypatch):
    seen = []

    def caught(noisy, rng):
        seen.append(noisy - np.sort(KARATE.degrees))
        return np.empty((0, 2), dtype=np.int32)

    monkeypatch.setattr(dk_series, "_with_degrees", caught)
    rng = np.random.default_rng(1)
    for _ in range(200):
        DKSeries().release(KARATE, epsilon=1.0, rng=rng)
    noise, alpha = np.concatenate(seen), math.exp(-0.5)
    values = np.arange(-8, 9)
    law = (1 - alpha) / (1 + alpha) * alpha ** np.abs(values)
    counted = np.array([(noise == value).sum() for value in values])
    counted, law = np.append(counted, len(noise) - counted.sum()), np.append(law, 1 - law.sum())
    assert stats.chisquare(counted, law * len(noise)).pvalue > 1e-6


def test_degrees_survive_and_nothing_else_does():
    g = gdp.generate("powerlaw_cluster", n=800, attach=6, triangle=0.9, seed=1)
    made = DKSeries().release(g, epsilon=4.0, rng=np.random.default_rng(2))
    assert kolmogorov_distance(g.degrees, made.degrees) < 0.1
    assert abs(np.corrcoef(g.degrees, made.degrees)[0, 1]) < 0.2
    true, found = (
        clustering_statistics(each, node_triangles(each)[0])["transitivity"] for each in (g, made)
    )
    assert found < true / 2


def test_joint_degrees_count_every_edge_once():
    low, high, counts = joint_degrees(KARATE)
    assert counts.sum() == KARATE.m
    assert (low <= high).all()
    ends = np.sort(KARATE.degrees[KARATE.edges], axis=1)
    for one, other, count in zip(low, high, counts, strict=True):
        assert (ends == (one, other)).all(axis=1).sum() == count


def test_2k_keeps_which_degrees_are_joined_at_a_large_epsilon():
    """At epsilon 20 a graph of stars keeps its edges between leaves and centres."""
    stars = Graph.from_edges(
        60, [(10 * s, 10 * s + leaf) for s in range(6) for leaf in range(1, 10)]
    )
    made = PUBLISHED.release(stars, epsilon=20.0, rng=np.random.default_rng(3))
    low, high, counts = joint_degrees(made)
    assert counts[(low <= 2) & (high >= 5)].sum() > 0.7 * counts.sum()


def test_2k_as_published_can_be_told_from_its_neighbour():
    """One edge alone never gives a path of two; the same edge and one beside it often do."""
    one, two = Graph.from_edges(4, [(0, 1)]), Graph.from_edges(4, [(0, 1), (1, 2)])
    rng = np.random.default_rng(4)
    paths = [
        sum(PUBLISHED.release(g, epsilon=1.0, rng=rng).degrees.max() >= 2 for _ in range(200))
        for g in (one, two)
    ]
    assert paths[0] == 0
    assert paths[1] > 20
    assert PUBLISHED.guarantee(1.0).status is Status.AS_PUBLISHED_NOT_DP
    assert DKSeries().guarantee(1.0).status is Status.PROVED_PURE


@pytest.mark.parametrize("series", ["1k", "2k_as_published"])
@pytest.mark.parametrize("edges", [[], [(0, 1)], [(i, j) for i in range(6) for j in range(i)]])
def test_empty_and_complete_graphs_are_released(series, edges):
    g = Graph.from_edges(6, edges)
    released = DKSeries(series=series).release(g, epsilon=20.0, rng=gdp.noise_stream(0))
    assert released.n == 6


@pytest.mark.parametrize(
    ("n", "series", "words"),
    [(1, "1k", "2 to 500,000"), (500_001, "1k", "500,001"), (20_001, "2k_as_published", "20,001")],
)
def test_bad_input_gets_one_clear_sentence(n, series, words):
    with pytest.raises(ValueError, match=words) as caught:
        DKSeries(series=series).check(Graph.from_edges(n, []), 1.0)
    assert str(caught.value).endswith(".")
