"""edgeFlip, denoised: how many edges, which ones, what noise alone shows, ties, bad input.

Seeds are fixed; random checks fail by chance with probability below 1e-6.
"""

import math

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.low_rank_posterior import LowRankPosterior, standing_out
from graphdp_core.mechanisms.top_m_filter import TopMFilter
from graphdp_core.metrics.partitions import Overlaps


@pytest.fixture(scope="module")
def blocks() -> Graph:
    return gdp.generate("sbm", n=300, seed=0)


def true_share(release: Graph, graph: Graph) -> float:
    present = set(map(tuple, graph.edges.tolist()))
    return sum(pair in present for pair in map(tuple, release.edges.tolist())) / max(release.m, 1)


def test_the_number_of_edges_is_the_noisy_count():
    rng = np.random.default_rng(1)
    small = gdp.generate("erdos_renyi", n=50, p=0.5, seed=0)  # noise never leaves [0, N]
    draws = np.array(
        [LowRankPosterior().release(small, epsilon=1.0, rng=rng).m for _ in range(150)]
    )
    alpha = math.exp(-0.1)
    values = np.arange(-400, 401)
    law = (1 - alpha) / (1 + alpha) * alpha ** np.abs(values)
    # The continuous test is on the safe side for a discrete law.
    jitter = np.random.default_rng(2).random(150)
    below = np.concatenate(([0.0], np.cumsum(law)))
    place = draws - small.m + 400
    assert stats.kstest(below[place] + jitter * law[place], "uniform").pvalue > 1e-6


def test_more_released_edges_are_true_than_from_pairs_alone(blocks):
    for epsilon in (2.0, 4.0):
        rng = np.random.default_rng(3)
        denoised = true_share(LowRankPosterior().release(blocks, epsilon=epsilon, rng=rng), blocks)
        alone = true_share(TopMFilter().release(blocks, epsilon=epsilon, rng=rng), blocks)
        assert denoised > alone


def test_communities_survive_where_the_flipped_graph_shows_them(blocks):
    rng = np.random.default_rng(4)
    release = LowRankPosterior().release(blocks, epsilon=3.0, rng=rng)
    found = gdp.analysis("louvain").run(release, rng=np.random.default_rng(0))
    assert Overlaps.of(blocks.labels, found.labels).adjusted_rand() > 0.9


def test_at_a_large_epsilon_the_graph_itself_comes_back(blocks):
    release = LowRankPosterior().release(blocks, epsilon=20.0, rng=np.random.default_rng(5))
    assert true_share(release, blocks) > 0.98
    assert abs(release.m - blocks.m) < 150


def test_noise_alone_shows_at_most_its_mean():
    """Without edges nothing is above the noise, up to the largest eigenvalue's own noise."""
    empty = Graph.from_edges(600, [])
    for seed in range(5):
        flipped = EdgeFlip().release(empty, epsilon=1.0, rng=np.random.default_rng(seed))
        assert len(standing_out(flipped, 10)[0]) <= 1


def test_where_nothing_stands_out_the_edges_are_those_of_the_flipped_graph():
    g = Graph.from_edges(80, [(i, i + 1) for i in range(79)])
    for seed in range(20):
        flipping = np.random.default_rng(seed).spawn(3)[1]
        flipped = EdgeFlip().release(g, epsilon=0.9, rng=flipping)
        if len(standing_out(flipped, 64)[0]):
            continue
        release = LowRankPosterior().release(g, epsilon=1.0, rng=np.random.default_rng(seed))
        known = set(map(tuple, flipped.edges.tolist()))
        assert set(map(tuple, release.edges.tolist())) <= known
        return
    pytest.fail("something stood out in all twenty draws")


def test_a_graph_without_a_law_of_noise_is_refused(blocks):
    with pytest.raises(ValueError, match="known noise"):
        standing_out(blocks, 3)


def test_edges_are_sorted_and_distinct(blocks):
    release = LowRankPosterior().release(blocks, epsilon=1.0, rng=np.random.default_rng(7))
    assert Graph.from_edges(blocks.n, release.edges).edges.tolist() == release.edges.tolist()
    assert release.noise is None


@pytest.mark.parametrize(("n", "epsilon"), [(1, 1.0), (20_001, 9.0), (9, 0.0)])
def test_bad_input_gets_one_clear_sentence(n, epsilon):
    with pytest.raises(ValueError, match=r"\.$"):
        LowRankPosterior().check(Graph.from_edges(n, []), epsilon)


def test_the_largest_graphs_are_taken_at_every_epsilon():
    LowRankPosterior().check(Graph.from_edges(20_000, []), 0.01)
