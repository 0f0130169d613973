"""dK-series: the law of the degrees, what 2K as published betrays, bad input.

Seeds are fixed; each random check is a test at level 1e-6.

Graphs drawn from given degrees: the degrees are kept, and tiny graphs are equally likely.
"""

import math

import numpy as np
import pytest
from scipy import stats
from scipy.stats import chisquare

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import clustering_statistics, node_triangles
from graphdp_core.mechanisms import dk_series
from graphdp_core.mechanisms.block_graph import degrees_of_counts, graph_of_degrees
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
    true, outcome = (
        clustering_statistics(each, node_triangles(each)[0])["transitivity"] for each in (g, made)
    )
    assert outcome < true / 2


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


@pytest.mark.parametrize("name", ["karate", "les_miserables"])
def test_all_degrees_of_real_graphs_are_kept(name):
    degrees = gdp.load_graph(name).degrees.astype(np.int64)
    for seed in range(5):
        edges = graph_of_degrees(degrees, rng=np.random.default_rng(seed))
        assert np.all(edges[:, 0] < edges[:, 1])
        assert len(np.unique(edges, axis=0)) == len(edges)
        assert np.bincount(edges.ravel(), minlength=len(degrees)).tolist() == degrees.tolist()


@pytest.mark.sample
@pytest.mark.parametrize(
    ("degrees", "graphs"), [((1, 1, 1, 1), 3), ((2, 2, 2, 2), 3), ((2, 2, 2, 1, 1), 7)]
)
def test_graphs_of_the_same_degrees_are_about_equally_likely(degrees, graphs):
    """Chi-square of 1,000 draws; equally likely ones fail with a chance of 1e-6.

    The law is not uniform in general: the third case is only asked to reach every graph.
    """
    rng, seen = np.random.default_rng(1), {}
    for _ in range(1_000):
        drawn = graph_of_degrees(np.array(degrees), rng=rng)
        key = tuple(map(tuple, drawn.tolist()))
        seen[key] = seen.get(key, 0) + 1
    assert len(seen) == graphs
    if len(set(degrees)) == 1:
        assert chisquare(list(seen.values())).pvalue > 1e-6


@pytest.mark.parametrize("degrees", [(), (0,), (1,), (0, 0), (3, 3, 1, 1), (4, 4, 4, 1, 1)])
def test_degrees_that_no_graph_has_lose_ends_and_nothing_else(degrees):
    edges = graph_of_degrees(np.array(degrees, dtype=np.int64), rng=np.random.default_rng(0))
    assert np.all(np.bincount(edges.ravel(), minlength=len(degrees)) <= np.array(degrees))


def test_degrees_follow_from_counts_and_their_sum_from_the_edges():
    counts = np.array([0.5, 1.0, 2.5, 6.0])
    assert degrees_of_counts(counts).tolist() == [1, 2, 2, 2, 3, 3, 3, 3, 3, 3]
    assert degrees_of_counts(counts, edges=-4.0).tolist() == [0] * 10
    assert degrees_of_counts(counts, edges=1e9).tolist() == [9] * 10
    assert degrees_of_counts(np.zeros(3)).tolist() == []
    true = gdp.load_graph("karate").degrees
    made = degrees_of_counts(np.bincount(true).astype(float), edges=78.0)
    assert made.tolist() == sorted(true.tolist())
