"""Graphs drawn from given degrees: the degrees are kept, and tiny graphs are equally likely."""

import numpy as np
import pytest
from scipy.stats import chisquare

import graphdp_core as gdp
from graphdp_core.mechanisms.block_graph import degrees_of_counts, graph_of_degrees


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
